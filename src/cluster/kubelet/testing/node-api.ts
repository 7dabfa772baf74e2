// Models staging/src/k8s.io/apiserver, the little that these tests need (v1.36)

import { forbidden, notFound } from '../../../api/errors/status.ts';
import { applyStrategicMerge } from '../../../api/patch/strategic-merge-patch.ts';
import { apiVersionOf, type ResourceInfo, resourceByGVR } from '../../../api/scheme/scheme.ts';
import type { Pod } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { rfc3339 } from '../../../api/values/time.ts';
import { SECOND } from '../../../base/time/units.ts';
import { type Context, type Engine, Mailbox, type Origin, type Process } from '../../../engine/index.ts';
import type { ApiRequest, ApiResponse, Transport, WatchFrame } from '../../ports/transport.ts';

interface Watcher {
  readonly info: ResourceInfo;
  readonly selector: string;
  readonly mailbox: Mailbox<WatchFrame>;
}

export interface TestWrite {
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

/**
 * For tests of the scheduler and the kubelet alone: an API server that keeps objects, binds pods, applies patches and honours the
 * field selectors of those two. It admits and validates nothing.
 */
export class NodeTestApi implements Transport {
  readonly writes: TestWrite[] = [];
  /** How many GETs of pods are answered with 403, as just after a binding. */
  refuseGets = 0;
  private readonly objects = new Map<string, KObject>();
  private readonly watchers: Watcher[] = [];
  private revision = 100;

  constructor(
    private readonly engine: Engine,
    private readonly latency = 1500,
  ) {}

  get(resource: string, key: string): KObject | undefined {
    return this.objects.get(`${resource}|${key}`);
  }

  put(origin: Origin, resource: string, object: KObject): KObject {
    const { namespace, name, uid = `uid-${name}` } = object.metadata;
    const key = `${resource}|${namespace === undefined ? name : `${namespace}/${name}`}`;
    const before = this.objects.get(key);
    this.revision += 1;
    const after = {
      ...object,
      metadata: { ...object.metadata, uid, resourceVersion: String(this.revision) },
    } as KObject;
    this.objects.set(key, after);
    this.tell(origin, resource, before, after);
    return after;
  }

  /** What a person's delete does to a pod. */
  markDeleted(origin: Origin, key: string, graceSeconds: number): void {
    const pod = this.get('pods', key) as Pod;
    const generation = (pod.metadata.generation ?? 1) + 1;
    const deletionTimestamp = rfc3339(this.engine.now + graceSeconds * SECOND);
    this.put(origin, 'pods', {
      ...pod,
      metadata: { ...pod.metadata, generation, deletionTimestamp, deletionGracePeriodSeconds: graceSeconds },
    });
  }

  *request(ctx: Context, request: ApiRequest): Process<ApiResponse> {
    yield ctx.sleep(this.latency);
    const { method, path, body } = request;
    if (method !== 'GET' && !path.includes('/leases')) this.writes.push({ at: this.engine.now, method, path, body });
    const response = this.answer(ctx, request);
    yield ctx.sleep(this.latency);
    return response;
  }

