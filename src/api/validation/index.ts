import { pureOfObject } from '../../base/pure.ts';
import { orderKeys } from '../decoding/decode.ts';
import type { FieldError } from '../errors/field-error.ts';
import type { Fields } from '../go/json.ts';
import type { ResourceInfo } from '../scheme/scheme.ts';
import type { KObject } from '../types/meta.ts';
import * as flow from './access/flow-control.ts';
import * as admission from './admission/admission.ts';
import * as breadth from './cluster/breadth.ts';
import * as cluster from './cluster/cluster.ts';
import * as config from './cluster/config.ts';
import { validateEvent, validateLease } from './cluster/housekeeping.ts';
import { type Errors, fieldsAt } from './common/check.ts';
import {
  type NameCheck,
  nameCheckOf,
  validateChangedParts,
  validateMetadata,
  validateMetadataUpdate,
} from './common/metadata.ts';
import { validateDefinition, validateDefinitionUpdate, validateNewDefinition } from './definitions/definition.ts';
import * as devices from './devices/devices.ts';
import { validateResourceSlice, validateResourceSliceUpdate } from './devices/slices.ts';
import {
  validateAddressObject,
  validateAddressObjectUpdate,
  validateNewIngress,
  validateServiceCidr,
  validateServiceCidrUpdate,
} from './networks/networks.ts';
import * as service from './networks/service.ts';
import { validatePodSpec } from './pods/pod.ts';
import { validateNewPod, validatePodAnnotations } from './pods/pod-parts.ts';
import { validatePodUpdate } from './pods/update.ts';
import * as claims from './volumes/claims.ts';
import * as storage from './volumes/storage.ts';
import { validateCronJobUpdate, validateNewCronJob } from './workloads/cron-jobs.ts';
import * as deployments from './workloads/deployments.ts';
import * as jobs from './workloads/jobs.ts';
import * as workloads from './workloads/workloads.ts';

type Validate = (errors: Errors, object: Fields) => void;
type ValidateUpdate = (errors: Errors, before: Fields, after: Fields) => void;

const ADMISSION = 'admissionregistration.k8s.io';
const RBAC = 'rbac.authorization.k8s.io';

/** What every object must be, new or changed. */
const WHOLE: ReadonlyMap<string, Validate> = new Map<string, Validate>([
  [
    '/Pod',
    (errors, object) => {
      const { annotations, name } = fieldsAt(object, 'metadata');
      const spec = fieldsAt(object, 'spec');
      if (annotations !== undefined)
        validatePodAnnotations(errors, annotations as Fields, spec, 'metadata.annotations');
      validatePodSpec(errors, spec, 'spec', String(name));
    },
  ],
  ['/Service', service.validateService],
  ['/Endpoints', service.validateEndpoints],
  ['/ConfigMap', config.validateConfigMap],
  ['/Secret', config.validateSecret],
  ['/ResourceQuota', config.validateQuota],
  ['/LimitRange', config.validateLimitRange],
  ['/Binding', config.validateBinding],
  ['/Node', cluster.validateNode],
  [
    '/Namespace',
    (errors, object) => {
      const { finalizers } = fieldsAt(object, 'spec');
      if (Array.isArray(finalizers) && finalizers.some((each) => each !== 'kubernetes'))
        cluster.validateNamespace(errors, object);
    },
  ],
  ['/PersistentVolumeClaim', claims.validateClaim],
  ['/PersistentVolume', claims.validateVolume],
  ['/ReplicationController', workloads.validateReplicationController],
  ['/PodTemplate', workloads.validatePodTemplate],
  ['/Event', validateEvent],
  ['apps/ControllerRevision', breadth.validateRevision],
  ['discovery.k8s.io/EndpointSlice', breadth.validateEndpointSlice],
  ['certificates.k8s.io/CertificateSigningRequest', breadth.validateCertificateRequest],
  ['flowcontrol.apiserver.k8s.io/FlowSchema', flow.validateFlowSchema],
  ['flowcontrol.apiserver.k8s.io/PriorityLevelConfiguration', flow.validatePriorityLevel],
  [
    `${ADMISSION}/ValidatingWebhookConfiguration`,
    (errors, object) => admission.validateWebhooks(errors, object, false),
  ],
  [`${ADMISSION}/MutatingWebhookConfiguration`, (errors, object) => admission.validateWebhooks(errors, object, true)],
  [
    `${ADMISSION}/ValidatingAdmissionPolicyBinding`,
    (errors, object) => admission.validatePolicyBinding(errors, object, true),
  ],
  [
    `${ADMISSION}/MutatingAdmissionPolicyBinding`,
    (errors, object) => admission.validatePolicyBinding(errors, object, false),
  ],
  ['apiregistration.k8s.io/APIService', admission.validateApiService],
  ['node.k8s.io/RuntimeClass', breadth.validateRuntimeClass],
  ['networking.k8s.io/IngressClass', breadth.validateIngressClass],
  ['networking.k8s.io/ServiceCIDR', validateServiceCidr],
  ['networking.k8s.io/IPAddress', validateAddressObject],
  ['storage.k8s.io/CSIDriver', storage.validateCsiDriver],
  ['storage.k8s.io/CSINode', storage.validateCsiNode],
  ['storage.k8s.io/VolumeAttachment', storage.validateAttachment],
  ['storage.k8s.io/CSIStorageCapacity', storage.validateStorageCapacity],
  ['storage.k8s.io/VolumeAttributesClass', storage.validateAttributesClass],
  ['apps/Deployment', deployments.validateDeployment],
  ['apps/ReplicaSet', deployments.validateReplicaSet],
  ['apps/DaemonSet', workloads.validateDaemonSet],
  ['apps/StatefulSet', workloads.validateStatefulSet],
  ['batch/Job', jobs.validateJob],
  [`${RBAC}/Role`, (errors, object) => config.validateRole(errors, object, true)],
  [`${RBAC}/ClusterRole`, config.validateClusterRole],
  [`${RBAC}/RoleBinding`, (errors, object) => config.validateRoleBinding(errors, object, true)],
  [`${RBAC}/ClusterRoleBinding`, (errors, object) => config.validateRoleBinding(errors, object, false)],
  ['authentication.k8s.io/TokenRequest', config.validateTokenRequest],
  ['autoscaling/HorizontalPodAutoscaler', config.validateAutoscaler],
  ['policy/PodDisruptionBudget', config.validateDisruptionBudget],
  ['coordination.k8s.io/Lease', validateLease],
  ['networking.k8s.io/Ingress', cluster.validateIngress],
  ['networking.k8s.io/NetworkPolicy', cluster.validateNetworkPolicy],
  ['scheduling.k8s.io/PriorityClass', cluster.validatePriorityClass],
  ['storage.k8s.io/StorageClass', storage.validateStorageClass],
  ['apiextensions.k8s.io/CustomResourceDefinition', validateDefinition],
  ['resource.k8s.io/DeviceClass', devices.validateDeviceClass],
]);

