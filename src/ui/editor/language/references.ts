import type { Path } from '../../../api/values/field-path.ts';

/** Fields that name an object: of which resource, by the definition that they stand in and their name. */
const BY_DEFINITION: Readonly<Record<string, string>> = {
  'ConfigMapKeySelector.name': 'configmaps',
  'ConfigMapEnvSource.name': 'configmaps',
  'ConfigMapProjection.name': 'configmaps',
  'ConfigMapVolumeSource.name': 'configmaps',
  'SecretKeySelector.name': 'secrets',
  'SecretEnvSource.name': 'secrets',
  'SecretProjection.name': 'secrets',
  'SecretVolumeSource.secretName': 'secrets',
  'IngressTLS.secretName': 'secrets',
  'LocalObjectReference.name': 'secrets',
  'PersistentVolumeClaimVolumeSource.claimName': 'persistentvolumeclaims',
  'PersistentVolumeClaimSpec.volumeName': 'persistentvolumes',
  'PersistentVolumeClaimSpec.storageClassName': 'storageclasses.storage.k8s.io',
  'PersistentVolumeSpec.storageClassName': 'storageclasses.storage.k8s.io',
  'StatefulSetSpec.serviceName': 'services',
  'IngressServiceBackend.name': 'services',
  'IngressSpec.ingressClassName': 'ingressclasses.networking.k8s.io',
  'PodSpec.serviceAccountName': 'serviceaccounts',
  'PodSpec.nodeName': 'nodes',
  'PodSpec.priorityClassName': 'priorityclasses.scheduling.k8s.io',
  'PodSpec.runtimeClassName': 'runtimeclasses.node.k8s.io',
  'PodResourceClaim.resourceClaimName': 'resourceclaims.resource.k8s.io',
  'PodResourceClaim.resourceClaimTemplateName': 'resourceclaimtemplates.resource.k8s.io',
  'DeviceRequest.deviceClassName': 'deviceclasses.resource.k8s.io',
  'ExactDeviceRequest.deviceClassName': 'deviceclasses.resource.k8s.io',
  'ObjectMeta.namespace': 'namespaces',
  'ObjectReference.namespace': 'namespaces',
  'Subject.namespace': 'namespaces',
  'ServiceReference.namespace': 'namespaces',
};

/** Fields whose neighbour says the kind. */
const BY_KIND: Readonly<Record<string, string>> = {
  ConfigMap: 'configmaps',
  Secret: 'secrets',
  ServiceAccount: 'serviceaccounts',
  Service: 'services',
  Node: 'nodes',
  PersistentVolumeClaim: 'persistentvolumeclaims',
  Deployment: 'deployments.apps',
  StatefulSet: 'statefulsets.apps',
  ReplicaSet: 'replicasets.apps',
  Role: 'roles.rbac.authorization.k8s.io',
  ClusterRole: 'clusterroles.rbac.authorization.k8s.io',
};
const KIND_BESIDE: ReadonlySet<string> = new Set([
  'RoleRef',
  'Subject',
  'CrossVersionObjectReference',
  'ObjectReference',
  'TypedLocalObjectReference',
]);

/** The resource whose names may stand in a field. */
export function referredTo(definition: string, path: Path, kindBeside: string | undefined): string | undefined {
  const own = definition.split('.').at(-1) ?? '';
  const field = String(path.at(-1) ?? '');
  if (field === 'name' && KIND_BESIDE.has(own)) return BY_KIND[kindBeside ?? ''];
  return BY_DEFINITION[`${own}.${field}`];
}

/** The resource whose objects a manifest of a kind makes, as far as fields may name them. */
export function resourceOfKind(kind: string): string | undefined {
  return BY_KIND[kind] ?? MORE_KINDS[kind];
}

const MORE_KINDS: Readonly<Record<string, string>> = {
  Namespace: 'namespaces',
  PersistentVolume: 'persistentvolumes',
  StorageClass: 'storageclasses.storage.k8s.io',
  PriorityClass: 'priorityclasses.scheduling.k8s.io',
  IngressClass: 'ingressclasses.networking.k8s.io',
  RuntimeClass: 'runtimeclasses.node.k8s.io',
};
