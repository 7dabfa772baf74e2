import type { InVersion } from '../../../api/compare-fields.ts';
import { apiVersionOf, type ResourceInfo, resourceOfObject } from '../../../api/scheme.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { Lately } from '../../../base/lately.ts';
import { autoscalerFromV1, autoscalerToV1 } from './autoscaler-versions.ts';

/** A resource served in several versions is stored in one. Same version in and out: the same object. */
// Models pkg/apis/events/v1/conversion.go (v1.36)
export function toStorage(from: ResourceInfo, storage: ResourceInfo, object: KObject): KObject {
  if (storage.definition !== undefined) return storage.definition.fromStored(object);
  if (from.group === storage.group && from.version === storage.version) return object;
  if (storage.resource === 'events') return toCore(object, apiVersionOf(storage));
  return autoscalerFromV1(object);
}

/** What several watchers of one kind hear of. */
const converted = new Lately<KObject>(16);

export function fromStorage(storage: ResourceInfo, to: ResourceInfo, object: KObject): KObject {
  if (to.definition !== undefined) return to.definition.fromStored(object);
  if (to.group === storage.group && to.version === storage.version) return object;
  const known = converted.get(object, to);
  if (known !== undefined) return known;
  const result = storage.resource === 'events' ? toNewer(object, apiVersionOf(to)) : autoscalerToV1(object);
  return converted.note(result, object, to);
}

/** How the versions of a kind see an object of the one that was asked for; undefined where there is but one. */
export function versionsOf(asked: ResourceInfo, storage: ResourceInfo): InVersion | undefined {
  const { resource, definition } = storage;
  if ((resource !== 'events' && resource !== 'horizontalpodautoscalers') || definition !== undefined) return undefined;
  return (object, apiVersion) => {
    const target = resourceOfObject({ apiVersion, kind: storage.kind });
    return target === undefined
      ? undefined
      : fromStorage(storage, target, toStorage(asked, storage, object as KObject));
  };
}

/** By which name the core version knows a field of the newer one. */
function coreName(field: string): string {
  switch (field) {
    case 'note':
      return 'message';
    case 'regarding':
      return 'involvedObject';
    case 'reportingController':
      return 'reportingComponent';
    case 'deprecatedSource':
      return 'source';
    case 'deprecatedFirstTimestamp':
      return 'firstTimestamp';
    case 'deprecatedLastTimestamp':
      return 'lastTimestamp';
    case 'deprecatedCount':
      return 'count';
    default:
      return field;
  }
}

function newerName(field: string): string {
  switch (field) {
    case 'message':
      return 'note';
    case 'involvedObject':
      return 'regarding';
    case 'reportingComponent':
      return 'reportingController';
    case 'source':
      return 'deprecatedSource';
    case 'firstTimestamp':
      return 'deprecatedFirstTimestamp';
    case 'lastTimestamp':
      return 'deprecatedLastTimestamp';
    case 'count':
      return 'deprecatedCount';
    default:
      return field;
  }
}

function toCore(object: KObject, apiVersion: string): KObject {
  const result: Record<string, unknown> = {};
  for (const key in object) result[coreName(key)] = object[key];
  result.apiVersion = apiVersion;
  return result as unknown as KObject;
}

/** The newer kind leaves out what is empty. */
function toNewer(object: KObject, apiVersion: string): KObject {
  const result: Record<string, unknown> = {};
  for (const key in object) if (object[key] !== '') result[newerName(key)] = object[key];
  result.apiVersion = apiVersion;
  return result as unknown as KObject;
}
