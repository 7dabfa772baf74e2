import { withMetadata } from '../../../api/copies.ts';
import type { KObject, ObjectMeta } from '../../../api/types/meta.ts';
import { without } from '../../../base/extend.ts';
import type { Writable } from '../../../base/writable.ts';
import type { KeyValue } from '../../ports/kv.ts';

/** The object as clients see it: with the revision of its last change, as it was put. */
// Models staging/src/k8s.io/apiserver/pkg/storage/etcd3/store.go, decode (v1.36)
export function decodeStored({ value, modRevision }: KeyValue): KObject {
  const object = value as KObject;
  // Who writes past the server may put the same value again.
  return Number(object.metadata.resourceVersion) === modRevision ? object : atRevision(object, modRevision);
}

/** Somebody wrote past the server what is no object: nothing can be made of it. */
export function isReadable({ value }: KeyValue): boolean {
  return (value as KObject | null | undefined)?.metadata !== undefined;
}

/** As `atRevision`, of an object that nobody else has: it is completed where it is. */
export function completedAt(object: KObject, revision: number): KObject {
  (object.metadata as Writable<ObjectMeta>).resourceVersion = String(revision);
  return object;
}

/** What is stored of an object: the object at its revision. */
export function atRevision(object: KObject, revision: number): KObject {
  const metadata: Writable<ObjectMeta> = without(object.metadata, 'resourceVersion');
  metadata.resourceVersion = String(revision);
  return withMetadata(object, metadata);
}
