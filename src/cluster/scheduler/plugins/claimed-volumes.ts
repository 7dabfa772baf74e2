// Models pkg/scheduler/framework/plugins/{volumebinding/volume_binding,nodevolumelimits/csi}.go (v1.36)

import { claimNameOf, notMadeFor } from '../../../api/pods/claims.ts';
import type { PersistentVolumeClaim } from '../../../api/types/core-volumes.ts';
import { type ClusterView, Rejection } from '../framework/framework.ts';
import type { NodeInfo } from '../objects/node-info.ts';
import type { PodInfo } from '../objects/pod-info.ts';

/** Volumes of storage drivers that a Pod uses, by driver. */
export interface Attachments {
  readonly cluster: ClusterView;
  readonly byDriver: ReadonlyMap<string, ReadonlySet<string>>;
}

const NOTHING: ReadonlySet<string> = new Set();

/** Why no node can have the claims of a Pod as they are. */
export function claimsProblem(pod: PodInfo, cluster: ClusterView): Rejection | undefined {
  let unbound = false;
  for (const name of pod.claims) {
    const claim = cluster.claim(pod.namespace, name);
    const problem = claim === undefined ? missing(pod, name) : unusable(pod, claim.object);
    if (claim === undefined || problem !== undefined) return new Rejection(problem ?? '');
    if (!claim.bound && !claim.waitsForConsumer) unbound = true;
  }
  return unbound ? new Rejection('pod has unbound immediate PersistentVolumeClaims') : undefined;
}

function missing(pod: PodInfo, name: string): string {
  return isEphemeral(pod, name)
    ? `waiting for ephemeral volume controller to create the persistentvolumeclaim "${name}"`
    : `persistentvolumeclaim "${name}" not found`;
}

function unusable(pod: PodInfo, claim: PersistentVolumeClaim): string | undefined {
  const { name = '', deletionTimestamp } = claim.metadata;
  if (claim.status?.phase === 'Lost')
    return `persistentvolumeclaim "${name}" bound to non-existent persistentvolume "${claim.spec.volumeName}"`;
  if (deletionTimestamp !== undefined) return `persistentvolumeclaim "${name}" is being deleted`;
  return isEphemeral(pod, name) ? notMadeFor(pod.pod, claim) : undefined;
}

function isEphemeral({ pod }: PodInfo, claim: string): boolean {
  const { volumes = [] } = pod.spec;
  return volumes.some((each) => each.ephemeral !== undefined && claimNameOf(pod.metadata.name, each) === claim);
}

/**
 * How many Pods on nodes have a claim that this Pod wants for itself alone.
 * Models pkg/scheduler/framework/plugins/volumerestrictions/volume_restrictions.go (v1.36)
 */
export function rivalsForClaims(pod: PodInfo, cluster: ClusterView): number {
  let rivals = 0;
  for (const name of pod.claims) {
    const claim = cluster.claim(pod.namespace, name)?.object;
    if (claim?.spec.accessModes?.includes('ReadWriteOncePod') !== true || isEphemeral(pod, name)) continue;
    for (const node of cluster.cache.nodes)
      for (const other of node.pods.values())
        if (other.namespace === pod.namespace && other.claims.includes(name)) rivals += 1;
  }
  return rivals;
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

const GA = 'topology.kubernetes.io/';
const BETA = 'failure-domain.beta.kubernetes.io/';
const ZONE_LABELS = [BETA, GA].flatMap((prefix) => [`${prefix}zone`, `${prefix}region`]);

/** Where volumes are by their labels: in one of several, which stand apart by two underscores. */
export type Zones = readonly { readonly label: string; readonly values: readonly string[] }[];

export function zonesOf(pod: PodInfo, cluster: ClusterView): Zones {
  return pod.claims.flatMap((name) => {
    const labels = cluster.claim(pod.namespace, name)?.volumeLabels ?? {};
    return ZONE_LABELS.flatMap((label) => {
      const value = labels[label];
      return value === undefined ? [] : [{ label, values: value.split('__') }];
    });
  });
}

/** A node that says nothing of where it is takes any volume. */
export function isElsewhere(zones: Zones, { labels }: NodeInfo): boolean {
  if (!ZONE_LABELS.some((label) => labels[label] !== undefined)) return false;
  return zones.some(({ label, values }) => {
    const own = labels[label] ?? labels[label.replace(BETA, GA)];
    return own === undefined || !values.includes(own);
  });
}
