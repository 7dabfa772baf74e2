// Models kubernetes-csi/external-provisioner pkg/controller/controller.go (v6)

import { madeBy, makerOf } from '../../api/storage/persistent-volumes.ts';
import type { PersistentVolume, PersistentVolumeClaim } from '../../api/types/core-volumes.ts';
import type { StorageClass } from '../../api/types/storage.ts';

export const FINALIZER = 'external-provisioner.volume.kubernetes.io/finalizer';
const MARK = 'volume.kubernetes.io/storage-provisioner';
const SELECTED_NODE = 'volume.kubernetes.io/selected-node';
const SECRET = 'volume.kubernetes.io/provisioner-deletion-secret';

/** The driver that is to make a volume for a claim; undefined when nobody is, or not yet. */
export function driverAsked(claim: PersistentVolumeClaim, found: StorageClass | undefined): string | undefined {
  const { metadata, spec } = claim;
  if (metadata.deletionTimestamp !== undefined || (spec.volumeName ?? '') !== '') return undefined;
  const waits = found?.volumeBindingMode === 'WaitForFirstConsumer';
  if (found === undefined || (waits && metadata.annotations?.[SELECTED_NODE] === undefined)) return undefined;
  return metadata.annotations?.[MARK] === found.provisioner ? found.provisioner : undefined;
}

export function volumeName({ metadata }: PersistentVolumeClaim): string {
  return `pvc-${metadata.uid}`;
}

/** The volume that a driver has made for a claim. */
export function volumeFor(claim: PersistentVolumeClaim, made: StorageClass, handle: string): object {
  const { namespace, name, uid, resourceVersion } = claim.metadata;
  const { accessModes, resources, volumeMode = 'Filesystem' } = claim.spec;
  const driver = made.provisioner;
  return {
    kind: 'PersistentVolume',
    apiVersion: 'v1',
    metadata: {
      name: volumeName(claim),
      annotations: { ...madeBy(driver), [`${SECRET}-name`]: '', [`${SECRET}-namespace`]: '' },
      finalizers: [FINALIZER],
    },
    spec: {
      capacity: { storage: resources?.requests?.storage ?? '0' },
      accessModes,
      claimRef: { kind: 'PersistentVolumeClaim', namespace, name, uid, apiVersion: 'v1', resourceVersion },
      csi: {
        driver,
        volumeHandle: handle,
        volumeAttributes: { 'storage.kubernetes.io/csiProvisionerIdentity': `${driver}-1` },
      },
      persistentVolumeReclaimPolicy: made.reclaimPolicy ?? 'Delete',
      storageClassName: made.metadata.name,
      volumeMode,
      ...(made.mountOptions === undefined ? undefined : { mountOptions: made.mountOptions }),
    },
  };
}

/** Nobody uses what the driver made, and the class said that it goes then. */
export function isToBeDeleted(volume: PersistentVolume): boolean {
  const { spec, status } = volume;
  return (
    makerOf(volume) !== undefined && status?.phase === 'Released' && spec.persistentVolumeReclaimPolicy === 'Delete'
  );
}
