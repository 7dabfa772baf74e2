/**
 * How lists, maps and structs are merged, as markers on the fields of the Go structs say (v1.36). One struct a line: its name, then
 *   field=KEY      patches merge the list by KEY, field sets too
 *   field=KEY/K1,K2   field sets use K1 and K2 instead (`-`: they take the list as one unit)
 *   field=/K1      field sets only: patches replace the list
 *   field=#        a list of plain values that both merge as a set
 *   field=/#       a set in field sets only
 *   field=-        a map that field sets take as one unit
 *   field+         patches send $retainKeys
 *   field*         patches replace the struct or map
 *   !              the struct itself is one unit in field sets
 * Lists that are not named are replaced as a whole and are one unit; maps and structs are merged field by field.
 */
export const LIST_TYPES = `
ObjectMeta ownerReferences=uid finalizers=#
OwnerReference !
LabelSelector !
PodSpec volumes=name volumes+ initContainers=name containers=name ephemeralContainers=name nodeSelector=- imagePullSecrets=name hostAliases=ip topologySpreadConstraints=topologyKey/topologyKey,whenUnsatisfiable schedulingGates=name resourceClaims=name resourceClaims+
Container ports=containerPort/containerPort,protocol env=name volumeMounts=mountPath volumeDevices=devicePath
EphemeralContainerCommon ports=containerPort/containerPort,protocol env=name volumeMounts=mountPath volumeDevices=devicePath
ResourceRequirements claims=/name
NodeSelector !
NodeSelectorTerm !
ObjectFieldSelector !
ResourceFieldSelector !
ConfigMapKeySelector !
SecretKeySelector !
FileKeySelector !
LocalObjectReference !
TypedLocalObjectReference !
SecretReference !
ObjectReference !
PodStatus conditions=type hostIPs=ip/- podIPs=ip resourceClaimStatuses=name resourceClaimStatuses+
ContainerStatus volumeMounts=mountPath allocatedResourcesStatus=name
ResourceStatus resources=/resourceID
ReplicationControllerSpec selector=-
ReplicationControllerStatus conditions=type
ServiceSpec ports=port/port,protocol selector=-
ServiceStatus conditions=type
NodeSpec podCIDRs=#
NodeStatus conditions=type addresses=type
NamespaceStatus conditions=type
ServiceAccount secrets=name
EndpointAddress !
EndpointPort !
ScopeSelector !
PersistentVolumeClaimStatus conditions=type
TopologySelectorTerm !
DeploymentSpec strategy+
DeploymentStatus conditions=type
ReplicaSetStatus conditions=type
StatefulSetStatus conditions=type
DaemonSetStatus conditions=type
JobStatus conditions=type/-
UncountedTerminatedPods succeeded=/# failed=/#
PodFailurePolicyOnExitCodesRequirement values=/#
CronJobStatus active=-
HorizontalPodAutoscalerStatus conditions=type
PodDisruptionBudgetSpec selector*
PodDisruptionBudgetStatus conditions=type
Subject !
RoleRef !
CertificateSigningRequestStatus conditions=/type
ValidatingWebhookConfiguration webhooks=name
MutatingWebhookConfiguration webhooks=name
ValidatingWebhook matchConditions=name
MutatingWebhook matchConditions=name
ValidatingAdmissionPolicySpec matchConditions=name variables=name
MutatingAdmissionPolicySpec matchConditions=name variables=name
ValidatingAdmissionPolicyBindingSpec validationActions=/#
ValidatingAdmissionPolicyStatus conditions=/type
ParamKind !
ParamRef !
MatchResources !
NamedRuleWithOperations !
Rule !
APIServiceStatus conditions=type
CustomResourceDefinitionStatus conditions=/type
JSONSchemaProps x-kubernetes-validations=rule
CSINodeSpec drivers=name
CSIDriverSpec volumeLifecycleModes=/#
ResourceClaimStatus reservedFor=uid devices=/driver,device,pool,shareID
AllocatedDeviceStatus conditions=/type
Endpoint addresses=/#
IngressClassParametersReference
NetworkPolicyPort
FlowSchemaStatus conditions=type
PriorityLevelConfigurationStatus conditions=type
ServiceCIDRStatus conditions=type
`;
