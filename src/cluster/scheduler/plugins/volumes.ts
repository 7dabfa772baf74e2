// Models pkg/scheduler/framework/plugins/{volumebinding,volumerestrictions,nodevolumelimits,volumezone,dynamicresources} (v1.36)

import { type ClaimView, type ClusterView, type Plugin, Rejection, refusal, Skip } from '../framework.ts';
import type { PodInfo } from '../pod-info.ts';

const NO_CLAIMS = new Skip('no persistent volume claims');

/** Models pkg/scheduler/framework/plugins/volumebinding/volume_binding.go (v1.36) */
export const volumeBinding: Plugin<readonly ClaimView[]> = {
  name: 'VolumeBinding',
  preFilter(pod, cluster) {
    if (pod.claims.length === 0) return NO_CLAIMS;
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
  },
  filter(claims, _pod, node) {
    for (const claim of claims) {
      const problem = claim.problem(node);
      if (problem !== undefined) return problem;
    }
    return undefined;
  },
};

interface Attachments {
  readonly cluster: ClusterView;
  readonly byDriver: ReadonlyMap<string, ReadonlySet<string>>;
}

const NO_DRIVERS = new Skip('no attachable volumes');
const TOO_MANY = refusal('node(s) exceed max volume count', false);

/** Models pkg/scheduler/framework/plugins/nodevolumelimits/csi.go (v1.36) */
export const nodeVolumeLimits: Plugin<Attachments> = {
  name: 'NodeVolumeLimits',
  preFilter(pod, cluster) {
    if (pod.claims.length === 0) return NO_DRIVERS;
    const byDriver = attachmentsOf(pod, cluster);
    return byDriver.size === 0 ? NO_DRIVERS : { cluster, byDriver };
  },
  filter({ cluster, byDriver }, _pod, node) {
    for (const [driver, handles] of byDriver) {
      const limit = cluster.volumeLimit?.(node, driver);
      if (limit === undefined) continue;
      const all = new Set(handles);
      for (const other of node.pods.values()) {
        for (const handle of attachmentsOf(other, cluster).get(driver) ?? NOTHING) all.add(handle);
      }
      if (all.size > limit) return TOO_MANY;
    }
    return undefined;
  },
};

const NOTHING: ReadonlySet<string> = new Set();

/** A volume that several Pods use counts once. */
function attachmentsOf(pod: PodInfo, cluster: ClusterView): ReadonlyMap<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const name of pod.claims) {
    const { attached } = cluster.claim(pod.namespace, name) ?? {};
    if (attached === undefined) continue;
    const handles = found.get(attached.driver) ?? new Set();
    found.set(attached.driver, handles.add(attached.handle));
  }
  return found;
}

const skipped = (name: string, why: string): Plugin<undefined> => ({ name, preFilter: () => new Skip(why) });

/** Present in the profile, with nothing to do for what is modelled. */
export const volumeRestrictions = skipped('VolumeRestrictions', 'no volumes with restrictions');
export const volumeZone = skipped('VolumeZone', 'no zonal volumes');
export const dynamicResources = skipped('DynamicResources', 'no resource claims');
export const nodeDeclaredFeatures = skipped('NodeDeclaredFeatures', 'no features asked of the node');
