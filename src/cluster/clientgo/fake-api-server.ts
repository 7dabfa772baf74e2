import { modifiedConflict, notFound, type Status } from '../../api/errors/status.ts';
import { applyStrategicMerge } from '../../api/patch/strategic-merge-patch.ts';
import { apiVersionOf, type ResourceInfo, resourceByGVR } from '../../api/scheme/scheme.ts';
import type { Json, KObject } from '../../api/types/meta.ts';
import { equalJson } from '../../base/equality.ts';
import { type Context, type Engine, Mailbox, type Origin, type Process } from '../../engine/index.ts';
import type {
  ApiRequest,
  ApiResponse,
  Transport,
  WatchEventType,
  WatchFrame,
  WatchStream,
} from '../ports/transport.ts';
import { objectKey } from './object-key.ts';

export interface FakeWrite {
  readonly user: string;
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly code: number;
}

interface Watcher {
  readonly resource: string;
  readonly mailbox: Mailbox<WatchFrame>;
}

/**
 * For tests of clients alone: keeps objects, counts revisions, refuses stale updates, tells watchers. Admits, defaults and validates nothing.
 */
export class FakeApiServer implements Transport {
  readonly writes: FakeWrite[] = [];
  readonly requests: ApiRequest[] = [];
  /** A test's reason to refuse a request. */
  refuse: (request: ApiRequest) => Status | undefined = () => undefined;
  /** For how long each object of an initial list is alone on its way; 0: all come at once. */
  pauseInList = 0;
  private readonly objects = new Map<string, Map<string, KObject>>();
  private readonly watchers: Watcher[] = [];
  private revision = 100;
  private serial = 0;

  constructor(
    private readonly engine: Engine,
    private readonly latency = 500,
  ) {}

  get(resource: string, key: string): KObject | undefined {
    return this.objects.get(resource)?.get(key);
  }

  all(resource: string): readonly KObject[] {
    return [...(this.objects.get(resource)?.values() ?? [])];
  }

  /** A write from outside of the test's client. */
  put(origin: Origin, resource: string, object: KObject): KObject {
    return this.store(origin, resource, object);
  }

  remove(origin: Origin, resource: string, key: string): void {
    const object = this.get(resource, key);
    if (object === undefined) return;
    this.objects.get(resource)?.delete(key);
    this.tell(origin, resource, 'DELETED', this.revised(object));
  }

  bookmark(origin: Origin, resource: string): void {
    const object = { metadata: { resourceVersion: String(this.revision) } } as KObject;
    this.tell(origin, resource, 'BOOKMARK', object);
  }

  error(origin: Origin, resource: string, status: object): void {
    this.tell(origin, resource, 'ERROR', status as KObject);
  }

  closeWatches(resource: string): void {
    for (const watcher of this.watchers.filter((one) => one.resource === resource)) watcher.mailbox.close();
  }

  *request(ctx: Context, request: ApiRequest): Process<ApiResponse> {
    yield ctx.sleep(this.latency);
    this.requests.push(request);
    const refused = this.refuse(request);
    const response = refused === undefined ? this.answer(ctx, request) : status(refused);
    if (request.method !== 'GET') {
      const user = request.headers['user-agent'] ?? '';
      const { method, path, body } = request;
      this.writes.push({ user, method, path, body, code: response.code });
    }
    yield ctx.sleep(this.latency);
    return response;
  }

  private answer(ctx: Context, { method, path, query, body }: ApiRequest): ApiResponse {
    const { info, namespace, name, subresource } = parse(path);
    const { resource } = info;
    const key = namespace === '' ? name : `${namespace}/${name}`;
    if (method === 'GET' && query.some(([param]) => param === 'watch')) return this.watch(ctx, resource, query);
    if (method === 'GET' && name === '') return ok({ kind: 'List', metadata: {}, items: this.all(resource) });
    const found = this.get(resource, key);
    if (method === 'POST' && subresource === '') return this.create(ctx, resource, namespace, body as KObject);
    if (found === undefined) return status(notFound(info, name));
    if (method === 'GET') return ok(found);
    if (method === 'DELETE') {
      const { preconditions } = body as { preconditions?: { resourceVersion?: string } };
      const wanted = preconditions?.resourceVersion ?? found.metadata.resourceVersion;
      if (wanted !== found.metadata.resourceVersion) return status(modifiedConflict(info, name));
      return this.delete(ctx, resource, key, found);
    }
    if (method === 'PATCH') return this.patch(ctx, info, found, body as Json);
    return this.update(ctx, info, found, body as KObject, subresource);
  }

  private create(ctx: Context, resource: string, namespace: string, object: KObject): ApiResponse {
    this.serial += 1;
    const { generateName } = object.metadata;
    const name = object.metadata.name ?? `${generateName}${String(this.serial).padStart(5, 'x')}`;
    const uid = `uid-${this.serial}`;
    const metadata = {
      ...object.metadata,
      name,
      namespace,
      uid,
      generation: 1,
      creationTimestamp: '2026-11-21T02:22:48Z',
    };
    return ok(this.store(ctx, resource, { ...object, metadata }), 201);
  }

