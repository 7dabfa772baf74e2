import { resourceOf } from '../../../api/scheme.ts';
import { isFailure } from '../../../api/status.ts';
import { rfc3339 } from '../../../api/time.ts';
import type { Node, NodeCondition, Pod, Taint } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { controllersSteps } from '../../../steps/controllers.ts';
import { EventRecorder, objectKey, type RestClient, type SharedInformer, WorkQueue } from '../../clientgo/index.ts';
import { subjectOf } from '../../ports/subject.ts';
import { isPodReady } from '../shared/pods.ts';
import { type Controller, type ControllerRuntime, startWorkers } from '../shared/runtime.ts';
import { noExecuteChange, noScheduleChange, sameTaint, type TaintChange } from '../shared/taints.ts';

const ACTOR = 'node-lifecycle-controller';
const SERVICE_ACCOUNT = 'node-controller';
const LEASE_NAMESPACE = 'kube-node-lease';
const NODE_INDEX = 'node';
const MONITOR_PERIOD = 5_000_000;
const GRACE_PERIOD = 50_000_000;
const RENEW_DEADLINE = 10_000_000;
const STARTUP_GRACE_PERIOD = 60_000_000;
const WORKERS = 8;

/** What was last heard of a node, by this controller's own clock. */
interface Health {
  heartbeat: string;
  lease: string;
  heard: number;
  ready: string;
}

/**
 * Notices nodes that fall silent, and turns the conditions of nodes into taints.
 * Models pkg/controller/nodelifecycle/node_lifecycle_controller.go (v1.36). Nodes that are there at the start count as registered; the
 * eviction rate of zones is left out: each node gets its NoExecute taint at once.
 */
export class NodeLifecycleController implements Controller {
  readonly name = ACTOR;
  private readonly nodes: SharedInformer;
  private readonly leases: SharedInformer;
  private readonly pods: SharedInformer;
  private readonly queue: WorkQueue;
  private readonly client: RestClient;
  private readonly recorder: EventRecorder;
  private readonly health = new Map<string, Health>();
  /** Uids by name; undefined until the first look. */
  private known: ReadonlyMap<string, string> | undefined;
  private readonly info = resourceOf('nodes');
  private readonly podInfo = resourceOf('pods');

  constructor(private readonly runtime: ControllerRuntime) {
    const { env, informers } = runtime;
    this.client = runtime.client(SERVICE_ACCOUNT);
    this.nodes = informers.informer(this.info);
    this.leases = informers.informer(resourceOf('leases', 'coordination.k8s.io'));
    this.pods = informers.informer(this.podInfo);
    this.pods.addIndexers({ [NODE_INDEX]: (pod) => nodeOf(pod as Pod) });
    this.queue = new WorkQueue(env, 'node_lifecycle', ACTOR);
    this.recorder = new EventRecorder(env, this.client, { component: SERVICE_ACCOUNT }, 'core/v1');
    this.nodes.addHandler(ACTOR, {
      onAdd: (ctx, node) => this.queueIfTainted(ctx, node as Node),
      onUpdate: (ctx, _, node) => this.queueIfTainted(ctx, node as Node),
      onDelete: (_, node) => void this.health.delete(node.metadata.name ?? ''),
    });
  }

  start(): void {
    const { engine } = this.runtime.env;
    startWorkers(this.runtime, this.queue, WORKERS, (ctx, key) => this.taint(ctx, key));
    engine.spawn(this.monitor(engine.background(ACTOR)));
  }

  /** Upstream queues every node at every heartbeat and finds nothing to do; here only those that need a change. */
  private queueIfTainted(ctx: Context, node: Node): void {
    if (isEmpty(noScheduleChange(node)) && isEmpty(noExecuteChange(node))) return;
    this.queue.add(ctx, objectKey(node));
  }

  // Taints

  private *taint(ctx: Context, key: string): Process<boolean> {
    const node = this.nodes.indexer.get(ctx, key) as Node | undefined;
    if (node === undefined) return true;
    for (const { add, remove } of [noScheduleChange(node), noExecuteChange(node)]) {
      if (add.length > 0 && !(yield* this.patchTaints(ctx, key, (taints) => [...taints, ...stamped(add, ctx.now)])))
        return false;
      const kept = (taints: readonly Taint[]) => taints.filter((one) => !remove.some((gone) => sameTaint(one, gone)));
      if (remove.length > 0 && !(yield* this.patchTaints(ctx, key, kept))) return false;
    }
    return true;
  }

