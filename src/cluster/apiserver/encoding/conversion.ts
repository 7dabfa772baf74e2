import { decodeStrict } from '../../../api/decoding/decode.ts';
import type { InVersion } from '../../../api/fields/seen-from.ts';
import { apiVersionOf, type ResourceInfo, resourceOfObject } from '../../../api/scheme/scheme.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { pureOfValues } from '../../../base/pure.ts';
import { autoscalerFromV1, autoscalerToV1 } from './autoscaler-versions.ts';

/** A resource served in several versions is stored in one. Same version in and out: the same object. */
// Models pkg/apis/events/v1/conversion.go (v1.36)
export function toStorage(from: ResourceInfo, storage: ResourceInfo, object: KObject): KObject {
  if (storage.definition !== undefined) return storage.definition.fromStored(object);
  if (from.group === storage.group && from.version === storage.version) return object;
  const read =
    storage.resource === 'events' ? renamed(object, TO_CORE, apiVersionOf(storage)) : autoscalerFromV1(object);
  return asTyped(storage, read);
}

/** What one version writes out when it is empty, another leaves out. */
function asTyped(kind: ResourceInfo, object: KObject): KObject {
  return decodeStrict<KObject>(kind, object, { strict: false }).object;
}

/** What several watchers of one kind hear of. An object that is being written gets its revision when others have already seen it. */
const converted = pureOfValues(16, (object: KObject, to: ResourceInfo, _revision: string | undefined): KObject => {
  const result = to.resource === 'events' ? renamed(object, FROM_CORE, apiVersionOf(to)) : autoscalerToV1(object);
  return asTyped(to, result);
});

export function fromStorage(storage: ResourceInfo, to: ResourceInfo, object: KObject): KObject {
  if (to.definition !== undefined) return to.definition.fromStored(object);
  if (to.group === storage.group && to.version === storage.version) return object;
  return converted(object, to, object.metadata.resourceVersion);
}

/** How the versions of a kind see an object of the one that was asked for; undefined where there is but one. */
export function versionsOf(asked: ResourceInfo, storage: ResourceInfo): InVersion | undefined {
  if (!SEVERAL.has(storage.resource) || storage.definition !== undefined) return undefined;
  return (object, apiVersion) => {
    const target = resourceOfObject({ apiVersion, kind: storage.kind });
    if (target === undefined) return undefined;
    // What an applied configuration says to be empty is gone when it has been through the types.
    return fromStorage(storage, target, toStorage(asked, storage, asTyped(asked, object as KObject)));
  };
}

const SEVERAL: ReadonlySet<string> = new Set(['events', 'horizontalpodautoscalers']);

const TO_CORE: ReadonlyMap<string, string> = new Map([
  ['note', 'message'],
  ['regarding', 'involvedObject'],
  ['reportingController', 'reportingComponent'],
  ['deprecatedSource', 'source'],
  ['deprecatedFirstTimestamp', 'firstTimestamp'],
  ['deprecatedLastTimestamp', 'lastTimestamp'],
  ['deprecatedCount', 'count'],
]);

const FROM_CORE: ReadonlyMap<string, string> = new Map([...TO_CORE].map(([events, core]) => [core, events]));

function renamed(object: KObject, names: ReadonlyMap<string, string>, apiVersion: string): KObject {
  const result: Record<string, unknown> = {};
  for (const key in object) result[names.get(key) ?? key] = object[key];
  result.apiVersion = apiVersion;
  return result as KObject;
}
