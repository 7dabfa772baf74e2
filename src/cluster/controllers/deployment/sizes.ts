import type { Deployment, ReplicaSet } from '../../../api/types/apps.ts';
import { scaled } from '../shared/share.ts';
import { desiredReplicas, maxReplicas } from './annotations.ts';

export function wantedReplicas(d: Deployment): number {
  return d.spec.replicas ?? 1;
}

export function sizeOf(rs: ReplicaSet): number {
  return rs.spec.replicas ?? 1;
}

export function isRollingUpdate(d: Deployment): boolean {
  return (d.spec.strategy?.type ?? 'RollingUpdate') === 'RollingUpdate';
}

export function maxSurge(d: Deployment): number {
  return isRollingUpdate(d) ? scaled(d.spec.strategy?.rollingUpdate?.maxSurge, wantedReplicas(d), true) : 0;
}

/** Both may not be zero, or nothing could ever move. Models pkg/controller/deployment/util/deployment_util.go ResolveFenceposts (v1.36) */
export function maxUnavailable(d: Deployment): number {
  const wanted = wantedReplicas(d);
  if (!isRollingUpdate(d) || wanted === 0) return 0;
  const unavailable = scaled(d.spec.strategy?.rollingUpdate?.maxUnavailable, wanted, false);
  const resolved = unavailable === 0 && maxSurge(d) === 0 ? 1 : unavailable;
  return Math.min(resolved, wanted);
}

type ReplicaSets = readonly (ReplicaSet | undefined)[];

export function sum(replicaSets: ReplicaSets, of: (rs: ReplicaSet) => number): number {
  let total = 0;
  for (const rs of replicaSets) if (rs !== undefined) total += of(rs);
  return total;
}

export const totalSize = (replicaSets: ReplicaSets): number => sum(replicaSets, sizeOf);
export const totalReplicas = (replicaSets: ReplicaSets): number => sum(replicaSets, (rs) => rs.status?.replicas ?? 0);
export const totalReady = (replicaSets: ReplicaSets): number => sum(replicaSets, (rs) => rs.status?.readyReplicas ?? 0);
export const availableOf = (rs: ReplicaSet): number => rs.status?.availableReplicas ?? 0;
export const totalAvailable = (replicaSets: ReplicaSets): number => sum(replicaSets, availableOf);

/** Unknown as soon as a ReplicaSet that has been synced does not report its own. */
export function totalTerminating(replicaSets: ReplicaSets): number | undefined {
  let total = 0;
  for (const rs of replicaSets) {
    const terminating = rs?.status?.terminatingReplicas;
    if (terminating !== undefined) total += terminating;
    else if (rs !== undefined && (rs.status?.observedGeneration ?? 0) !== 0) return undefined;
  }
  return total;
}

export function active(replicaSets: ReplicaSets): ReplicaSet[] {
  return replicaSets.filter((rs): rs is ReplicaSet => rs !== undefined && sizeOf(rs) > 0);
}

/** Models pkg/controller/deployment/util/deployment_util.go NewRSNewReplicas (v1.36) */
export function newReplicaSetSize(d: Deployment, replicaSets: ReplicaSets, size: number): number {
  const wanted = wantedReplicas(d);
  if (!isRollingUpdate(d)) return wanted;
  const room = wanted + maxSurge(d) - totalSize(replicaSets);
  return room <= 0 ? size : size + Math.min(room, wanted - size);
}

/** The new ReplicaSet has all the pods it shall have and all are available. */
export function isSaturated(d: Deployment, rs: ReplicaSet | undefined): boolean {
  const wanted = wantedReplicas(d);
  return rs !== undefined && sizeOf(rs) === wanted && desiredReplicas(rs) === wanted && availableOf(rs) === wanted;
}

/** This ReplicaSet's share of a change of size. Models pkg/controller/deployment/util/deployment_util.go GetReplicaSetProportion (v1.36) */
export function proportionOf(rs: ReplicaSet, d: Deployment, toAdd: number, added: number): number {
  const size = sizeOf(rs);
  if (size === 0 || toAdd === 0 || toAdd === added) return 0;
  const share = fractionOf(rs, d);
  const allowed = toAdd - added;
  return toAdd > 0 ? Math.min(share, allowed) : Math.max(share, allowed);
}

function fractionOf(rs: ReplicaSet, d: Deployment): number {
  const size = sizeOf(rs);
  const wanted = wantedReplicas(d);
  if (wanted === 0) return -size;
  const before = maxReplicas(rs) || (d.status?.replicas ?? 0);
  return before === 0 ? 0 : Math.round((size * (wanted + maxSurge(d))) / before) - size;
}
