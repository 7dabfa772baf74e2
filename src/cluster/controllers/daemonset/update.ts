import type { DaemonSet } from '../../../api/types/apps.ts';
import type { Node, Pod } from '../../../api/types/core.ts';
import { isPodAvailable, isPodReady } from '../shared/pods.ts';
import { scaled } from '../shared/share.ts';
import { isUpdated, shouldRun } from './placement.ts';

export type PodsByNode = ReadonlyMap<string, readonly Pod[]>;

export interface Changes {
  /** Nodes that get a pod. */
  readonly create: readonly string[];
  readonly remove: readonly Pod[];
}

/** At least one of the two is above zero. Models pkg/controller/daemon/update.go updatedDesiredNodeCounts (v1.36) */
function limitsOf(ds: DaemonSet, nodes: readonly Node[]): { surge: number; unavailable: number } {
  const { maxSurge, maxUnavailable } = ds.spec.updateStrategy?.rollingUpdate ?? {};
  const desired = nodes.filter((node) => shouldRun(ds, node).run).length;
  const surge = scaled(maxSurge, desired, true);
  const unavailable = scaled(maxUnavailable, desired, true);
  return surge === 0 && unavailable === 0 ? { surge: 0, unavailable: 1 } : { surge, unavailable };
}

export function allowsSurge(ds: DaemonSet): boolean {
  const surge = ds.spec.updateStrategy?.rollingUpdate?.maxSurge ?? 0;
  return (ds.spec.updateStrategy?.type ?? 'RollingUpdate') === 'RollingUpdate' && surge !== 0 && surge !== '0%';
}

/**
 * What an update does next. Upstream takes the nodes in the random order of a map, here they come by name.
 * Models pkg/controller/daemon/update.go rollingUpdate (v1.36)
 */
export function nextReplacements(
  ds: DaemonSet,
  nodes: readonly Node[],
  pods: PodsByNode,
  hash: string,
  now: number,
): Changes {
  const limits = limitsOf(ds, nodes);
  return limits.surge > 0
    ? surging(ds, pods, hash, now, limits.surge)
    : replacing(ds, pods, hash, now, limits.unavailable - withoutPod(ds, nodes, pods));
}

/** Nodes that are to get their pod yet. */
function withoutPod(ds: DaemonSet, nodes: readonly Node[], pods: PodsByNode): number {
  return nodes.filter((node) => !pods.has(node.metadata.name ?? '') && shouldRun(ds, node).run).length;
}

function replacing(ds: DaemonSet, pods: PodsByNode, hash: string, now: number, most: number): Changes {
  const { minReadySeconds = 0 } = ds.spec;
  const broken: Pod[] = [];
  const candidates: Pod[] = [];
  let unavailable = 0;
  for (const onNode of pods.values()) {
    const pair = newAndOld(ds, onNode, hash);
    if (pair === undefined || (pair.fresh === undefined) === (pair.old === undefined)) unavailable += 1;
    else if (pair.fresh !== undefined) {
      if (!isPodAvailable(pair.fresh, minReadySeconds, now)) unavailable += 1;
    } else if (pair.old !== undefined) {
      if (isPodAvailable(pair.old, minReadySeconds, now)) candidates.push(pair.old);
      else {
        broken.push(pair.old);
        unavailable += 1;
      }
    }
  }
  return { create: [], remove: [...broken, ...candidates.slice(0, Math.max(0, most - unavailable))] };
}

function surging(ds: DaemonSet, pods: PodsByNode, hash: string, now: number, most: number): Changes {
  const { minReadySeconds = 0 } = ds.spec;
  const remove: Pod[] = [];
  const allowed: string[] = [];
  const candidates: string[] = [];
  let surged = 0;
  for (const [node, onNode] of pods) {
    const pair = newAndOld(ds, onNode, hash);
    if (pair === undefined) surged += 1;
    else if (pair.old === undefined) continue;
    else if (pair.fresh === undefined) {
      if (isPodAvailable(pair.old, minReadySeconds, now)) candidates.push(node);
      else allowed.push(node);
    } else if (isPodAvailable(pair.fresh, minReadySeconds, now)) remove.push(pair.old);
    else surged += 1;
  }
  return { create: [...allowed, ...candidates.slice(0, Math.max(0, most - surged))], remove };
}

/** Nothing when there are several of one sort: pruning them comes first. */
function newAndOld(
  ds: DaemonSet,
  pods: readonly Pod[],
  hash: string,
): { readonly fresh: Pod | undefined; readonly old: Pod | undefined } | undefined {
  let fresh: Pod | undefined;
  let old: Pod | undefined;
  for (const pod of pods) {
    if (pod.metadata.deletionTimestamp !== undefined) continue;
    if (isUpdated(ds, pod, hash)) {
      if (fresh !== undefined) return undefined;
      fresh = pod;
    } else {
      if (old !== undefined) return undefined;
      old = pod;
    }
  }
  return { fresh, old };
}

/** Which of the running pods of one node are too many. Models pkg/controller/daemon/daemon_controller.go podsShouldBeOnNode (v1.36) */
export function surplusOnNode(ds: DaemonSet, running: readonly Pod[], hash: string, now: number): readonly Pod[] {
  if (running.length <= 1) return [];
  const sorted = [...running].sort(byAge);
  if (!allowsSurge(ds)) return sorted.slice(1);
  const fresh = sorted.find((pod) => isUpdated(ds, pod, hash));
  const old = sorted.find((pod) => !isUpdated(ds, pod, hash));
  const surplus = sorted.filter((pod) => pod !== fresh && pod !== old);
  if (fresh === undefined || old === undefined) return surplus;
  const done = !isPodReady(old) || isPodAvailable(fresh, ds.spec.minReadySeconds ?? 0, now);
  return done ? [...surplus, old] : surplus;
}

/** Bound before unbound, older before younger. */
export function byAge(a: Pod, b: Pod): number {
  const [boundA, boundB] = [(a.spec.nodeName ?? '') !== '', (b.spec.nodeName ?? '') !== ''];
  if (boundA !== boundB) return boundA ? -1 : 1;
  const [left = '', right = ''] = [a.metadata.creationTimestamp, b.metadata.creationTimestamp];
  if (left !== right) return left < right ? -1 : 1;
  return (a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1;
}