  private *patchTaints(
    ctx: Context,
    name: string,
    change: (taints: readonly Taint[]) => readonly Taint[],
  ): Process<boolean> {
    const subject = subjectOf(this.info, undefined, name);
    const live = yield* this.client.get(ctx, this.info, undefined, name, { resourceVersion: '0' });
    if (isFailure(live)) return live.reason === 'NotFound';
    const node = live as Node;
    const taints = change(node.spec.taints ?? []);
    const { resourceVersion } = node.metadata;
    const keys = taints.map(({ key, effect }) => `${key}:${effect}`).join(' ');
    const tainting = ctx.step(controllersSteps.nodeTaints, subject, { taints: keys });
    const body = { metadata: { resourceVersion }, spec: { taints: taints.length === 0 ? null : taints } };
    return !isFailure(yield* this.client.patch(tainting, this.info, undefined, name, { type: 'strategic', body }));
  }

  // Health

  private *monitor(base: Context): Process {
    for (;;) {
      if (this.isCutOff(base.now)) {
        this.health.clear();
        yield base.sleep(this.untilNext(base.now));
        continue;
      }
      const nodes = this.nodes.indexer.list(base) as readonly Node[];
      this.compare(base, nodes);
      for (const node of nodes) {
        const silentSince = this.silentSince(base, node);
        if (silentSince !== undefined) yield* this.declareUnknown(base, node, silentSince);
        else yield* this.noticeNotReady(base, node);
      }
      yield base.sleep(this.untilNext(base.now));
    }
  }

  /** What is there at the first look has long been known. */
  private compare(base: Context, nodes: readonly Node[]): void {
    const before = this.known;
    const now = new Map(nodes.map(({ metadata: { name = '', uid = '' } }) => [name, uid]));
    this.known = now;
    if (before === undefined) return;
    for (const [name, uid] of now) if (!before.has(name)) this.tell(base, name, uid, 'Registered');
    for (const [name, uid] of before) if (!now.has(name)) this.tell(base, name, uid, 'Removing');
  }

  private tell(base: Context, name: string, uid: string, what: 'Registered' | 'Removing'): void {
    const event =
      what === 'Registered' ? `Registered Node ${name} in Controller` : `Removing Node ${name} from Controller`;
    const told = base.step(controllersSteps.nodeKnown, subjectOf(this.info, undefined, name), { event });
    const node = { apiVersion: 'v1', kind: 'Node', metadata: { name, uid } } as KObject;
    this.recorder.event(told, node, 'Normal', `${what}Node`, `Node ${name} event: ${event}`);
  }

  private untilNext(now: number): number {
    const tick = this.runtime.env.chance?.monitorTick?.();
    if (tick === undefined) return MONITOR_PERIOD;
    const since = (((now - tick) % MONITOR_PERIOD) + MONITOR_PERIOD) % MONITOR_PERIOD;
    return MONITOR_PERIOD - since;
  }

  /** Upstream the process ends when it cannot renew its lease for so long; the next one knows of no silence before it. */
  private isCutOff(now: number): boolean {
    const since = this.leases.failingSince ?? this.nodes.failingSince;
    return since !== undefined && now - since >= RENEW_DEADLINE;
  }

  /** When the node was heard of last, if that is too long ago. */
  private silentSince(ctx: Context, node: Node): number | undefined {
    const { name = '' } = node.metadata;
    const ready = conditionOf(node, 'Ready');
    const heartbeat = ready?.lastHeartbeatTime ?? '';
    const lease = this.leases.indexer.get(ctx, `${LEASE_NAMESPACE}/${name}`)?.spec as
      | { renewTime?: string }
      | undefined;
    const renewed = lease?.renewTime ?? '';
    let known = this.health.get(name);
    if (known === undefined) {
      known = { heartbeat, lease: renewed, heard: ctx.now, ready: ready?.status ?? '' };
      this.health.set(name, known);
    }
    if (known.heartbeat !== heartbeat || known.lease !== renewed) {
      known.heartbeat = heartbeat;
      known.lease = renewed;
      known.heard = ctx.now;
    }
    const grace = ready === undefined ? STARTUP_GRACE_PERIOD : GRACE_PERIOD;
    return known.heard + grace < ctx.now && ready?.status !== 'Unknown' ? known.heard : undefined;
  }

