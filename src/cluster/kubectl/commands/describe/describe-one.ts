// Models staging/src/k8s.io/kubectl/pkg/describe/describe.go (v1.36)

import { MIRROR } from '../../../../api/pods/mirror.ts';
import { formatSelector } from '../../../../api/selectors/selectors.ts';
import type { DaemonSet, Deployment, ReplicaSet, StatefulSet } from '../../../../api/types/apps.ts';
import type { HorizontalPodAutoscaler } from '../../../../api/types/autoscaling-v2.ts';
import type { CronJob, Job } from '../../../../api/types/batch.ts';
import type { Lease } from '../../../../api/types/coordination.ts';
import type {
  ConfigMap,
  Endpoints,
  Event,
  LimitRange,
  Namespace,
  Node,
  Pod,
  ReplicationController,
  ResourceQuota,
  Secret,
  Service,
} from '../../../../api/types/core.ts';
import type { PersistentVolume, PersistentVolumeClaim } from '../../../../api/types/core-volumes.ts';
import type { EndpointSlice } from '../../../../api/types/discovery.ts';
import type { KObject, LabelSelector } from '../../../../api/types/meta.ts';
import type { Ingress, IngressBackend, IngressClass, NetworkPolicy } from '../../../../api/types/networking.ts';
import type { PodDisruptionBudget } from '../../../../api/types/policy.ts';
import type { PriorityClass } from '../../../../api/types/scheduling.ts';
import type { CSINode, StorageClass } from '../../../../api/types/storage.ts';
import type { Process } from '../../../../engine/index.ts';
import type { ApiResponse } from '../../../ports/transport.ts';
import { type Discovered, pathOf } from '../../client/discovery.ts';
import { controllerOf, equalIgnoringHash } from '../../pods/pod-owners.ts';
import { describeBinding, describeRole } from '../../print/describe/access.ts';
import { describeCertificateRequest } from '../../print/describe/certificate-request.ts';
import {
  describeCronJob,
  describeDaemonSet,
  describeJob,
  describeStatefulSet,
} from '../../print/describe/controllers.ts';
import { describeGeneric } from '../../print/describe/generic.ts';
import {
  describeEndpoints,
  describeIngress,
  describeIngressClass,
  describeIpAddress,
  describeNetworkPolicy,
  describeServiceCidr,
  describeSlice,
} from '../../print/describe/network.ts';
import { describeNode } from '../../print/describe/node.ts';
import {
  describeConfigMap,
  describeLimitRange,
  describeNamespace,
  describeQuota,
  describeSecret,
} from '../../print/describe/plain.ts';
import { describePod } from '../../print/describe/pod.ts';
import {
  describeAutoscaler,
  describeBudget,
  describePriorityClass,
  describeReplicationController,
  describeServiceAccount,
} from '../../print/describe/policy.ts';
import { describeService, endpointsText } from '../../print/describe/service.ts';
import {
  describeClaim,
  describeCsiNode,
  describePersistentVolume,
  describeStorageClass,
  describeVolumeAttributesClass,
} from '../../print/describe/storage.ts';
import { describeDeployment, describeReplicaSet } from '../../print/describe/workloads.ts';
import { type Failure, failureOf, isFailure } from '../../session/errors.ts';
import type { Query, Session } from '../../session/session.ts';

/** Where an object is looked at, and whether its events are asked for. */
export interface Place {
  readonly session: Session;
  readonly namespace: string;
  readonly withEvents: boolean;
  /** How many of what belongs to it a page has. */
  readonly limit: Query;
}

/** Page by page. */
function* list<T>(session: Session, path: string, query: Query): Process<readonly T[] | Failure> {
  const items: T[] = [];
  for (let next: string | undefined = ''; next !== undefined; ) {
    const more: Query = next === '' ? [] : [['continue', next]];
    const response: ApiResponse = yield* session.call({ method: 'GET', path, query: [...more, ...query] });
    if (response.code !== 200) return failureOf(response.code, response.body);
    const page = response.body as { readonly items?: readonly T[]; readonly metadata?: { readonly continue?: string } };
    for (const item of page.items ?? []) items.push(item);
    next = page.metadata?.continue || undefined;
  }
  return items;
}

