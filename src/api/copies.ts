import { extend, growingCopy, replaced, without } from '../base/extend.ts';
import type { Writable } from '../base/writable.ts';
import type { KObject, ObjectMeta } from './types/meta.ts';

/*
 * Every write copies an object and its metadata, and so does whoever leaves something out of what it hears of. Nearly all
 * of these have one of a few sets of fields; a copy that names them costs a fifth of one that has to ask, and takes half
 * of the memory.
 */

const SPEC_AND_STATUS: readonly string[] = ['kind', 'apiVersion', 'metadata', 'spec', 'status'];
const OF_EVENT: readonly string[] =
  'kind apiVersion metadata involvedObject reason message source firstTimestamp lastTimestamp count type eventTime reportingComponent reportingInstance'.split(
    ' ',
  );
/** Of a Pod that a controller made. */
const OF_POD: readonly string[] =
  'name generateName labels ownerReferences namespace managedFields uid creationTimestamp generation resourceVersion'.split(
    ' ',
  );
const OF_NEW_POD = OF_POD.slice(0, -1);
/** Of an Event, and whatever else has only a name: as it is sent, with who owns its fields, and with what the server says of it. */
const NAMED: readonly string[] = ['name', 'namespace'];
const NAMED_AND_OWNED: readonly string[] = [...NAMED, 'managedFields'];
const NAMED_AND_BEGUN: readonly string[] = [...NAMED_AND_OWNED, 'uid', 'creationTimestamp'];

/** Whether an object has just these fields, in this order. */
function isOf(object: object, fields: readonly string[]): boolean {
  let at = 0;
  for (const field in object) {
    if (field !== fields[at]) return false;
    at += 1;
  }
  return at === fields.length;
}

/** The object with other metadata. */
export function withMetadata<T extends KObject>(object: T, metadata: ObjectMeta): T;
export function withMetadata(object: KObject, metadata: ObjectMeta): KObject {
  const { kind, apiVersion } = object;
  if (isOf(object, SPEC_AND_STATUS)) return { kind, apiVersion, metadata, spec: object.spec, status: object.status };
  if (!isOf(object, OF_EVENT)) return replaced(object, { metadata });
  return {
    kind,
    apiVersion,
    metadata,
    involvedObject: object.involvedObject,
    reason: object.reason,
    message: object.message,
    source: object.source,
    firstTimestamp: object.firstTimestamp,
    lastTimestamp: object.lastTimestamp,
    count: object.count,
    type: object.type,
    eventTime: object.eventTime,
    reportingComponent: object.reportingComponent,
    reportingInstance: object.reportingInstance,
  };
}

/** A copy that will have other values for some of its fields, or more of them. */
export function openCopy(object: Readonly<Record<string, unknown>>): Record<string, unknown> {
  if (!isOf(object, SPEC_AND_STATUS)) return growingCopy(object);
  const { kind, apiVersion, metadata, spec, status } = object;
  return { kind, apiVersion, metadata, spec, status };
}

/** The metadata of a new object: its names stand first, what the server says of it last. */
export function begun(metadata: ObjectMeta, uid: string, creationTimestamp: string): ObjectMeta {
  const { name = '', generateName } = metadata;
  if (name !== '' && isOf(metadata, NAMED_AND_OWNED)) {
    return { name, namespace: metadata.namespace, managedFields: metadata.managedFields, uid, creationTimestamp };
  }
  const copy: Record<string, unknown> = {};
  if (name !== '') copy.name = name;
  if (generateName !== undefined) copy.generateName = generateName;
  for (const field in metadata) {
    if (!isSetOnCreate(field)) copy[field] = metadata[field as keyof ObjectMeta];
  }
  copy.uid = uid;
  copy.creationTimestamp = creationTimestamp;
  return copy;
}

function isSetOnCreate(field: string): boolean {
  return field === 'name' || field === 'generateName' || field === 'uid' || field === 'creationTimestamp';
}

/** The metadata at another revision, which stands last. */
export function revised(metadata: ObjectMeta, resourceVersion: string): ObjectMeta {
  if (isOf(metadata, OF_POD) || isOf(metadata, OF_NEW_POD)) {
    const { managedFields } = metadata;
    return podMetadata(metadata, managedFields, resourceVersion);
  }
  if (isOf(metadata, NAMED_AND_BEGUN)) {
    const { name, namespace, managedFields, uid, creationTimestamp } = metadata;
    return { name, namespace, managedFields, uid, creationTimestamp, resourceVersion };
  }
  const copy: Writable<ObjectMeta> = without(metadata, 'resourceVersion');
  copy.resourceVersion = resourceVersion;
  return copy;
}

/** The metadata with other owners of fields. */
export function owned(metadata: ObjectMeta, managedFields: ObjectMeta['managedFields']): ObjectMeta {
  if (isOf(metadata, OF_POD)) return podMetadata(metadata, managedFields, metadata.resourceVersion);
  if (isOf(metadata, NAMED)) return { name: metadata.name, namespace: metadata.namespace, managedFields };
  return extend(metadata, { managedFields });
}

function podMetadata(
  metadata: ObjectMeta,
  managedFields: ObjectMeta['managedFields'],
  resourceVersion: string | undefined,
): ObjectMeta {
  const { name, generateName, labels, ownerReferences, namespace, uid, creationTimestamp, generation } = metadata;
  return {
    name,
    generateName,
    labels,
    ownerReferences,
    namespace,
    managedFields,
    uid,
    creationTimestamp,
    generation,
    resourceVersion,
  };
}

/** The metadata without owners of fields. */
export function unowned(metadata: ObjectMeta): ObjectMeta {
  if (!isOf(metadata, OF_POD)) return without(metadata, 'managedFields');
  const { name, generateName, labels, ownerReferences, namespace } = metadata;
  const { uid, creationTimestamp, generation, resourceVersion } = metadata;
  return {
    name,
    generateName,
    labels,
    ownerReferences,
    namespace,
    uid,
    creationTimestamp,
    generation,
    resourceVersion,
  };
}
