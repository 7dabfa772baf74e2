import type { ObjectsByResource, ResourceName } from '../api/types/by-resource.ts';
import { indexerTable, WORK_QUEUE_TABLES, type WorkQueueRow } from '../cluster/clientgo/rows.ts';
import { POD_WORKER_TABLES } from '../cluster/kubelet/pods/rows.ts';
import { SCHEDULER_NODES_TABLE, SCHEDULING_QUEUE_TABLE } from '../cluster/scheduler/objects/rows.ts';
import type { Phrase } from '../protocol/views.ts';
import { nodeOf } from './actors.ts';
import { queuesOf } from './queue-owners.ts';
import type { Snapshot } from './snapshot.ts';
import { clockOf, expectations, isDelayed, putOff, queueRows } from './thoughts.ts';

/** What a component is doing or holding, from its own tables. */
export function lineStatus(snapshot: Snapshot, actor: string): Phrase | undefined {
  if (actor === 'kube-scheduler') return schedulerStatus(snapshot);
  const node = nodeOf(actor);
  if (node !== undefined) return kubeletStatus(snapshot, node);
  if (!queuesOf(actor).some((queue) => snapshot.tableId(WORK_QUEUE_TABLES.of(queue)) !== undefined)) return undefined;
  const rows = queueRows(snapshot, actor);
  return atWork(snapshot, actor, rows) ?? ownStatus(snapshot, actor) ?? nextLook(rows) ?? { key: 'line.idle' };
}

type Counts = readonly [have: number, want: number];

interface Counted {
  readonly key: 'line.available' | 'line.ready' | 'line.succeeded';
  /** Of all objects in the controller's cache; undefined where there are none, or too many. */
  sum(snapshot: Snapshot): Counts | undefined;
}

/** So many are added up for every frame; of more a sum would tell nobody anything. */
const MOST_COUNTED = 200;

function counted<R extends ResourceName>(
  resource: R,
  key: Counted['key'],
  count: (object: ObjectsByResource[R]) => Counts,
): Counted {
  const table = indexerTable('kube-controller-manager', resource);
  return {
    key,
    sum: (snapshot) => {
      const objects = snapshot.table(table);
      if (objects.size === 0 || objects.size > MOST_COUNTED) return undefined;
      let [have, want] = [0, 0];
      for (const object of objects.values()) {
        const [has, wants] = count(object);
        have += has;
        want += wants;
      }
      return [have, want];
    },
  };
}

const COUNTED: { readonly [actor: string]: Counted } = {
  'deployment-controller': counted('deployments.apps', 'line.available', ({ spec, status }) => [
    status?.availableReplicas ?? 0,
    spec?.replicas ?? 0,
  ]),
  'replicaset-controller': counted('replicasets.apps', 'line.ready', ({ spec, status }) => [
    status?.readyReplicas ?? 0,
    spec?.replicas ?? 0,
  ]),
  'statefulset-controller': counted('statefulsets.apps', 'line.ready', ({ spec, status }) => [
    status?.readyReplicas ?? 0,
    spec?.replicas ?? 0,
  ]),
  'daemonset-controller': counted('daemonsets.apps', 'line.ready', ({ status }) => [
    status?.numberReady ?? 0,
    status?.desiredNumberScheduled ?? 0,
  ]),
  'job-controller': counted('jobs.batch', 'line.succeeded', ({ spec, status }) => [
    status?.succeeded ?? 0,
    spec?.completions ?? 0,
  ]),
};

/** What a controller at rest has brought about, as its cache tells it. */
function ownStatus(snapshot: Snapshot, actor: string): Phrase | undefined {
  const counted = COUNTED[actor];
  const sum = counted?.sum(snapshot);
  return counted && sum && { key: counted.key, args: { have: sum[0], want: sum[1] } };
}

/** What it expects to hear of, which says more than what it works on meanwhile; what waits, what it must try again. */
function atWork(snapshot: Snapshot, actor: string, rows: readonly WorkQueueRow[]): Phrase | undefined {
  const awaited = expected(snapshot, actor);
  if (awaited !== undefined) return awaited;
  const working = rows.find(({ processing }) => processing);
  if (working !== undefined) return { key: 'line.syncing', args: { key: shortKey(working.key) } };
  for (const row of rows) {
    const reason = isDelayed(row) ? putOff(snapshot, actor, row) : undefined;
    if (reason?.failed !== true) continue;
    const { code } = reason;
    return code === undefined
      ? { key: 'line.retrying', args: { key: shortKey(row.key) } }
      : { key: 'line.retryingAfter', args: { code } };
  }
  const waiting = rows.filter(({ queued }) => queued).length;
  return waiting === 0 ? undefined : { key: 'line.queued', args: { count: waiting } };
}

function expected(snapshot: Snapshot, actor: string): Phrase | undefined {
  let [adds, deletions] = [0, 0];
  for (const row of expectations(snapshot, actor)) {
    adds += Math.max(0, row.adds);
    deletions += Math.max(0, row.deletions);
  }
  if (adds > 0) return { key: adds === 1 ? 'line.expects1' : 'line.expects', args: { count: adds } };
  if (deletions === 0) return undefined;
  return { key: deletions === 1 ? 'line.expectsGone1' : 'line.expectsGone', args: { count: deletions } };
}

/** When it will look again by itself, without having failed. */
function nextLook(rows: readonly WorkQueueRow[]): Phrase | undefined {
  let soonest = Number.POSITIVE_INFINITY;
  for (const row of rows) if (isDelayed(row)) soonest = Math.min(soonest, row.readyAt);
  return soonest === Number.POSITIVE_INFINITY ? undefined : { key: 'line.waits', args: { time: clockOf(soonest) } };
}

/** By name: rows come in another order when one has gone back to them. */
function first<Row>(rows: readonly Row[], fits: (row: Row) => boolean, nameOf: (row: Row) => string): Row | undefined {
  let found: Row | undefined;
  for (const row of rows) if (fits(row) && (found === undefined || nameOf(row) < nameOf(found))) found = row;
  return found;
}

/** There is little room under a stop, and `default/` goes without saying. */
function shortKey(key: string): string {
  return key.startsWith('default/') ? key.slice('default/'.length) : key;
}

function schedulerStatus(snapshot: Snapshot): Phrase {
  const rows = [...snapshot.table(SCHEDULING_QUEUE_TABLE).values()];
  const flying = first(
    rows,
    ({ queue }) => queue === 'inFlight',
    ({ pod }) => pod,
  );
  if (flying !== undefined) return { key: 'line.scheduling', args: { pod: shortKey(flying.pod) } };
  const stuck = rows.filter(({ queue }) => queue === 'unschedulable' || queue === 'backoff').length;
  if (stuck > 0) return { key: 'line.unschedulable', args: { count: stuck } };
  if (rows.length > 0) return { key: 'line.active', args: { count: rows.length } };
  let placed = 0;
  for (const { pods } of snapshot.table(SCHEDULER_NODES_TABLE).values()) placed += pods;
  return { key: 'line.placed', args: { count: placed } };
}

function kubeletStatus(snapshot: Snapshot, node: string): Phrase {
  const pods = snapshot.table(POD_WORKER_TABLES.of(node)).size;
  return pods === 0 ? { key: 'line.noPods' } : { key: 'line.pods', args: { count: pods } };
}
