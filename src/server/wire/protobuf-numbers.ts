/**
 * Field numbers of the protobuf messages (v1.36), for structs whose fields are not numbered 1, 2, 3 … in the order of
 * declaration: one struct a line, a number for each field. The sections are group versions; `meta` is meta/v1.
 * Models staging/src/k8s.io/api generated.proto of each group version (v1.36)
 */
export const FIELD_NUMBERS = `
# meta
ObjectMeta 1 2 3 4 5 6 7 8 9 10 11 12 13 14 17
OwnerReference 5 1 3 4 6 7
ManagedFieldsEntry 1 2 3 4 6 7 8
StatusDetails 1 2 3 6 4 5
# v1
NamespaceCondition 1 2 4 5 6
PodSpec 1 20 2 34 3 4 5 6 7 8 9 21 10 11 12 13 27 14 15 16 17 18 19 22 23 24 25 26 28 29 30 31 32 33 35 36 37 38 39 40 41 43
Container 1 2 3 4 5 6 19 7 8 23 24 25 9 21 10 11 22 12 13 20 14 15 16 17 18
EphemeralContainerCommon 1 2 3 4 5 6 19 7 8 23 24 25 9 21 10 11 22 12 13 20 14 15 16 17 18
VolumeMount 1 2 7 3 4 5 6
SecurityContext 1 2 3 10 4 8 5 6 7 9 11 12
PodSecurityContext 1 8 2 6 3 4 12 5 7 9 10 11 13
PodResourceClaim 1 3 4
VolumeSource 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 26 24 25 27 28 29 30
ISCSIVolumeSource 1 2 3 4 5 6 7 8 11 10 12
SecretProjection 1 2 4
ConfigMapProjection 1 2 4
ClusterTrustBundleProjection 1 2 3 5 4
PersistentVolumeClaimSpec 1 4 2 3 5 6 7 8 9
PodStatus 17 1 2 3 4 11 5 16 6 12 7 10 8 9 13 14 15 18 19 20 21
PodCondition 1 7 2 3 4 5 6
ResourceHealth 1 2 6
ReplicationControllerSpec 1 4 2 3
ReplicationControllerStatus 1 2 4 5 3 6
ServiceSpec 1 2 3 18 4 5 7 8 9 10 11 12 13 14 19 17 20 21 22 23
ServicePort 1 2 6 3 4 5
ConfigMap 1 4 2 3
Secret 1 5 2 4 3
NodeSpec 1 7 3 4 5 6 2
NodeConfigSource 2
EndpointAddress 1 3 4 2
PersistentVolumeClaimStatus 1 2 3 4 5 7 8 9
ISCSIPersistentVolumeSource 1 2 3 4 5 6 7 8 11 10 12
# apps/v1
DeploymentSpec 1 2 3 4 5 6 7 9
DeploymentStatus 1 2 3 7 4 5 9 6 8
DeploymentCondition 1 2 6 7 4 5
ReplicaSetSpec 1 4 2 3
ReplicaSetStatus 1 2 4 5 7 3 6
StatefulSetStatus 1 2 3 4 5 6 7 9 10 11
DaemonSetSpec 1 2 3 4 6
# batch/v1
JobSpec 1 2 3 11 16 7 12 13 4 5 6 8 9 10 14 15
JobStatus 1 2 3 4 5 6 11 7 10 8 9
CronJobSpec 1 8 2 3 4 5 6 7
CronJobStatus 1 4 5
# autoscaling/v2
MetricSpec 1 2 3 4 7 5
HPAScalingRules 3 1 2 4
MetricStatus 1 2 3 4 7 5
# networking.k8s.io/v1
IngressSpec 4 1 2 3
IngressBackend 4 3
HTTPIngressPath 1 3 2
IngressLoadBalancerIngress 1 2 4
# discovery.k8s.io/v1
EndpointSlice 1 4 2 3
# authentication.k8s.io/v1
TokenRequestSpec 1 4 3
TokenReviewStatus 1 2 4 3
# authorization.k8s.io/v1
SubjectAccessReviewStatus 1 4 2 3
# certificates.k8s.io/v1
CertificateSigningRequestSpec 1 7 8 5 2 3 4 6
CertificateSigningRequestCondition 1 6 2 3 4 5
# admissionregistration.k8s.io/v1
MatchResources 1 2 3 4 7
ExpressionWarning 2 3
Mutation 2 3 4
ValidatingWebhook 1 2 3 4 9 5 10 6 7 8 11
MutatingWebhook 1 2 3 4 9 5 11 6 7 8 10 12
WebhookClientConfig 3 1 2
# apiextensions.k8s.io/v1
CustomResourceDefinitionSpec 1 3 4 7 9 10
CustomResourceDefinitionVersion 1 2 3 7 8 4 5 6 9
WebhookConversion 2 3
WebhookClientConfig 3 1 2
# flowcontrol.apiserver.k8s.io/v1
NonResourcePolicyRule 1 6
# apiregistration.k8s.io/v1
APIServiceSpec 1 2 3 4 5 7 8
# resource.k8s.io/v1
DeviceClassSpec 1 2 4
ResourceClaimStatus 1 2 4
ResourceClaimConsumerReference 1 3 4 5
AllocationResult 1 3 5
AllocatedDeviceStatus 1 2 3 7 4 5 6
CapacityRequestPolicy 1 3 4
DeviceAttribute 2 3 4 5 6 7 8 9
`;
