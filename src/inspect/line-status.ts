import type { WorkQueueRow } from '../cluster/clientgo/rows.ts';
import type { NodeRow, QueueRow } from '../cluster/scheduler/rows.ts';
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
    .tableNames('workqueue/')
    .find((name) => name === `workqueue/${QUEUE_OF[actor] ?? actor}` || name === `workqueue/${actor}`);
  if (queue === undefined) return undefined;
  return queueStatus(snapshot, queue) ?? ownStatus(snapshot, actor) ?? { key: 'line.idle' };
}

interface Counted {
  /** Its informer's resource. */
  readonly cache: string;
  readonly key: 'line.available' | 'line.ready' | 'line.succeeded';
  readonly count: (object: Workload) => readonly [have: number, want: number];
}

/** What of Deployments, Jobs and their like is counted. */
interface Workload {
  readonly spec?: { readonly replicas?: number; readonly completions?: number };
  readonly status?: {
    readonly availableReplicas?: number;
    readonly readyReplicas?: number;
    readonly numberReady?: number;
    readonly desiredNumberScheduled?: number;
    readonly succeeded?: number;
  };
}

const COUNTED: { readonly [actor: string]: Counted } = {
  'deployment-controller': {
    cache: 'deployments.apps',
    key: 'line.available',
    count: ({ spec, status }) => [status?.availableReplicas ?? 0, spec?.replicas ?? 0],
  },
  'replicaset-controller': {
    cache: 'replicasets.apps',
    key: 'line.ready',
    count: ({ spec, status }) => [status?.readyReplicas ?? 0, spec?.replicas ?? 0],
  },
  'statefulset-controller': {
    cache: 'statefulsets.apps',
    key: 'line.ready',
    count: ({ spec, status }) => [status?.readyReplicas ?? 0, spec?.replicas ?? 0],
  },
  'daemonset-controller': {
    cache: 'daemonsets.apps',
    key: 'line.ready',
    count: ({ status }) => [status?.numberReady ?? 0, status?.desiredNumberScheduled ?? 0],
  },
  'job-controller': {
    cache: 'jobs.batch',
    key: 'line.succeeded',
    count: ({ spec, status }) => [status?.succeeded ?? 0, spec?.completions ?? 0],
  },
};

/** So many are added up for every frame; of more a sum would tell nobody anything. */
const MOST_COUNTED = 200;

/** What a controller at rest has brought about, as its cache tells it. */
function ownStatus(snapshot: Snapshot, actor: string): Phrase | undefined {
  const counted = COUNTED[actor];
  if (counted === undefined) return undefined;
  const objects = snapshot.table<Workload>(`informer/kube-controller-manager/${counted.cache}/indexer`);
  if (objects.size === 0 || objects.size > MOST_COUNTED) return undefined;
  let [have, want] = [0, 0];
  for (const object of objects.values()) {
    const [has, wants] = counted.count(object);
    have += has;
    want += wants;
  }
  return { key: counted.key, args: { have, want } };
}

function queueStatus(snapshot: Snapshot, table: string): Phrase | undefined {
  const rows = [...snapshot.table<WorkQueueRow>(table).values()];
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
  const rows = [...snapshot.table<QueueRow>('scheduler/queue').values()];
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
  for (const { pods } of snapshot.table<NodeRow>('scheduler/nodes').values()) placed += pods;
  return { key: 'line.placed', args: { count: placed } };
}

function kubeletStatus(snapshot: Snapshot, node: string): Phrase {
  const pods = snapshot.table(`kubelet/${node}/pods`).size;
  return pods === 0 ? { key: 'line.noPods' } : { key: 'line.pods', args: { count: pods } };
}
