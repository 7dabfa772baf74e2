// Models staging/src/k8s.io/component-helpers/storage/volume/pv_helpers.go FindMatchingVolume (v1.36)

import { matchesLabels } from '../selectors/selectors.ts';
import type { PersistentVolume, PersistentVolumeClaim } from '../types/core-volumes.ts';
import { value } from '../values/quantity.ts';

const PROVISIONED_BY = 'pv.kubernetes.io/provisioned-by';
const CLASS = 'volume.beta.kubernetes.io/storage-class';

/** The driver that made a volume: it also deletes it. */
export function makerOf({ metadata }: PersistentVolume): string | undefined {
  return metadata.annotations?.[PROVISIONED_BY];
}

export function madeBy(driver: string): { readonly [annotation: string]: string } {
  return { [PROVISIONED_BY]: driver };
}

/** A volume, a claim, or the template of one. */
interface Classed {
  readonly metadata?: PersistentVolumeClaim['metadata'] | undefined;
  readonly spec?: { readonly storageClassName?: string } | undefined;
}

/** Named in the annotation of old manifests, or in the spec. Models GetPersistentVolumeClaimClass and GetPersistentVolumeClass there (v1.36) */
export function classOf({ metadata, spec }: Classed): string {
  return metadata?.annotations?.[CLASS] ?? spec?.storageClassName ?? '';
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

/**
 * What the controller binds: of the volumes with the fewest access modes that will do the one that is reserved for the claim, or
 * else the smallest. Models pkg/controller/volume/persistentvolume/index.go findByClaim (v1.36)
 */
export function bestVolume(
  claim: PersistentVolumeClaim,
  volumes: readonly PersistentVolume[],
  reservedAlone: boolean,
): PersistentVolume | undefined {
  const byModes = new Map<number, PersistentVolume[]>();
  for (const volume of volumes) {
    if (!hasModes(claim, volume)) continue;
    const count = new Set(volume.spec.accessModes).size;
    const group = byModes.get(count);
    if (group === undefined) byModes.set(count, [volume]);
    else group.push(volume);
  }
  for (const count of [...byModes.keys()].sort((a, b) => a - b)) {
    const group = byModes.get(count) ?? [];
    const found =
      group.find((volume) => isReserved(claim, volume)) ?? (reservedAlone ? undefined : smallestVolume(claim, group));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Neither class nor labels are asked of it. */
function isReserved(claim: PersistentVolumeClaim, volume: PersistentVolume): boolean {
  if (!isPromised(volume, claim) || volume.metadata.deletionTimestamp !== undefined || !isLargeEnough(claim, volume))
    return false;
  return attributes(volume) === attributes(claim) && modeOf(volume) === modeOf(claim);
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
  const { metadata } = volume;
  if (metadata.deletionTimestamp !== undefined) return `the volume is marked for deletion "${metadata.name}"`;
  if (!isLargeEnough(claim, volume)) return 'requested PV is too small';
  if (classOf(volume) !== classOf(claim)) return 'storageClassName does not match';
  if (attributes(volume) !== attributes(claim)) return 'volumeAttributesClassName does not match';
  if (modeOf(volume) !== modeOf(claim)) return 'incompatible volumeMode';
  return hasModes(claim, volume) ? undefined : 'incompatible accessMode';
}

function isLargeEnough({ spec: { resources } }: PersistentVolumeClaim, volume: PersistentVolume): boolean {
  return sizeOf(volume) >= value(resources?.requests?.storage);
}

function hasModes({ spec: { accessModes = [] } }: PersistentVolumeClaim, { spec }: PersistentVolume): boolean {
  return accessModes.every((mode) => spec.accessModes?.includes(mode));
}

export function modeOf({ spec }: PersistentVolume | PersistentVolumeClaim): string {
  return spec.volumeMode ?? 'Filesystem';
}

function attributes({ spec }: PersistentVolume | PersistentVolumeClaim): string {
  return spec.volumeAttributesClassName ?? '';
}
