import type { ExpectationRow, WorkQueueRow } from '../../cluster/clientgo/rows.ts';
import type { QueuesView } from '../../protocol/views.ts';
import type { Snapshot } from '../snapshot.ts';

const QUEUES = 'workqueue/';
const EXPECTATIONS = 'expectations/';

/** Every work queue with what it holds, and what controllers still expect to see. */
export function queuesView(snapshot: Snapshot): QueuesView {
  return {
    queues: snapshot.tableNames(QUEUES).map((name) => queue(snapshot, name)),
    expectations: snapshot.tableNames(EXPECTATIONS).flatMap((name) =>
      [...snapshot.table<ExpectationRow>(name).values()].map(({ key, adds, deletions }) => ({
        controller: name.slice(EXPECTATIONS.length),
        key,
        adds,
        deletes: deletions,
      })),
    ),
  };
}

function queue(snapshot: Snapshot, name: string): QueuesView['queues'][number] {
  const rows = [...snapshot.table<WorkQueueRow>(name).values()];
  const keys = (holds: (row: WorkQueueRow) => boolean) => rows.filter(holds).map(({ key }) => key);
  return {
    name: name.slice(QUEUES.length),
    queue: keys(({ queued }) => queued),
    dirty: keys(({ dirty }) => dirty),
    processing: keys(({ processing }) => processing),
    waiting: rows.flatMap(({ key, readyAt }) =>
      readyAt === undefined ? [] : [{ key, readyAt: snapshot.sinceStart(readyAt) }],
    ),
    retries: rows.filter(({ failures }) => failures > 0).map(({ key, failures }) => ({ key, count: failures })),
    now: snapshot.changedKeys(name).size > 0,
  };
}
