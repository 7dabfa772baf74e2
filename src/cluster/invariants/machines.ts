// Models nothing upstream: what must hold over the whole of a cluster, whatever was done to it.

import { claimNameOf } from '../../api/pods/claims.ts';
import type { Node, Pod } from '../../api/types/core.ts';
import type { PersistentVolumeClaim } from '../../api/types/core-volumes.ts';
import { EXPECTATION_TABLES, WORK_QUEUE_TABLES } from '../clientgo/rows.ts';
import { ADDRESS_TABLES } from '../cni/rows.ts';
import { SANDBOX_TABLES } from '../cri/rows.ts';
import { VOLUME_TABLES } from '../kubelet/pods/rows.ts';
import { SCHEDULER_NODES_TABLE, SCHEDULING_QUEUE_TABLE } from '../scheduler/objects/rows.ts';
import { hasEnded, isDying, nameOf, type Problems, rows, storedObjects, type Tables } from './tables.ts';

/** At rest each node holds what its Pods need and nothing else, and the scheduler counts the same Pods. */
export function machineProblems(tables: Tables): Problems {
  const pods = storedObjects<Pod>(tables, 'pods');
  const nodes = storedObjects<Node>(tables, 'nodes');
  return [
    ...nodes.flatMap((node) => nodeProblems(tables, node.metadata.name ?? '', pods)),
    ...schedulerProblems(tables, nodes, pods),
    ...queueProblems(tables),
  ];
}

function nodeProblems(tables: Tables, node: string, pods: readonly Pod[]): Problems {
  const problems: string[] = [];
  const here = pods.filter((pod) => pod.spec?.nodeName === node);
  const uids = new Map(here.map((pod) => [pod.metadata.uid ?? '', pod]));
  const sandboxes = rows(tables, SANDBOX_TABLES.of(node)).map(([, sandbox]) => sandbox);
  for (const { ready, uid, pod } of sandboxes) {
    if (ready && !uids.has(uid)) problems.push(`${node} still has a sandbox of ${pod}, which is gone`);
  }
  for (const pod of here) {
    if (pod.status?.phase !== 'Running' || isDying(pod)) continue;
    const own = sandboxes.filter(({ uid, ready }) => ready && uid === pod.metadata.uid);
    if (own.length !== 1) problems.push(`Pod ${nameOf(pod)} runs in ${own.length} sandboxes`);
    else if (pod.spec?.hostNetwork !== true && own[0]?.ip !== pod.status.podIP)
      problems.push(`Pod ${nameOf(pod)} says ${pod.status.podIP}, its sandbox ${own[0]?.ip}`);
  }
  const ids = new Set(sandboxes.filter(({ ready }) => ready).map(({ id }) => id));
  for (const [ip, { owner, containerId }] of rows(tables, ADDRESS_TABLES.of(node))) {
    if (!ids.has(containerId)) problems.push(`${node} keeps ${ip} for ${owner}, which has no sandbox`);
  }
  for (const [key, { volume, pod }] of rows(tables, VOLUME_TABLES.of(node))) {
    const [uid = ''] = key.split('/');
    if (!uids.has(uid)) problems.push(`${node} keeps the volume ${volume} of ${pod}, which is gone`);
  }
  return problems;
}

function schedulerProblems(tables: Tables, nodes: readonly Node[], pods: readonly Pod[]): Problems {
  const problems: string[] = [];
  const known = new Map(rows(tables, SCHEDULER_NODES_TABLE));
  for (const { metadata } of nodes) {
    const name = metadata.name ?? '';
    const here = pods.filter((pod) => pod.spec?.nodeName === name && !hasEnded(pod)).length;
    const row = known.get(name);
    const counted = row === undefined ? undefined : row.pods - row.assumed;
    if (counted !== here) problems.push(`the scheduler counts ${counted} Pods on ${name}, there are ${here}`);
  }
  // Who waits for its volumes has its place by then, and may wait for ever.
  const placed = rows(tables, SCHEDULING_QUEUE_TABLE).filter(
    ([, { queue, uid }]) => queue === 'inFlight' && lacksVolumes(tables, pods, uid),
  ).length;
  const assumed = [...known.values()].reduce((sum, row) => sum + row.assumed, 0);
  if (assumed !== placed) problems.push(`the scheduler still assumes ${assumed} Pods, of which ${placed} lack volumes`);
  const waiting = new Set(rows(tables, SCHEDULING_QUEUE_TABLE).map(([, { uid }]) => uid));
  for (const pod of pods) {
    const waits = (pod.spec?.nodeName ?? '') === '' && !hasEnded(pod) && !isDying(pod);
    const uid = pod.metadata.uid ?? '';
    if (waits && !waiting.has(uid)) problems.push(`Pod ${nameOf(pod)} waits for a node, and nobody knows of it`);
    if (waits) waiting.delete(uid);
  }
  for (const uid of waiting) {
    const pod = pods.find(({ metadata }) => metadata.uid === uid);
    if (pod === undefined) problems.push(`the scheduler still holds a Pod that is gone: ${uid}`);
    else if ((pod.spec?.nodeName ?? '') !== '')
      problems.push(`the scheduler still holds ${nameOf(pod)}, which is placed`);
  }
  return problems;
}

function lacksVolumes(tables: Tables, pods: readonly Pod[], uid: string): boolean {
  const pod = pods.find(({ metadata }) => metadata.uid === uid);
  const names = pod?.spec?.volumes?.flatMap((volume) => claimNameOf(pod.metadata.name, volume) ?? []) ?? [];
  return storedObjects<PersistentVolumeClaim>(tables, 'persistentvolumeclaims').some(
    ({ metadata, status }) =>
      metadata.namespace === pod?.metadata.namespace &&
      names.includes(metadata.name ?? '') &&
      status?.phase !== 'Bound',
  );
}

/** Nothing waits in a queue, and nobody awaits what does not come. */
function queueProblems(tables: Tables): Problems {
  return tables.tableNames.flatMap((name) => {
    if (WORK_QUEUE_TABLES.has(name)) {
      return rows(tables, name)
        .filter(([, { queued, processing }]) => queued || processing)
        .map(([key]) => `${name} still has ${key}`);
    }
    if (!EXPECTATION_TABLES.has(name)) return [];
    return rows(tables, name)
      .filter(([, { adds, deletions }]) => adds > 0 || deletions > 0)
      .map(([key, { adds, deletions }]) => `${name} of ${key} still awaits ${adds} new and ${deletions} gone`);
  });
}
