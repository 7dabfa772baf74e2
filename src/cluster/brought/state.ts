// Models nothing upstream: what people print of their clusters (v1.36)

import { decodeStrict } from '../../api/decoding/decode.ts';
import type { KObject } from '../../api/types/meta.ts';
import { splitGroupVersion } from '../../api/values/group-version.ts';
import { copied } from '../../brought/copies.ts';
import type { StartState } from '../../brought/start-state.ts';

/** Without what was changed since it was read as its kind, so that a server could not read it any more. */
export function readable(start: StartState): StartState {
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
