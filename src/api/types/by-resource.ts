import type {
  MutatingAdmissionPolicy,
  MutatingAdmissionPolicyBinding,
  MutatingWebhookConfiguration,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
  ValidatingWebhookConfiguration,
} from './admissionregistration.ts';
import type { CustomResourceDefinition } from './apiextensions.ts';
import type { APIService } from './apiregistration.ts';
import type { ControllerRevision, DaemonSet, Deployment, ReplicaSet, StatefulSet } from './apps.ts';
import type { HorizontalPodAutoscaler } from './autoscaling-v2.ts';
import type { CronJob, Job } from './batch.ts';
import type { CertificateSigningRequest } from './certificates.ts';
import type { Lease } from './coordination.ts';
import type {
  ConfigMap,
  Endpoints,
  Event,
  LimitRange,
  Namespace,
  Node,
  ReplicationController,
  ResourceQuota,
  Secret,
  Service,
  ServiceAccount,
} from './core.ts';
import type { Pod, PodTemplate } from './core-pods.ts';
import type { PersistentVolume, PersistentVolumeClaim } from './core-volumes.ts';
import type { EndpointSlice } from './discovery.ts';
import type { Ingress, IngressClass, IPAddress, NetworkPolicy, ServiceCIDR } from './networking.ts';
import type { PodDisruptionBudget } from './policy.ts';
import type { ClusterRole, ClusterRoleBinding, Role, RoleBinding } from './rbac.ts';
import type { DeviceClass, ResourceClaim, ResourceClaimTemplate, ResourceSlice } from './resource.ts';
import type { PriorityClass } from './scheduling.ts';
import type { CSIDriver, CSINode, CSIStorageCapacity, StorageClass } from './storage.ts';

/** The type of the objects of each resource, by its name with its group: what an informer or a cache of it holds. */
export interface ObjectsByResource {
  configmaps: ConfigMap;
  endpoints: Endpoints;
  events: Event;
  limitranges: LimitRange;
  namespaces: Namespace;
  nodes: Node;
  persistentvolumeclaims: PersistentVolumeClaim;
  persistentvolumes: PersistentVolume;
  pods: Pod;
  podtemplates: PodTemplate;
  replicationcontrollers: ReplicationController;
  resourcequotas: ResourceQuota;
  secrets: Secret;
  serviceaccounts: ServiceAccount;
  services: Service;
  'apiservices.apiregistration.k8s.io': APIService;
  'certificatesigningrequests.certificates.k8s.io': CertificateSigningRequest;
  'clusterrolebindings.rbac.authorization.k8s.io': ClusterRoleBinding;
  'clusterroles.rbac.authorization.k8s.io': ClusterRole;
  'controllerrevisions.apps': ControllerRevision;
  'cronjobs.batch': CronJob;
  'csidrivers.storage.k8s.io': CSIDriver;
  'csinodes.storage.k8s.io': CSINode;
  'csistoragecapacities.storage.k8s.io': CSIStorageCapacity;
  'customresourcedefinitions.apiextensions.k8s.io': CustomResourceDefinition;
  'daemonsets.apps': DaemonSet;
  'deployments.apps': Deployment;
  'deviceclasses.resource.k8s.io': DeviceClass;
  'endpointslices.discovery.k8s.io': EndpointSlice;
  'horizontalpodautoscalers.autoscaling': HorizontalPodAutoscaler;
  'ingressclasses.networking.k8s.io': IngressClass;
  'ingresses.networking.k8s.io': Ingress;
  'ipaddresses.networking.k8s.io': IPAddress;
  'jobs.batch': Job;
  'leases.coordination.k8s.io': Lease;
  'mutatingadmissionpolicies.admissionregistration.k8s.io': MutatingAdmissionPolicy;
  'mutatingadmissionpolicybindings.admissionregistration.k8s.io': MutatingAdmissionPolicyBinding;
  'mutatingwebhookconfigurations.admissionregistration.k8s.io': MutatingWebhookConfiguration;
  'networkpolicies.networking.k8s.io': NetworkPolicy;
  'poddisruptionbudgets.policy': PodDisruptionBudget;
  'priorityclasses.scheduling.k8s.io': PriorityClass;
  'replicasets.apps': ReplicaSet;
  'resourceclaims.resource.k8s.io': ResourceClaim;
  'resourceclaimtemplates.resource.k8s.io': ResourceClaimTemplate;
  'resourceslices.resource.k8s.io': ResourceSlice;
  'rolebindings.rbac.authorization.k8s.io': RoleBinding;
  'roles.rbac.authorization.k8s.io': Role;
  'servicecidrs.networking.k8s.io': ServiceCIDR;
  'statefulsets.apps': StatefulSet;
  'storageclasses.storage.k8s.io': StorageClass;
  'validatingadmissionpolicies.admissionregistration.k8s.io': ValidatingAdmissionPolicy;
  'validatingadmissionpolicybindings.admissionregistration.k8s.io': ValidatingAdmissionPolicyBinding;
  'validatingwebhookconfigurations.admissionregistration.k8s.io': ValidatingWebhookConfiguration;
}

export type ResourceName = keyof ObjectsByResource;
