import { defineSteps, step } from '../define.ts';

/** Kinds of step of the smaller controllers and of the process that runs them all. */
export const controllersSteps = defineSteps('controllers', {
  started: step<{ controllers: number }>({
    level: 'step',
    models: 'cmd/kube-controller-manager/app/controllermanager.go',
    docs: 'https://kubernetes.io/docs/reference/command-line-tools-reference/kube-controller-manager/',
  }),
  defaultServiceAccount: step<{ present: boolean }>({
    level: 'step',
    models: 'pkg/controller/serviceaccount/serviceaccounts_controller.go',
    docs: 'https://kubernetes.io/docs/concepts/security/service-accounts/#default-service-accounts',
  }),
  endpoints: step<{ pods: number; ready: number; outcome: string }>({
    level: 'step',
    models: 'pkg/controller/endpoint/endpoints_controller.go',
    docs: 'https://kubernetes.io/docs/concepts/services-networking/service/#endpoints',
  }),
  endpointsRemoved: step({
    level: 'step',
    models: 'pkg/controller/endpoint/endpoints_controller.go',
  }),
  endpointSlices: step<{ pods: number; created: number; updated: number; deleted: number }>({
    level: 'step',
    models: 'staging/src/k8s.io/endpointslice/reconciler.go',
    docs: 'https://kubernetes.io/docs/concepts/services-networking/endpoint-slices/',
  }),
  nodeSilent: step<{ seconds: number }>({
    level: 'step',
    models: 'pkg/controller/nodelifecycle/node_lifecycle_controller.go',
    docs: 'https://kubernetes.io/docs/concepts/architecture/nodes/#node-heartbeats',
  }),
  nodeNotReady: step<{ status: string }>({
    level: 'scene',
    models: 'pkg/controller/nodelifecycle/node_lifecycle_controller.go',
    docs: 'https://kubernetes.io/docs/concepts/architecture/nodes/#node-controller',
  }),
  nodeKnown: step<{ event: string }>({
    level: 'step',
    models: 'pkg/controller/nodelifecycle/node_lifecycle_controller.go',
    docs: 'https://kubernetes.io/docs/concepts/architecture/nodes/#management',
  }),
  nodeTaints: step<{ taints: string }>({
    level: 'step',
    models: 'pkg/controller/nodelifecycle/node_lifecycle_controller.go',
    docs: 'https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/',
  }),
  evictionScheduled: step<{ seconds: number }>({
    level: 'step',
    models: 'pkg/controller/tainteviction/taint_eviction.go',
    docs: 'https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/#taint-based-evictions',
  }),
  evictionCancelled: step({ level: 'step', models: 'pkg/controller/tainteviction/taint_eviction.go' }),
  evict: step<{ node: string }>({
    level: 'step',
    models: 'pkg/controller/tainteviction/taint_eviction.go',
    docs: 'https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/#taint-based-evictions',
  }),
  rootCertificate: step<{ outcome: string }>({
    level: 'step',
    models: 'pkg/controller/certificates/rootcacertpublisher/publisher.go',
    docs: 'https://kubernetes.io/docs/reference/access-authn-authz/service-accounts-admin/',
  }),
  certificateSigned: step<{ signer: string; problem: string }>({
    level: 'step',
    models: 'pkg/controller/certificates/signer/signer.go',
    docs: 'https://kubernetes.io/docs/reference/access-authn-authz/certificate-signing-requests/',
  }),
  quotaCounted: step<{ usage: string; changed: boolean }>({
    level: 'step',
    models: 'pkg/controller/resourcequota/resource_quota_controller.go',
    docs: 'https://kubernetes.io/docs/concepts/policy/resource-quotas/',
  }),
  autoscaled: step<{ current: number; desired: number; min: number; max: number }>({
    level: 'step',
    models: 'pkg/controller/podautoscaler/horizontal.go',
    docs: 'https://kubernetes.io/docs/concepts/workloads/autoscaling/horizontal-pod-autoscale/',
  }),
  podCollected: step<{ why: string }>({
    level: 'step',
    models: 'pkg/controller/podgc/gc_controller.go',
    docs: 'https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-garbage-collection',
  }),
  claim: step<{ phase: string; volume: string }>({
    level: 'step',
    models: 'pkg/controller/volume/persistentvolume/pv_controller.go',
    docs: 'https://kubernetes.io/docs/concepts/storage/persistent-volumes/#binding',
  }),
  volume: step<{ phase: string; claim: string }>({
    level: 'step',
    models: 'pkg/controller/volume/persistentvolume/pv_controller.go',
    docs: 'https://kubernetes.io/docs/concepts/storage/persistent-volumes/#reclaiming',
  }),
  protection: step<{ user: string }>({
    level: 'step',
    models: 'pkg/controller/volume/pvcprotection/pvc_protection_controller.go',
    docs: 'https://kubernetes.io/docs/concepts/storage/persistent-volumes/#storage-object-in-use-protection',
  }),
  budgetCounted: step<{ healthy: number; desired: number; allowed: number }>({
    level: 'step',
    models: 'pkg/controller/disruption/disruption.go',
    docs: 'https://kubernetes.io/docs/concepts/workloads/pods/disruptions/',
  }),
  targetSpared: step({
    level: 'step',
    models: 'pkg/controller/disruption/disruption.go',
    docs: 'https://kubernetes.io/docs/concepts/workloads/pods/disruptions/#pod-disruption-conditions',
  }),
  policyChecked: step<{ generation: number }>({
    level: 'step',
    models: 'pkg/controller/validatingadmissionpolicystatus/controller.go',
    docs: 'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#type-checking',
  }),
  rolesAggregated: step<{ roles: number; rules: number; changed: boolean }>({
    level: 'step',
    models: 'pkg/controller/clusterroleaggregation/clusterroleaggregation_controller.go',
    docs: 'https://kubernetes.io/docs/reference/access-authn-authz/rbac/#aggregated-clusterroles',
  }),
});
