import type { KObject } from '../../../api/types/meta.ts';
import { age, orNone, specOf, statusOf, table, UNSET } from './cells.ts';
import type { TableColumns } from './table-columns.ts';

const MODES: ReadonlyMap<string, string> = new Map([
  ['ReadWriteOnce', 'RWO'],
  ['ReadOnlyMany', 'ROX'],
  ['ReadWriteMany', 'RWX'],
  ['ReadWriteOncePod', 'RWOP'],
]);

function modesText(modes: readonly string[] | undefined): string {
  return [...MODES]
    .filter(([mode]) => modes?.includes(mode) === true)
    .map(([, short]) => short)
    .join(',');
}

interface VolumeSpec {
  readonly accessModes?: readonly string[];
  readonly capacity?: { readonly storage?: string };
  readonly persistentVolumeReclaimPolicy?: string;
  readonly claimRef?: { readonly namespace?: string; readonly name?: string };
  readonly storageClassName?: string;
  readonly volumeAttributesClassName?: string;
  readonly volumeMode?: string;
  readonly volumeName?: string;
}

/** The annotation is older than the field, and stands above it. */
function classOf({ metadata }: KObject, { storageClassName }: VolumeSpec): string {
  return metadata.annotations?.['volume.beta.kubernetes.io/storage-class'] ?? storageClassName ?? '';
}

// Models pkg/printers/internalversion/printers.go printPersistentVolume (v1.36)
const volumes = table(
  'Name Capacity Access_Modes Reclaim_Policy Status Claim StorageClass VolumeAttributesClass Reason Age VolumeMode!',
  (object, now) => {
    const spec = specOf<VolumeSpec>(object);
    const status = statusOf<{ readonly phase?: string; readonly reason?: string }>(object);
    const phase = object.metadata.deletionTimestamp === undefined ? (status.phase ?? '') : 'Terminating';
    return [
      object.metadata.name,
      spec.capacity?.storage ?? '0',
      modesText(spec.accessModes),
      spec.persistentVolumeReclaimPolicy ?? '',
      phase,
      spec.claimRef === undefined ? '' : `${spec.claimRef.namespace ?? ''}/${spec.claimRef.name ?? ''}`,
      classOf(object, spec),
      spec.volumeAttributesClassName ?? UNSET,
      status.reason ?? '',
      age(object, now),
      spec.volumeMode ?? UNSET,
    ];
  },
);

const claims = table(
  'Name Status Volume Capacity Access_Modes StorageClass VolumeAttributesClass Age VolumeMode!',
  (object, now) => {
    const spec = specOf<VolumeSpec>(object);
    const status = statusOf<{
      readonly phase?: string;
      readonly capacity?: { readonly storage?: string };
      readonly accessModes?: readonly string[];
    }>(object);
    const bound = (spec.volumeName ?? '') !== '';
    const phase = object.metadata.deletionTimestamp === undefined ? (status.phase ?? '') : 'Terminating';
    return [
      object.metadata.name,
      phase,
      spec.volumeName ?? '',
      bound ? (status.capacity?.storage ?? '0') : '',
      bound ? modesText(status.accessModes) : '',
      classOf(object, spec),
      spec.volumeAttributesClassName ?? UNSET,
      age(object, now),
      spec.volumeMode ?? UNSET,
    ];
  },
);

const classes = table('Name Provisioner ReclaimPolicy VolumeBindingMode AllowVolumeExpansion Age', (object, now) => {
  const name = object.metadata.name ?? '';
  const isDefault = object.metadata.annotations?.['storageclass.kubernetes.io/is-default-class'] === 'true';
  return [
    isDefault ? `${name} (default)` : name,
    object.provisioner ?? '',
    object.reclaimPolicy ?? 'Delete',
    object.volumeBindingMode ?? 'Immediate',
    object.allowVolumeExpansion === true,
    age(object, now),
  ];
});

const csiNodes = table('Name Drivers:integer Age', (object, now) => [
  object.metadata.name,
  specOf<{ readonly drivers?: readonly unknown[] }>(object).drivers?.length ?? 0,
  age(object, now),
]);

const attachments = table('Name Attacher PV Node Attached:boolean Age', (object, now) => {
  const spec = specOf<{
    readonly attacher?: string;
    readonly nodeName?: string;
    readonly source?: { readonly persistentVolumeName?: string };
  }>(object);
  return [
    object.metadata.name,
    spec.attacher ?? '',
    orNone(spec.source?.persistentVolumeName),
    spec.nodeName ?? '',
    statusOf<{ readonly attached?: boolean }>(object).attached === true,
    age(object, now),
  ];
});

export const storage: readonly (readonly [string, TableColumns])[] = [
  ['persistentvolumes', volumes],
  ['persistentvolumeclaims', claims],
  ['storageclasses.storage.k8s.io', classes],
  ['csinodes.storage.k8s.io', csiNodes],
  ['volumeattachments.storage.k8s.io', attachments],
];
