import type { AdmissionPlugin } from '../attributes.ts';
import {
  mutatingAdmissionPolicy,
  mutatingAdmissionWebhook,
  validatingAdmissionPolicy,
  validatingAdmissionWebhook,
} from '../policy/plugins.ts';
import {
  certificateApproval,
  certificateSigning,
  certificateSubjectRestriction,
  persistentVolumeClaimResize,
  runtimeClass,
} from './certificates.ts';
import { limitBounds, limitRanger } from './limit-ranger.ts';
import { namespaceLifecycle } from './namespace-lifecycle.ts';
import { nodeRestriction } from './node-restriction.ts';
import { podSecurity } from './pod-security.ts';
import { nodeDeclaredFeatureValidator, podResizeValidator } from './resize.ts';
import { resourceQuota } from './resource-quota.ts';
import { serviceAccount } from './service-account.ts';
import {
  defaultIngressClass,
  defaultStorageClass,
  defaultTolerationSeconds,
  podTopologyLabels,
  priority,
  priorityOfClasses,
  storageObjectInUseProtection,
  taintNodesByCondition,
} from './simple.ts';

/** In the order in which the server runs them. */
// Models pkg/kubeapiserver/options/plugins.go (v1.36)
export function defaultPlugins(): readonly AdmissionPlugin[] {
  return [
    namespaceLifecycle,
    limitRanger(),
    limitBounds,
    serviceAccount,
    nodeRestriction,
    taintNodesByCondition,
    podSecurity,
    priority,
    priorityOfClasses,
    defaultTolerationSeconds,
    defaultStorageClass,
    storageObjectInUseProtection,
    persistentVolumeClaimResize,
    runtimeClass,
    certificateApproval,
    certificateSigning,
    certificateSubjectRestriction,
    defaultIngressClass,
    podTopologyLabels,
    nodeDeclaredFeatureValidator,
    podResizeValidator,
    mutatingAdmissionPolicy,
    mutatingAdmissionWebhook,
    validatingAdmissionPolicy,
    validatingAdmissionWebhook,
    resourceQuota,
  ];
}
