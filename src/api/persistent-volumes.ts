// Models staging/src/k8s.io/component-helpers/storage/volume/pv_helpers.go FindMatchingVolume (v1.36)

import { value } from './quantity.ts';
import { matchesLabels } from './selectors.ts';
import type { PersistentVolume, PersistentVolumeClaim } from './types/core-volumes.ts';

const PROVISIONED_BY = 'pv.kubernetes.io/provisioned-by';

/** The driver that made a volume: it also deletes it. */
export function makerOf({ metadata }: PersistentVolume): string | undefined {
  return metadata.annotations?.[PROVISIONED_BY];
}

export function madeBy(driver: string): { readonly [annotation: string]: string } {
  return { [PROVISIONED_BY]: driver };
}

export function classOf({ spec }: PersistentVolumeClaim): string {
  return spec.storageClassName ?? '';
}

/** A person, or the scheduler, has reserved the volume for this claim. */
export function isPromised({ spec }: PersistentVolume, { metadata }: PersistentVolumeClaim): boolean {
  const { claimRef } = spec;
  if (claimRef === undefined || claimRef.name !== metadata.name || claimRef.namespace !== metadata.namespace)
    return false;
  return (claimRef.uid ?? '') === '' || claimRef.uid === metadata.uid;
}

/** The smallest free volume that has all that the claim asks for. */
export function smallestVolume(
  claim: PersistentVolumeClaim,
  volumes: readonly PersistentVolume[],
  allowed: (volume: PersistentVolume) => boolean = () => true,
): PersistentVolume | undefined {
  let best: PersistentVolume | undefined;
  for (const volume of volumes) {
    if (!suits(claim, volume) || !allowed(volume)) continue;
    if (best === undefined || sizeOf(volume) < sizeOf(best)) best = volume;
  }
  return best;
}

function sizeOf({ spec }: PersistentVolume): number {
  return value(spec.capacity?.storage);
}

function suits(claim: PersistentVolumeClaim, { spec, status, metadata }: PersistentVolume): boolean {
  const { accessModes = [], resources, selector, volumeMode = 'Filesystem' } = claim.spec;
  if (spec.claimRef !== undefined || metadata.deletionTimestamp !== undefined) return false;
  // A volume that nobody has looked at yet is not offered.
  if (status?.phase !== 'Available') return false;
  return (
    (spec.storageClassName ?? '') === classOf(claim) &&
    (spec.volumeMode ?? 'Filesystem') === volumeMode &&
    value(spec.capacity?.storage) >= value(resources?.requests?.storage) &&
    accessModes.every((mode) => spec.accessModes?.includes(mode)) &&
    (selector === undefined || matchesLabels(selector, metadata.labels))
  );
}
