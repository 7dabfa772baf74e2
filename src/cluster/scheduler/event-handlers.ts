// Models pkg/scheduler/eventhandlers.go (v1.36)

import { equalJson } from '../../api/go/json.ts';
import { withActualResources } from '../../api/pods/actual-resources.ts';
import type { Node, Pod } from '../../api/types/core.ts';
import type { PersistentVolumeClaim } from '../../api/types/core-volumes.ts';
import type { KObject } from '../../api/types/meta.ts';
import type { Context } from '../../engine/index.ts';
import { scheduler as kinds } from '../../steps/scheduler.ts';
import type { SharedInformer } from '../clientgo/shared-informer.ts';
import type { Placed, SchedulerCache } from './cache/cache.ts';
import type { Nominator } from './cache/nominator.ts';
import { NodeInfo } from './objects/node-info.ts';
import { type PodInfo, sameAsking } from './objects/pod-info.ts';
import type { ClusterEventType } from './queue/hints.ts';
import type { SchedulingQueue } from './queue/queue.ts';

interface Wiring {
  readonly pods: SharedInformer<Pod>;
  readonly nodes: SharedInformer<Node>;
  readonly claims: SharedInformer<PersistentVolumeClaim>;
  readonly cache: SchedulerCache;
  readonly queue: SchedulingQueue;
  readonly nominator: Nominator;
  readonly schedulerName: string;
  readonly actor: string;
  claimSeen(): void;
  readonly infoOf: (pod: Pod) => PodInfo;
  publish(node: NodeInfo): void;
  forgetNode(name: string): void;
  forgetDecision(key: string): void;
}

/** Models pkg/scheduler/eventhandlers.go (v1.36): pods with a node go to the cache, pods without one to the queue. */
export function listenToCluster(wiring: Wiring): void {
  const { pods, nodes, claims, actor, queue } = wiring;
  pods.addHandler(actor, {
    onAdd: (ctx, object) => podAdded(wiring, ctx, object),
    onUpdate: (ctx, before, after) => podUpdated(wiring, ctx, before, after),
    onDelete: (ctx, object) => podDeleted(wiring, ctx, object),
  });
  nodes.addHandler(actor, {
    onAdd: (ctx, object) => nodeAdded(wiring, ctx, object),
    onUpdate: (ctx, before, after) => nodeUpdated(wiring, ctx, before, after),
    onDelete: (ctx, object) => nodeDeleted(wiring, ctx, object),
  });
  const claimChanged = (ctx: Context, { metadata }: KObject) =>
    queue.happened(ctx, { type: 'ClaimChange', claim: `${metadata.namespace}/${metadata.name}` });
  const claimAdded = (ctx: Context, claim: KObject) => {
    wiring.claimSeen();
    claimChanged(ctx, claim);
  };
  claims.addHandler(actor, { onAdd: claimAdded, onUpdate: (ctx, _, claim) => claimChanged(ctx, claim) });
}

const isAssigned = (pod: Pod) => pod.spec.nodeName !== undefined && pod.spec.nodeName !== '';

function podAdded(wiring: Wiring, ctx: Context, pod: Pod): void {
  if (isAssigned(pod)) return assigned(wiring, ctx, pod, wiring.cache.find(pod.metadata.uid ?? ''));
  if ((pod.spec.schedulerName ?? wiring.schedulerName) !== wiring.schedulerName) return;
  if (pod.metadata.deletionTimestamp !== undefined) return;
  const info = wiring.infoOf(pod);
  noteNomination(wiring, info);
  wiring.queue.add(ctx, info);
}

/** A pod is on its node for certain: it was assumed there, or somebody else put it there. */
function assigned(wiring: Wiring, ctx: Context, pod: Pod, known: Placed | undefined): void {
  const { queue, nominator } = wiring;
  const info = (known === undefined ? undefined : sameAsking(known.pod, pod)) ?? wiring.infoOf(pod);
  nominator.forget(info.uid);
  const node = pod.spec.nodeName ?? '';
  const bound = ctx.step(kinds.podBound, `pods/${info.key}`, { node, assumed: known?.assumed === true });
  place(wiring, info, node, known);
  queue.happened(bound, { type: 'AssignedPodAdd', pod: info });
}

/** `known`: where it was thought to be. That node shows from now on what is left there. */
function place({ cache, publish }: Wiring, info: PodInfo, nodeName: string, known: Placed | undefined): void {
  const node = cache.addPod(info, nodeName, known);
  if (known !== undefined && known.node !== node) publish(known.node);
  publish(node);
}

function podUpdated(wiring: Wiring, ctx: Context, before: Pod, after: Pod): void {
  const { cache, queue } = wiring;
  if (before.metadata.uid !== after.metadata.uid) {
    podDeleted(wiring, ctx, before);
    podAdded(wiring, ctx, after);
    return;
  }
  if (isAssigned(after)) {
    if (!isAssigned(before)) {
      const known = cache.find(after.metadata.uid ?? '');
      // Whom the scheduler has put there itself is in flight, if it is not bound already.
      if (known?.assumed !== true) leaveQueue(wiring, ctx, after);
      return assigned(wiring, ctx, after, known);
    }
    const resized = hasDiffer(before, after);
    if (!resized && !placementChanged(before, after)) return;
    const info = wiring.infoOf(after);
    place(wiring, info, after.spec.nodeName ?? '', cache.find(info.uid));
    // Who is told to go still takes its place.
    if (resized || asksDiffer(before, after))
      queue.happened(ctx, { type: 'AssignedPodUpdate', pod: info, formerPod: wiring.infoOf(before) });
    return;
  }
  if ((after.spec.schedulerName ?? wiring.schedulerName) !== wiring.schedulerName) return;
  // It has been placed: what is written of it meanwhile comes again with its node.
  if (cache.isAssumed(after.metadata.uid ?? '')) return;
  if (after.metadata.deletionTimestamp !== undefined && before.metadata.deletionTimestamp === undefined) {
    const queued = queue.get(after.metadata.uid ?? '');
    if (queued !== undefined && queued.place !== 'inFlight') return;
  }
  const info = wiring.infoOf(after);
  noteNomination(wiring, info);
  queue.update(ctx, info, placementChanged(before, after));
}