  private *declareUnknown(base: Context, node: Node, since: number): Process {
    const { name = '' } = node.metadata;
    const subject = subjectOf(this.info, undefined, name);
    const silent = base.step(controllersSteps.nodeSilent, subject, {
      seconds: Math.floor((base.now - since) / 1_000_000),
    });
    const status = { ...node.status, conditions: unknownConditions(node, rfc3339(base.now)) };
    const answer = yield* this.client.update(silent, this.info, { ...node, status } as KObject, {
      subresource: 'status',
    });
    if (isFailure(answer)) return;
    yield* this.markNotReady(silent, answer as Node, 'Unknown');
  }

  private *noticeNotReady(base: Context, node: Node): Process {
    const status = conditionOf(node, 'Ready')?.status ?? '';
    const known = this.health.get(node.metadata.name ?? '');
    if (known === undefined || known.ready === status) return;
    known.ready = status;
    if (status === 'False') yield* this.markNotReady(base, node, status);
  }

  private *markNotReady(ctx: Context, node: Node, status: string): Process {
    const { name = '' } = node.metadata;
    const known = this.health.get(name);
    if (known !== undefined) known.ready = status;
    const marked = ctx.step(controllersSteps.nodeNotReady, subjectOf(this.info, undefined, name), { status });
    this.recorder.event(marked, node, 'Normal', 'NodeNotReady', `Node ${name} status is now: NodeNotReady`);
    for (const pod of this.pods.indexer.byIndex(ctx, NODE_INDEX, name) as readonly Pod[]) {
      if (!isPodReady(pod)) continue;
      const conditions = pod.status?.conditions?.map((condition) =>
        condition.type === 'Ready'
          ? { ...condition, status: 'False', lastTransitionTime: rfc3339(ctx.now) }
          : condition,
      );
      this.recorder.event(marked, pod, 'Warning', 'NodeNotReady', 'Node is not ready');
      const next = { ...pod, status: { ...pod.status, conditions } } as KObject;
      yield* this.client.update(marked, this.podInfo, next, { subresource: 'status' });
    }
  }
}

const WATCHED = ['Ready', 'MemoryPressure', 'DiskPressure', 'PIDPressure'];

function unknownConditions(node: Node, timestamp: string): readonly NodeCondition[] {
  const conditions = [...(node.status?.conditions ?? [])];
  for (const type of WATCHED) {
    const at = conditions.findIndex((condition) => condition.type === type);
    const current = conditions[at];
    if (current === undefined) {
      const message = 'Kubelet never posted node status.';
      const { creationTimestamp } = node.metadata;
      const times = { lastHeartbeatTime: creationTimestamp, lastTransitionTime: timestamp };
      conditions.push({ type, status: 'Unknown', ...times, reason: 'NodeStatusNeverUpdated', message });
    } else if (current.status !== 'Unknown') {
      const message = 'Kubelet stopped posting node status.';
      const told = { status: 'Unknown', reason: 'NodeStatusUnknown', message, lastTransitionTime: timestamp };
      conditions[at] = { ...current, ...told };
    }
  }
  return conditions;
}

function stamped(taints: readonly Taint[], now: number): readonly Taint[] {
  return taints.map((taint) => ({ ...taint, timeAdded: rfc3339(now) }));
}

function conditionOf(node: Node, type: string): NodeCondition | undefined {
  return node.status?.conditions?.find((condition) => condition.type === type);
}

function isEmpty({ add, remove }: TaintChange): boolean {
  return add.length === 0 && remove.length === 0;
}

function nodeOf(pod: Pod): readonly string[] {
  return pod.spec.nodeName === undefined ? [] : [pod.spec.nodeName];
}
