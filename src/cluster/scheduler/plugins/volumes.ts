// Models pkg/scheduler/framework/plugins/{volumebinding,volumerestrictions,nodevolumelimits,volumezone} (v1.36)

import { type ClusterView, type Plugin, refusal, Skip } from '../framework/framework.ts';
import {
  type Attachments,
  attachmentsOf,
  claimsProblem,
  isElsewhere,
  isOverLimit,
  rivalsForClaims,
  type Zones,
  zonesOf,
} from './claimed-volumes.ts';

const NO_CLAIMS = new Skip('no persistent volume claims');
const NO_RESTRICTIONS = new Skip('no volumes with restrictions');
const TAKEN = refusal('node has pod using PersistentVolumeClaim with the same name and ReadWriteOncePod access mode');
const NO_DRIVERS = new Skip('no attachable volumes');
const TOO_MANY = refusal('node(s) exceed max volume count', false);

/** Models pkg/scheduler/framework/plugins/volumebinding/volume_binding.go (v1.36) */
export const volumeBinding: Plugin<ClusterView> = {
  name: 'VolumeBinding',
  preFilter: (pod, cluster) => (pod.claims.length === 0 ? NO_CLAIMS : (claimsProblem(pod, cluster) ?? cluster)),
  filter: (cluster, pod, node) => cluster.volumeProblem?.(pod, node),
};

/** Models pkg/scheduler/framework/plugins/nodevolumelimits/csi.go (v1.36) */
export const nodeVolumeLimits: Plugin<Attachments> = {
  name: 'NodeVolumeLimits',
  preFilter(pod, cluster) {
    if (pod.claims.length === 0) return NO_DRIVERS;
    const attachments = attachmentsOf(pod, cluster);
    return attachments.byDriver.size === 0 ? NO_DRIVERS : attachments;
  },
  filter: (attachments, _pod, node) => (isOverLimit(attachments, node) ? TOO_MANY : undefined),
};

const skipped = (name: string, why: string): Plugin<undefined> => ({ name, preFilter: () => new Skip(why) });

/** Models pkg/scheduler/framework/plugins/volumerestrictions/volume_restrictions.go (v1.36): claims for one Pod alone. */
export const volumeRestrictions: Plugin<number> = {
  name: 'VolumeRestrictions',
  preFilter: (pod, cluster) =>
    pod.claims.length === 0 ? NO_RESTRICTIONS : rivalsForClaims(pod, cluster) || NO_RESTRICTIONS,
  filter: () => TAKEN,
};

const NO_ZONES = new Skip('no zonal volumes');
const OTHER_ZONE = refusal('node(s) had no available volume zone', true);

/** Models pkg/scheduler/framework/plugins/volumezone/volume_zone.go (v1.36) */
export const volumeZone: Plugin<Zones> = {
  name: 'VolumeZone',
  preFilter(pod, cluster) {
    if (pod.claims.length === 0) return NO_CLAIMS;
    const zones = zonesOf(pod, cluster);
    return zones.length === 0 ? NO_ZONES : zones;
  },
  filter: (zones, _pod, node) => (isElsewhere(zones, node) ? OTHER_ZONE : undefined),
};

/** Present in the profile, with nothing to do for what is modelled. */
export const nodeDeclaredFeatures = skipped('NodeDeclaredFeatures', 'no features asked of the node');