/** A list that only adds to the picture: what cannot be read counts as nothing. */
function* listOrNone<T>(session: Session, path: string, query: Query): Process<readonly T[]> {
  const items = yield* list<T>(session, path, query);
  return isFailure(items) ? [] : items;
}

/** What is shown of one object: asked for anew, with what belongs to it. */
export function* describeOne(place: Place, resource: Discovered, name: string): Process<string | Failure> {
  const { session, namespace } = place;
  const found = yield* session.call({ method: 'GET', path: pathOf(resource, namespace, name) });
  if (found.code !== 200) return failureOf(found.code, found.body);
  const object = found.body as KObject;
  switch (`${resource.group}/${resource.kind}`) {
    case '/Pod':
      return describePod(object as Pod, yield* eventsOf(place, object, false), session.now);
    case '/ResourceQuota':
      return describeQuota(object as ResourceQuota);
    case '/LimitRange':
      return describeLimitRange(object as LimitRange);
    case 'apps/Deployment':
      return yield* describeWithReplicaSets(place, object as Deployment);
    case 'apps/ReplicaSet':
      return yield* describeWithPods(place, object as ReplicaSet);
    case '/Service':
      return yield* describeWithEndpoints(place, object as Service);
    case '/Node':
      return yield* describeWithLoad(place, object as Node);
    case '/Namespace':
      return yield* describeWithLimits(place, object as Namespace);
    case '/ConfigMap':
      return describeConfigMap(object as ConfigMap, yield* eventsOf(place, object, true), session.now);
    case '/Secret':
      return describeSecret(object as Secret);
    case 'apps/DaemonSet': {
      const pods = yield* podsSelected(place, (object as DaemonSet).spec.selector);
      return describeDaemonSet(object as DaemonSet, pods, yield* eventsOf(place, object, true), session.now);
    }
    case 'apps/StatefulSet': {
      const pods = yield* podsSelected(place, (object as StatefulSet).spec.selector);
      return describeStatefulSet(object as StatefulSet, pods, yield* eventsOf(place, object, true), session.now);
    }
    case 'batch/Job':
      return describeJob(object as Job, yield* eventsOf(place, object, true), session.now);
    default:
      return yield* describeOther(place, resource, object);
  }
}

/** The kinds that one meets less often. */
function* describeOther(place: Place, resource: Discovered, object: KObject): Process<string | Failure> {
  const { session, namespace } = place;
  const { now } = session;
  const own = () => eventsOf(place, object, true);
  switch (`${resource.group}/${resource.kind}`) {
    case '/PersistentVolume':
      return describePersistentVolume(object as PersistentVolume, yield* own(), now);
    case '/PersistentVolumeClaim': {
      const pods = yield* listOrNone<Pod>(session, `/api/v1/namespaces/${namespace}/pods`, place.limit);
      return describeClaim(object as PersistentVolumeClaim, pods, yield* own(), now);
    }
    case '/Endpoints':
      return describeEndpoints(object as Endpoints, yield* own(), now);
    case '/ReplicationController': {
      const controller = object as ReplicationController;
      const pods = yield* podsSelected(place, { matchLabels: controller.spec?.selector ?? {} });
      return describeReplicationController(controller, pods, yield* own(), now);
    }
    case '/ServiceAccount':
      return describeServiceAccount(object, yield* own(), now);
    case 'storage.k8s.io/StorageClass':
      return describeStorageClass(object as StorageClass, yield* own(), now);
    case 'storage.k8s.io/VolumeAttributesClass':
      return describeVolumeAttributesClass(object, yield* own(), now);
    case 'storage.k8s.io/CSINode':
      return describeCsiNode(object as CSINode, yield* own(), now);
    case 'discovery.k8s.io/EndpointSlice':
      return describeSlice(object as EndpointSlice, yield* own(), now);
    case 'networking.k8s.io/Ingress':
      return yield* describeWithBackends(place, object as Ingress);
    case 'networking.k8s.io/IngressClass':
      return describeIngressClass(object as IngressClass, yield* own(), now);
    case 'networking.k8s.io/NetworkPolicy':
      return describeNetworkPolicy(object as NetworkPolicy);
    case 'networking.k8s.io/ServiceCIDR':
      return describeServiceCidr(object, yield* own(), now);
    case 'networking.k8s.io/IPAddress':
      return describeIpAddress(object, yield* own(), now);
    case 'certificates.k8s.io/CertificateSigningRequest':
      return describeCertificateRequest(object, yield* own(), now);
    case 'autoscaling/HorizontalPodAutoscaler': {
      const path = `/apis/autoscaling/v2/namespaces/${namespace}/horizontalpodautoscalers/${object.metadata.name}`;
      const newest = resource.version === 'v2' ? undefined : yield* session.call({ method: 'GET', path });
      const scaler = (newest?.body ?? object) as HorizontalPodAutoscaler;
      return describeAutoscaler(scaler, yield* own(), now);
    }
    case 'policy/PodDisruptionBudget':
      return describeBudget(object as PodDisruptionBudget, yield* own(), now);
    case 'scheduling.k8s.io/PriorityClass':
      return describePriorityClass(object as PriorityClass, yield* own(), now);
    case 'batch/CronJob':
      return describeCronJob(object as CronJob, yield* own(), now);
    case 'rbac.authorization.k8s.io/Role':
    case 'rbac.authorization.k8s.io/ClusterRole':
      return describeRole(object as unknown as Parameters<typeof describeRole>[0]);
    case 'rbac.authorization.k8s.io/RoleBinding':
    case 'rbac.authorization.k8s.io/ClusterRoleBinding':
      return describeBinding(object as unknown as Parameters<typeof describeBinding>[0]);
    default:
      return describeGeneric(object, yield* eventsOf(place, object, true), session.now);
  }
}

