/** Which work queues an actor takes keys from: the names of queues follow the source, not their controllers. */
const QUEUES_OF: { readonly [actor: string]: readonly string[] } = {
  'deployment-controller': ['deployment'],
  'replicaset-controller': ['replicaset'],
  'replication-controller': ['replicationmanager'],
  'endpointslice-controller': ['endpoint_slice'],
  'endpointslicemirroring-controller': ['endpoint_slice_mirroring'],
  'endpoints-controller': ['endpoint'],
  'daemonset-controller': ['daemonset'],
  'statefulset-controller': ['statefulset'],
  'job-controller': ['job', 'job_orphan_pod'],
  'cronjob-controller': ['cronjob'],
  'namespace-controller': ['namespace'],
  'resourcequota-controller': ['resourcequota_primary'],
  'node-lifecycle-controller': ['node_lifecycle'],
  'node-ipam-controller': ['cidrallocator_node'],
  'taint-eviction-controller': ['taint_eviction'],
  'device-taint-eviction': ['device_taint_eviction'],
  'garbage-collector': ['garbage_collector_attempt_to_delete', 'garbage_collector_attempt_to_orphan'],
  'disruption-controller': ['disruption', 'stale_pod_disruption'],
  'clusterrole-aggregation-controller': ['ClusterRoleAggregator'],
  'horizontal-pod-autoscaler': ['horizontalpodautoscaler'],
  'persistent-volume-binder': ['claims', 'volumes'],
  'persistentvolume-expander-controller': ['volume_expand'],
  'pvc-protection-controller': ['pvcprotection'],
  'pv-protection-controller': ['pvprotection'],
  'volumeattributesclass-protection-controller': ['vacprotection'],
  'ephemeral-volume-controller': ['ephemeral_volume'],
  'attachdetach-controller': ['attachdetach'],
  'resourceclaim-controller': ['resource_claim'],
  'root-ca-cert-publisher': ['root_ca_cert_publisher'],
  'service-account-controller': ['serviceaccount'],
  'serviceaccount-token-controller': ['serviceaccount_tokens_secret'],
  'service-cidr-controller': ['servicecidrs'],
  'service-lb-controller': ['service'],
  'ttl-controller': ['ttlcontroller'],
  'ttl-after-finished-controller': ['ttl_jobs_to_delete'],
  'token-cleaner': ['token_cleaner'],
  'bootstrap-signer': ['bootstrap_signer_queue'],
  'certificate-controller': ['certificate'],
  'validatingadmissionpolicy-status-controller': ['validatingadmissionpolicy-status'],
  'csi-provisioner': ['csi-claims', 'csi-volumes'],
  'csi-attacher': ['csi-attachments'],
  'kube-apiserver': [
    'AvailableConditionController',
    'autoregister',
    'crdEstablishing',
    'crd_finalizer',
    'crd_naming_condition_controller',
  ],
};

/** The names of its queues, without `workqueue/`; a program that somebody runs calls its queue by its own name. */
export function queuesOf(actor: string): readonly string[] {
  return QUEUES_OF[actor] ?? [actor];
}

/** All that have queues of another name than their own. */
export const queueOwners: readonly string[] = Object.keys(QUEUES_OF);
