import { isFailure } from '../../../api/errors/status.ts';
import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { Lease } from '../../../api/types/coordination.ts';
import type { Node, Pod } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { rfc3339 } from '../../../api/values/time.ts';
import { MILLISECOND, SECOND } from '../../../base/time/units.ts';
import type { Context, Origin, Process } from '../../../engine/index.ts';
import { controllersSteps } from '../../../steps/controllers/controllers.ts';
import { EventRecorder, objectKey, type RestClient, type SharedInformer, WorkQueue } from '../../clientgo/index.ts';
import { subjectOf } from '../../ports/subject.ts';
import { isPodReady } from '../shared/pods.ts';
import { untilRound } from '../shared/rounds.ts';
import { type Controller, type ControllerRuntime, startWorkers } from '../shared/runtime.ts';
import { noScheduleChange, type TaintChange } from '../shared/taints.ts';
import { EvictionTaints, type ZoneCount, zoneOf } from './eviction-taints.ts';
import { missingLabels } from './former-labels.ts';
import { conditionOf, NodeHealth } from './node-health.ts';
import { mendLabels } from './node-labels.ts';
import { swapTaints } from './node-taints.ts';
import { unknownConditions } from './silent-node.ts';

const ACTOR = 'node-lifecycle-controller';
const SERVICE_ACCOUNT = 'node-controller';
const LEASE_NAMESPACE = 'kube-node-lease';
const NODE_INDEX = 'node';
const NO_DISRUPTION = 'node.kubernetes.io/exclude-disruption';
const MONITOR_PERIOD = 5 * SECOND;
/** A node whose conditions cannot be written is read and looked at again, as often and after so long. */
const TRIES = 5;
const NEXT_TRY = 20 * MILLISECOND;
const RENEW_DEADLINE = 10 * SECOND;
const WORKERS = 8;

/**
 * Notices nodes that fall silent, and turns the conditions of nodes into taints.
 * Models pkg/controller/nodelifecycle/node_lifecycle_controller.go (v1.36). Nodes that are there at the start count as registered.
 */
export class NodeLifecycleController implements Controller {
  readonly name = ACTOR;
  private readonly nodes: SharedInformer<Node>;
  private readonly leases: SharedInformer<Lease>;
  private readonly pods: SharedInformer<Pod>;
  private readonly queue: WorkQueue;
  private readonly client: RestClient;
  private readonly recorder: EventRecorder;
  private readonly health = new NodeHealth();
  private readonly evictionTaints: EvictionTaints;
  /** Nodes whose Pods could not all be marked. */
  private readonly unfinished = new Set<string>();
  /** Uids by name; undefined until the first look. */
  private known: ReadonlyMap<string, string> | undefined;
  private allUnready = false;
  /** What nodes came and went by since the last look. */
  private readonly heardOf = new Map<string, Origin>();
  private readonly info = resourceOf('nodes');
  private readonly podInfo = resourceOf('pods');

  constructor(private readonly runtime: ControllerRuntime) {
    const { env, informers } = runtime;
    this.client = runtime.client(SERVICE_ACCOUNT);
    this.nodes = informers.informer(this.info);
    this.leases = informers.informer(resourceOf('leases', 'coordination.k8s.io'));
    this.pods = informers.informer(this.podInfo);
    this.pods.addIndexers({ [NODE_INDEX]: (pod) => nodeOf(pod) });
    this.queue = new WorkQueue(env, 'node_lifecycle', ACTOR);
    this.evictionTaints = new EvictionTaints(env.engine.background(ACTOR), this.client, this.nodes);
    this.recorder = new EventRecorder(env, this.client, { component: SERVICE_ACCOUNT }, 'core/v1');
    this.nodes.addHandler(ACTOR, {
      onAdd: (ctx, node) => {
        this.heardOf.set(node.metadata.name ?? '', ctx.originOnly());
        this.queueIfNeeded(ctx, node);
      },
      onUpdate: (ctx, _, node) => this.queueIfNeeded(ctx, node),
      onDelete: (ctx, { metadata: { name = '' } }) => {
        this.heardOf.set(name, ctx.originOnly());
        this.health.forget(name);
        this.unfinished.delete(name);
      },
    });
  }