/** What is asked of new objects alone, after that. */
const NEW: ReadonlyMap<string, Validate> = new Map<string, Validate>([
  ['/Pod', (errors, object) => (isUnusualPod(fieldsAt(object, 'spec')) ? validateNewPod(errors, object) : undefined)],
  ['apps/StatefulSet', workloads.validateNewStatefulSet],
  ['apiextensions.k8s.io/CustomResourceDefinition', validateNewDefinition],
  ['batch/CronJob', validateNewCronJob],
  ['autoscaling/HorizontalPodAutoscaler', config.validateScaleTarget],
  ['networking.k8s.io/Ingress', validateNewIngress],
  ['storage.k8s.io/VolumeAttachment', storage.validateNewAttachment],
  // The real strategy asks the same function twice.
  ['storage.k8s.io/CSIStorageCapacity', (errors) => errors.push(...errors)],
  ['resource.k8s.io/ResourceClaim', devices.validateResourceClaim],
  ['resource.k8s.io/ResourceClaimTemplate', devices.validateResourceClaimTemplate],
  ['resource.k8s.io/ResourceSlice', validateResourceSlice],
]);

/** After the validation of the new object as such. */
const UPDATE: ReadonlyMap<string, ValidateUpdate> = new Map<string, ValidateUpdate>([
  ['/Pod', validatePodUpdate],
  ['apiextensions.k8s.io/CustomResourceDefinition', validateDefinitionUpdate],
  ['/Node', cluster.validateNodeUpdate],
  ['/PersistentVolumeClaim', claims.validateClaimUpdate],
  ['/PersistentVolume', claims.validateVolumeUpdate],
  ['scheduling.k8s.io/PriorityClass', cluster.validatePriorityClassUpdate],
  ['/Service', service.validateServiceUpdate],
  ['/ConfigMap', config.validateConfigMapUpdate],
  ['/Secret', config.validateSecretUpdate],
  ['/ResourceQuota', config.validateQuotaUpdate],
  ['apps/ControllerRevision', breadth.validateRevisionUpdate],
  ['discovery.k8s.io/EndpointSlice', breadth.validateEndpointSliceUpdate],
  ['certificates.k8s.io/CertificateSigningRequest', breadth.validateCertificateRequestUpdate],
  ['node.k8s.io/RuntimeClass', breadth.validateRuntimeClassUpdate],
  ['networking.k8s.io/IngressClass', breadth.validateIngressClassUpdate],
  ['networking.k8s.io/ServiceCIDR', validateServiceCidrUpdate],
  ['networking.k8s.io/IPAddress', validateAddressObjectUpdate],
  ['storage.k8s.io/StorageClass', storage.validateStorageClassUpdate],
  ['storage.k8s.io/CSIDriver', storage.validateCsiDriverUpdate],
  ['storage.k8s.io/CSINode', storage.validateCsiNodeUpdate],
  ['storage.k8s.io/VolumeAttachment', storage.validateAttachmentUpdate],
  ['storage.k8s.io/CSIStorageCapacity', storage.validateStorageCapacityUpdate],
  ['storage.k8s.io/VolumeAttributesClass', storage.validateAttributesClassUpdate],
  ['apps/Deployment', deployments.immutableSelector],
  ['apps/ReplicaSet', deployments.immutableSelector],
  ['apps/DaemonSet', deployments.immutableSelector],
  ['apps/StatefulSet', workloads.validateStatefulSetUpdate],
  ['batch/Job', jobs.validateJobUpdate],
  ['batch/CronJob', validateCronJobUpdate],
  ['resource.k8s.io/ResourceClaim', devices.validateClaimUpdate],
  ['resource.k8s.io/ResourceClaimTemplate', devices.validateClaimTemplateUpdate],
  ['resource.k8s.io/ResourceSlice', validateResourceSliceUpdate],
  ['autoscaling/HorizontalPodAutoscaler', config.validateScaleTargetUpdate],
  [`${RBAC}/RoleBinding`, config.validateRoleBindingUpdate],
  [`${RBAC}/ClusterRoleBinding`, config.validateRoleBindingUpdate],
]);

