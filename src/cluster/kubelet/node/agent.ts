// Models pkg/kubelet/kubelet_node_status.go (v1.36)

import { isStatus } from '../../../api/errors/status.ts';
import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { Node } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { rfc3339, rfc3339Micro } from '../../../api/values/time.ts';
import { present } from '../../../base/assert.ts';
import { sortedKeys } from '../../../base/order.ts';
import { MILLISECOND, SECOND } from '../../../base/time/units.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { kubelet as kinds } from '../../../steps/kubelet.ts';
import type { SharedInformer } from '../../clientgo/shared-informer.ts';
import { lasting } from '../../ports/panic.ts';
import type { NodeServices } from './services.ts';
import { nodeImages, nodeObject } from './spec.ts';

const NODES = present(resourceOf('nodes'), 'nodes');
const SLICES = present(resourceOf('resourceslices', 'resource.k8s.io'), 'resourceslices');
const LEASES = present(resourceOf('leases', 'coordination.k8s.io'), 'leases');
const LEASE_NAMESPACE = 'kube-node-lease';
const LEASE_SECONDS = 40;
const RENEW = 10 * SECOND;
const STATUS_CHECK = 10 * SECOND;
const STATUS_REPORT = 300 * SECOND;
/** What says that the node lives must not take longer than it is valid. */
const HEARTBEAT = { timeout: '10s' };
/** How long a kubelet that starts waits before it registers its node. */
const REGISTER = 100 * MILLISECOND;
export const TYPES: readonly string[] = ['MemoryPressure', 'DiskPressure', 'PIDPressure', 'Ready'];
const HEALTHY = ['NodeHasSufficientMemory', 'NodeHasNoDiskPressure', 'NodeHasSufficientPID', 'NodeReady'] as const;

/** Speaks for the machine: registration, heartbeats, lease. Models pkg/kubelet/kubelet_node_status.go (v1.36) */
export class NodeAgent {
  private readonly subject: string;
  private lease: KObject | undefined;
  private reportedImages = 0;
  private reportedInUse = '';
  /** Whether the node was closed to new Pods when that was last looked at. */
  private announced = false;
  private isLookDue = false;
  private lastLook: number | undefined;
  /** It does not say any more that it lives. */
  private silent = false;
  private own: SharedInformer | undefined;
  /** Somebody else advertised a resource of the node, or took it back, which is not heeded yet. */
  private isAdvertised = false;
  /** The node controller has missed it, and said so of its node. */
  private isDoubted = false;

  constructor(private readonly services: NodeServices) {
    this.subject = `nodes/${services.node.name}`;
  }

  /** `registered`: the Node object exists already. */
  start(registered: boolean, heartbeats: boolean): void {
    const { engine, factory, node, actor } = this.services;
    this.reportedImages = this.services.runtime.imagesPresent().length;
    const informer = factory.informer(NODES, { field: `metadata.name=${node.name}` });
    this.own = informer;
    informer.addHandler(actor, { onUpdate: (_ctx, before, after) => this.nodeUpdated(before, after) });
    if (!registered) engine.spawn(this.register());
    if (!heartbeats) return;
    engine.spawn(lasting(engine, () => this.renewLease()));
    engine.spawn(lasting(engine, () => this.reportStatus()));
  }

  /** The node as the API server has it. */
  get object(): Node | undefined {
    return this.own?.indexer.get(this.services.base, this.services.node.name) as Node | undefined;
  }

  private *register(): Process {
    const { base, client, node, runtime } = this.services;
    const asked = base.step(kinds.register, this.subject);
    yield* client.create(asked, NODES, undefined, nodeObject(node, base.wall, runtime.imagesPresent()));
    this.say(asked, 'NodeAllocatableEnforced', 'Updated Node Allocatable limit across pods');
    for (const reason of HEALTHY) this.say(asked, reason, `Node ${node.name} status is now: ${reason}`);
  }

  /** Events on a node name it by its name alone. */
  reference(): KObject {
    const { name } = this.services.node;
    return { kind: 'Node', apiVersion: 'v1', metadata: { name } };
  }

  private *renewLease(): Process {
    const { base, random } = this.services;
    yield base.sleep(random.below(RENEW));
    for (;;) {
      if (!this.silent) yield* this.renewOnce(base);
      yield base.sleep(RENEW);
    }
  }

  private *renewOnce(ctx: Context): Process {
    const { base, client, node } = this.services;
    const renewing = ctx.step(kinds.renewLease, this.subject);
    const spec = {
      holderIdentity: node.name,
      leaseDurationSeconds: LEASE_SECONDS,
      renewTime: rfc3339Micro(base.wall),
    };
    let known = this.lease;
    if (known === undefined) {
      const found = yield* client.get(renewing, LEASES, LEASE_NAMESPACE, node.name, HEARTBEAT);
      if (!isStatus(found)) known = found;
    }
    const answer =
      known === undefined
        ? yield* this.createLease(renewing, spec)
        : yield* client.update(renewing, LEASES, { ...known, spec }, { query: HEARTBEAT });
    this.lease = answer === undefined || isStatus(answer) ? undefined : answer;
  }