/** Models staging/src/k8s.io/kubectl/pkg/describe/describe.go searchEvents (v1.36). The real one's order of terms is random. */
function* eventsOf(
  { session, withEvents, limit }: Place,
  { kind, metadata }: Pick<KObject, 'kind' | 'metadata'>,
  withKind: boolean,
  /** Those about a pod that a kubelet runs by itself have the uid that it has there. */
  uid = metadata.annotations?.[MIRROR] ?? metadata.uid,
): Process<readonly Event[]> {
  if (!withEvents) return [];
  const { name, namespace } = metadata;
  const terms = [
    `involvedObject.name=${name}`,
    `involvedObject.namespace=${namespace ?? ''}`,
    ...(withKind ? [`involvedObject.kind=${kind}`] : []),
    ...(uid === undefined ? [] : [`involvedObject.uid=${uid}`]),
  ];
  const path = namespace === undefined ? '/api/v1/events' : `/api/v1/namespaces/${namespace}/events`;
  return yield* listOrNone<Event>(session, path, [['fieldSelector', terms.join(',')], ...limit]);
}

function* describeWithReplicaSets(place: Place, deployment: Deployment): Process<string | Failure> {
  const { session, namespace } = place;
  const events = yield* eventsOf(place, deployment, true);
  const path = `/apis/apps/v1/namespaces/${namespace}/replicasets`;
  const selector: readonly [string, string] = ['labelSelector', formatSelector(deployment.spec.selector)];
  const listed = yield* listOrNone<ReplicaSet>(session, path, [selector, ...place.limit]);
  const sets = listed
    .filter((set) => controllerOf(set) === deployment.metadata.uid)
    .sort((a, b) => (createdAt(a) < createdAt(b) || (createdAt(a) === createdAt(b) && nameOf(a) < nameOf(b)) ? -1 : 1));
  const current = sets.find((set) => equalIgnoringHash(set.spec.template, deployment.spec.template));
  const older = sets.filter((set) => set !== current);
  return describeDeployment(deployment, older, current, events, session.now);
}

const createdAt = ({ metadata }: KObject): string => metadata.creationTimestamp ?? '';
const nameOf = ({ metadata }: KObject): string => metadata.name ?? '';

function* podsSelected(place: Place, selector: LabelSelector): Process<readonly Pod[]> {
  const { session, namespace } = place;
  const path = `/api/v1/namespaces/${namespace}/pods`;
  return yield* listOrNone<Pod>(session, path, [['labelSelector', formatSelector(selector)], ...place.limit]);
}

function* describeWithPods(place: Place, set: ReplicaSet): Process<string | Failure> {
  const { session, namespace } = place;
  const path = `/api/v1/namespaces/${namespace}/pods`;
  const selector: readonly [string, string] = ['labelSelector', formatSelector(set.spec.selector)];
  const pods = yield* listOrNone<Pod>(session, path, [selector, ...place.limit]);
  const events = yield* eventsOf(place, set, true);
  return describeReplicaSet(set, pods, events, session.now);
}