  start(): void {
    const { engine } = this.runtime.env;
    startWorkers(this.runtime, this.queue, WORKERS, (ctx, key) => this.taint(ctx, key));
    engine.spawn(this.monitor(engine.background(ACTOR)));
  }

  /** Upstream queues every node at every heartbeat and finds nothing to do; here only those that need a change. */
  private queueIfNeeded(ctx: Context, node: Node): void {
    if (!isEmpty(noScheduleChange(node)) || missingLabels(node) !== undefined) this.queue.add(ctx, objectKey(node));
  }

  private *taint(ctx: Context, key: string): Process<boolean> {
    const node = this.nodes.indexer.get(ctx, key);
    if (node === undefined) return true;
    const tainted = yield* swapTaints(this.client, ctx, key, noScheduleChange(node));
    const labelled = missingLabels(node) === undefined || (yield* mendLabels(this.client, ctx, node));
    return labelled && tainted;
  }

  // Health

  private *monitor(base: Context): Process {
    for (;;) {
      if (this.isCutOff(base.now)) this.health.clear();
      else yield* this.lookAtAll(base);
      yield base.sleep(untilRound(this.runtime.env, 'nodes', MONITOR_PERIOD, base.now));
    }
  }

  private *lookAtAll(base: Context): Process {
    const nodes = this.nodes.indexer.list(base);
    yield* this.compare(base, nodes);
    const zones = new Map<string, ZoneCount>();
    const left = nodes.values();
    const { engine } = this.runtime.env;
    const workers = nodes.slice(0, WORKERS).map(() => engine.spawn(this.lookInTurn(base, left, zones)));
    for (const worker of workers) yield* worker.join();
    yield* this.weigh(base, nodes, zones);
  }

  /** Who waits for an answer about one node lets the others go on. */
  private *lookInTurn(base: Context, left: IterableIterator<Node>, zones: Map<string, ZoneCount>): Process {
    for (const node of left) {
      const ready = yield* this.look(base, node);
      if (ready === undefined || node.metadata.labels?.[NO_DISRUPTION] !== undefined) continue;
      const key = zoneOf(node);
      const zone = zones.get(key) ?? { total: 0, unready: 0 };
      zone.total += 1;
      if (ready !== 'True') zone.unready += 1;
      zones.set(key, zone);
    }
  }

  /** Upstream the process ends when it cannot renew its lease for so long; the next one knows of no silence before it. */
  private isCutOff(now: number): boolean {
    const since = this.leases.failingSince ?? this.nodes.failingSince;
    return since !== undefined && now - since >= RENEW_DEADLINE;
  }

  /** What is there at the first look has long been known. */
  private *compare(base: Context, nodes: readonly Node[]): Process {
    const before = this.known;
    const because = (name: string): Context => base.from(this.heardOf.get(name) ?? base);
    const now = new Map(nodes.map(({ metadata: { name = '', uid = '' } }) => [name, uid]));
    this.known = now;
    for (const node of before === undefined ? [] : nodes) {
      const { name = '', uid = '' } = node.metadata;
      if (before?.has(name) === true) continue;
      this.tellOf(because(name), name, uid, 'Registered');
      yield* this.evictionTaints.reachable(because(name), node);
    }
    for (const [name, uid] of before ?? []) if (!now.has(name)) this.tellOf(because(name), name, uid, 'Removing');
    this.heardOf.clear();
  }

  private tellOf(ctx: Context, name: string, uid: string, what: 'Registered' | 'Removing'): void {
    const event =
      what === 'Registered' ? `Registered Node ${name} in Controller` : `Removing Node ${name} from Controller`;
    const told = ctx.step(controllersSteps.nodeKnown, subjectOf(this.info, undefined, name), { event });
    this.tell(told, { name, uid }, `${what}Node`, `Node ${name} event: ${event}`);
  }

  /** Events of nodes name them without a revision. */
  private tell(ctx: Context, { name, uid }: KObject['metadata'], reason: string, message: string): void {
    const reference = { apiVersion: 'v1', kind: 'Node', metadata: { name, uid } } as KObject;
    this.recorder.event(ctx, reference, 'Normal', reason, message);
  }

