// Models nothing upstream: what people print of their clusters (v1.36)

import { decodeStrict } from '../../api/decoding/decode.ts';
import type { KObject } from '../../api/types/meta.ts';
import { splitGroupVersion } from '../../api/values/group-version.ts';

/** What a run begins with in the place of an empty cluster (the same shape as in brought/read-brought.ts). */
export interface StartState {
  /** RFC 3339: the moment at which the run begins. */
  readonly time: string;
  /** As a server gave them, with uid and status. */
  readonly objects: readonly KObject[];
}

/** Without what was changed since it was read as its kind, so that a server could not read it any more. */
export function readable(start: StartState): StartState {
  const objects = start.objects.filter((object) => {
    const { apiVersion = '', kind = '' } = object;
    const [group, version] = splitGroupVersion(apiVersion);
    return decodeStrict({ group, version, kind }, object, { strict: false }).error === undefined;
  });
  return { ...start, objects };
}

/** The objects of one resource, as they were brought. */
export function objectsOf<T extends KObject>({ objects }: StartState, kind: string, apiVersion: string): readonly T[] {
  return objects.filter((object): object is T => object.kind === kind && object.apiVersion === apiVersion);
}