/** Somebody else has put it on a node. */
function leaveQueue({ queue }: Wiring, ctx: Context, pod: Pod): void {
  const queued = queue.get(pod.metadata.uid ?? '');
  if (queued !== undefined && queued.place !== 'inFlight') queue.remove(ctx, queued.info.uid);
}

/** Promises are kept in the API, so a scheduler that starts anew knows them. */
function noteNomination({ nominator }: Wiring, info: PodInfo): void {
  const { nominatedNodeName } = info.pod.status;
  if (nominatedNodeName !== undefined && nominatedNodeName !== '') nominator.nominate(info, nominatedNodeName);
}

/** Anything but status and bookkeeping. */
function placementChanged(before: Pod, after: Pod): boolean {
  return before.metadata.deletionTimestamp !== after.metadata.deletionTimestamp || asksDiffer(before, after);
}

function asksDiffer(before: Pod, after: Pod): boolean {
  if (before.metadata.labels !== after.metadata.labels && !equalJson(before.metadata.labels, after.metadata.labels))
    return true;
  return before.spec !== after.spec && !equalJson(before.spec, after.spec);
}

/** A node has given its containers something else, or has refused to. */
function hasDiffer(before: Pod, after: Pod): boolean {
  const was = before.status;
  const is = after.status;
  if (was.containerStatuses === is.containerStatuses && was.conditions === is.conditions) return false;
  return withActualResources(before) !== before.spec || withActualResources(after) !== after.spec;
}

function podDeleted(wiring: Wiring, ctx: Context, pod: Pod): void {
  const { cache, queue, nominator, publish, forgetDecision } = wiring;
  const uid = pod.metadata.uid ?? '';
  nominator.forget(uid);
  const node = cache.nodeOf(uid);
  queue.remove(ctx, uid);
  if (node === undefined) return;
  const info = node.pods.get(uid);
  const gone = ctx.step(kinds.podGone, `pods/${pod.metadata.namespace}/${pod.metadata.name}`, { node: node.name });
  cache.removePod(uid);
  publish(node);
  forgetDecision(`${pod.metadata.namespace}/${pod.metadata.name}`);
  queue.happened(
    gone,
    info === undefined ? { type: 'AssignedPodDelete', node } : { type: 'AssignedPodDelete', node, pod: info },
  );
}

function nodeAdded(wiring: Wiring, ctx: Context, node: Node): void {
  const { cache, queue, publish } = wiring;
  const name = node.metadata.name ?? '';
  const added = ctx.step(kinds.nodeChanged, `nodes/${name}`, { change: 'add', nodes: cache.nodes.length + 1 });
  const info = cache.setNode(node);
  publish(info);
  queue.happened(added, { type: 'NodeAdd', node: bareNode(node) });
}

/** A node as if no Pod were there. */
function bareNode(node: Node): NodeInfo {
  const info = new NodeInfo(node.metadata.name ?? '', 0);
  info.setNode(node);
  return info;
}

function nodeUpdated(wiring: Wiring, ctx: Context, before: Node, after: Node): void {
  const { cache, queue, publish } = wiring;
  const changes = nodeChanges(before, after);
  // Heartbeats change nothing that the cache holds.
  if (changes.length === 0 && before.status.images === after.status.images) return;
  const subject = `nodes/${after.metadata.name}`;
  const changed = ctx.step(kinds.nodeChanged, subject, {
    change: changes.join(', ') || 'images',
    nodes: cache.nodes.length,
  });
  publish(cache.setNode(after));
  if (changes.length === 0) return;
  const [node, formerNode] = [bareNode(after), bareNode(before)];
  for (const type of changes) {
    // That a node takes no more Pods helps nobody.
    if (type !== 'NodeUnschedulable' || !node.unschedulable) queue.happened(changed, { type, node, formerNode });
  }
}

function nodeChanges(before: Node, after: Node): readonly ClusterEventType[] {
  const changes: ClusterEventType[] = [];
  const differ = (a: unknown, b: unknown) => a !== b && !equalJson(a, b);
  if (differ(before.spec?.unschedulable ?? false, after.spec?.unschedulable ?? false))
    changes.push('NodeUnschedulable');
  if (differ(before.status?.allocatable, after.status?.allocatable)) changes.push('NodeAllocatable');
  if (differ(before.metadata.labels, after.metadata.labels)) changes.push('NodeLabel');
  if (differ(before.spec?.taints, after.spec?.taints)) changes.push('NodeTaint');
  return changes;
}

function nodeDeleted({ cache, forgetNode, queue }: Wiring, ctx: Context, node: KObject): void {
  const name = node.metadata.name ?? '';
  const gone = ctx.step(kinds.nodeChanged, `nodes/${name}`, { change: 'delete', nodes: cache.nodes.length - 1 });
  cache.removeNode(name);
  forgetNode(name);
  queue.happened(gone, { type: 'NodeDelete', node: bareNode(node as Node) });
}
