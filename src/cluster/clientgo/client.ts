import {
  isFailure,
  isStatus,
  notFoundPath,
  type Status,
  serviceUnavailable,
  unstructuredError,
} from '../../api/errors/status.ts';
import type { ResourceInfo } from '../../api/scheme/scheme.ts';
import type { KList, KObject } from '../../api/types/meta.ts';
import { assert } from '../../base/assert.ts';
import { extend } from '../../base/extend.ts';
import { SECOND } from '../../base/time/units.ts';
import type { Context, Process, Task, Wait } from '../../engine/index.ts';
import { clientgoSteps } from '../../steps/clientgo.ts';
import type { Credentials } from '../ports/credentials.ts';
import type { Environment } from '../ports/environment.ts';
import type { ApiRequest, ApiResponse, Transport, WatchStream } from '../ports/transport.ts';
import { goSeconds, type Query, type QueryPairs, queryPairs } from './paths.ts';
import { KindRequest, type RequestKind, RequestKinds } from './request-kinds.ts';
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
const NONE = undefined;
const MOST_RETRIES = 10;
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

/**
 * A client of the API server with one identity and one rate limit.
 * Models staging/src/k8s.io/client-go/rest/{client,request}.go (v1.36): an answer that says when to come back is asked for again.
 */
export class RestClient {
  private readonly bucket: TokenBucket | undefined;
  private readonly kinds: RequestKinds;

  constructor(
    env: Environment,
    readonly transport: Transport,
    readonly options: ClientOptions,
  ) {
    this.kinds = new RequestKinds(options.userAgent, options.credentials);
    if (options.qps > 0) this.bucket = new TokenBucket(options.qps, options.burst, env.engine.now);
  }

  get<T extends KObject = KObject>(
    ctx: Context,
    info: ResourceInfo<T>,
    namespace: string | undefined,
    name: string,
    query?: Query,
    accept = JSON_TYPE,
    subresource?: string,
  ): Call<T | Status> {
    return this.object(ctx, this.kinds.find('get', info, namespace, subresource, NONE, accept), name, query, NONE);
  }

  list<T extends KObject = KObject>(
    ctx: Context,
    info: ResourceInfo<T>,
    namespace: string | undefined,
    query?: Query,
  ): Call<KList<T> | Status> {
    const kind = this.kinds.find('list', info, namespace, NONE, NONE, JSON_TYPE);
    return this.call(ctx, kind, '', '', query, NONE, bodyOf) as Call<KList<T> | Status>;
  }

  create<T extends KObject = KObject>(
    ctx: Context,
    info: ResourceInfo<T>,
    namespace: string | undefined,
    object: object,
    options?: CreateOptions,
  ): Call<T | Status> {
    const kind = this.kinds.find('create', info, namespace, options?.subresource, JSON_TYPE, JSON_TYPE);
    const name = options?.name;
    const shown = name ?? nameIn(object as KObject);
    return this.call(ctx, kind, name ?? '', shown, options?.query, object, bodyOf) as Call<T | Status>;
  }

  update<T extends KObject = KObject>(
    ctx: Context,
    info: ResourceInfo<T>,
    object: KObject,
    options?: UpdateOptions,
  ): Call<T | Status> {
    const { namespace, name } = object.metadata;
    const kind = this.kinds.find('update', info, namespace, options?.subresource, JSON_TYPE, JSON_TYPE);
    return this.object(ctx, kind, name, options?.query, object);
  }

  patch<T extends KObject = KObject>(
    ctx: Context,
    info: ResourceInfo<T>,
    namespace: string | undefined,
    name: string,
    patch: Patch,
  ): Call<T | Status> {
    const { type, subresource, query, body, accept = JSON_TYPE } = patch;
    const kind = this.kinds.find('patch', info, namespace, subresource, PATCH_CONTENT[type], accept);
    return this.object(ctx, kind, name, query, body);
  }

  /** The answer is the object while it still terminates, else a Status of success. */
  delete<T extends KObject = KObject>(
    ctx: Context,
    info: ResourceInfo<T>,
    namespace: string | undefined,
    name: string,
    options?: DeleteOptions,
  ): Call<T | Status> {
    const body = { kind: 'DeleteOptions', apiVersion: 'v1', ...options };
    return this.object(ctx, this.kinds.find('delete', info, namespace, NONE, JSON_TYPE, JSON_TYPE), name, NONE, body);
  }