  private update(ctx: Context, info: ResourceInfo, found: KObject, object: KObject, subresource: string): ApiResponse {
    const { resourceVersion, name = '' } = object.metadata;
    if (resourceVersion !== undefined && resourceVersion !== found.metadata.resourceVersion) {
      return status(modifiedConflict(info, name));
    }
    const { generation = 1, uid } = found.metadata;
    const spec = subresource === 'status' ? found.spec : object.spec;
    const changed = !equalJson(spec, found.spec);
    const metadata = { ...object.metadata, uid, generation: changed ? generation + 1 : generation };
    const state = subresource === 'status' ? object.status : found.status;
    return ok(this.store(ctx, info.resource, { ...object, metadata, spec, status: state }));
  }

  private patch(ctx: Context, info: ResourceInfo, found: KObject, body: Json): ApiResponse {
    const kind = { apiVersion: apiVersionOf(info), kind: info.kind };
    const result = applyStrategicMerge(kind, found, body as never);
    if ('error' in result) throw new Error(result.error);
    return ok(this.store(ctx, info.resource, result.object));
  }

  private delete(ctx: Context, resource: string, key: string, found: KObject): ApiResponse {
    if (resource === 'pods' && found.metadata.deletionTimestamp === undefined) {
      const metadata = { ...found.metadata, deletionTimestamp: '2026-11-21T02:22:48Z', deletionGracePeriodSeconds: 30 };
      return ok(this.store(ctx, resource, { ...found, metadata }));
    }
    this.remove(ctx, resource, key);
    return ok({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success' });
  }

  private watch(ctx: Context, resource: string, query: ApiRequest['query']): ApiResponse {
    const mailbox = new Mailbox<WatchFrame>();
    if (query.some(([name]) => name === 'sendInitialEvents')) {
      const metadata = { resourceVersion: String(this.revision), annotations: { 'k8s.io/initial-events-end': 'true' } };
      const frames: WatchFrame[] = this.all(resource).map((object) => ({ type: 'ADDED', object, origin: ctx }));
      frames.push({ type: 'BOOKMARK', object: { metadata }, origin: ctx });
      for (const [place, frame] of frames.entries()) {
        if (this.pauseInList === 0) mailbox.put(frame);
        else this.engine.after(place * this.pauseInList, () => mailbox.put(frame), false);
      }
    }
    this.watchers.push({ resource, mailbox });
    const stream: WatchStream = {
      next: () => mailbox.take(),
      tryNext: () => mailbox.tryTake(),
      arrival: mailbox,
      get isOver() {
        return mailbox.isClosed;
      },
      stop: () => mailbox.close(),
    };
    return { code: 200, headers: {}, body: undefined, stream, warnings: [] };
  }

  private store(origin: Origin, resource: string, object: KObject): KObject {
    const stored = this.revised(object);
    let objects = this.objects.get(resource);
    if (objects === undefined) {
      objects = new Map();
      this.objects.set(resource, objects);
    }
    const key = objectKey(stored);
    const type = objects.has(key) ? 'MODIFIED' : 'ADDED';
    objects.set(key, stored);
    this.tell(origin, resource, type, stored);
    return stored;
  }

  private revised(object: KObject): KObject {
    this.revision += 1;
    return { ...object, metadata: { ...object.metadata, resourceVersion: String(this.revision) } };
  }

  private tell(origin: Origin, resource: string, type: WatchEventType, object: KObject): void {
    const { cause, more, story } = origin;
    const frame = { type, object, origin: { cause, more, story } };
    this.engine.after(this.latency, () => this.pass(resource, frame), story === -1);
  }

  private pass(resource: string, frame: WatchFrame): void {
    for (const watcher of this.watchers) {
      if (watcher.resource === resource && !watcher.mailbox.isClosed) watcher.mailbox.put(frame);
    }
  }
}

function ok(body: unknown, code = 200): ApiResponse {
  return { code, headers: {}, body, stream: undefined, warnings: [] };
}

function status(body: { readonly code?: number }): ApiResponse {
  return ok(body, body.code ?? 500);
}

function parse(path: string): { info: ResourceInfo; namespace: string; name: string; subresource: string } {
  const parts = path.split('/').slice(1);
  const group = parts[0] === 'api' ? '' : (parts[1] ?? '');
  const rest = parts.slice(group === '' ? 1 : 2);
  const [version = '', ...tail] = rest;
  const namespace = tail[0] === 'namespaces' && tail.length > 2 ? (tail[1] ?? '') : '';
  const [resource = '', name = '', subresource = ''] = namespace === '' ? tail : tail.slice(2);
  const info = resourceByGVR(group, version, resource);
  if (info === undefined) throw new Error(`no resource at ${path}`);
  return { info, namespace, name, subresource };
}
