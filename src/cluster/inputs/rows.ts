// Models nothing upstream: which rates and delays a fault of the run has changed (v1.36)

import { tableName } from '../../engine/index.ts';

/** A rate or a delay that a fault has changed. */
export interface ChangedRow {
  readonly name: string;
  /** Of a thousand, or milliseconds from and to. */
  readonly value: number | readonly [from: number, to: number];
}

/** Rates and delays that are not what they were when the run began. */
export const CHANGED_TABLE = tableName<ChangedRow>('changed-rates');
