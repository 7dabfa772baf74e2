import type { WorkQueueRow } from '../cluster/clientgo/rows.ts';
import type { QueueRow } from '../cluster/scheduler/rows.ts';
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
  return queue === undefined ? undefined : queueStatus(snapshot, queue);
}

function queueStatus(snapshot: Snapshot, table: string): Phrase {
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
  if (retrying !== undefined) return { key: 'line.retrying', args: { key: shortKey(retrying.key) } };
  return { key: 'line.idle' };
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
  return { key: 'line.active', args: { count: rows.length } };
}

function kubeletStatus(snapshot: Snapshot, node: string): Phrase {
  const pods = snapshot.table(`kubelet/${node}/pods`).size;
  return pods === 0 ? { key: 'line.noPods' } : { key: 'line.pods', args: { count: pods } };
}
