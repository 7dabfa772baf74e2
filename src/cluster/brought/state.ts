// Models nothing upstream: what people print of their clusters (v1.36)

import type { KObject } from '../../api/types/meta.ts';

/** What a run begins with in the place of an empty cluster (the same shape as in brought/read-brought.ts). */
export interface StartState {
  /** RFC 3339: the moment at which the run begins. */
  readonly time: string;
  /** As a server gave them, with uid and status. */
  readonly objects: readonly KObject[];
}

/** The objects of one resource, as they were brought. */
export function objectsOf<T extends KObject>({ objects }: StartState, kind: string, apiVersion: string): readonly T[] {
  return objects.filter((object): object is T => object.kind === kind && object.apiVersion === apiVersion);
}
