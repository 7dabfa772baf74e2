// Models nothing upstream: what must hold over the whole of a cluster, whatever was done to it.

import { matchesLabels } from '../../api/selectors/selectors.ts';
import type { Deployment, ReplicaSet } from '../../api/types/apps.ts';
import type { Node, Pod } from '../../api/types/core.ts';
import type { KObject } from '../../api/types/meta.ts';
import {
  controllerOf,
  hasEnded,
  isDying,
  isReady,
  nameOf,
  type Problems,
  storedObjects,
  type Tables,
} from './tables.ts';

/** At rest controllers have done what they are for: statuses tell what there is, and nothing is left without its owner. */
export function workloadProblems(tables: Tables): Problems {
  const deployments = storedObjects<Deployment>(tables, 'deployments.apps');
  const sets = storedObjects<ReplicaSet>(tables, 'replicasets.apps');
  const pods = storedObjects<Pod>(tables, 'pods');
  const owned = <T extends KObject>(owner: KObject, objects: readonly T[]): readonly T[] =>
    objects.filter((object) => controllerOf(object)?.uid === owner.metadata.uid);
  return [
    ...deployments.flatMap((one) => deploymentProblems(one, owned(one, sets))),
    ...sets.flatMap((set) => replicaSetProblems(set, owned(set, pods))),
    ...orphanProblems([...sets, ...pods], [...deployments, ...sets]),
    ...placeProblems(pods, storedObjects<Node>(tables, 'nodes')),
  ];
}

function deploymentProblems(deployment: Deployment, sets: readonly ReplicaSet[]): Problems {
  const { metadata, status = {} } = deployment;
  if (isDying(deployment) || status.observedGeneration !== metadata.generation) {
    return isDying(deployment) ? [] : [`Deployment ${nameOf(deployment)} is at an older generation`];
  }
  const sum = (field: 'replicas' | 'readyReplicas' | 'availableReplicas') =>
    sets.reduce((total, set) => total + (set.status?.[field] ?? 0), 0);
  return (['replicas', 'readyReplicas', 'availableReplicas'] as const)
    .filter((field) => (status[field] ?? 0) !== sum(field))
    .map(
      (field) =>
        `Deployment ${nameOf(deployment)} tells of ${status[field] ?? 0} ${field}, its ReplicaSets of ${sum(field)}`,
    );
}

function replicaSetProblems(set: ReplicaSet, pods: readonly Pod[]): Problems {
  if (isDying(set)) return [];
  const problems = pods
    .filter((pod) => !isDying(pod) && !hasEnded(pod) && !matchesLabels(set.spec?.selector, pod.metadata.labels))
    .map((pod) => `Pod ${nameOf(pod)} is owned by ${nameOf(set)}, whose selector it does not match`);
  const active = pods.filter((pod) => !isDying(pod) && !hasEnded(pod));
  const ready = active.filter(isReady).length;
  const { replicas = 0, readyReplicas = 0, observedGeneration } = set.status ?? {};
  if (observedGeneration !== set.metadata.generation)
    problems.push(`ReplicaSet ${nameOf(set)} is at an older generation`);
  if (replicas !== active.length) {
    problems.push(`ReplicaSet ${nameOf(set)} tells of ${replicas} replicas, there are ${active.length}`);
  }
  if (readyReplicas !== ready)
    problems.push(`ReplicaSet ${nameOf(set)} tells of ${readyReplicas} ready, there are ${ready}`);
  const wanted = set.spec?.replicas ?? 1;
  // Somebody forbids it: a quota, or a namespace that goes away.
  const isRefused = set.status?.conditions?.some(({ type, status }) => type === 'ReplicaFailure' && status === 'True');
  if (active.length !== wanted && isRefused !== true)
    problems.push(`ReplicaSet ${nameOf(set)} wants ${wanted} Pods and has ${active.length}`);
  return problems;
}

function orphanProblems(objects: readonly KObject[], owners: readonly KObject[]): Problems {
  const alive = new Set(owners.map(({ metadata }) => metadata.uid));
  return objects
    .filter((object) => {
      const controller = controllerOf(object);
      const known = controller?.kind === 'ReplicaSet' || controller?.kind === 'Deployment';
      return known && !alive.has(controller.uid) && !isDying(object);
    })
    .map((object) => `${nameOf(object)} has outlived its owner`);
}

/** Nobody runs on a node that does not exist, and no node has more than it allows. */
function placeProblems(pods: readonly Pod[], nodes: readonly Node[]): Problems {
  const problems: string[] = [];
  for (const { metadata, status } of nodes) {
    const here = pods.filter((pod) => pod.spec?.nodeName === metadata.name && !hasEnded(pod));
    const room = Number(status?.allocatable?.pods ?? 0);
    if (here.length > room) problems.push(`node ${metadata.name} has ${here.length} Pods and room for ${room}`);
  }
  const addresses = new Map<string, string>();
  for (const pod of pods) {
    const ip = pod.status?.podIP;
    if (ip === undefined || ip === '' || hasEnded(pod) || pod.spec?.hostNetwork === true) continue;
    const other = addresses.get(ip);
    if (other !== undefined) problems.push(`${nameOf(pod)} and ${other} both have the address ${ip}`);
    addresses.set(ip, nameOf(pod));
  }
  return problems;
}
