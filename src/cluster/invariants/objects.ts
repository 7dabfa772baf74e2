// Models nothing upstream: what must hold over the whole of a cluster, whatever was done to it.

import { allResources, qualifiedResource } from '../../api/scheme/scheme.ts';
import { matchesLabels, matchesMap } from '../../api/selectors/selectors.ts';
import type { DaemonSet, StatefulSet } from '../../api/types/apps.ts';
import type { Job } from '../../api/types/batch.ts';
import type { Namespace, Pod, ResourceQuota, Service } from '../../api/types/core.ts';
import type { PersistentVolume, PersistentVolumeClaim } from '../../api/types/core-volumes.ts';
import type { EndpointSlice } from '../../api/types/discovery.ts';
import type { KObject } from '../../api/types/meta.ts';
import type { PodDisruptionBudget } from '../../api/types/policy.ts';
import { value } from '../../api/values/quantity.ts';
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

/** At rest every object that tells of others tells what is there. */
export function objectProblems(tables: Tables): Problems {
  const pods = storedObjects<Pod>(tables, 'pods');
  return [
    ...storedObjects<StatefulSet>(tables, 'statefulsets.apps').flatMap((set) => statefulSetProblems(set, pods)),
    ...storedObjects<DaemonSet>(tables, 'daemonsets.apps').flatMap((set) => daemonSetProblems(set, pods)),
    ...storedObjects<Job>(tables, 'jobs.batch').flatMap((job) => jobProblems(job, pods)),
    ...storedObjects<Service>(tables, 'services').flatMap((service) => serviceProblems(tables, service, pods)),
    ...storedObjects<ResourceQuota>(tables, 'resourcequotas').flatMap((quota) => quotaProblems(quota, pods)),
    ...storedObjects<PodDisruptionBudget>(tables, 'poddisruptionbudgets.policy').flatMap((budget) =>
      budgetProblems(budget, pods),
    ),
    ...claimProblems(tables),
    ...namespaceProblems(tables),
  ];
}

const ownedBy = (owner: KObject, pods: readonly Pod[]): readonly Pod[] =>
  pods.filter((pod) => controllerOf(pod)?.uid === owner.metadata.uid);

function told(what: KObject, field: string, says: number | undefined, there: number): Problems {
  return (says ?? 0) === there
    ? []
    : [`${what.kind} ${nameOf(what)} tells of ${says ?? 0} ${field}, there are ${there}`];
}

function statefulSetProblems(set: StatefulSet, pods: readonly Pod[]): Problems {
  if (isDying(set)) return [];
  const own = ownedBy(set, pods);
  const { status } = set;
  if (status?.observedGeneration !== set.metadata.generation)
    return [`StatefulSet ${nameOf(set)} is at an older generation`];
  return [
    ...told(set, 'replicas', status?.replicas, own.length),
    ...told(set, 'readyReplicas', status?.readyReplicas, own.filter(isReady).length),
  ];
}

function daemonSetProblems(set: DaemonSet, pods: readonly Pod[]): Problems {
  if (isDying(set)) return [];
  const own = ownedBy(set, pods);
  // While a surge lasts, an old Pod stays until the new one is available.
  const places = own.map(({ spec, metadata }) => `${spec?.nodeName} ${metadata.labels?.['controller-revision-hash']}`);
  if (set.status?.observedGeneration !== set.metadata.generation)
    return [`DaemonSet ${nameOf(set)} is at an older generation`];
  return new Set(places).size === places.length ? [] : [`DaemonSet ${nameOf(set)} has two like Pods on a node`];
}

function jobProblems(job: Job, pods: readonly Pod[]): Problems {
  if (isDying(job)) return [];
  const own = ownedBy(job, pods);
  const { status } = job;
  return [
    ...told(job, 'active', status?.active, own.filter((pod) => !hasEnded(pod) && !isDying(pod)).length),
    ...own
      .filter(({ metadata }) => metadata.finalizers?.includes('batch.kubernetes.io/job-tracking') === true)
      .filter(hasEnded)
      .map((pod) => `Pod ${nameOf(pod)} has ended and is not counted`),
  ];
}