  /** Looks after one node and says whether it is Ready now; undefined: it cannot be said, and the node does not count. */
  private *look(listening: Context, listed: Node): Process<string | undefined> {
    const { name = '' } = listed.metadata;
    const base = this.since(listening, name);
    let node = listed;
    for (let tries = 1; ; tries += 1) {
      const observed = conditionOf(node, 'Ready')?.status;
      const since = this.silentSince(base, node);
      if (since === undefined) return yield* this.lookAtTaints(base, node, observed);
      const silent = yield* this.declareUnknown(base, node, since);
      if (silent !== undefined) {
        yield* this.evictionTaints.look(silent, node, 'Unknown');
        if (observed === 'True') yield* this.markNotReady(silent, node);
        return 'Unknown';
      }
      const live = yield* this.client.get(base, this.info, undefined, name);
      if (isFailure(live) || tries === TRIES) return undefined;
      node = live;
      yield listening.sleep(NEXT_TRY);
    }
  }

  /** What is found out about a node follows from what befell its kubelet. */
  private since(base: Context, name: string): Context {
    return base.from(this.runtime.env.befell?.get(name) ?? base);
  }

  private silentSince(base: Context, node: Node): number | undefined {
    const lease = this.leases.indexer.get(base, `${LEASE_NAMESPACE}/${node.metadata.name}`)?.spec as
      | { renewTime?: string }
      | undefined;
    return this.health.silentSince(node, lease && (lease.renewTime ?? ''), base.now);
  }

  private *lookAtTaints(base: Context, node: Node, observed: string | undefined): Process<string> {
    const { name = '' } = node.metadata;
    if (observed === undefined) return 'Unknown';
    yield* this.evictionTaints.look(base, node, observed);
    if (this.unfinished.delete(name) && observed !== 'True') yield* this.markPods(base, name);
    return observed;
  }

  /** When no node at all is ready, the fault is probably here: nobody is evicted. */
  private *weigh(base: Context, nodes: readonly Node[], zones: ReadonlyMap<string, ZoneCount>): Process {
    const all = zones.size > 0 && [...zones.values()].every(({ total, unready }) => total === unready);
    if (all && !this.allUnready) for (const node of nodes) yield* this.evictionTaints.reachable(base, node);
    this.evictionTaints.adjust(base, zones, all);
    if (!all && this.allUnready) this.health.excuse(base.now);
    this.allUnready = all;
  }

  private *declareUnknown(base: Context, node: Node, since: number): Process<Context | undefined> {
    const { name = '' } = node.metadata;
    const silent = base.step(controllersSteps.nodeSilent, subjectOf(this.info, undefined, name), {
      seconds: Math.floor((base.now - since) / SECOND),
    });
    const status = { ...node.status, conditions: unknownConditions(node, base.wall) };
    const answer = yield* this.client.update(silent, this.info, { ...node, status } as KObject, {
      subresource: 'status',
    });
    return isFailure(answer) ? undefined : silent;
  }

  private *markNotReady(ctx: Context, node: Node): Process {
    const { name = '' } = node.metadata;
    const subject = subjectOf(this.info, undefined, name);
    const marked = ctx.step(controllersSteps.nodeNotReady, subject, { status: 'Unknown' });
    this.tell(marked, node.metadata, 'NodeNotReady', `Node ${name} status is now: NodeNotReady`);
    yield* this.markPods(marked, name);
  }

  /** What could not be written is tried again at the next look. */
  private *markPods(marked: Context, name: string): Process {
    for (const pod of this.pods.indexer.byIndex(marked, NODE_INDEX, name)) {
      if (!isPodReady(pod)) continue;
      const conditions = pod.status?.conditions?.map((condition) =>
        condition.type === 'Ready'
          ? { ...condition, status: 'False', lastTransitionTime: rfc3339(marked.wall) }
          : condition,
      );
      const next = { ...pod, status: { ...pod.status, conditions } } as KObject;
      const answer = yield* this.client.update(marked, this.podInfo, next, { subresource: 'status' });
      if (isFailure(answer) && answer.reason === 'NotFound') continue;
      if (isFailure(answer)) this.unfinished.add(name);
      this.recorder.event(marked, pod, 'Warning', 'NodeNotReady', 'Node is not ready');
    }
  }
}

function isEmpty({ add, remove }: TaintChange): boolean {
  return add.length === 0 && remove.length === 0;
}

function nodeOf(pod: Pod): readonly string[] {
  return pod.spec.nodeName === undefined ? [] : [pod.spec.nodeName];
}
