import { isByBeats } from '../filter-check.ts';
import type { Filter } from '../messages.ts';

/*
 * What follows from where a reader stands among the steps of his filter: where a move leads, whether he has gone back, what
 * has not been told. Whoever holds a run asks this, and whoever holds a record of one.
 */

export interface Standing {
  /** So many steps of the filter lie up to the cursor. */
  readonly index: number;
  /** So many there are. */
  readonly total: number;
  /** The cursor is on one of them. */
  readonly isOn: boolean;
}

/** A step of the filter by its number from 1, or an end of the run; `ahead`: that is not there yet. */
export type Landing = { readonly index: number } | 'start' | 'end' | 'here' | 'ahead';

/** Where a move by so many steps of the filter leads. */
export function landingOf(by: number, { index, total, isOn }: Standing, filter: Filter, isAtRest: boolean): Landing {
  const isInside = filter.within !== undefined;
  const isPart = isInside || isByBeats(filter);
  // The last beat says what the story came to: what comes after it is a step of its own.
  const isOver = !isPart && isAtRest && index === total;
  const to = (isOver || isOn || by > 0 ? index : index + 1) + by;
  const isThere = to >= 1 && to <= total;
  if (isInside && !isThere) return 'here';
  // To the last step belongs what the filter hides after it: a queue that empties, a watch that is told.
  if (by > 0 && isAtRest && (!isThere || (!isPart && to === total))) return 'end';
  if (isThere) return { index: to };
  return by < 0 ? 'start' : 'ahead';
}

/** How far a reader has come, in steps of the filter. */
export interface Told {
  /** So many lie up to the cursor, and up to the newest step that he has been at. */
  readonly index: number;
  readonly present: number;
}

/** There are steps of the filter between the cursor and the present: what it hides nobody has gone back over. */
export function isBefore({ index, present }: Told): boolean {
  return index < present;
}

/** What was given last has not been told to its end: `before` so many steps were there when it was given. */
export function isUntold(told: Told, before: number, total: number, isAtRest: boolean): boolean {
  return told.index >= before && !(isAtRest && told.present >= total);
}
