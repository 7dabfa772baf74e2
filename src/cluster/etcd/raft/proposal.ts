import { type Micros, SECOND } from '../../../base/time/units.ts';

/** What a proposal is about, for the steps that tell of it. */
export interface Proposal {
  readonly op: string;
  readonly key: string;
  /** How many comparisons it depends on. */
  readonly compare: number;
  readonly subject: string;
}

/** The configuration and the leader's first entry came before everything. */
export const FIRST_INDEX = 4;
/** The term of the first election. */
export const TERM = 2;
/** A member gives up on a proposal after this long: five seconds and two elections. */
export const PATIENCE: Micros = 7 * SECOND;
/** A disk in trouble takes this many times as long. */
export const SLOW_DISK = 60;
