// Models pkg/scheduler/framework/plugins/{volumebinding,volumerestrictions,nodevolumelimits,volumezone,dynamicresources} (v1.36)

import { type ClaimView, type Plugin, Rejection, Skip } from '../framework.ts';

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

const skipped = (name: string, why: string): Plugin<undefined> => ({ name, preFilter: () => new Skip(why) });

/** Present in the profile, with nothing to do for what is modelled. */
export const volumeRestrictions = skipped('VolumeRestrictions', 'no volumes with restrictions');
export const nodeVolumeLimits = skipped('NodeVolumeLimits', 'no attachable volumes');
export const volumeZone = skipped('VolumeZone', 'no zonal volumes');
export const dynamicResources = skipped('DynamicResources', 'no resource claims');
export const nodeDeclaredFeatures = skipped('NodeDeclaredFeatures', 'no features asked of the node');
