// Models staging/src/k8s.io/component-helpers/storage/ephemeral/ephemeral.go (v1.36)

import type { Volume } from '../types/core.ts';
import type { KObject } from '../types/meta.ts';

/** The claim behind a volume of a Pod: named by the Pod, or made for it. */
export function claimNameOf(pod: string | undefined, volume: Volume): string | undefined {
  return volume.ephemeral === undefined ? volume.persistentVolumeClaim?.claimName : `${pod}-${volume.name}`;
}

/** Why a claim is not the one that was made for a Pod; undefined: it is. */
export function notMadeFor(pod: KObject, claim: KObject): string | undefined {
  const { namespace, name, uid } = pod.metadata;
  const { ownerReferences = [], ...own } = claim.metadata;
  if (ownerReferences.some((owner) => owner.controller === true && owner.uid === uid)) return undefined;
  return `PVC ${own.namespace}/${own.name} was not created for pod ${namespace}/${name} (pod is not owner)`;
}
