import { rfc3339 } from '../api/values/time.ts';
import type { Keepsake } from '../base/keepsakes.ts';
import { MINUTE } from '../base/time/units.ts';
import {
  EXPECTATION_TABLES,
  type ExpectationRow,
  WORK_QUEUE_TABLES,
  type WorkQueueRow,
} from '../cluster/clientgo/rows.ts';
import { POD_WORKER_TABLES } from '../cluster/kubelet/pods/rows.ts';
import { SYNC_TABLES } from '../cluster/proxy/shared/rows.ts';
import { SCHEDULING_QUEUE_TABLE } from '../cluster/scheduler/objects/rows.ts';
import type { Journal } from '../engine/index.ts';
import type { Phrase } from '../protocol/views.ts';
import { clientgoSteps } from '../steps/clientgo.ts';
import { nodeOf } from './actors.ts';
import { queuesOf } from './queue-owners.ts';
import type { Snapshot } from './snapshot.ts';
import { causeChain } from './why.ts';

/** After so long a controller no longer believes that what it waits for will come. */
const EXPECTATION_ENDS = 5 * MINUTE;
/** A key's last delay is looked for among so many steps. */
const LOOK_BACK = 4_000;
/** So many keys are named; the rest is counted. */
const MOST_NAMED = 4;

/** What a component has in mind at the cursor, from its own tables: what it works on, waits for and expects. */
export function thoughtsOf(snapshot: Snapshot, actor: string): readonly Phrase[] {
  if (actor === 'kube-scheduler') return schedulerThoughts(snapshot);
  const node = nodeOf(actor);
  if (node !== undefined)
    return actor.startsWith('kube-proxy/') ? proxyThoughts(snapshot, node) : kubeletThoughts(snapshot, node);
  const rows = queueRows(snapshot, actor);
  return [
    ...named(
      rows.filter(({ processing }) => processing),
      ({ key }) => ({ key: 'line.syncing', args: { key } }),
    ),
    ...named(expectations(snapshot, actor), ({ key, adds, deletions }) => ({
      key: adds > 0 ? 'thought.expects' : 'thought.expectsGone',
      args: { key, adds, deletions },
    })),
    ...queued(rows),
    ...named(rows.filter(isDelayed), (row) => waiting(snapshot, actor, row)),
  ];
}

