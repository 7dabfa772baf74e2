import type { Micros } from '../base/time/units.ts';

/** What the clock on somebody's wall shows, which need not be right. */
export interface Clock {
  /** What it said, or says, at a moment of the run. */
  at(moment: Micros): Micros;
}