function* describeWithEndpoints(place: Place, service: Service): Process<string | Failure> {
  const { session, namespace } = place;
  const path = `/apis/discovery.k8s.io/v1/namespaces/${namespace}/endpointslices`;
  const query: Query = [['labelSelector', `kubernetes.io/service-name=${service.metadata.name}`]];
  const slices = yield* listOrNone<EndpointSlice>(session, path, query);
  const events = yield* eventsOf(place, service, true);
  return describeService(service, slices, events, session.now);
}

/** Each backend's Service is asked for, with its slices, once. */
function* describeWithBackends(place: Place, ingress: Ingress): Process<string | Failure> {
  const { session } = place;
  const { spec = {} } = ingress;
  const rules = (spec.rules ?? []).flatMap(({ http }) => http?.paths ?? []);
  const backends = [...(spec.defaultBackend ? [spec.defaultBackend] : []), ...rules.map(({ backend }) => backend)];
  const texts = new Map<IngressBackend, string>();
  const events = yield* eventsOf(place, ingress, true);
  for (const backend of backends) texts.set(backend, yield* backendText(place, backend));
  return describeIngress(ingress, (backend) => texts.get(backend) ?? '', events, session.now);
}

/** Models staging/src/k8s.io/kubectl/pkg/describe/describe.go describeBackendV1 (v1.36) */
function* backendText(place: Place, { service, resource }: IngressBackend): Process<string> {
  const { session, namespace } = place;
  if (resource !== undefined) {
    return `APIGroup: ${resource.apiGroup ?? '<none>'}, Kind: ${resource.kind}, Name: ${resource.name}`;
  }
  const name = service?.name ?? '';
  const port = service?.port;
  const shown = `${name}:${port?.number || port?.name || ''}`;
  const path = `/api/v1/namespaces/${namespace}/services/${name}`;
  const found = yield* session.call({ method: 'GET', path });
  if (found.code !== 200) {
    return `${shown} (<error: ${(found.body as { readonly message?: string } | undefined)?.message ?? ''}>)`;
  }
  const slices = yield* listOrNone<EndpointSlice>(
    session,
    `/apis/discovery.k8s.io/v1/namespaces/${namespace}/endpointslices`,
    [['labelSelector', `kubernetes.io/service-name=${name}`]],
  );
  const servicePort = (found.body as Service).spec?.ports?.find(
    (one) => one.port === port?.number || (port?.name !== undefined && one.name === port.name),
  );
  return `${shown} (${endpointsText(slices, servicePort?.name ?? '')})`;
}

function* describeWithLimits({ session, limit }: Place, namespace: Namespace): Process<string | Failure> {
  const path = `/api/v1/namespaces/${namespace.metadata.name}`;
  const quotas = yield* listOrNone<ResourceQuota>(session, `${path}/resourcequotas`, limit);
  const ranges = yield* listOrNone<LimitRange>(session, `${path}/limitranges`, limit);
  return describeNamespace(namespace, quotas, ranges);
}

/** The kubelet's events name the node by its name, the controllers' by its UID. */
function* describeWithLoad(place: Place, node: Node): Process<string | Failure> {
  const { session } = place;
  const name = node.metadata.name ?? '';
  const terms = `spec.nodeName=${name},status.phase!=Succeeded,status.phase!=Failed`;
  const pods = yield* list<Pod>(session, '/api/v1/pods', [['fieldSelector', terms], ...place.limit]);
  const byUid = yield* eventsOf(place, node, true);
  const byName = yield* eventsOf(place, node, true, name);
  const slicesOfNode: Query = [['fieldSelector', `spec.nodeName=${name}`]];
  yield* session.call({ method: 'GET', path: '/apis/resource.k8s.io/v1/resourceslices', query: slicesOfNode });
  const lease = yield* session.call({
    method: 'GET',
    path: `/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/${name}`,
  });
  const surroundings = {
    lease: lease.code === 200 ? (lease.body as Lease) : ((lease.body as { message?: string }).message ?? ''),
    pods: isFailure(pods) ? undefined : pods,
    events: [...byUid, ...byName],
  };
  return describeNode(node, surroundings, session.now);
}