/** Keys that its queues know of, by name: rows come in another order when one has gone back to them. */
export function queueRows(snapshot: Snapshot, actor: string): readonly WorkQueueRow[] {
  const rows: WorkQueueRow[] = [];
  for (const queue of queuesOf(actor)) rows.push(...snapshot.table(WORK_QUEUE_TABLES.of(queue)).values());
  return rows.length < 2 ? rows : rows.sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** What it has asked for and not seen yet; it does not count and act again before that. */
export function expectations(snapshot: Snapshot, actor: string): readonly ExpectationRow[] {
  const [queue = ''] = queuesOf(actor);
  const awaited: ExpectationRow[] = [];
  for (const row of snapshot.table(EXPECTATION_TABLES.of(queue)).values())
    if ((row.adds > 0 || row.deletions > 0) && snapshot.now - row.since < EXPECTATION_ENDS) awaited.push(row);
  return awaited;
}

type Delayed = WorkQueueRow & { readonly readyAt: number };

export function isDelayed(row: WorkQueueRow): row is Delayed {
  return row.readyAt !== undefined && !row.processing;
}

/** The time of day as objects have it: `09:10:01`. */
export function clockOf(time: number): string {
  return rfc3339(time).slice(11, 19);
}

function queued(rows: readonly WorkQueueRow[]): readonly Phrase[] {
  const keys = rows.filter(({ queued: waits }) => waits);
  if (keys.length === 0) return [];
  const list = keys.slice(0, MOST_NAMED).map(({ key }) => key);
  return [{ key: 'thought.queued', args: { count: keys.length, keys: list.join(', ') } }];
}

function waiting(snapshot: Snapshot, actor: string, row: Delayed): Phrase {
  const { key, readyAt, failures } = row;
  const time = clockOf(readyAt);
  const { failed, code } = putOff(snapshot, actor, row);
  if (!failed) return { key: 'thought.waits', args: { key, time } };
  if (code === undefined) return { key: 'thought.retries', args: { key, time, failures } };
  return { key: 'thought.retriesAfter', args: { key, time, failures, code } };
}

/** Why a key was put off: after a failure, with the answer that made it one, or to look again at a time of its choice. */
export interface PutOff {
  readonly failed: boolean;
  readonly code: number | undefined;
}

const AT_CHOICE: PutOff = { failed: false, code: undefined };
const REASONS: Keepsake<Map<string, PutOff>> = { begin: () => new Map() };

/** Asked at every step while the key waits, so it is looked for once. */
export function putOff(snapshot: Snapshot, actor: string, { key, readyAt, failures }: Delayed): PutOff {
  if (failures === 0) return AT_CHOICE;
  const found = snapshot.keepsakes.of(REASONS);
  const mark = `${actor} ${key} ${readyAt}`;
  const before = found.get(mark) ?? lookForReason(snapshot, actor, key);
  found.set(mark, before);
  return before;
}

function lookForReason({ journal, cursor }: Snapshot, actor: string, key: string): PutOff {
  const from = Math.max(journal.base, cursor.position - LOOK_BACK);
  for (let seq = cursor.position; seq >= from; seq -= 1) {
    if (journal.actorOf(seq) !== actor || journal.kindOf(seq) !== clientgoSteps.delayed) continue;
    if (journal.step(seq).args.key !== key) continue;
    const begun = journal.causeOf(seq);
    // A worker that failed gives the key back as it took it; who wants to look again says so on the way.
    const failed = journal.has(begun) && journal.kindOf(begun) === clientgoSteps.dequeued;
    return failed ? { failed, code: refusalBetween(journal, actor, begun, seq) } : AT_CHOICE;
  }
  return AT_CHOICE;
}

/** The last answer to this worker that was no success. */
function refusalBetween(journal: Journal, actor: string, begun: number, end: number): number | undefined {
  for (let seq = end - 1; seq > begun; seq -= 1) {
    if (journal.actorOf(seq) !== actor || journal.kindOf(seq) !== clientgoSteps.response) continue;
    const { code } = journal.step(seq).args;
    if (typeof code === 'number' && code >= 400 && causeChain(journal, seq).includes(begun)) return code;
  }
  return undefined;
}

function schedulerThoughts(snapshot: Snapshot): readonly Phrase[] {
  const rows = [...snapshot.table(SCHEDULING_QUEUE_TABLE).values()];
  const counts = (['active', 'gated'] as const).flatMap((queue): Phrase[] => {
    const count = rows.filter((row) => row.queue === queue).length;
    return count === 0 ? [] : [{ key: `thought.${queue}`, args: { count } }];
  });
  return [
    ...named(
      rows.filter(({ queue }) => queue === 'inFlight'),
      ({ pod }) => ({ key: 'line.scheduling', args: { pod } }),
    ),
    ...counts,
    ...named(
      rows.filter(({ queue }) => queue === 'unschedulable'),
      ({ pod, plugins }) => ({
        key: 'thought.unschedulable',
        args: { pod, plugins: plugins.join(', ') },
      }),
    ),
    ...named(
      rows.filter(({ queue }) => queue === 'backoff'),
      ({ pod, readyAt }) => ({
        key: 'thought.backoff',
        args: { pod, time: clockOf(readyAt ?? snapshot.now) },
      }),
    ),
  ];
}

function kubeletThoughts(snapshot: Snapshot, node: string): readonly Phrase[] {
  const workers = [...snapshot.table(POD_WORKER_TABLES.of(node)).values()];
  return named(workers, ({ pod, state }) => ({ key: `thought.worker.${state}`, args: { pod } }));
}

function proxyThoughts(snapshot: Snapshot, node: string): readonly Phrase[] {
  const last = snapshot.table(SYNC_TABLES.IPv4.of(node)).get('last');
  if (last === undefined) return [];
  const { mode, services, endpoints, error } = last;
  const wrote: Phrase = { key: 'thought.programmed', args: { mode, services, endpoints } };
  return error === undefined ? [wrote] : [wrote, { key: 'thought.syncFailed', args: { error } }];
}

function named<Row>(rows: readonly Row[], say: (row: Row) => Phrase): readonly Phrase[] {
  const said = rows.slice(0, MOST_NAMED).map(say);
  return rows.length <= MOST_NAMED
    ? said
    : [...said, { key: 'thought.more', args: { count: rows.length - MOST_NAMED } }];
}
