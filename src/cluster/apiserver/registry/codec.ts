import type { KObject } from '../../../api/types/meta.ts';
import { extend } from '../../../base/extend.ts';
import type { KeyValue } from '../../ports/kv.ts';

const decoded = new WeakMap<object, KObject>();

/** The object as clients see it: what is stored, with the revision of its last change. The same value gives the same object. */
// Models staging/src/k8s.io/apiserver/pkg/storage/etcd3/store.go, decode (v1.36)
export function decodeStored(item: KeyValue): KObject {
  const value = item.value as KObject;
  const known = decoded.get(value);
  const resourceVersion = String(item.modRevision);
  if (known !== undefined && known.metadata.resourceVersion === resourceVersion) return known;
  const object: KObject = { ...value, metadata: extend(value.metadata, { resourceVersion }) };
  decoded.set(value, object);
  return object;
}

/** What is stored: without the revision, which the store itself knows. */
export function encodeStored(object: KObject): KObject {
  if (object.metadata.resourceVersion === undefined) return object;
  const { resourceVersion: _, ...metadata } = object.metadata;
  return { ...object, metadata };
}