/** Updates that look at the differences before they look at the whole. */
const UPDATE_FIRST: ReadonlySet<string> = new Set(['/ConfigMap', '/Secret', '/Service']);

/** Objects without a name of their own. */
const NAMELESS: ReadonlySet<string> = new Set([
  '/Binding',
  ...['TokenRequest', 'TokenReview', 'SelfSubjectReview'].map((kind) => `authentication.k8s.io/${kind}`),
  ...['SubjectAccessReview', 'LocalSubjectAccessReview', 'SelfSubjectAccessReview', 'SelfSubjectRulesReview'].map(
    (kind) => `authorization.k8s.io/${kind}`,
  ),
]);

/** All of that for one kind. */
interface Rules {
  readonly isNameless: boolean;
  readonly nameProblems: NameCheck;
  readonly whole: Validate | undefined;
  readonly fresh: Validate | undefined;
  readonly update: ValidateUpdate | undefined;
  readonly isUpdateFirst: boolean;
}

const rulesOf = pureOfObject((info: ResourceInfo): Rules => {
  const kind = `${info.group}/${info.kind}`;
  return {
    isNameless: NAMELESS.has(kind),
    nameProblems: nameCheckOf(info),
    whole: WHOLE.get(kind),
    fresh: NEW.get(kind),
    update: UPDATE.get(kind),
    isUpdateFirst: UPDATE_FIRST.has(kind),
  };
});

/** What is wrong with a new object, defaulted and after admission. Models pkg/apis/<group>/validation (v1.36) */
export function validateCreate(info: ResourceInfo, object: KObject): readonly FieldError[] {
  const errors = createErrors(info, object);
  // Texts show values with their fields in the server's order.
  return errors.length === 0 ? errors : createErrors(info, orderKeys(info, object));
}

function createErrors(info: ResourceInfo, object: KObject): readonly FieldError[] {
  const errors: Errors = [];
  const { isNameless, nameProblems, whole, fresh } = rulesOf(info);
  if (!isNameless) validateMetadata(errors, object.metadata, info, nameProblems);
  if (info.definition !== undefined) errors.push(...info.definition.validate(object, undefined));
  else whole?.(errors, object as Fields);
  fresh?.(errors, object as Fields);
  return errors;
}

const isUnusualPod = (spec: Fields): boolean =>
  spec.ephemeralContainers !== undefined || spec.schedulingGates !== undefined;

/** What is wrong with a new version of an object. Parts that are the same object as before are not looked at again. */
export function validateUpdate(info: ResourceInfo, before: KObject, after: KObject): readonly FieldError[] {
  if (before === after) return NONE;
  const errors = updateErrors(info, before, after);
  return errors.length === 0 ? errors : updateErrors(info, orderKeys(info, before), orderKeys(info, after));
}

function updateErrors(info: ResourceInfo, before: KObject, after: KObject): readonly FieldError[] {
  const errors: Errors = [];
  validateMetadataUpdate(errors, before, after, info);
  if (info.definition !== undefined) return [...errors, ...info.definition.validate(after, before)];
  // The registry looks at the metadata as at those of a new object and as at a change, the kind's own validation at the change.
  if (errors.length > 0) {
    errors.push(...errors);
    validateChangedParts(errors, before, after, info);
  }
  const changed = contentChanged(before, after);
  if (!changed) return errors;
  const { whole, update, isUpdateFirst } = rulesOf(info);
  if (isUpdateFirst) {
    update?.(errors, before as Fields, after as Fields);
    whole?.(errors, after as Fields);
  } else {
    whole?.(errors, after as Fields);
    update?.(errors, before as Fields, after as Fields);
  }
  return errors;
}

const NONE: readonly FieldError[] = [];

function contentChanged(before: KObject, after: KObject): boolean {
  for (const key in after) {
    if (key !== 'metadata' && key !== 'status' && after[key] !== before[key]) return true;
  }
  for (const key in before) {
    if (key !== 'metadata' && key !== 'status' && after[key] !== before[key]) return true;
  }
  return false;
}
