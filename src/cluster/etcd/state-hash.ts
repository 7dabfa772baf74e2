import { valueText } from '../ports/bare-value.ts';
import type { Mvcc } from './mvcc.ts';

/** One number for all that is stored, so that members can be compared. Deviation: etcd sums its own encoding by CRC-32C. */
// Models etcd server/storage/mvcc/hash.go (v3.6)
export function hashOf(store: Mvcc): number {
  let hash = 0x811c9dc5;
  const add = (text: string): void => {
    for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  };
  for (const { key, value, modRevision, version } of store.collect('', undefined)) {
    add(`${key}\0${modRevision}\0${version}\0`);
    add(valueText(value));
  }
  return hash >>> 0;
}
