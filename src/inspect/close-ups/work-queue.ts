import { compareStrings } from '../../base/order.ts';
import { MINUTE, type Micros } from '../../base/time/units.ts';
import { WORK_QUEUE_TABLES, type WorkQueueRow } from '../../cluster/clientgo/rows.ts';
import type { Step } from '../../engine/index.ts';
import { duration } from '../../narration/insight-args.ts';
import type { Cell, CloseUpView } from '../../protocol/views.ts';
import type { Snapshot } from '../snapshot.ts';
import { headOf } from './facts.ts';

const MOST_KEYS = 12;

/** Every key that the queue knows of, and what it does with it. */
export function workQueue(snapshot: Snapshot, step: Step): CloseUpView | undefined {
  const queue = WORK_QUEUE_TABLES.oneOf(step.subject);
  if (queue === undefined) return undefined;
  const table = WORK_QUEUE_TABLES.of(queue);
  const changed = snapshot.changedKeys(table);
  const known = [...snapshot.table(table).values()];
  // A table has no order of its own: it is another one on the way back.
  const rows = known.sort((a, b) => compareStrings(a.key, b.key)).slice(0, MOST_KEYS);
  return {
    type: 'table',
    ...headOf(step),
    columns: ['key', 'state', 'failures'],
    rows: rows.map((row) => ({
      cells: [row.key, stateOf(snapshot, row), String(row.failures)],
      now: changed.has(row.key),
      quiet: !row.queued && !row.processing,
      ok: undefined,
    })),
    none: 'queueEmpty',
  };
}

/** A key that comes while its object is being worked on waits until that is done. */
function stateOf(snapshot: Snapshot, { processing, dirty, queued, readyAt }: WorkQueueRow): Cell {
  if (processing) return dirty ? 'processing, dirty' : 'processing';
  if (queued) return 'queued';
  if (readyAt === undefined) return '–';
  return { key: 'cell.waits', args: { time: wholeMinutes(readyAt - snapshot.now) } };
}

/** Who waits for ten minutes asks for no seconds. */
function wholeMinutes(micros: Micros): string {
  return micros >= 2 * MINUTE ? `${Math.round(micros / MINUTE)} min` : duration(Math.max(0, micros));
}
