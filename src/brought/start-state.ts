import type { KObject } from '../api/types/meta.ts';

/** What a run begins with in the place of an empty cluster: the state of a real one, as its objects tell it. */
export interface StartState {
  /** RFC 3339: the moment at which the run begins, just after the latest that the objects tell of. */
  readonly time: string;
  /** As a server gave them, with uid and status, Secrets without what they keep; the run gives a uid to what has none. */
  readonly objects: readonly KObject[];
  /** Very many that are alike, without writing each: they are told apart by numbers (`copies.ts`). */
  readonly copies?: readonly Copies[];
}

/** The same as a run has it: all that are alike are written out, and each object has a uid. */
export interface BegunState extends Omit<StartState, 'copies'> {
  /** The uids of those that no server has kept before: they are as if they had just been made. */
  readonly made: ReadonlySet<string>;
}

/** The moment at which a run begins where nothing tells another. */
export const USUAL_TIME = '2026-01-15T09:00:00Z';

/** An object that is there so many times: `{n}` in its texts is the number of each, from 0. */
export interface Copies {
  readonly of: KObject;
  readonly count: number;
}
