import type { Unreadable } from '../../../api/scheme/custom-kind.ts';
import type { ResourceInfo } from '../../../api/scheme/scheme.ts';
import { withMetadata } from '../../../api/types/copies.ts';
import type { KObject, ObjectMeta } from '../../../api/types/meta.ts';
import { without } from '../../../base/extend.ts';
import type { Writable } from '../../../base/writable.ts';
import type { KeyValue } from '../../ports/kv.ts';
import { isUnreadable, type ReadAs, type ReadText, readText } from './stored-text.ts';

/** The object as clients see it: with the revision of its last change. What the server put is an object, what came past it a text. */
// Models staging/src/k8s.io/apiserver/pkg/storage/etcd3/decoder.go (v1.36)
export function readStored(info: ResourceInfo, item: KeyValue, as: 'object'): KObject | Unreadable;
export function readStored(info: ResourceInfo, item: KeyValue, as: ReadAs): ReadText;
export function readStored(info: ResourceInfo, item: KeyValue, as: ReadAs): ReadText {
  const { value, modRevision } = item;
  if (typeof value !== 'string') return ownStored(item);
  const read = readText(info, value, as);
  return read === 'other' || isUnreadable(read) ? read : atRevision(read, modRevision);
}

/** What the server itself has put there. */
export function ownStored({ value, modRevision }: KeyValue): KObject {
  const object = value as KObject;
  // Who writes past the server may put the same value again.
  return Number(object.metadata.resourceVersion) === modRevision ? object : atRevision(object, modRevision);
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