  private answer(ctx: Context, { method, path, query, body }: ApiRequest): ApiResponse {
    const parts = path.split('/').slice(1);
    const core = parts[0] === 'api';
    const [version = '', ...tail] = parts.slice(core ? 1 : 2);
    const namespace = tail[0] === 'namespaces' && tail.length > 2 ? tail[1] : undefined;
    const [resource = '', name = '', subresource = ''] = namespace === undefined ? tail : tail.slice(2);
    const info = resourceByGVR(core ? '' : (parts[1] ?? ''), version, resource) as ResourceInfo;
    const key = namespace === undefined ? name : `${namespace}/${name}`;
    if (query.some(([param]) => param === 'watch')) return this.watch(ctx, info, query);
    const found = this.get(resource, key);
    if (method === 'POST' && subresource === '') return ok(this.put(ctx, resource, body as KObject), 201);
    if (method === 'POST' && subresource === 'token') return ok(body, 201);
    if (found === undefined) return ok(notFound(info, name), 404);
    if (method === 'GET' && resource === 'pods' && this.refuseGets > 0) {
      this.refuseGets -= 1;
      return ok(forbidden(info, name, 'no relationship found'), 403);
    }
    if (method === 'GET') return ok(found);
    if (method === 'POST') return this.bind(ctx, found as Pod, body as { target: { name: string } });
    if (method === 'PATCH') return this.patch(ctx, info, found, body as object);
    if (method === 'PUT') return ok(this.put(ctx, resource, body as KObject));
    const grace = (body as { gracePeriodSeconds?: number } | undefined)?.gracePeriodSeconds;
    if (resource === 'pods' && grace !== 0 && (found as Pod).spec.nodeName !== undefined) {
      this.markDeleted(ctx, key, 30);
      return ok(this.get(resource, key));
    }
    this.objects.delete(`${resource}|${key}`);
    this.tell(ctx, resource, found, undefined);
    return ok({ kind: 'Status', metadata: {}, status: 'Success' });
  }

  private patch(ctx: Context, info: ResourceInfo, found: KObject, body: object): ApiResponse {
    const result = applyStrategicMerge({ apiVersion: apiVersionOf(info), kind: info.kind }, found, body as never);
    if ('error' in result) throw new Error(result.error);
    return ok(this.put(ctx, info.resource, result.object));
  }

  private bind(ctx: Context, pod: Pod, { target }: { target: { name: string } }): ApiResponse {
    const bound = {
      lastProbeTime: null,
      lastTransitionTime: rfc3339(this.engine.now),
      status: 'True',
      type: 'PodScheduled',
    };
    const status = { ...pod.status, conditions: [bound] };
    this.put(ctx, 'pods', { ...pod, spec: { ...pod.spec, nodeName: target.name }, status });
    return ok({ kind: 'Status', metadata: {}, status: 'Success' }, 201);
  }

  private watch(ctx: Context, info: ResourceInfo, query: ApiRequest['query']): ApiResponse {
    const mailbox = new Mailbox<WatchFrame>();
    const selector = query.find(([name]) => name === 'fieldSelector')?.[1] ?? '';
    const watcher = { info, selector, mailbox };
    for (const [key, object] of this.objects) {
      if (key.startsWith(`${info.resource}|`) && selects(watcher, object))
        mailbox.put({ type: 'ADDED', object, origin: ctx });
    }
    const metadata = { resourceVersion: String(this.revision), annotations: { 'k8s.io/initial-events-end': 'true' } };
    mailbox.put({ type: 'BOOKMARK', object: { metadata }, origin: ctx });
    this.watchers.push(watcher);
    const stream = {
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

  private tell(origin: Origin, resource: string, before: KObject | undefined, after: KObject | undefined): void {
    const { cause, more, story } = origin;
    for (const watcher of this.watchers) {
      if (watcher.info.resource !== resource) continue;
      const was = before !== undefined && selects(watcher, before);
      const is = after !== undefined && selects(watcher, after);
      if (!was && !is) continue;
      const type = !was ? 'ADDED' : is ? 'MODIFIED' : 'DELETED';
      const frame = { type, object: after ?? before, origin: { cause, more, story } } as const;
      this.engine.after(this.latency, () => watcher.mailbox.put(frame), story === -1);
    }
  }
}

function selects({ selector }: Watcher, object: KObject): boolean {
  const [field, value] = selector.split('=');
  if (field === 'spec.nodeName') return (object as Pod).spec.nodeName === value;
  if (field === 'metadata.name') return object.metadata.name === value;
  return true;
}

function ok(body: unknown, code = 200): ApiResponse {
  return { code, headers: {}, body, stream: undefined, warnings: [] };
}
