import type { Anchor } from './anchor.ts';

/** A moment that somebody has pinned, with a note: it travels with its run in files and links. */
export interface Pin {
  /** A place that is found again in other builds; `start` is before the first step. */
  readonly at: Anchor | 'start';
  /** The sentence that stood there, as who pinned it read it. */
  readonly told?: string;
  readonly note?: string;
  /** Microseconds on the clock that people see. */
  readonly time?: number;
}

export const LONGEST_NOTE = 4_000;

/** Longer sentences are cut: a reader still sees which one it was. */
export const LONGEST_TOLD = 240;
