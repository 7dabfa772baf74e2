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
import { goSeconds, pathOf, type Query, type QueryPairs, queryPairs } from './paths.ts';
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

interface Call {
  readonly method: Method;
  readonly verb: string;
  readonly info: ResourceInfo;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  readonly subresource: string | undefined;
  readonly query: QueryPairs;
  readonly body: unknown;
  readonly contentType: string | undefined;
  readonly accept: string;
}

/**
 * A client of the API server with one identity and one rate limit.
 * Models staging/src/k8s.io/client-go/rest/{client,request}.go (v1.36): an answer that says when to come back is asked for again.
 */
export class RestClient {
  private readonly bucket: TokenBucket | undefined;
  private readonly headers = new Map<string, Map<string | undefined, ApiRequest['headers']>>();

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
    accept = JSON_TYPE,
    subresource?: string,
  ): Process<KObject | Status> {
    return this.object(ctx, {
      method: 'GET',
      verb: 'get',
      info,
      namespace,
      name,
      subresource,
      query: queryPairs(query),
      body: undefined,
      contentType: undefined,
      accept,
    });
  }

  list(ctx: Context, info: ResourceInfo, namespace: string | undefined, query?: Query): Process<KList | Status> {
    const call: Call = {
      method: 'GET',
      verb: 'list',
      info,
      namespace,
      name: undefined,
      subresource: undefined,
      query: queryPairs(query),
      body: undefined,
      contentType: undefined,
      accept: JSON_TYPE,
    };
    return this.call(ctx, call, bodyOf) as Process<KList | Status>;
  }

  create(
    ctx: Context,
    info: ResourceInfo,
    namespace: string | undefined,
    object: object,
    options?: CreateOptions,
  ): Process<KObject | Status> {
    return this.object(ctx, {
      method: 'POST',
      verb: 'create',
      info,
      namespace,
      name: options?.name,
      subresource: options?.subresource,
      query: queryPairs(options?.query),
      body: object,
      contentType: JSON_TYPE,
      accept: JSON_TYPE,
    });
  }

  update(ctx: Context, info: ResourceInfo, object: KObject, options?: UpdateOptions): Process<KObject | Status> {
    return this.object(ctx, {
      method: 'PUT',
      verb: 'update',
      info,
      namespace: object.metadata.namespace,
      name: object.metadata.name,
      subresource: options?.subresource,
      query: queryPairs(options?.query),
      body: object,
      contentType: JSON_TYPE,
      accept: JSON_TYPE,
    });
  }

  patch(
    ctx: Context,
    info: ResourceInfo,
    namespace: string | undefined,
    name: string,
    patch: Patch,
  ): Process<KObject | Status> {
    return this.object(ctx, {
      method: 'PATCH',
      verb: 'patch',
      info,
      namespace,
      name,
      subresource: patch.subresource,
      query: queryPairs(patch.query),
      body: patch.body,
      contentType: PATCH_CONTENT[patch.type],
      accept: patch.accept ?? JSON_TYPE,
    });
  }

  /** The answer is the object while it still terminates, else a Status of success. */
  delete(
    ctx: Context,
    info: ResourceInfo,
    namespace: string | undefined,
    name: string,
    options?: DeleteOptions,
  ): Process<KObject | Status> {
    return this.object(ctx, {
      method: 'DELETE',
      verb: 'delete',
      info,
      namespace,
      name,
      subresource: undefined,
      query: queryPairs(undefined),
      body: { kind: 'DeleteOptions', apiVersion: 'v1', ...options },
      contentType: JSON_TYPE,
      accept: JSON_TYPE,
    });
  }

  /** Undefined when all could be deleted or marked. */
  deleteCollection(
    ctx: Context,
    info: ResourceInfo,
    namespace: string | undefined,
    options?: DeleteOptions,
  ): Process<Status | undefined> {
    const call: Call = {
      method: 'DELETE',
      verb: 'deletecollection',
      info,
      namespace,
      name: undefined,
      subresource: undefined,
      query: queryPairs(undefined),
      body: { kind: 'DeleteOptions', apiVersion: 'v1', ...options },
      contentType: JSON_TYPE,
      accept: JSON_TYPE,
    };
    return this.call(ctx, call, failureOf);
  }

  /** `query.timeoutSeconds` also becomes the client's own `timeout`, as real clients send both. */
  watch(
    ctx: Context,
    info: ResourceInfo,
    namespace: string | undefined,
    query: Query,
    accept = JSON_TYPE,
  ): Process<WatchStream | Status> {
    const seconds = query.timeoutSeconds;
    const timeout = seconds === undefined ? undefined : goSeconds(Number(seconds));
    const call: Call = {
      method: 'GET',
      verb: 'watch',
      info,
      namespace,
      name: undefined,
      subresource: undefined,
      query: queryPairs(extend(query, { timeout, watch: 'true' })),
      body: undefined,
      contentType: undefined,
      accept,
    };
    return this.call(ctx, call, streamOf);
  }

  /** Any request, under this client's rate limit. */
  *raw(ctx: Context, request: ApiRequest): Process<ApiResponse> {
    const admitted = yield* this.admit(ctx, request.path);
    return yield* this.transport.request(admitted, request);
  }

  private object(ctx: Context, call: Call): Process<KObject | Status> {
    return this.call(ctx, call, bodyOf) as Process<KObject | Status>;
  }

  /** Sends a request; `of` says what of the answer is wanted. */
  private *call<T>(ctx: Context, call: Call, of: (response: ApiResponse) => T): Process<T> {
    const { info, verb, subresource } = call;
    const subject = subjectOf(info, call.namespace, nameIn(call));
    const admitted = this.bucket === undefined ? ctx : yield* this.admit(ctx, subject);
    const sent = admitted.step(clientgoSteps.request, subject, { verb, resource: info.resource, subresource });
    const request = this.requestOf(call);
    let response: ApiResponse = yield inside(this.transport.request(sent, request));
    for (let tries = 0; tries < MOST_RETRIES && response.headers['retry-after'] !== undefined; tries += 1) {
      yield sent.sleep(Number(response.headers['retry-after']) * SECOND);
      response = yield inside(this.transport.request(sent, request));
    }
    sent.step(clientgoSteps.response, subject, { verb, code: response.code, reason: reasonOf(response) });
    return of(response);
  }

  private requestOf(call: Call): ApiRequest {
    const { info, subresource } = call;
    return {
      method: call.method,
      path: pathOf(info, call.namespace, call.name, subresource),
      query: call.query,
      headers: this.headersFor(call.accept, call.contentType),
      body: call.body,
      clientCertificate: this.options.credentials.clientCertificate,
      target: {
        group: info.group,
        version: info.version,
        namespace: info.namespaced ? (call.namespace ?? '') : '',
        resource: info.resource,
        subresource: subresource ?? '',
        name: call.name ?? '',
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
    let byContent = this.headers.get(accept);
    if (byContent === undefined) {
      byContent = new Map();
      this.headers.set(accept, byContent);
    }
    let headers = byContent.get(contentType);
    if (headers === undefined) {
      const token = this.options.credentials.token;
      headers = {
        accept,
        'content-type': contentType,
        'user-agent': this.options.userAgent,
        authorization: token === undefined ? undefined : `Bearer ${token}`,
      };
      byContent.set(contentType, headers);
    }
    return headers;
  }
}

/** Of the object that it is about, if it is known. */
function nameIn({ name, verb, body }: Call): string {
  if (name !== undefined || verb !== 'create') return name ?? '';
  const { metadata } = body as KObject;
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
