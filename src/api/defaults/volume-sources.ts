// Models pkg/apis/core/v1/defaults.go SetDefaults_…VolumeSource (v1.36)

import type { Fields } from '../go/json.ts';
import { fill, inField } from './fill.ts';

const SOURCES: readonly (readonly [source: string, fields: Fields])[] = [
  ['iscsi', { iscsiInterface: 'default' }],
  ['rbd', { pool: 'rbd', user: 'admin', keyring: '/etc/ceph/keyring' }],
  ['azureDisk', { cachingMode: 'ReadWrite', fsType: 'ext4', readOnly: false, kind: 'Shared' }],
  ['scaleIO', { storageMode: 'ThinProvisioned', fsType: 'xfs' }],
];

/** Sources of volumes that few clusters have. */
export function defaultVolumeSources(volume: Fields): Fields {
  let result = volume;
  for (const [source, fields] of SOURCES) result = inField(result, source, (each) => fill(each, fields));
  return result;
}
