import type { ResourceInfo } from '../../api/scheme.ts';
import { internalError, isFailure, isStatus, notFoundPath, type Status, serviceUnavailable } from '../../api/status.ts';
import type { KList, KObject } from '../../api/types/meta.ts';
import { extend } from '../../base/extend.ts';
import { type Context, inside, type Process } from '../../engine/index.ts';
import { clientgoSteps } from '../../steps/clientgo.ts';
import type { Credentials } from '../ports/credentials.ts';
import type { Environment } from '../ports/environment.ts';
import { subjectOf } from '../ports/subject.ts';
import type { ApiRequest, ApiResponse, Method, Transport, WatchStream } from '../ports/transport.ts';
import { goSeconds, pathOf, type Query, queryPairs } from './paths.ts';
import { TokenBucket } from './token-bucket.ts';

export interface ClientOptions {
  readonly userAgent: string;
  readonly credentials: Credentials;
  /** Requests per second; none or less is without limit. */
  readonly qps: number;
  readonly burst: number;
}

export type PatchType = 'strategic' | 'merge' | 'json' | 'apply';

const PATCH_CONTENT: { readonly [type in PatchType]: string } = {
  strategic: 'application/strategic-merge-patch+json',
  merge: 'application/merge-patch+json',
  json: 'application/json-patch+json',
  apply: 'application/apply-patch+yaml',
};

const JSON_TYPE = 'application/json';
const MOST_RETRIES = 10;
const SECOND = 1_000_000;
/** How a client asks for objects that are reduced to their metadata. */
export const METADATA_ACCEPT = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json';

export interface DeleteOptions {
  readonly gracePeriodSeconds?: number;
  readonly propagationPolicy?: 'Background' | 'Foreground' | 'Orphan';
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
}

export interface CreateOptions {
  readonly subresource?: string;
  readonly name?: string;
  readonly query?: Query;
}

export interface UpdateOptions {
  readonly subresource?: string;
  readonly query?: Query;
}

export interface Patch extends UpdateOptions {
  readonly type: PatchType;
  readonly body: unknown;
  readonly accept?: string;
}

/** What the step of a request says. */
type Asked = { readonly verb: string; readonly resource: string; readonly subresource: string | undefined };

interface Headers {
  readonly accept: string;
  readonly contentType: string | undefined;
  readonly headers: ApiRequest['headers'];
}

/**
 * A client of the API server with one identity and one rate limit.
 * Models staging/src/k8s.io/client-go/rest/{client,request}.go (v1.36): an answer that says when to come back is asked for again.
 */
export class RestClient {
  private readonly bucket: TokenBucket | undefined;
  /** Of the few sorts of requests that it sends. */
  private readonly headers: Headers[] = [];

  constructor(
    env: Environment,
    private readonly transport: Transport,
    readonly options: ClientOptions,
  ) {
    if (options.qps > 0) this.bucket = new TokenBucket(options.qps, options.burst, env.engine.now);
  }

  get(
    ctx: Context,
    info: ResourceInfo,
    namespace: string | undefined,
    name: string,
    query?: Query,
    accept?: string,
    subresource?: string,
  ): Process<KObject | Status> {
    const request = this.request('GET', info, namespace, name, subresource, query, undefined, undefined, accept);
    return this.object(ctx, info, namespace, name, { verb: 'get', resource: info.resource, subresource }, request);
  }

  list(ctx: Context, info: ResourceInfo, namespace: string | undefined, query?: Query): Process<KList | Status> {
    const request = this.request('GET', info, namespace, undefined, undefined, query, undefined, undefined);
    const asked: Asked = { verb: 'list', resource: info.resource, subresource: undefined };
    return this.call(ctx, subjectOf(info, namespace, ''), asked, request, bodyOf) as Process<KList | Status>;
  }

  create(
    ctx: Context,
    info: ResourceInfo,
    namespace: string | undefined,
    object: object,
    options?: CreateOptions,
  ): Process<KObject | Status> {
    const name = options?.name;
    const subresource = options?.subresource;
    const request = this.request('POST', info, namespace, name, subresource, options?.query, object, JSON_TYPE);
    const asked: Asked = { verb: 'create', resource: info.resource, subresource };
    return this.object(ctx, info, namespace, name ?? nameIn(object as KObject), asked, request);
  }

  update(ctx: Context, info: ResourceInfo, object: KObject, options?: UpdateOptions): Process<KObject | Status> {
    const { namespace, name } = object.metadata;
    const subresource = options?.subresource;
    const request = this.request('PUT', info, namespace, name, subresource, options?.query, object, JSON_TYPE);
    const asked: Asked = { verb: 'update', resource: info.resource, subresource };
    return this.object(ctx, info, namespace, name, asked, request);
  }

  patch(
    ctx: Context,
    info: ResourceInfo,
    namespace: string | undefined,
    name: string,
    patch: Patch,
  ): Process<KObject | Status> {
    const { subresource, query, body, accept } = patch;
    const content = PATCH_CONTENT[patch.type];
    const request = this.request('PATCH', info, namespace, name, subresource, query, body, content, accept);
    const asked: Asked = { verb: 'patch', resource: info.resource, subresource };
    return this.object(ctx, info, namespace, name, asked, request);
  }

  /** The answer is the object while it still terminates, else a Status of success. */
  delete(
    ctx: Context,
    info: ResourceInfo,
    namespace: string | undefined,
    name: string,
    options?: DeleteOptions,
  ): Process<KObject | Status> {
    const body = { kind: 'DeleteOptions', apiVersion: 'v1', ...options };
    const request = this.request('DELETE', info, namespace, name, undefined, undefined, body, JSON_TYPE);
    const asked: Asked = { verb: 'delete', resource: info.resource, subresource: undefined };
    return this.object(ctx, info, namespace, name, asked, request);
  }

