import type { StepView } from './step-view.ts';

/** What time was spent on: somebody waits for a turn or a deadline, somebody works, or something travels. */
export type HopSort = 'waiting' | 'working' | 'wire';

/** A stretch of time that one actor spent on one sort of thing. */
export interface PathLeg {
  readonly sort: HopSort;
  readonly actor: string;
  readonly micros: number;
  /** When it began, on the clock that people see. */
  readonly from: number;
  /** The step that ended the longest hop of it. */
  readonly step: StepView;
}

/** Where the time from a command to what it came to last went. */
export interface CriticalPath {
  readonly first: StepView;
  readonly last: StepView;
  /** What the legs add up to. */
  readonly micros: number;
  /** One after the other, without gaps. */
  readonly legs: readonly PathLeg[];
}
