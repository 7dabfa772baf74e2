// Models pkg/api/persistentvolume/util.go, pkg/api/persistentvolumeclaim/util.go and pkg/api/storage/util.go (v1.36)
import { isFields } from '../../../api/go/json.ts';
import { canonicalQuantity, parseQuantity } from '../../../api/values/quantity.ts';
import { type Fields, fieldsOf, itemsOf, oldLabelsAmong } from './warning-parts.ts';

const OLD_CLASS = 'volume.beta.kubernetes.io/storage-class';
const GONE: readonly (readonly [source: string, shown: string, why: string])[] = [
  ['cephfs', 'cephfs', 'deprecated in v1.28, non-functional in v1.31+'],
  ['photonPersistentDisk', 'photonPersistentDisk', 'deprecated in v1.11, non-functional in v1.16+'],
  ['scaleIO', 'scaleIO', 'deprecated in v1.16, non-functional in v1.22+'],
  ['storageos', 'storageOS', 'deprecated in v1.22, non-functional in v1.25+'],
  ['glusterfs', 'glusterfs', 'deprecated in v1.25, non-functional in v1.26+'],
  ['rbd', 'rbd', 'deprecated in v1.28, non-functional in v1.31+'],
];

export function volumeWarnings(found: string[], volume: Fields): void {
  oldClass(found, volume);
  const spec = fieldsOf(volume, 'spec');
  if (spec.persistentVolumeReclaimPolicy === 'Recycle') {
    const instead = 'Instead, the recommended approach is to use dynamic provisioning.';
    found.push(`spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. ${instead}`);
  }
  itemsOf(fieldsOf(fieldsOf(spec, 'nodeAffinity'), 'required'), 'nodeSelectorTerms').forEach((term, i) => {
    itemsOf(term, 'matchExpressions').forEach(({ key }, j) => {
      const at = `spec.nodeAffinity.required.nodeSelectorTerms[${i}].matchExpressions[${j}].key`;
      for (const [old, why] of oldLabelsAmong([key])) found.push(`${at}: ${old} is ${why}`);
    });
  });
  for (const [source, shown, why] of GONE) if (isFields(spec[source])) found.push(`spec.${shown}: ${why}`);
}

export function claimWarnings(found: string[], claim: Fields): void {
  oldClass(found, claim);
  claimSpecWarnings(found, fieldsOf(claim, 'spec'), 'spec');
}

export function claimSpecWarnings(found: string[], spec: Fields, path: string): void {
  for (const part of ['requests', 'limits']) {
    const { storage } = fieldsOf(fieldsOf(spec, 'resources'), part);
    if (!isFraction(storage)) continue;
    const shown = canonicalQuantity(storage);
    found.push(`${path}.resources.${part}[storage]: fractional byte value "${shown}" is invalid, must be an integer`);
  }
}

export function capacityWarnings(found: string[], capacity: Fields): void {
  const topology = fieldsOf(capacity, 'nodeTopology');
  itemsOf(topology, 'matchExpressions').forEach(({ key }, i) => {
    for (const [old, why] of oldLabelsAmong([key])) found.push(`nodeTopology.matchExpressions[${i}]: ${old} is ${why}`);
  });
  for (const [old, why] of oldLabelsAmong(Object.keys(fieldsOf(topology, 'matchLabels'))))
    found.push(`nodeTopology.matchLabels.${old}: ${why}`);
}

function oldClass(found: string[], object: Fields): void {
  if (fieldsOf(fieldsOf(object, 'metadata'), 'annotations')[OLD_CLASS] === undefined) return;
  found.push(`metadata.annotations[${OLD_CLASS}]: deprecated since v1.8; use "storageClassName" attribute instead`);
}

const NANOS = 1_000_000_000n;

/** Less than a thousandth of a byte is rounded up to one, as everywhere. */
function isFraction(amount: unknown): amount is string | number {
  if (typeof amount !== 'string' && typeof amount !== 'number') return false;
  const nanos = parseQuantity(amount)?.nanos ?? 0n;
  return nanos % NANOS !== 0n;
}
