import {
  DECISIONS_TABLE,
  type DecisionRow,
  type FilterRow,
  type QueueRow,
  SCHEDULING_QUEUE_TABLE,
  type ScoreRow,
} from '../../cluster/scheduler/objects/rows.ts';
import type { ViewParams } from '../../protocol/messages.ts';
import type { DecisionView, SchedulerView } from '../../protocol/views.ts';
import type { Snapshot } from '../snapshot.ts';

/** The scheduler's queues and one decision: every plugin × node result that was computed. */
export function schedulerView(snapshot: Snapshot, params: ViewParams): SchedulerView {
  const waiting = [...snapshot.table(SCHEDULING_QUEUE_TABLE).values()];
  const inQueue = (...queues: readonly QueueRow['queue'][]) =>
    waiting.filter(({ queue }) => queues.includes(queue)).map(({ pod }) => pod);
  const decisions = snapshot.table(DECISIONS_TABLE);
  const newestFirst = [...decisions.values()].sort((a, b) => b.time - a.time || (a.pod < b.pod ? -1 : 1));
  const changed = [...snapshot.changedKeys(DECISIONS_TABLE)][0];
  const key = params.name ?? changed ?? newestFirst[0]?.pod;
  const decision = key === undefined ? undefined : decisions.get(key);
  return {
    queues: {
      active: inQueue('active'),
      backoff: inQueue('backoff'),
      unschedulable: inQueue('unschedulable', 'gated'),
      inFlight: inQueue('inFlight'),
    },
    decided: newestFirst.map(({ pod }) => pod),
    decision: decision === undefined ? undefined : decisionView(decision),
  };
}

function decisionView(row: DecisionRow): DecisionView {
  return {
    pod: row.pod,
    nodes: row.nodes,
    phase: row.phase,
    filters: row.filters.filter(({ skipped }) => skipped === undefined).map(filterView),
    skippedFilters: row.filters.flatMap(({ plugin, skipped }) =>
      skipped === undefined ? [] : [{ plugin, why: skipped }],
    ),
    scores: row.scores.map(scoreView),
    totals: row.totals,
    chosen: row.chosen,
    tied: row.tied,
    failure: row.failure,
    formulas: row.formulas,
  };
}

function filterView({ plugin, results }: FilterRow): DecisionView['filters'][number] {
  return {
    plugin,
    results: results.map((result) => ({
      ok: result === true,
      reason: typeof result === 'string' ? result : undefined,
    })),
  };
}

const NO_CELL = { raw: Number.NaN, normalised: Number.NaN, weighted: Number.NaN };

function scoreView({ plugin, weight, skipped, cells }: ScoreRow): DecisionView['scores'][number] {
  return { plugin, weight, skipped, cells: cells.map((cell) => cell ?? NO_CELL) };
}
