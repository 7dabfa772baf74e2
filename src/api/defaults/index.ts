import { pureOfObject } from '../../base/pure.ts';
import type { Fields } from '../go/json.ts';
import type { KObject } from '../types/meta.ts';
import * as access from './access.ts';
import * as core from './core.ts';
import { defaultDeployment, defaultReplicaSet } from './deployments.ts';
import * as devices from './devices.ts';
import { defaultPod } from './pod.ts';
import { defaultTokenRequest } from './token-request.ts';
import * as workloads from './workloads.ts';

type Defaulting = (object: Fields) => Fields;

const DEFAULTS: ReadonlyMap<string, Defaulting> = new Map<string, Defaulting>([
  ['/Pod', defaultPod],
  ['/ReplicationController', workloads.defaultReplicationController],
  ['/Service', core.defaultService],
  ['/Endpoints', core.defaultEndpoints],
  ['/Namespace', core.defaultNamespace],
  ['/Secret', core.defaultSecret],
  ['/Node', core.defaultNode],
  ['/PersistentVolume', core.defaultPersistentVolume],
  ['/PersistentVolumeClaim', workloads.defaultClaim],
  ['/LimitRange', core.defaultLimitRange],
  ['/PodTemplate', workloads.defaultPodTemplate],
  ['flowcontrol.apiserver.k8s.io/FlowSchema', access.defaultFlowSchema],
  ['flowcontrol.apiserver.k8s.io/PriorityLevelConfiguration', access.defaultPriorityLevel],
  ['apps/Deployment', defaultDeployment],
  ['apps/ReplicaSet', defaultReplicaSet],
  ['apps/DaemonSet', workloads.defaultDaemonSet],
  ['apps/StatefulSet', workloads.defaultStatefulSet],
  ['batch/Job', workloads.defaultJob],
  ['batch/CronJob', workloads.defaultCronJob],
  ['discovery.k8s.io/EndpointSlice', core.defaultEndpointSlice],
  ['autoscaling/HorizontalPodAutoscaler', access.defaultAutoscaler],
  ['networking.k8s.io/NetworkPolicy', access.defaultNetworkPolicy],
  ['networking.k8s.io/IngressClass', access.defaultIngressClass],
  ['rbac.authorization.k8s.io/RoleBinding', access.defaultBinding],
  ['rbac.authorization.k8s.io/ClusterRoleBinding', access.defaultBinding],
  ['scheduling.k8s.io/PriorityClass', access.defaultPriorityClass],
  ['storage.k8s.io/StorageClass', access.defaultStorageClass],
  ['storage.k8s.io/CSIDriver', access.defaultCsiDriver],
  ['authentication.k8s.io/TokenRequest', defaultTokenRequest],
  ['admissionregistration.k8s.io/ValidatingWebhookConfiguration', access.defaultWebhooks],
  ['admissionregistration.k8s.io/MutatingWebhookConfiguration', access.defaultWebhooks],
  ['admissionregistration.k8s.io/ValidatingAdmissionPolicy', access.defaultAdmissionPolicy],
  ['admissionregistration.k8s.io/MutatingAdmissionPolicy', access.defaultAdmissionPolicy],
  ['admissionregistration.k8s.io/ValidatingAdmissionPolicyBinding', access.defaultAdmissionPolicyBinding],
  ['admissionregistration.k8s.io/MutatingAdmissionPolicyBinding', access.defaultAdmissionPolicyBinding],
  ['apiextensions.k8s.io/CustomResourceDefinition', access.defaultDefinition],
  ['apiregistration.k8s.io/APIService', access.defaultApiService],
  ['resource.k8s.io/ResourceClaim', devices.defaultResourceClaim],
  ['resource.k8s.io/ResourceClaimTemplate', devices.defaultResourceClaimTemplate],
]);

/** Of these only the spec has defaults. */
const SPEC_ONLY: ReadonlySet<string> = new Set(['/Pod', 'apps/Deployment', 'apps/ReplicaSet']);

interface Kind {
  readonly group: string;
  readonly kind: string;
}

const defaultingOf = pureOfObject(({ group, kind }: Kind) => ({
  fill: DEFAULTS.get(`${group}/${kind}`),
  isSpecOnly: SPEC_ONLY.has(`${group}/${kind}`),
}));

/**
 * Fills in what a decoded object leaves out; the same object when nothing is missing. `known` is a version that has its defaults.
 * Models pkg/apis/<group>/<version>/defaults.go (v1.36)
 */
export function applyDefaults<T extends KObject>(info: Kind, object: T, known?: KObject): T {
  const { fill, isSpecOnly } = defaultingOf(info);
  if (fill === undefined || (isSpecOnly && known !== undefined && object.spec === known.spec)) return object;
  return fill(object as Fields) as T;
}
