// Models nothing upstream: what people print of their clusters (v1.36)

import { decodeStrict } from '../../api/decoding/decode.ts';
import type { KObject } from '../../api/types/meta.ts';
import { splitGroupVersion } from '../../api/values/group-version.ts';
import { randomUid } from '../../api/values/names.ts';
import { parseTime, rfc3339 } from '../../api/values/time.ts';
import { SECOND } from '../../base/time/units.ts';
import { copied } from '../../brought/copies.ts';
import type { BegunState, StartState } from '../../brought/start-state.ts';
import type { Engine } from '../../engine/index.ts';

/** What stands for an object among all: `Pod web/api`. */
export function identityOf({ apiVersion = '', kind, metadata }: KObject): string {
  return `${apiVersion.split('/')[0]} ${kind} ${metadata.namespace ?? ''}/${metadata.name}`;
}

/** What a run begins with: what can be read, where what has no uid gets one that its name and the run's seed decide. */
export function begunState(start: StartState, engine: Pick<Engine, 'random'>): BegunState {
  const { time, objects } = readable(start);
  const made = new Set<string>();
  const creationTimestamp = rfc3339((parseTime(time) ?? 0) - SECOND);
  const identified = objects.map((object) => {
    if ((object.metadata.uid ?? '') !== '') return object;
    const uid = randomUid(engine.random(`brought/${identityOf(object)}`));
    made.add(uid);
    return { ...EMPTY[object.kind ?? ''], ...object, metadata: { creationTimestamp, ...object.metadata, uid } };
  });
  return { time, objects: identified, made };
}

/** Machines are made after what these say of themselves, be it nothing. */
const EMPTY: { readonly [kind: string]: object } = {
  Node: { spec: {}, status: {} },
  Pod: { spec: { containers: [] }, status: {} },
};

/** Without what was changed since it was read as its kind, so that a server could not read it any more. */
function readable(start: StartState): StartState {
  const objects = copied(start).filter((object) => {
    const { apiVersion = '', kind = '' } = object;
    const [group, version] = splitGroupVersion(apiVersion);
    return decodeStrict({ group, version, kind }, object, { strict: false }).error === undefined;
  });
  return { time: start.time, objects };
}

/** By what each is called, in the order in which they came. */
export function grouped<T>(list: readonly T[], nameOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of list) {
    const name = nameOf(item);
    const others = groups.get(name);
    if (others === undefined) groups.set(name, [item]);
    else others.push(item);
  }
  return groups;
}

/** The objects of one resource, as they were brought. */
export function objectsOf<T extends KObject>({ objects }: StartState, kind: string, apiVersion: string): readonly T[] {
  return objects.filter((object): object is T => object.kind === kind && object.apiVersion === apiVersion);
}
