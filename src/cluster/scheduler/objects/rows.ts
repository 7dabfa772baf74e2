// Models pkg/scheduler/backend/queue and pkg/scheduler/backend/cache (v1.36)

import { tableName } from '../../../engine/index.ts';

/** By pod key: a pod that is not bound yet. */
export interface QueueRow {
  readonly pod: string;
  readonly uid: string;
  readonly queue: 'active' | 'backoff' | 'unschedulable' | 'gated' | 'inFlight';
  readonly attempts: number;
  readonly priority: number;
  readonly since: number;
  /** Plugins that refused it at the last attempt. */
  readonly plugins: readonly string[];
  readonly readyAt: number | undefined;
}
export const SCHEDULING_QUEUE_TABLE = tableName<QueueRow>('scheduler/queue');

/** By name: the sums of the scheduler's cache. */
export interface NodeRow {
  readonly name: string;
  readonly pods: number;
  readonly assumed: number;
  readonly requestedCPU: number;
  readonly allocatableCPU: number;
  readonly requestedMemory: number;
  readonly allocatableMemory: number;
  readonly allocatablePods: number;
}
export const SCHEDULER_NODES_TABLE = tableName<NodeRow>('scheduler/nodes');

export interface FilterRow {
  readonly plugin: string;
  readonly skipped: string | undefined;
  /** For each node: passed, the reasons of a refusal, or undefined when an earlier plugin had refused. */
  readonly results: readonly (true | string | undefined)[];
}

export interface ScoreRow {
  readonly plugin: string;
  readonly weight: number;
  readonly skipped: string | undefined;
  /** For each node; undefined where it was filtered out. */
  readonly cells: readonly (
    | { readonly raw: number; readonly normalised: number; readonly weighted: number }
    | undefined
  )[];
}

export interface FormulaRow {
  readonly plugin: string;
  readonly note: string;
  readonly rows: readonly { readonly name: string; readonly values: readonly string[] }[];
}

export type DecisionPhase = 'filtering' | 'scoring' | 'selected' | 'assumed' | 'bound' | 'unschedulable' | 'failed';

/** By pod key: the plugin × node matrix of its last attempt. */
export interface DecisionRow {
  readonly pod: string;
  readonly uid: string;
  readonly attempt: number;
  readonly time: number;
  readonly phase: DecisionPhase;
  readonly nodes: readonly string[];
  readonly totalNodes: number;
  readonly filters: readonly FilterRow[];
  readonly scores: readonly ScoreRow[];
  readonly totals: readonly (number | undefined)[];
  readonly formulas: readonly FormulaRow[];
  readonly chosen: string | undefined;
  readonly tied: number;
  readonly failure: string | undefined;
}
export const DECISIONS_TABLE = tableName<DecisionRow>('scheduler/decisions');