  /** Undefined when all could be deleted or marked. */
  deleteCollection(
    ctx: Context,
    info: ResourceInfo,
    namespace: string | undefined,
    options?: DeleteOptions,
  ): Process<Status | undefined> {
    const body = { kind: 'DeleteOptions', apiVersion: 'v1', ...options };
    const request = this.request('DELETE', info, namespace, undefined, undefined, undefined, body, JSON_TYPE);
    const asked: Asked = { verb: 'deletecollection', resource: info.resource, subresource: undefined };
    return this.call(ctx, subjectOf(info, namespace, ''), asked, request, failureOf);
  }

  /** `query.timeoutSeconds` also becomes the client's own `timeout`, as real clients send both. */
  watch(
    ctx: Context,
    info: ResourceInfo,
    namespace: string | undefined,
    query: Query,
    accept?: string,
  ): Process<WatchStream | Status> {
    const seconds = query.timeoutSeconds;
    const timeout = seconds === undefined ? undefined : goSeconds(Number(seconds));
    const watching = extend(query, { timeout, watch: 'true' });
    const request = this.request('GET', info, namespace, undefined, undefined, watching, undefined, undefined, accept);
    const asked: Asked = { verb: 'watch', resource: info.resource, subresource: undefined };
    return this.call(ctx, subjectOf(info, namespace, ''), asked, request, streamOf);
  }

  /** Any request, under this client's rate limit. */
  *raw(ctx: Context, request: ApiRequest): Process<ApiResponse> {
    const admitted = yield* this.admit(ctx, request.path);
    return yield* this.transport.request(admitted, request);
  }

  private object(
    ctx: Context,
    info: ResourceInfo,
    namespace: string | undefined,
    name: string | undefined,
    asked: Asked,
    request: ApiRequest,
  ): Process<KObject | Status> {
    return this.call(ctx, subjectOf(info, namespace, name ?? ''), asked, request, bodyOf) as Process<KObject | Status>;
  }

  /** Sends a request; `of` says what of the answer is wanted. */
  private *call<T>(
    ctx: Context,
    subject: string,
    asked: Asked,
    request: ApiRequest,
    of: (response: ApiResponse) => T,
  ): Process<T> {
    const admitted = this.bucket === undefined ? ctx : yield* this.admit(ctx, subject);
    const sent = admitted.step(clientgoSteps.request, subject, asked);
    let response: ApiResponse = yield inside(this.transport.request(sent, request));
    if (response.headers['retry-after'] !== undefined) response = yield* this.askAgain(sent, request, response);
    sent.note(clientgoSteps.response, subject, { verb: asked.verb, code: response.code, reason: reasonOf(response) });
    return of(response);
  }

  /** As often as an answer says when to come back. */
  private *askAgain(sent: Context, request: ApiRequest, first: ApiResponse): Process<ApiResponse> {
    let response = first;
    for (let tries = 0; tries < MOST_RETRIES && response.headers['retry-after'] !== undefined; tries += 1) {
      yield sent.sleep(Number(response.headers['retry-after']) * SECOND);
      response = yield inside(this.transport.request(sent, request));
    }
    return response;
  }

  private request(
    method: Method,
    info: ResourceInfo,
    namespace: string | undefined,
    name: string | undefined,
    subresource: string | undefined,
    query: Query | undefined,
    body: unknown,
    contentType: string | undefined,
    accept = JSON_TYPE,
  ): ApiRequest {
    return {
      method,
      path: pathOf(info, namespace, name, subresource),
      query: queryPairs(query),
      headers: this.headersFor(accept, contentType),
      body,
      clientCertificate: this.options.credentials.clientCertificate,
      target: {
        group: info.group,
        version: info.version,
        namespace: info.namespaced ? (namespace ?? '') : '',
        resource: info.resource,
        subresource: subresource ?? '',
        name: name ?? '',
      },
    };
  }

  private *admit(ctx: Context, subject: string): Process<Context> {
    const wait = this.bucket?.reserve(ctx.now) ?? 0;
    if (wait === 0) return ctx;
    const { qps, burst } = this.options;
    const throttled = ctx.step(clientgoSteps.throttled, subject, { wait, qps, burst });
    yield throttled.sleep(wait);
    return throttled;
  }

  private headersFor(accept: string, contentType: string | undefined): ApiRequest['headers'] {
    for (const known of this.headers)
      if (known.contentType === contentType && known.accept === accept) return known.headers;
    const token = this.options.credentials.token;
    const headers = {
      accept,
      'content-type': contentType,
      'user-agent': this.options.userAgent,
      authorization: token === undefined ? undefined : `Bearer ${token}`,
    };
    this.headers.push({ accept, contentType, headers });
    return headers;
  }
}

/** Of the object that is to be made, as far as it is known. */
function nameIn({ metadata }: KObject): string {
  return metadata.name ?? metadata.generateName ?? '';
}

const streamOf = (response: ApiResponse): WatchStream | Status => response.stream ?? (bodyOf(response) as Status);

const failureOf = ({ body }: ApiResponse): Status | undefined => (isFailure(body) ? body : undefined);

function reasonOf(response: ApiResponse): string | undefined {
  if (response.code < 400 || !isStatus(response.body)) return undefined;
  return response.body.reason;
}

/** An error in plain text, which a path that nobody serves gets, is a Status to whoever called. */
// Models staging/src/k8s.io/client-go/rest/request.go, newUnstructuredResponseError (v1.36)
function bodyOf({ code, body }: ApiResponse): unknown {
  if (typeof body !== 'string' || code < 400) return body;
  if (code === 404) return notFoundPath();
  return code === 503 ? serviceUnavailable(body.trim()) : internalError(body.trim());
}
