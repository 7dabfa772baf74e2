import type { KObject } from '../../../api/types/meta.ts';
import { extend, replaced, without } from '../../../base/extend.ts';
import type { KeyValue } from '../../ports/kv.ts';

interface Decoded {
  readonly value: unknown;
  readonly object: KObject;
}

/** Lately decoded, by revision: a write is decoded for its writer and again for the watch cache a little later. */
const lately: (Decoded | undefined)[] = new Array(1024).fill(undefined);
/** Their revisions apart, so that what was decoded long ago need not be touched to see that it is another. */
const revisions: number[] = new Array(lately.length).fill(0);

/** The object as clients see it: what is stored, with the revision of its last change. A value decoded again soon gives the same object. */
// Models staging/src/k8s.io/apiserver/pkg/storage/etcd3/store.go, decode (v1.36)
export function decodeStored(item: KeyValue): KObject {
  const slot = item.modRevision % lately.length;
  if (revisions[slot] === item.modRevision) {
    const known = lately[slot];
    if (known !== undefined && known.value === item.value) return known.object;
  }
  const value = item.value as KObject;
  const metadata = extend(value.metadata, { resourceVersion: String(item.modRevision) });
  const object = replaced(value, { metadata });
  lately[slot] = { value, object };
  revisions[slot] = item.modRevision;
  return object;
}

/** Somebody wrote past the server what is no object: nothing can be made of it. */
export function isReadable({ value }: KeyValue): boolean {
  return typeof value === 'object' && value !== null && 'metadata' in value;
}

/** What is stored: without the revision, which the store itself knows. */
export function encodeStored(object: KObject): KObject {
  if (object.metadata.resourceVersion === undefined) return object;
  return replaced(object, { metadata: without(object.metadata, 'resourceVersion') });
}
