import type { ObjectsByResource, ResourceName } from '../api/types/by-resource.ts';
import { indexerTable, WORK_QUEUE_TABLES } from '../cluster/clientgo/rows.ts';
import { POD_WORKER_TABLES } from '../cluster/kubelet/rows.ts';
import { SCHEDULER_NODES_TABLE, SCHEDULING_QUEUE_TABLE } from '../cluster/scheduler/rows.ts';
import type { Phrase } from '../protocol/views.ts';
import { nodeOf } from './actors.ts';
import type { Snapshot } from './snapshot.ts';

const QUEUE_OF: { readonly [actor: string]: string } = {
  'deployment-controller': 'deployment',
  'replicaset-controller': 'replicaset',
  'replication-controller': 'replicationmanager',
  'endpointslice-controller': 'endpoint_slice',
  'daemonset-controller': 'daemonset',
  'statefulset-controller': 'statefulset',
  'job-controller': 'job',
  'cronjob-controller': 'cronjob',
  'namespace-controller': 'namespace',
  'endpoints-controller': 'endpoint',
  'resourcequota-controller': 'resourcequota_primary',
  'node-lifecycle-controller': 'node_lifecycle',
  'taint-eviction-controller': 'taint_eviction',
  'garbage-collector': 'garbage_collector_attempt_to_delete',
};

/** What a component is doing or holding, from its own tables. */
export function lineStatus(snapshot: Snapshot, actor: string): Phrase | undefined {
  if (actor === 'kube-scheduler') return schedulerStatus(snapshot);
  const node = nodeOf(actor);
  if (node !== undefined) return kubeletStatus(snapshot, node);
  const queue = snapshot
    .membersOf(WORK_QUEUE_TABLES)
    .find((name) => name === (QUEUE_OF[actor] ?? actor) || name === actor);
  if (queue === undefined) return undefined;
  return queueStatus(snapshot, queue) ?? ownStatus(snapshot, actor) ?? { key: 'line.idle' };
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

function queueStatus(snapshot: Snapshot, queue: string): Phrase | undefined {
  const rows = [...snapshot.table(WORK_QUEUE_TABLES.of(queue)).values()];
  const working = first(
    rows,
    ({ processing }) => processing,
    ({ key }) => key,
  );
  if (working !== undefined) return { key: 'line.syncing', args: { key: shortKey(working.key) } };
  const waiting = rows.filter(({ queued }) => queued).length;
  if (waiting > 0) return { key: 'line.queued', args: { count: waiting } };
  const retrying = first(
    rows,
    ({ failures, readyAt }) => failures > 0 && readyAt !== undefined,
    ({ key }) => key,
  );
  return retrying && { key: 'line.retrying', args: { key: shortKey(retrying.key) } };
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
