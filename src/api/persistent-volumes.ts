// Models staging/src/k8s.io/component-helpers/storage/volume/pv_helpers.go FindMatchingVolume (v1.36)

import { value } from './quantity.ts';
import { matchesLabels } from './selectors.ts';
import type { PersistentVolume, PersistentVolumeClaim } from './types/core-volumes.ts';

const PROVISIONED_BY = 'pv.kubernetes.io/provisioned-by';
const CLASS = 'volume.beta.kubernetes.io/storage-class';

/** The driver that made a volume: it also deletes it. */
export function makerOf({ metadata }: PersistentVolume): string | undefined {
  return metadata.annotations?.[PROVISIONED_BY];
}

export function madeBy(driver: string): { readonly [annotation: string]: string } {
  return { [PROVISIONED_BY]: driver };
}

/** Named in the annotation of old manifests, or in the spec. Models GetPersistentVolumeClaimClass and GetPersistentVolumeClass there (v1.36) */
export function classOf({ metadata, spec }: PersistentVolume | PersistentVolumeClaim): string {
  return metadata.annotations?.[CLASS] ?? spec.storageClassName ?? '';
}

/** An empty name is one too. */
export function hasClass({ metadata, spec }: PersistentVolumeClaim): boolean {
  return metadata.annotations?.[CLASS] !== undefined || spec.storageClassName !== undefined;
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

function suits(claim: PersistentVolumeClaim, volume: PersistentVolume): boolean {
  const { selector } = claim.spec;
  const { spec, status, metadata } = volume;
  // A volume that nobody has looked at yet is not offered.
  if (spec.claimRef !== undefined || status?.phase !== 'Available') return false;
  return mismatch(claim, volume) === undefined && (selector === undefined || matchesLabels(selector, metadata.labels));
}

/** What a claim asks for in vain; its labels are not asked. Models pkg/controller/volume/persistentvolume/pv_controller.go checkVolumeSatisfyClaim (v1.36) */
export function mismatch(claim: PersistentVolumeClaim, volume: PersistentVolume): string | undefined {
  const { accessModes = [], resources, volumeMode = 'Filesystem' } = claim.spec;
  const { spec, metadata } = volume;
  if (metadata.deletionTimestamp !== undefined) return `the volume is marked for deletion "${metadata.name}"`;
  if (sizeOf(volume) < value(resources?.requests?.storage)) return 'requested PV is too small';
  if (classOf(volume) !== classOf(claim)) return 'storageClassName does not match';
  if (attributes(volume) !== attributes(claim)) return 'volumeAttributesClassName does not match';
  if ((spec.volumeMode ?? 'Filesystem') !== volumeMode) return 'incompatible volumeMode';
  return accessModes.every((mode) => spec.accessModes?.includes(mode)) ? undefined : 'incompatible accessMode';
}

function attributes({ spec }: PersistentVolume | PersistentVolumeClaim): string {
  return spec.volumeAttributesClassName ?? '';
}
