// Models pkg/scheduler/framework/plugins/{volumebinding/volume_binding,nodevolumelimits/csi}.go (v1.36)

import { type ClaimView, type ClusterView, Rejection } from '../framework.ts';
import type { NodeInfo } from '../node-info.ts';
import type { PodInfo } from '../pod-info.ts';

/** Volumes of storage drivers that a Pod uses, by driver. */
export interface Attachments {
  readonly cluster: ClusterView;
  readonly byDriver: ReadonlyMap<string, ReadonlySet<string>>;
}

const NOTHING: ReadonlySet<string> = new Set();

/** The claims of a Pod, or why no node can have them. */
export function claimsOf(pod: PodInfo, cluster: ClusterView): readonly ClaimView[] | Rejection {
  let unbound = false;
  const claims: ClaimView[] = [];
  for (const name of pod.claims) {
    const claim = cluster.claim(pod.namespace, name);
    if (claim === undefined) return new Rejection(`persistentvolumeclaim "${name}" not found`);
    if (claim.terminating) return new Rejection(`persistentvolumeclaim "${name}" is being deleted`);
    if (!claim.bound && !claim.waitsForConsumer) unbound = true;
    claims.push(claim);
  }
  return unbound ? new Rejection('pod has unbound immediate PersistentVolumeClaims') : claims;
}

/** A volume that several Pods use counts once. */
export function attachmentsOf(pod: PodInfo, cluster: ClusterView): Attachments {
  const byDriver = new Map<string, Set<string>>();
  for (const name of pod.claims) {
    const { attached } = cluster.claim(pod.namespace, name) ?? {};
    if (attached === undefined) continue;
    const handles = byDriver.get(attached.driver) ?? new Set();
    byDriver.set(attached.driver, handles.add(attached.handle));
  }
  return { cluster, byDriver };
}

/** With these volumes a node would have more than a driver allows. */
export function isOverLimit({ cluster, byDriver }: Attachments, node: NodeInfo): boolean {
  for (const [driver, handles] of byDriver) {
    const limit = cluster.volumeLimit?.(node, driver);
    if (limit === undefined) continue;
    const all = new Set(handles);
    for (const other of node.pods.values()) {
      if (other.claims.length === 0) continue;
      for (const handle of attachmentsOf(other, cluster).byDriver.get(driver) ?? NOTHING) all.add(handle);
    }
    if (all.size > limit) return true;
  }
  return false;
}
