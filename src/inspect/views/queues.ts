import { EXPECTATION_TABLES, WORK_QUEUE_TABLES, type WorkQueueRow } from '../../cluster/clientgo/rows.ts';
import type { QueuesView } from '../../protocol/views.ts';
import type { Snapshot } from '../snapshot.ts';

/** Every work queue with what it holds, and what controllers still expect to see. */
export function queuesView(snapshot: Snapshot): QueuesView {
  return {
    queues: snapshot.membersOf(WORK_QUEUE_TABLES).map((name) => queue(snapshot, name)),
    expectations: snapshot.membersOf(EXPECTATION_TABLES).flatMap((controller) =>
      [...snapshot.table(EXPECTATION_TABLES.of(controller)).values()].map(({ key, adds, deletions }) => ({
        controller,
        key,
        adds,
        deletes: deletions,
      })),
    ),
  };
}

function queue(snapshot: Snapshot, name: string): QueuesView['queues'][number] {
  const table = WORK_QUEUE_TABLES.of(name);
  const rows = [...snapshot.table(table).values()];
  const keys = (holds: (row: WorkQueueRow) => boolean) => rows.filter(holds).map(({ key }) => key);
  return {
    name,
    queue: keys(({ queued }) => queued),
    dirty: keys(({ dirty }) => dirty),
    processing: keys(({ processing }) => processing),
    waiting: rows.flatMap(({ key, readyAt }) =>
      readyAt === undefined ? [] : [{ key, readyAt: snapshot.sinceStart(readyAt) }],
    ),
    retries: rows.filter(({ failures }) => failures > 0).map(({ key, failures }) => ({ key, count: failures })),
    now: snapshot.changedKeys(table).size > 0,
  };
}