  /** Undefined when all could be deleted or marked. */
  deleteCollection(
    ctx: Context,
    info: ResourceInfo,
    namespace: string | undefined,
    options?: DeleteOptions,
    query?: Query,
  ): Call<Status | undefined> {
    const body = { kind: 'DeleteOptions', apiVersion: 'v1', ...options };
    const kind = this.kinds.find('deletecollection', info, namespace, NONE, JSON_TYPE, JSON_TYPE);
    return this.call(ctx, kind, '', '', query, body, failureOf);
  }

  /** `query.timeoutSeconds` also becomes the client's own `timeout`, as real clients send both. */
  watch(
    ctx: Context,
    info: ResourceInfo,
    namespace: string | undefined,
    query: Query,
    accept = JSON_TYPE,
  ): Call<WatchStream | Status> {
    const seconds = query.timeoutSeconds;
    const timeout = seconds === undefined ? undefined : goSeconds(Number(seconds));
    const watching = extend(query, { timeout, watch: 'true' });
    const kind = this.kinds.find('watch', info, namespace, NONE, NONE, accept);
    return this.call(ctx, kind, '', '', watching, NONE, streamOf);
  }

  /** Any request, under this client's rate limit. */
  *raw(ctx: Context, request: ApiRequest): Process<ApiResponse> {
    const admitted = yield* this.admit(ctx, request.path);
    return yield* this.transport.request(admitted, request);
  }

  private object<T extends KObject>(
    ctx: Context,
    kind: RequestKind,
    name: string | undefined,
    query: Query | undefined,
    body: unknown,
  ): Call<T | Status> {
    const named = name ?? '';
    return this.call(ctx, kind, named, named, query, body, bodyOf) as Call<T | Status>;
  }

  /** `shown`: the name by which steps call it. `of` says what of the answer is wanted. */
  private call<T>(
    ctx: Context,
    kind: RequestKind,
    name: string,
    shown: string,
    query: Query | undefined,
    body: unknown,
    of: (response: ApiResponse) => T,
  ): Call<T> {
    return new Call(this, ctx, kind, name, kind.subject + shown, queryPairs(query), body, of);
  }

  /** Whether a request may have to wait before it is sent. */
  get isLimited(): boolean {
    return this.bucket !== undefined;
  }

  *admit(ctx: Context, subject: string): Process<Context> {
    const wait = this.bucket?.reserve(ctx.now) ?? 0;
    if (wait === 0) return ctx;
    const { qps, burst } = this.options;
    const throttled = ctx.step(clientgoSteps.throttled, subject, { wait, qps, burst });
    yield throttled.sleep(wait);
    return throttled;
  }
}

/** A request, sent once, when somebody waits for its answer: `yield call`, or where that is not worth a type, `yield* call`. */
export class Call<T> extends KindRequest implements Wait<T> {
  private hasBegun = false;

  constructor(
    private readonly client: RestClient,
    private readonly ctx: Context,
    kind: RequestKind,
    name: string,
    subject: string,
    query: QueryPairs,
    body: unknown,
    private readonly of: (response: ApiResponse) => T,
  ) {
    super(kind, name, subject, query, body);
  }

  *[Symbol.iterator](): Process<T> {
    return yield this;
  }

  begin(task: Task): void {
    assert(!this.hasBegun, 'a request is sent once');
    this.hasBegun = true;
    task.enter(this.send());
  }

  /** Sent again as often as an answer says when to come back. */
  private *send(): Process<T> {
    const { client, ctx, subject } = this;
    const admitted = client.isLimited ? yield* client.admit(ctx, subject) : ctx;
    const sent = admitted.step(clientgoSteps.request, subject, this.kind.asked);
    let response: ApiResponse = yield client.transport.request(sent, this);
    for (let tries = 0; tries < MOST_RETRIES && response.headers['retry-after'] !== undefined; tries += 1) {
      yield sent.sleep(Number(response.headers['retry-after']) * SECOND);
      response = yield client.transport.request(sent, this);
    }
    noteResponse(sent, this, response);
    return this.of(response);
  }
}

function noteResponse(ctx: Context, { kind, subject }: KindRequest, response: ApiResponse): void {
  const args = ctx.isRecorded && { verb: kind.verb, code: response.code, reason: reasonOf(response) };
  ctx.note(clientgoSteps.response, subject, args);
}

/** The name of an object that is to be created, as far as it is known before the server has chosen one. */
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
// Models staging/src/k8s.io/client-go/rest/request.go, newUnstructuredResponseError (v1.36). Deviation: what was asked for is not named.
function bodyOf({ code, body }: ApiResponse): unknown {
  if (typeof body !== 'string' || code < 400) return body;
  if (code === 404) return notFoundPath();
  return code === 503 ? serviceUnavailable(body.trim()) : unstructuredError(body, '');
}