  /** `isKilled`: at once; without that it says a last time that it lives. */
  fallSilent(ctx: Context, isKilled: boolean): void {
    if (this.silent) return;
    this.silent = true;
    ctx.step(kinds.nodeChanged, this.subject, { change: 'silent' });
    if (!isKilled) this.services.engine.spawn(this.renewOnce(this.services.base));
  }

  restarted(ctx: Context): Context {
    this.silent = false;
    const started = ctx.step(kinds.nodeChanged, this.subject, { change: 'started' });
    this.lease = undefined;
    this.services.engine.spawn(this.renewOnce(this.services.base));
    this.services.engine.spawn(this.announce(started));
    return started;
  }

  /** What a kubelet says of its node when it starts. */
  private *announce(ctx: Context): Process {
    const { engine, node } = this.services;
    this.say(ctx, 'Starting', 'Starting kubelet.');
    this.say(ctx, 'NodeAllocatableEnforced', 'Updated Node Allocatable limit across pods');
    if (node.kind === 'real') engine.spawn(this.withdrawDevices(ctx));
    if (this.object !== undefined) yield* this.sayReady(ctx);
    yield ctx.sleep(REGISTER);
    if (!this.silent) yield* this.registerAgain(ctx);
  }

  /** The node is known, and said not to be ready: that must not wait for the next regular status. */
  // Models fastNodeStatusUpdate of pkg/kubelet/kubelet.go (v1.36)
  private *sayReady(ctx: Context): Process {
    const { base, client, node, runtime } = this.services;
    const { status } = nodeObject(node, base.wall, runtime.imagesPresent()) as Node;
    const conditions = (status?.conditions ?? []).filter(({ type }) => TYPES.includes(type));
    const order = TYPES.map((type) => ({ type }));
    const body = { status: { '$setElementOrder/conditions': order, conditions } };
    for (const reason of HEALTHY) this.say(ctx, reason, `Node ${node.name} status is now: ${reason}`);
    yield* client.patch(ctx, NODES, undefined, node.name, {
      type: 'strategic',
      body,
      subresource: 'status',
      query: HEARTBEAT,
    });
  }

  /**
   * It does not ask first whether its node is there: if somebody deleted the object meanwhile, it is made anew. The
   * node that it would make has all conditions for the first time, which is told; Ready is told only when it turns.
   */
  // Models tryRegisterWithAPIServer of pkg/kubelet/kubelet_node_status.go (v1.36)
  private *registerAgain(ctx: Context): Process {
    const { base, client, node, runtime } = this.services;
    const asked = ctx.step(kinds.register, this.subject);
    for (const reason of HEALTHY.slice(0, -1)) this.say(asked, reason, `Node ${node.name} status is now: ${reason}`);
    const object = nodeObject(node, base.wall, runtime.imagesPresent());
    const answer = yield* client.create(asked, NODES, undefined, object);
    if (isStatus(answer) && answer.reason === 'AlreadyExists') yield* client.get(asked, NODES, undefined, node.name);
  }

  /** No driver has come back yet: what they offered before is not to be had until they offer it again. */
  // Models wipeResourceSlices of pkg/kubelet/cm/dra/plugin/dra_plugin_manager.go (v1.36)
  private *withdrawDevices(ctx: Context): Process {
    const { client, node } = this.services;
    yield* client.deleteCollection(ctx, SLICES, undefined, undefined, { fieldSelector: `spec.nodeName=${node.name}` });
  }

  private say(ctx: Context, reason: string, message: string): void {
    this.services.recorder?.event(ctx, this.reference(), 'Normal', reason, message);
  }

  private *createLease(ctx: typeof this.services.base, spec: object): Process<KObject | undefined> {
    const { client, node } = this.services;
    const found = yield* client.get(ctx, NODES, undefined, node.name);
    if (isStatus(found)) return undefined;
    const owner = { apiVersion: 'v1', kind: 'Node', name: node.name, uid: found.metadata.uid };
    const lease = {
      kind: 'Lease',
      apiVersion: 'coordination.k8s.io/v1',
      metadata: { name: node.name, namespace: LEASE_NAMESPACE, ownerReferences: [owner] },
      spec,
    };
    const answer = yield* client.create(ctx, LEASES, LEASE_NAMESPACE, lease, { query: HEARTBEAT });
    return isStatus(answer) ? undefined : answer;
  }