/** The slices of a Service have the Pods that it selects. */
function serviceProblems(tables: Tables, service: Service, pods: readonly Pod[]): Problems {
  const { selector } = service.spec ?? {};
  if (selector === undefined || Object.keys(selector).length === 0 || isDying(service)) return [];
  const { name, namespace } = service.metadata;
  const slices = storedObjects<EndpointSlice>(tables, 'endpointslices.discovery.k8s.io').filter(
    ({ metadata }) => metadata.namespace === namespace && metadata.labels?.['kubernetes.io/service-name'] === name,
  );
  const listed = slices
    .flatMap(({ endpoints }) => endpoints ?? [])
    .map(({ addresses, conditions }) => `${addresses[0]} ${conditions?.ready === true ? 'ready' : 'not ready'}`);
  const wanted = pods
    .filter((pod) => pod.metadata.namespace === namespace && matchesMap(selector, pod.metadata.labels))
    .filter((pod) => !hasEnded(pod) && (pod.status?.podIP ?? '') !== '')
    .map((pod) => `${pod.status?.podIP} ${isReady(pod) && !isDying(pod) ? 'ready' : 'not ready'}`);
  const [theirs, ours] = [[...listed].sort().join(), [...wanted].sort().join()];
  return theirs === ours ? [] : [`the slices of ${nameOf(service)} have ${theirs}, its Pods are ${ours}`];
}

function quotaProblems(quota: ResourceQuota, pods: readonly Pod[]): Problems {
  const counted = pods.filter((pod) => pod.metadata.namespace === quota.metadata.namespace && !hasEnded(pod)).length;
  const { hard = {}, used = {} } = quota.status ?? {};
  return hard.pods === undefined ? [] : told(quota, 'pods', value(used.pods), counted);
}

function budgetProblems(budget: PodDisruptionBudget, pods: readonly Pod[]): Problems {
  const own = pods.filter(
    (pod) =>
      pod.metadata.namespace === budget.metadata.namespace && matchesLabels(budget.spec?.selector, pod.metadata.labels),
  );
  const healthy = own.filter((pod) => isReady(pod) && !isDying(pod)).length;
  return told(budget, 'healthy', budget.status?.currentHealthy, healthy);
}

/** Claims and volumes that are bound know of each other. */
function claimProblems(tables: Tables): Problems {
  const claims = storedObjects<PersistentVolumeClaim>(tables, 'persistentvolumeclaims');
  const volumes = storedObjects<PersistentVolume>(tables, 'persistentvolumes');
  return [
    ...claims.flatMap((claim) => {
      if (claim.status?.phase !== 'Bound') return [];
      const volume = volumes.find(({ metadata }) => metadata.name === claim.spec?.volumeName);
      return volume?.spec?.claimRef?.uid === claim.metadata.uid
        ? []
        : [`${nameOf(claim)} is bound to what is not bound to it`];
    }),
    ...volumes.flatMap((volume) => {
      if (volume.status?.phase !== 'Bound' || isDying(volume)) return [];
      const claim = claims.find(({ metadata }) => metadata.uid === volume.spec?.claimRef?.uid);
      return claim?.spec?.volumeName === volume.metadata.name
        ? []
        : [`${nameOf(volume)} is bound to what is not bound to it`];
    }),
  ];
}

/** Nothing is left of a namespace that is gone. */
function namespaceProblems(tables: Tables): Problems {
  const namespaces = storedObjects<Namespace>(tables, 'namespaces');
  const names = new Set(namespaces.map(({ metadata }) => metadata.name));
  const lost = allResources()
    .filter(({ namespaced }) => namespaced)
    .flatMap((info) => storedObjects<KObject>(tables, qualifiedResource(info)))
    .filter(({ metadata }) => !names.has(metadata.namespace));
  return lost.map((object) => `${object.kind} ${nameOf(object)} is in no namespace`);
}
