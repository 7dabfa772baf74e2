/**
 * The Go structs of the v1 group (v1.36), fields in declaration order. See language.ts for the notation.
 * Models staging/src/k8s.io/api/core/v1/types.go (v1.36)
 */
export const CORE = `
PodTemplateSpec .metadata spec:PodSpec
PodSpec volumes:[]Volume initContainers:[]Container containers!:[]Container ephemeralContainers:[]EphemeralContainer restartPolicy:RestartPolicy terminationGracePeriodSeconds:*l activeDeadlineSeconds:*l dnsPolicy:DNSPolicy=DNSPolicy nodeSelector:{} serviceAccountName serviceAccount=DeprecatedServiceAccount automountServiceAccountToken:*b nodeName hostNetwork:b hostPID:b hostIPC:b shareProcessNamespace:*b securityContext:*PodSecurityContext imagePullSecrets:[]LocalObjectReference hostname subdomain affinity:*Affinity schedulerName tolerations:[]Toleration hostAliases:[]HostAlias priorityClassName priority:*i dnsConfig:*PodDNSConfig=DNSConfig readinessGates:[]PodReadinessGate runtimeClassName:*s enableServiceLinks:*b preemptionPolicy:*PreemptionPolicy overhead:ResourceList topologySpreadConstraints:[]TopologySpreadConstraint setHostnameAsFQDN:*b os:*PodOS=OS hostUsers:*b schedulingGates:[]PodSchedulingGate resourceClaims:[]PodResourceClaim resources:*ResourceRequirements hostnameOverride:*s schedulingGroup:*PodSchedulingGroup
PodSchedulingGroup podGroupName:*s
Container name! image command:[]s args:[]s workingDir ports:[]ContainerPort envFrom:[]EnvFromSource env:[]EnvVar resources:ResourceRequirements resizePolicy:[]ContainerResizePolicy restartPolicy:*ContainerRestartPolicy restartPolicyRules:[]ContainerRestartRule volumeMounts:[]VolumeMount volumeDevices:[]VolumeDevice livenessProbe:*Probe readinessProbe:*Probe startupProbe:*Probe lifecycle:*Lifecycle terminationMessagePath terminationMessagePolicy:TerminationMessagePolicy imagePullPolicy:PullPolicy securityContext:*SecurityContext stdin:b stdinOnce:b tty:b=TTY
EphemeralContainer ^EphemeralContainerCommon targetContainerName
EphemeralContainerCommon name! image command:[]s args:[]s workingDir ports:[]ContainerPort envFrom:[]EnvFromSource env:[]EnvVar resources:ResourceRequirements resizePolicy:[]ContainerResizePolicy restartPolicy:*ContainerRestartPolicy restartPolicyRules:[]ContainerRestartRule volumeMounts:[]VolumeMount volumeDevices:[]VolumeDevice livenessProbe:*Probe readinessProbe:*Probe startupProbe:*Probe lifecycle:*Lifecycle terminationMessagePath terminationMessagePolicy:TerminationMessagePolicy imagePullPolicy:PullPolicy securityContext:*SecurityContext stdin:b stdinOnce:b tty:b=TTY
ContainerPort name hostPort:i containerPort!:i protocol:Protocol hostIP
EnvFromSource prefix configMapRef:*ConfigMapEnvSource secretRef:*SecretEnvSource
ConfigMapEnvSource ^LocalObjectReference optional:*b
SecretEnvSource ^LocalObjectReference optional:*b
EnvVar name! value valueFrom:*EnvVarSource
EnvVarSource fieldRef:*ObjectFieldSelector resourceFieldRef:*ResourceFieldSelector configMapKeyRef:*ConfigMapKeySelector secretKeyRef:*SecretKeySelector fileKeyRef:*FileKeySelector
ObjectFieldSelector apiVersion=APIVersion fieldPath!
ResourceFieldSelector containerName resource! divisor:q
ConfigMapKeySelector ^LocalObjectReference key! optional:*b
SecretKeySelector ^LocalObjectReference key! optional:*b
FileKeySelector volumeName! path! key! optional:*b
LocalObjectReference name
TypedLocalObjectReference apiGroup-:*s=APIGroup kind! name!
TypedObjectReference apiGroup-:*s=APIGroup kind! name! namespace:*s
ResourceRequirements limits:ResourceList requests:ResourceList claims:[]ResourceClaim
VolumeResourceRequirements limits:ResourceList requests:ResourceList
ResourceClaim name! request
ContainerResizePolicy resourceName!:ResourceName restartPolicy!:ResourceResizeRestartPolicy
ContainerRestartRule action+:ContainerRestartRuleAction exitCodes:*ContainerRestartRuleOnExitCodes
ContainerRestartRuleOnExitCodes operator+:ContainerRestartRuleOnExitCodesOperator values:[]i
VolumeMount name! readOnly:b recursiveReadOnly:*RecursiveReadOnlyMode mountPath! subPath mountPropagation:*MountPropagationMode subPathExpr
VolumeDevice name! devicePath!
Probe ^ProbeHandler initialDelaySeconds:i timeoutSeconds:i periodSeconds:i successThreshold:i failureThreshold:i terminationGracePeriodSeconds:*l
ProbeHandler exec:*ExecAction httpGet:*HTTPGetAction=HTTPGet tcpSocket:*TCPSocketAction=TCPSocket grpc:*GRPCAction=GRPC
ExecAction command:[]s
HTTPGetAction path port!:o host scheme:URIScheme httpHeaders:[]HTTPHeader=HTTPHeaders
HTTPHeader name! value!
TCPSocketAction port!:o host
GRPCAction port!:i service-:*s
SleepAction seconds!:l
Lifecycle postStart:*LifecycleHandler preStop:*LifecycleHandler stopSignal:*Signal
LifecycleHandler exec:*ExecAction httpGet:*HTTPGetAction=HTTPGet tcpSocket:*TCPSocketAction=TCPSocket sleep:*SleepAction
SecurityContext capabilities:*Capabilities privileged:*b seLinuxOptions:*SELinuxOptions=SELinuxOptions windowsOptions:*WindowsSecurityContextOptions runAsUser:*l runAsGroup:*l runAsNonRoot:*b readOnlyRootFilesystem:*b allowPrivilegeEscalation:*b procMount:*ProcMountType seccompProfile:*SeccompProfile appArmorProfile:*AppArmorProfile
Capabilities add:[]Capability drop:[]Capability
SELinuxOptions user role type level
WindowsSecurityContextOptions gmsaCredentialSpecName:*s=GMSACredentialSpecName gmsaCredentialSpec:*s=GMSACredentialSpec runAsUserName:*s hostProcess:*b
SeccompProfile type!:SeccompProfileType localhostProfile:*s
AppArmorProfile type!:AppArmorProfileType localhostProfile:*s
PodSecurityContext seLinuxOptions:*SELinuxOptions=SELinuxOptions windowsOptions:*WindowsSecurityContextOptions runAsUser:*l runAsGroup:*l runAsNonRoot:*b supplementalGroups:[]l supplementalGroupsPolicy:*SupplementalGroupsPolicy fsGroup:*l=FSGroup sysctls:[]Sysctl fsGroupChangePolicy:*PodFSGroupChangePolicy=FSGroupChangePolicy seccompProfile:*SeccompProfile appArmorProfile:*AppArmorProfile seLinuxChangePolicy:*PodSELinuxChangePolicy=SELinuxChangePolicy
Sysctl name! value!
Affinity nodeAffinity:*NodeAffinity podAffinity:*PodAffinity podAntiAffinity:*PodAntiAffinity
NodeAffinity requiredDuringSchedulingIgnoredDuringExecution:*NodeSelector preferredDuringSchedulingIgnoredDuringExecution:[]PreferredSchedulingTerm
TopologySelectorTerm matchLabelExpressions:[]TopologySelectorLabelRequirement
TopologySelectorLabelRequirement key! values!:[]s
NodeSelector nodeSelectorTerms!:[]NodeSelectorTerm
NodeSelectorTerm matchExpressions:[]NodeSelectorRequirement matchFields:[]NodeSelectorRequirement
NodeSelectorRequirement key! operator!:NodeSelectorOperator values:[]s
PreferredSchedulingTerm weight!:i preference!:NodeSelectorTerm
PodAffinity requiredDuringSchedulingIgnoredDuringExecution:[]PodAffinityTerm preferredDuringSchedulingIgnoredDuringExecution:[]WeightedPodAffinityTerm
PodAntiAffinity requiredDuringSchedulingIgnoredDuringExecution:[]PodAffinityTerm preferredDuringSchedulingIgnoredDuringExecution:[]WeightedPodAffinityTerm
WeightedPodAffinityTerm weight!:i podAffinityTerm!:PodAffinityTerm
PodAffinityTerm labelSelector:*LabelSelector namespaces:[]s topologyKey! namespaceSelector:*LabelSelector matchLabelKeys:[]s mismatchLabelKeys:[]s
Toleration key operator:TolerationOperator value effect:TaintEffect tolerationSeconds:*l
HostAlias ip!=IP hostnames:[]s
PodDNSConfig nameservers:[]s searches:[]s options:[]PodDNSConfigOption
PodDNSConfigOption name value:*s
PodReadinessGate conditionType!:PodConditionType
TopologySpreadConstraint maxSkew!:i topologyKey! whenUnsatisfiable!:UnsatisfiableConstraintAction labelSelector:*LabelSelector minDomains:*i nodeAffinityPolicy:*NodeInclusionPolicy nodeTaintsPolicy:*NodeInclusionPolicy matchLabelKeys:[]s
PodOS name!:OSName
PodSchedulingGate name!
PodResourceClaim name! resourceClaimName:*s resourceClaimTemplateName:*s
Volume name! ^VolumeSource
VolumeSource hostPath:*HostPathVolumeSource emptyDir:*EmptyDirVolumeSource gcePersistentDisk:*GCEPersistentDiskVolumeSource=GCEPersistentDisk awsElasticBlockStore:*AWSElasticBlockStoreVolumeSource=AWSElasticBlockStore gitRepo:*GitRepoVolumeSource secret:*SecretVolumeSource nfs:*NFSVolumeSource=NFS iscsi:*ISCSIVolumeSource=ISCSI glusterfs:*GlusterfsVolumeSource persistentVolumeClaim:*PersistentVolumeClaimVolumeSource rbd:*RBDVolumeSource=RBD flexVolume:*FlexVolumeSource cinder:*CinderVolumeSource cephfs:*CephFSVolumeSource=CephFS flocker:*FlockerVolumeSource downwardAPI:*DownwardAPIVolumeSource fc:*FCVolumeSource=FC azureFile:*AzureFileVolumeSource configMap:*ConfigMapVolumeSource vsphereVolume:*VsphereVirtualDiskVolumeSource quobyte:*QuobyteVolumeSource azureDisk:*AzureDiskVolumeSource photonPersistentDisk:*PhotonPersistentDiskVolumeSource projected:*ProjectedVolumeSource portworxVolume:*PortworxVolumeSource scaleIO:*ScaleIOVolumeSource storageos:*StorageOSVolumeSource=StorageOS csi:*CSIVolumeSource=CSI ephemeral:*EphemeralVolumeSource image:*ImageVolumeSource
HostPathVolumeSource path! type:*HostPathType
EmptyDirVolumeSource medium:StorageMedium sizeLimit:*q
GCEPersistentDiskVolumeSource pdName!=PDName fsType=FSType partition:i readOnly:b
AWSElasticBlockStoreVolumeSource volumeID! fsType=FSType partition:i readOnly:b
GitRepoVolumeSource repository! revision directory
SecretVolumeSource secretName items:[]KeyToPath defaultMode:*i optional:*b
NFSVolumeSource server! path! readOnly:b
ISCSIVolumeSource targetPortal! iqn!=IQN lun!:i iscsiInterface=ISCSIInterface fsType=FSType readOnly:b portals:[]s chapAuthDiscovery:b=DiscoveryCHAPAuth chapAuthSession:b=SessionCHAPAuth secretRef:*LocalObjectReference initiatorName:*s
GlusterfsVolumeSource endpoints!=EndpointsName path! readOnly:b
PersistentVolumeClaimVolumeSource claimName! readOnly:b
RBDVolumeSource monitors!:[]s=CephMonitors image!=RBDImage fsType=FSType pool=RBDPool user=RadosUser keyring secretRef:*LocalObjectReference readOnly:b
FlexVolumeSource driver! fsType=FSType secretRef:*LocalObjectReference readOnly:b options:{}
CinderVolumeSource volumeID! fsType=FSType readOnly:b secretRef:*LocalObjectReference
CephFSVolumeSource monitors!:[]s path user secretFile secretRef:*LocalObjectReference readOnly:b
FlockerVolumeSource datasetName datasetUUID
DownwardAPIVolumeSource items:[]DownwardAPIVolumeFile defaultMode:*i
DownwardAPIVolumeFile path! fieldRef:*ObjectFieldSelector resourceFieldRef:*ResourceFieldSelector mode:*i
FCVolumeSource targetWWNs:[]s=TargetWWNs lun:*i fsType=FSType readOnly:b wwids:[]s=WWIDs
AzureFileVolumeSource secretName! shareName! readOnly:b
ConfigMapVolumeSource ^LocalObjectReference items:[]KeyToPath defaultMode:*i optional:*b
VsphereVirtualDiskVolumeSource volumePath! fsType=FSType storagePolicyName storagePolicyID
QuobyteVolumeSource registry! volume! readOnly:b user group tenant
AzureDiskVolumeSource diskName! diskURI!=DataDiskURI cachingMode:*AzureDataDiskCachingMode fsType:*s=FSType readOnly:*b kind:*AzureDataDiskKind
PhotonPersistentDiskVolumeSource pdID!=PdID fsType=FSType
ProjectedVolumeSource sources-:[]VolumeProjection defaultMode:*i
VolumeProjection secret:*SecretProjection downwardAPI:*DownwardAPIProjection configMap:*ConfigMapProjection serviceAccountToken:*ServiceAccountTokenProjection clusterTrustBundle:*ClusterTrustBundleProjection podCertificate:*PodCertificateProjection
SecretProjection ^LocalObjectReference items:[]KeyToPath optional:*b
DownwardAPIProjection items:[]DownwardAPIVolumeFile
ConfigMapProjection ^LocalObjectReference items:[]KeyToPath optional:*b
ServiceAccountTokenProjection audience expirationSeconds:*l path!
ClusterTrustBundleProjection name:*s signerName:*s labelSelector:*LabelSelector optional:*b path!
PodCertificateProjection signerName+ keyType+ maxExpirationSeconds:*i credentialBundlePath keyPath certificateChainPath userAnnotations:{}
KeyToPath key! path! mode:*i
PortworxVolumeSource volumeID! fsType=FSType readOnly:b
ScaleIOVolumeSource gateway! system! secretRef!:*LocalObjectReference sslEnabled:b=SSLEnabled protectionDomain storagePool storageMode volumeName fsType=FSType readOnly:b
StorageOSVolumeSource volumeName volumeNamespace fsType=FSType readOnly:b secretRef:*LocalObjectReference
CSIVolumeSource driver! readOnly:*b fsType:*s=FSType volumeAttributes:{} nodePublishSecretRef:*LocalObjectReference
EphemeralVolumeSource volumeClaimTemplate:*PersistentVolumeClaimTemplate
ImageVolumeSource reference pullPolicy:PullPolicy
PersistentVolumeClaimTemplate .metadata spec!:PersistentVolumeClaimSpec
PersistentVolumeClaimSpec accessModes:[]PersistentVolumeAccessMode selector:*LabelSelector resources:VolumeResourceRequirements volumeName storageClassName:*s volumeMode:*PersistentVolumeMode dataSource:*TypedLocalObjectReference dataSourceRef:*TypedObjectReference volumeAttributesClassName:*s
Pod .kind .metadata spec:PodSpec status:PodStatus
PodStatus observedGeneration:l phase:PodPhase conditions:[]PodCondition message reason nominatedNodeName hostIP hostIPs:[]HostIP=HostIPs podIP podIPs:[]PodIP=PodIPs startTime:*t initContainerStatuses:[]ContainerStatus containerStatuses:[]ContainerStatus qosClass:PodQOSClass=QOSClass ephemeralContainerStatuses:[]ContainerStatus resize:PodResizeStatus resourceClaimStatuses:[]PodResourceClaimStatus extendedResourceClaimStatus:*PodExtendedResourceClaimStatus allocatedResources:ResourceList resources:*ResourceRequirements nodeAllocatableResourceClaimStatuses:[]NodeAllocatableResourceClaimStatus
PodCondition type!:PodConditionType observedGeneration:l status!:ConditionStatus lastProbeTime:t lastTransitionTime:t reason message
HostIP ip!=IP
PodIP ip!=IP
PodResourceClaimStatus name! resourceClaimName:*s
PodExtendedResourceClaimStatus requestMappings!:[]ContainerExtendedResourceRequest resourceClaimName!
ContainerExtendedResourceRequest containerName! resourceName! requestName!
NodeAllocatableResourceClaimStatus resourceClaimName! containers:[]s resources!:ResourceList
ContainerStatus name! state:ContainerState lastState:ContainerState=LastTerminationState ready!:b restartCount!:i image! imageID! containerID started:*b allocatedResources:ResourceList resources:*ResourceRequirements volumeMounts:[]VolumeMountStatus user:*ContainerUser allocatedResourcesStatus:[]ResourceStatus stopSignal:*Signal
ContainerState waiting:*ContainerStateWaiting running:*ContainerStateRunning terminated:*ContainerStateTerminated
ContainerStateWaiting reason message
ContainerStateRunning startedAt:t
ContainerStateTerminated exitCode!:i signal:i reason message startedAt:t finishedAt:t containerID
VolumeMountStatus name! mountPath! readOnly:b recursiveReadOnly:*RecursiveReadOnlyMode volumeStatus:*VolumeStatus
VolumeStatus image:*ImageVolumeStatus
ImageVolumeStatus imageRef+
ContainerUser linux:*LinuxContainerUser
LinuxContainerUser uid!:l=UID gid!:l=GID supplementalGroups:[]l
ResourceStatus name!:ResourceName resources:[]ResourceHealth
ResourceHealth resourceID!:ResourceID health:ResourceHealthStatus message:*s
Binding .kind .metadata target!:ObjectReference
ObjectReference kind namespace name uid:UID=UID apiVersion=APIVersion resourceVersion fieldPath
PodTemplate .kind .metadata template:PodTemplateSpec
ReplicationController .kind .metadata spec:ReplicationControllerSpec status:ReplicationControllerStatus
ReplicationControllerSpec replicas:*i minReadySeconds:i selector:{} template:*PodTemplateSpec
ReplicationControllerStatus replicas!:i fullyLabeledReplicas:i readyReplicas:i availableReplicas:i observedGeneration:l conditions:[]ReplicationControllerCondition
ReplicationControllerCondition type!:ReplicationControllerConditionType status!:ConditionStatus lastTransitionTime:t reason message
Service .kind .metadata spec:ServiceSpec status:ServiceStatus
ServiceSpec ports:[]ServicePort selector:{} clusterIP clusterIPs:[]s=ClusterIPs type:ServiceType externalIPs:[]s=ExternalIPs sessionAffinity:ServiceAffinity loadBalancerIP loadBalancerSourceRanges:[]s externalName externalTrafficPolicy:ServiceExternalTrafficPolicy healthCheckNodePort:i publishNotReadyAddresses:b sessionAffinityConfig:*SessionAffinityConfig ipFamilies:[]IPFamily=IPFamilies ipFamilyPolicy:*IPFamilyPolicy=IPFamilyPolicy allocateLoadBalancerNodePorts:*b loadBalancerClass:*s internalTrafficPolicy:*ServiceInternalTrafficPolicy trafficDistribution:*s
ServicePort name protocol:Protocol appProtocol:*s port!:i targetPort:o nodePort:i
SessionAffinityConfig clientIP:*ClientIPConfig
ClientIPConfig timeoutSeconds:*i
ServiceStatus loadBalancer:LoadBalancerStatus conditions:[]Condition
LoadBalancerStatus ingress:[]LoadBalancerIngress
LoadBalancerIngress ip=IP hostname ipMode:*LoadBalancerIPMode=IPMode ports:[]PortStatus
PortStatus port!:i protocol!:Protocol error:*s
ConfigMap .kind .metadata immutable:*b data:{} binaryData:{}y
Secret .kind .metadata immutable:*b data:{}y stringData:{} type:SecretType
Namespace .kind .metadata spec:NamespaceSpec status:NamespaceStatus
NamespaceSpec finalizers:[]FinalizerName
NamespaceStatus phase:NamespacePhase conditions:[]NamespaceCondition
NamespaceCondition type!:NamespaceConditionType status!:ConditionStatus lastTransitionTime:t reason message
Node .kind .metadata spec:NodeSpec status:NodeStatus
NodeSpec podCIDR podCIDRs:[]s=PodCIDRs providerID unschedulable:b taints:[]Taint configSource:*NodeConfigSource externalID=DoNotUseExternalID
Taint key! value effect!:TaintEffect timeAdded:*t
NodeConfigSource configMap:*ConfigMapNodeConfigSource
ConfigMapNodeConfigSource namespace! name! uid:UID=UID resourceVersion kubeletConfigKey!
NodeStatus capacity:ResourceList allocatable:ResourceList phase:NodePhase conditions:[]NodeCondition addresses:[]NodeAddress daemonEndpoints:NodeDaemonEndpoints nodeInfo:NodeSystemInfo images:[]ContainerImage volumesInUse:[]UniqueVolumeName volumesAttached:[]AttachedVolume config:*NodeConfigStatus runtimeHandlers:[]NodeRuntimeHandler features:*NodeFeatures declaredFeatures:[]s
NodeCondition type!:NodeConditionType status!:ConditionStatus lastHeartbeatTime:t lastTransitionTime:t reason message
NodeAddress type!:NodeAddressType address!
NodeDaemonEndpoints kubeletEndpoint:DaemonEndpoint
DaemonEndpoint Port!:i
NodeSystemInfo machineID! systemUUID! bootID! kernelVersion! osImage!=OSImage containerRuntimeVersion! kubeletVersion! kubeProxyVersion! operatingSystem! architecture! swap:*NodeSwapStatus
NodeSwapStatus capacity:*l
ContainerImage names-:[]s sizeBytes:l
AttachedVolume name!:UniqueVolumeName devicePath!
NodeConfigStatus assigned:*NodeConfigSource active:*NodeConfigSource lastKnownGood:*NodeConfigSource error
NodeRuntimeHandler name- features:*NodeRuntimeHandlerFeatures
NodeRuntimeHandlerFeatures recursiveReadOnlyMounts:*b userNamespaces:*b
NodeFeatures supplementalGroupsPolicy:*b
ServiceAccount .kind .metadata secrets:[]ObjectReference imagePullSecrets:[]LocalObjectReference automountServiceAccountToken:*b
Event .kind .metadata! involvedObject!:ObjectReference reason message source:EventSource firstTimestamp:t lastTimestamp:t count:i type eventTime:u series:*EventSeries action related:*ObjectReference reportingComponent-=ReportingController reportingInstance-
EventSource component host
EventSeries count:i lastObservedTime:u
Endpoints .kind .metadata subsets:[]EndpointSubset
EndpointSubset addresses:[]EndpointAddress notReadyAddresses:[]EndpointAddress ports:[]EndpointPort
EndpointAddress ip!=IP hostname nodeName:*s targetRef:*ObjectReference
EndpointPort name port!:i protocol:Protocol appProtocol:*s
ResourceQuota .kind .metadata spec:ResourceQuotaSpec status:ResourceQuotaStatus
ResourceQuotaSpec hard:ResourceList scopes:[]ResourceQuotaScope scopeSelector:*ScopeSelector
ScopeSelector matchExpressions:[]ScopedResourceSelectorRequirement
ScopedResourceSelectorRequirement scopeName!:ResourceQuotaScope operator!:ScopeSelectorOperator values:[]s
ResourceQuotaStatus hard:ResourceList used:ResourceList
LimitRange .kind .metadata spec:LimitRangeSpec
LimitRangeSpec limits!:[]LimitRangeItem
LimitRangeItem type!:LimitType max:ResourceList min:ResourceList default:ResourceList defaultRequest:ResourceList maxLimitRequestRatio:ResourceList
PersistentVolumeClaim .kind .metadata spec:PersistentVolumeClaimSpec status:PersistentVolumeClaimStatus
PersistentVolumeClaimStatus phase:PersistentVolumeClaimPhase accessModes:[]PersistentVolumeAccessMode capacity:ResourceList conditions:[]PersistentVolumeClaimCondition allocatedResources:ResourceList allocatedResourceStatuses:{} currentVolumeAttributesClassName:*s modifyVolumeStatus:*ModifyVolumeStatus
PersistentVolumeClaimCondition type!:PersistentVolumeClaimConditionType status!:ConditionStatus lastProbeTime:t lastTransitionTime:t reason message
ModifyVolumeStatus targetVolumeAttributesClassName status!:PersistentVolumeClaimModifyVolumeStatus
ComponentStatus .kind .metadata conditions:[]ComponentCondition
ComponentCondition type!:ComponentConditionType status!:ConditionStatus message error
PersistentVolume .kind .metadata spec:PersistentVolumeSpec status:PersistentVolumeStatus
PersistentVolumeSpec capacity:ResourceList ^PersistentVolumeSource accessModes:[]PersistentVolumeAccessMode claimRef:*ObjectReference persistentVolumeReclaimPolicy:PersistentVolumeReclaimPolicy storageClassName mountOptions:[]s volumeMode:*PersistentVolumeMode nodeAffinity:*VolumeNodeAffinity volumeAttributesClassName:*s
PersistentVolumeSource gcePersistentDisk:*GCEPersistentDiskVolumeSource=GCEPersistentDisk awsElasticBlockStore:*AWSElasticBlockStoreVolumeSource=AWSElasticBlockStore hostPath:*HostPathVolumeSource glusterfs:*GlusterfsPersistentVolumeSource nfs:*NFSVolumeSource=NFS rbd:*RBDPersistentVolumeSource=RBD iscsi:*ISCSIPersistentVolumeSource=ISCSI cinder:*CinderPersistentVolumeSource cephfs:*CephFSPersistentVolumeSource=CephFS fc:*FCVolumeSource=FC flocker:*FlockerVolumeSource flexVolume:*FlexPersistentVolumeSource azureFile:*AzureFilePersistentVolumeSource vsphereVolume:*VsphereVirtualDiskVolumeSource quobyte:*QuobyteVolumeSource azureDisk:*AzureDiskVolumeSource photonPersistentDisk:*PhotonPersistentDiskVolumeSource portworxVolume:*PortworxVolumeSource scaleIO:*ScaleIOPersistentVolumeSource local:*LocalVolumeSource storageos:*StorageOSPersistentVolumeSource=StorageOS csi:*CSIPersistentVolumeSource=CSI
GlusterfsPersistentVolumeSource endpoints!=EndpointsName path! readOnly:b endpointsNamespace:*s
RBDPersistentVolumeSource monitors!:[]s=CephMonitors image!=RBDImage fsType=FSType pool=RBDPool user=RadosUser keyring secretRef:*SecretReference readOnly:b
ISCSIPersistentVolumeSource targetPortal! iqn!=IQN lun!:i iscsiInterface=ISCSIInterface fsType=FSType readOnly:b portals:[]s chapAuthDiscovery:b=DiscoveryCHAPAuth chapAuthSession:b=SessionCHAPAuth secretRef:*SecretReference initiatorName:*s
CinderPersistentVolumeSource volumeID! fsType=FSType readOnly:b secretRef:*SecretReference
CephFSPersistentVolumeSource monitors!:[]s path user secretFile secretRef:*SecretReference readOnly:b
FlexPersistentVolumeSource driver! fsType=FSType secretRef:*SecretReference readOnly:b options:{}
AzureFilePersistentVolumeSource secretName! shareName! readOnly:b secretNamespace-:*s
ScaleIOPersistentVolumeSource gateway! system! secretRef!:*SecretReference sslEnabled:b=SSLEnabled protectionDomain storagePool storageMode volumeName fsType=FSType readOnly:b
StorageOSPersistentVolumeSource volumeName volumeNamespace fsType=FSType readOnly:b secretRef:*ObjectReference
CSIPersistentVolumeSource driver! volumeHandle! readOnly:b fsType=FSType volumeAttributes:{} controllerPublishSecretRef:*SecretReference nodeStageSecretRef:*SecretReference nodePublishSecretRef:*SecretReference controllerExpandSecretRef:*SecretReference nodeExpandSecretRef:*SecretReference
SecretReference name namespace
LocalVolumeSource path! fsType:*s=FSType
VolumeNodeAffinity required:*NodeSelector
PersistentVolumeStatus phase:PersistentVolumePhase message reason lastPhaseTransitionTime:*t
`;
