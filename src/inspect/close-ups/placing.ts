import { compareStrings } from '../../base/order.ts';
import {
  DECISIONS_TABLE,
  type DecisionRow,
  type QueueRow,
  SCHEDULING_QUEUE_TABLE,
} from '../../cluster/scheduler/objects/rows.ts';
import type { Step } from '../../engine/index.ts';
import type { CloseUpView } from '../../protocol/views.ts';
import { scheduler } from '../../steps/scheduler.ts';
import type { Snapshot } from '../snapshot.ts';
import { headOf } from './facts.ts';

type Table = Extract<CloseUpView, { readonly type: 'table' }>;
type Row = Table['rows'][number];
const MOST_ROWS = 12;
const ABOUT_QUEUES: ReadonlySet<string> = new Set([scheduler.enqueued.name, scheduler.popped.name]);

/** The scheduler's queues, or how the nodes fare in the decision at hand. */
export function placing(snapshot: Snapshot, step: Step): CloseUpView | undefined {
  const decision = snapshot.table(DECISIONS_TABLE).get(step.subject.slice(step.subject.indexOf('/') + 1));
  const body = ABOUT_QUEUES.has(step.kind.name) || decision === undefined ? queues(snapshot) : nodes(decision);
  return {
    type: 'table',
    ...headOf(step),
    ...body,
  };
}

function queues(snapshot: Snapshot): Pick<Table, 'columns' | 'rows' | 'none'> {
  const changed = snapshot.changedKeys(SCHEDULING_QUEUE_TABLE);
  return {
    columns: ['Pod', 'queue', 'attempts', 'priority'],
    rows: [...snapshot.table(SCHEDULING_QUEUE_TABLE)]
      .sort(oldestFirst)
      .slice(0, MOST_ROWS)
      .map(([key, row]) => ({
        cells: [row.pod, row.queue, String(row.attempts), String(row.priority)],
        now: changed.has(key),
        quiet: false,
        ok: undefined,
      })),
    none: 'noneWaits',
  };
}

/** A table has no order of its own: it is another one on the way back. */
function oldestFirst([, a]: readonly [string, QueueRow], [, b]: readonly [string, QueueRow]): number {
  return a.since - b.since || compareStrings(a.pod, b.pod);
}

/** Best first: the chosen one stands on top. */
function nodes({ nodes, filters, totals, chosen }: DecisionRow): Pick<Table, 'columns' | 'rows' | 'none'> {
  const refusalOf = (at: number): string | undefined => {
    for (const { plugin, results } of filters) {
      const result = results[at];
      if (typeof result === 'string') return `${plugin}: ${result}`;
    }
    return undefined;
  };
  const rows = nodes.map((name, at): Row & { readonly total: number } => {
    const refusal = refusalOf(at);
    return {
      cells: [name, refusal ?? '', totals[at] === undefined ? '' : String(totals[at])],
      now: name === chosen,
      quiet: refusal !== undefined,
      ok: refusal === undefined,
      total: totals[at] ?? -1,
    };
  });
  return {
    columns: ['node', 'refusedBy', 'score'],
    rows: rows
      .sort((a, b) => Number(b.now) - Number(a.now) || b.total - a.total)
      .slice(0, MOST_ROWS)
      .map(({ total: _, ...row }) => row),
    none: 'noNodes',
  };
}
