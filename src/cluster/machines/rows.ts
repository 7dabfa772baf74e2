// Models nothing upstream: which machines a fault of the run keeps apart (v1.36)

import type { Micros } from '../../base/time/units.ts';
import { tableName } from '../../engine/index.ts';

export interface CutNodeRow {
  readonly node: string;
  readonly since: Micros;
}

export interface ClockRow {
  /** A node, a member of the store, or a part of the control plane. */
  readonly machine: string;
  /** Before zero: it is slow. */
  readonly offsetSeconds: number;
  readonly since: Micros;
}

/** Clocks that stand apart from all others. */
export const CLOCKS_TABLE = tableName<ClockRow>('clocks');

/** Nodes that nothing reaches from the API server, nor the other way round. */
export const CUT_NODES_TABLE = tableName<CutNodeRow>('cut-nodes');