  /** Looks every ten seconds, writes when something changed or five minutes have passed. */
  private *reportStatus(): Process {
    const { base, random, runtime } = this.services;
    // Nodes that started at different times report at different times.
    let reported = base.now - random.below(STATUS_REPORT - 30 * SECOND);
    yield base.sleep(random.below(STATUS_CHECK));
    for (;;) {
      const images = runtime.imagesPresent().length;
      const due = base.now - reported >= STATUS_REPORT;
      const inUse = this.volumesInUse();
      if (this.isDoubted && !this.silent) yield* this.sayReady(base);
      const isNews = images !== this.reportedImages || this.isAdvertised || inUse !== this.reportedInUse;
      if (!this.silent && (due || isNews)) {
        yield* this.patchStatus(
          images !== this.reportedImages ? 'images' : this.isAdvertised ? 'capacity' : isNews ? 'volumes' : 'heartbeat',
        );
        this.reportedImages = images;
        this.reportedInUse = inUse;
        reported = base.now;
      }
      yield base.sleep(STATUS_CHECK);
    }
  }

  private volumesInUse(): string {
    const { volumesInUse } = this.services;
    return volumesInUse === undefined ? '' : sortedKeys(volumesInUse).join(' ');
  }

  private *patchStatus(because: string): Process {
    const { base, client, node, runtime } = this.services;
    const reporting = base.step(kinds.nodeStatus, this.subject, { because });
    const found = yield* client.get(reporting, NODES, undefined, node.name, { resourceVersion: '0' });
    if (isStatus(found)) return;
    const lastHeartbeatTime = rfc3339(base.wall);
    const status: { [field: string]: unknown } = {
      '$setElementOrder/conditions': TYPES.map((type) => ({ type })),
      conditions: TYPES.map((type) => ({ lastHeartbeatTime, type })),
    };
    if (because === 'images') status.images = nodeImages(runtime.imagesPresent());
    const inUse = this.volumesInUse();
    if (inUse !== this.reportedInUse) status.volumesInUse = inUse === '' ? null : inUse.split(' ');
    if (this.isAdvertised) {
      status.allocatable = advertised(found);
      this.isAdvertised = false;
    }
    yield* client.patch(reporting, NODES, undefined, node.name, {
      type: 'strategic',
      body: { status },
      subresource: 'status',
      query: HEARTBEAT,
    });
  }

  /** Somebody cordoned the node, or took that back: said at the next look, if it is still so. What is no longer believed is said anew. */
  private nodeUpdated(before: Node, after: Node): void {
    if (before.status?.conditions !== after.status?.conditions) this.isDoubted = isMissed(after);
    if (before.status?.capacity !== after.status?.capacity) this.isAdvertised ||= advertised(after) !== undefined;
    if (this.isLookDue || (after.spec?.unschedulable === true) === this.announced) return;
    this.isLookDue = true;
    this.services.base.at(this.nextLook(), () => this.look());
  }

  private nextLook(): number {
    const { base, env, node, random } = this.services;
    const given = env.chance?.nextLook?.(node.name);
    if (given !== undefined) return given;
    if (this.lastLook === undefined) return base.now + random.below(STATUS_CHECK);
    return base.now + STATUS_CHECK - ((base.now - this.lastLook) % STATUS_CHECK);
  }

  // Models recordNodeSchedulableEvent of pkg/kubelet/kubelet_node_status.go (v1.36)
  private look(): void {
    const { base, recorder, node } = this.services;
    this.isLookDue = false;
    this.lastLook = base.now;
    const now = this.object?.spec?.unschedulable === true;
    if (now === this.announced) return;
    this.announced = now;
    const reason = now ? 'NodeNotSchedulable' : 'NodeSchedulable';
    const changed = base.step(kinds.nodeChanged, this.subject, { change: reason });
    recorder?.event(changed, this.reference(), 'Normal', reason, `Node ${node.name} status is now: ${reason}`);
  }
}

/** Whether the node controller says that it knows nothing of the node. */
function isMissed({ status }: Node): boolean {
  return (status?.conditions ?? []).some((each) => each.status === 'Unknown' && TYPES.includes(each.type));
}

/** What of extended resources is to follow the capacity: null where that has none any more. Models pkg/kubelet/nodestatus/setters.go MachineInfo (v1.36) */
function advertised({ status }: Node): { readonly [resource: string]: string | null } | undefined {
  const { capacity = {}, allocatable = {} } = status ?? {};
  const changes = [
    ...Object.entries(capacity)
      .filter(([name, amount]) => allocatable[name] !== amount)
      .map(([name, amount]) => [name, String(amount)] as const),
    ...Object.keys(allocatable)
      .filter((name) => capacity[name] === undefined)
      .map((name) => [name, null] as const),
  ].filter(([name]) => name.includes('/'));
  return changes.length === 0 ? undefined : Object.fromEntries(changes);
}
