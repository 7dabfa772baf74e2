/**
 * The Go structs of groups that few people write objects of (v1.36). See language.ts for the notation.
 * Models staging/src/k8s.io/api/{autoscaling,policy,certificates,node,storage,admissionregistration,resource} and k8s.io/apiextensions-apiserver (v1.36)
 */

const AUTOSCALING_V1 = `
Scale .kind .metadata spec:ScaleSpec status:ScaleStatus
ScaleSpec replicas:i
ScaleStatus replicas!:i selector
HorizontalPodAutoscaler .kind .metadata spec+:HorizontalPodAutoscalerSpec status:HorizontalPodAutoscalerStatus
HorizontalPodAutoscalerSpec scaleTargetRef!:CrossVersionObjectReference minReplicas:*i maxReplicas!:i targetCPUUtilizationPercentage:*i
HorizontalPodAutoscalerStatus observedGeneration:*l lastScaleTime:*t currentReplicas!:i desiredReplicas!:i currentCPUUtilizationPercentage:*i
CrossVersionObjectReference kind! name! apiVersion=APIVersion
`;

const AUTOSCALING_V2 = `
HorizontalPodAutoscaler .kind .metadata spec+:HorizontalPodAutoscalerSpec status:HorizontalPodAutoscalerStatus
HorizontalPodAutoscalerSpec scaleTargetRef!:CrossVersionObjectReference minReplicas:*i maxReplicas!:i metrics:[]MetricSpec behavior:*HorizontalPodAutoscalerBehavior
CrossVersionObjectReference kind! name! apiVersion=APIVersion
MetricSpec type!:MetricSourceType object:*ObjectMetricSource pods:*PodsMetricSource resource:*ResourceMetricSource containerResource:*ContainerResourceMetricSource external:*ExternalMetricSource
HorizontalPodAutoscalerBehavior scaleUp:*HPAScalingRules scaleDown:*HPAScalingRules
HPAScalingRules stabilizationWindowSeconds:*i selectPolicy:*ScalingPolicySelect policies?:[]HPAScalingPolicy tolerance:*q
HPAScalingPolicy type!:HPAScalingPolicyType value!:i periodSeconds!:i
ObjectMetricSource describedObject!:CrossVersionObjectReference target!:MetricTarget metric!:MetricIdentifier
PodsMetricSource metric!:MetricIdentifier target!:MetricTarget
ResourceMetricSource name!:ResourceName target!:MetricTarget
ContainerResourceMetricSource name!:ResourceName target!:MetricTarget container!
ExternalMetricSource metric!:MetricIdentifier target!:MetricTarget
MetricIdentifier name! selector:*LabelSelector
MetricTarget type!:MetricTargetType value:*q averageValue:*q averageUtilization:*i
HorizontalPodAutoscalerStatus observedGeneration:*l lastScaleTime:*t currentReplicas:i desiredReplicas!:i currentMetrics-:[]MetricStatus conditions:[]HorizontalPodAutoscalerCondition
HorizontalPodAutoscalerCondition type!:HorizontalPodAutoscalerConditionType status!:ConditionStatus lastTransitionTime:t reason message
MetricStatus type!:MetricSourceType object:*ObjectMetricStatus pods:*PodsMetricStatus resource:*ResourceMetricStatus containerResource:*ContainerResourceMetricStatus external:*ExternalMetricStatus
ObjectMetricStatus metric!:MetricIdentifier current!:MetricValueStatus describedObject!:CrossVersionObjectReference
PodsMetricStatus metric!:MetricIdentifier current!:MetricValueStatus
ResourceMetricStatus name!:ResourceName current!:MetricValueStatus
ContainerResourceMetricStatus name!:ResourceName current!:MetricValueStatus container!
ExternalMetricStatus metric!:MetricIdentifier current!:MetricValueStatus
MetricValueStatus value:*q averageValue:*q averageUtilization:*i
`;

const POLICY = `
PodDisruptionBudget .kind .metadata spec:PodDisruptionBudgetSpec status:PodDisruptionBudgetStatus
PodDisruptionBudgetSpec minAvailable:*o selector:*LabelSelector maxUnavailable:*o unhealthyPodEvictionPolicy:*UnhealthyPodEvictionPolicyType
PodDisruptionBudgetStatus observedGeneration:l disruptedPods:{}t disruptionsAllowed-:i currentHealthy-:i desiredHealthy-:i expectedPods-:i conditions:[]Condition
Eviction .kind .metadata deleteOptions:*DeleteOptions
`;

const CERTIFICATES = `
CertificateSigningRequest .kind .metadata spec!:CertificateSigningRequestSpec status:CertificateSigningRequestStatus
CertificateSigningRequestSpec request!:y signerName! expirationSeconds:*i usages:[]KeyUsage username uid=UID groups:[]s extra:{}ExtraValue
CertificateSigningRequestStatus conditions:[]CertificateSigningRequestCondition certificate:y
CertificateSigningRequestCondition type!:RequestConditionType status!:ConditionStatus reason message lastUpdateTime:t lastTransitionTime:t
`;

const NODE = `
RuntimeClass .kind .metadata handler! overhead:*Overhead scheduling:*Scheduling
Overhead podFixed:ResourceList
Scheduling nodeSelector:{} tolerations:[]Toleration
`;

const STORAGE = `
StorageClass .kind .metadata provisioner! parameters:{} reclaimPolicy:*PersistentVolumeReclaimPolicy mountOptions:[]s allowVolumeExpansion:*b volumeBindingMode:*VolumeBindingMode allowedTopologies:[]TopologySelectorTerm
CSINode .kind .metadata spec!:CSINodeSpec
CSINodeSpec drivers!:[]CSINodeDriver
CSINodeDriver name! nodeID! topologyKeys-:[]s allocatable:*VolumeNodeResources
VolumeNodeResources count:*i
VolumeAttachment .kind .metadata spec!:VolumeAttachmentSpec status:VolumeAttachmentStatus
VolumeAttachmentSpec attacher! source!:VolumeAttachmentSource nodeName!
VolumeAttachmentSource persistentVolumeName:*s inlineVolumeSpec:*PersistentVolumeSpec
VolumeAttachmentStatus attached!:b attachmentMetadata:{} attachError:*VolumeError detachError:*VolumeError
VolumeError time:t message errorCode:*i
CSIDriver .kind .metadata spec!:CSIDriverSpec
CSIStorageCapacity .kind .metadata nodeTopology:*LabelSelector storageClassName! capacity:*q maximumVolumeSize:*q
VolumeAttributesClass .kind .metadata driverName! parameters:{}
CSIDriverSpec attachRequired:*b podInfoOnMount:*b volumeLifecycleModes:[]VolumeLifecycleMode storageCapacity:*b fsGroupPolicy:*FSGroupPolicy tokenRequests:[]TokenRequest requiresRepublish:*b seLinuxMount:*b nodeAllocatableUpdatePeriodSeconds:*l serviceAccountTokenInSecrets:*b preventPodSchedulingIfMissing:*b
TokenRequest audience! expirationSeconds:*l
`;

const ADMISSION = `
ValidatingAdmissionPolicy .kind .metadata spec:ValidatingAdmissionPolicySpec status:ValidatingAdmissionPolicyStatus
ValidatingAdmissionPolicySpec paramKind:*ParamKind matchConstraints:*MatchResources validations:[]Validation failurePolicy:*FailurePolicyType auditAnnotations:[]AuditAnnotation matchConditions:[]MatchCondition variables:[]Variable
ParamKind apiVersion=APIVersion kind
MatchResources namespaceSelector:*LabelSelector objectSelector:*LabelSelector resourceRules:[]NamedRuleWithOperations excludeResourceRules:[]NamedRuleWithOperations matchPolicy:*MatchPolicyType
NamedRuleWithOperations resourceNames:[]s ^RuleWithOperations
RuleWithOperations operations:[]OperationType ^Rule
Rule apiGroups:[]s=APIGroups apiVersions:[]s=APIVersions resources:[]s scope:*ScopeType
Validation expression! message reason:*StatusReason messageExpression
AuditAnnotation key! valueExpression!
MatchCondition name! expression!
Variable name! expression!
ValidatingAdmissionPolicyStatus observedGeneration:l typeChecking:*TypeChecking conditions:[]Condition
TypeChecking expressionWarnings:[]ExpressionWarning
ExpressionWarning fieldRef! warning!
ValidatingAdmissionPolicyBinding .kind .metadata spec+:ValidatingAdmissionPolicyBindingSpec
ValidatingAdmissionPolicyBindingSpec policyName+ paramRef:*ParamRef matchResources:*MatchResources validationActions+:[]ValidationAction
ParamRef name namespace selector:*LabelSelector parameterNotFoundAction:*ParameterNotFoundActionType
MutatingAdmissionPolicy .kind .metadata spec:MutatingAdmissionPolicySpec
MutatingAdmissionPolicySpec paramKind:*ParamKind matchConstraints:*MatchResources variables:[]Variable mutations:[]Mutation failurePolicy:*FailurePolicyType matchConditions:[]MatchCondition reinvocationPolicy:ReinvocationPolicyType
Mutation patchType!:PatchType applyConfiguration:*ApplyConfiguration jsonPatch:*JSONPatch=JSONPatch
ApplyConfiguration expression
JSONPatch expression
MutatingAdmissionPolicyBinding .kind .metadata spec:MutatingAdmissionPolicyBindingSpec
MutatingAdmissionPolicyBindingSpec policyName paramRef:*ParamRef matchResources:*MatchResources
ValidatingWebhookConfiguration .kind .metadata webhooks:[]ValidatingWebhook
MutatingWebhookConfiguration .kind .metadata webhooks:[]MutatingWebhook
ValidatingWebhook name! clientConfig!:WebhookClientConfig rules:[]RuleWithOperations failurePolicy:*FailurePolicyType matchPolicy:*MatchPolicyType namespaceSelector:*LabelSelector objectSelector:*LabelSelector sideEffects!:*SideEffectClass timeoutSeconds:*i admissionReviewVersions!:[]s matchConditions:[]MatchCondition
MutatingWebhook name! clientConfig!:WebhookClientConfig rules:[]RuleWithOperations failurePolicy:*FailurePolicyType matchPolicy:*MatchPolicyType namespaceSelector:*LabelSelector objectSelector:*LabelSelector sideEffects!:*SideEffectClass timeoutSeconds:*i admissionReviewVersions!:[]s reinvocationPolicy:*ReinvocationPolicyType matchConditions:[]MatchCondition
WebhookClientConfig url:*s=URL service:*ServiceReference caBundle:y=CABundle
ServiceReference namespace! name! path:*s port:*i
`;

const APIEXTENSIONS = `
CustomResourceDefinition .kind .metadata spec!:CustomResourceDefinitionSpec status:CustomResourceDefinitionStatus
CustomResourceDefinitionSpec group! names!:CustomResourceDefinitionNames scope!:ResourceScope versions!:[]CustomResourceDefinitionVersion conversion:*CustomResourceConversion preserveUnknownFields:b
CustomResourceDefinitionNames plural! singular shortNames:[]s kind! listKind categories:[]s
CustomResourceDefinitionVersion name! served!:b storage!:b deprecated:b deprecationWarning:*s schema:*CustomResourceValidation subresources:*CustomResourceSubresources additionalPrinterColumns:[]CustomResourceColumnDefinition selectableFields:[]SelectableField
SelectableField jsonPath!=JSONPath
CustomResourceColumnDefinition name! type! format description priority:i jsonPath!=JSONPath
CustomResourceValidation openAPIV3Schema:*JSONSchemaProps=OpenAPIV3Schema
CustomResourceSubresources status:*CustomResourceSubresourceStatus scale:*CustomResourceSubresourceScale
CustomResourceSubresourceStatus
CustomResourceSubresourceScale specReplicasPath! statusReplicasPath! labelSelectorPath:*s
CustomResourceConversion strategy!:ConversionStrategyType webhook:*WebhookConversion
WebhookConversion clientConfig:*WebhookClientConfig conversionReviewVersions!:[]s
WebhookClientConfig url:*s=URL service:*ServiceReference caBundle:y=CABundle
ServiceReference namespace! name! path:*s port:*i
CustomResourceDefinitionStatus conditions-:[]CustomResourceDefinitionCondition acceptedNames-:CustomResourceDefinitionNames storedVersions-:[]s observedGeneration:l
CustomResourceDefinitionCondition type!:CustomResourceDefinitionConditionType status!:ConditionStatus lastTransitionTime:t reason message observedGeneration:l
JSONSchemaProps id=ID $schema:JSONSchemaURL=Schema $ref:*s=Ref description type format title default:*x maximum:*d exclusiveMaximum:b minimum:*d exclusiveMinimum:b maxLength:*l minLength:*l pattern maxItems:*l minItems:*l uniqueItems:b multipleOf:*d enum:[]x maxProperties:*l minProperties:*l required:[]s items:xJSONSchemaProps allOf:[]JSONSchemaProps oneOf:[]JSONSchemaProps anyOf:[]JSONSchemaProps not:*JSONSchemaProps properties:{}JSONSchemaProps additionalProperties:xJSONSchemaProps patternProperties:{}JSONSchemaProps dependencies:{}xJSONSchemaProps additionalItems:xJSONSchemaProps definitions:{}JSONSchemaProps externalDocs:*ExternalDocumentation example:*x nullable:b x-kubernetes-preserve-unknown-fields:*b=XPreserveUnknownFields x-kubernetes-embedded-resource:b=XEmbeddedResource x-kubernetes-int-or-string:b=XIntOrString x-kubernetes-list-map-keys:[]s=XListMapKeys x-kubernetes-list-type:*s=XListType x-kubernetes-map-type:*s=XMapType x-kubernetes-validations:[]ValidationRule=XValidations
ExternalDocumentation description url=URL
ValidationRule rule! message messageExpression reason:*FieldValueErrorReason fieldPath optionalOldSelf:*b
`;

const RESOURCE = `
DeviceClass .kind .metadata spec!:DeviceClassSpec
DeviceClassSpec selectors:[]DeviceSelector config:[]DeviceClassConfiguration extendedResourceName:*s
DeviceSelector cel:*CELDeviceSelector=CEL
CELDeviceSelector expression!
DeviceClassConfiguration ^DeviceConfiguration
DeviceConfiguration opaque:*OpaqueDeviceConfiguration
OpaqueDeviceConfiguration driver! parameters!:x
ResourceClaim .kind .metadata spec!:ResourceClaimSpec status:ResourceClaimStatus
ResourceClaimSpec devices:DeviceClaim
DeviceClaim requests-:[]DeviceRequest constraints:[]DeviceConstraint config:[]DeviceClaimConfiguration
DeviceRequest name! exactly:*ExactDeviceRequest firstAvailable:[]DeviceSubRequest
ExactDeviceRequest deviceClassName! selectors:[]DeviceSelector allocationMode:DeviceAllocationMode count:l adminAccess:*b tolerations:[]DeviceToleration capacity:*CapacityRequirements
DeviceSubRequest name! deviceClassName! selectors:[]DeviceSelector allocationMode:DeviceAllocationMode count:l tolerations:[]DeviceToleration capacity:*CapacityRequirements
CapacityRequirements requests:{}q
DeviceToleration key operator:DeviceTolerationOperator value effect:DeviceTaintEffect tolerationSeconds:*l
DeviceConstraint requests:[]s matchAttribute:*FullyQualifiedName distinctAttribute:*FullyQualifiedName
DeviceClaimConfiguration requests:[]s ^DeviceConfiguration
ResourceClaimStatus allocation:*AllocationResult reservedFor:[]ResourceClaimConsumerReference devices:[]AllocatedDeviceStatus
ResourceClaimConsumerReference apiGroup=APIGroup resource! name! uid!:UID=UID
AllocationResult devices:DeviceAllocationResult nodeSelector:*NodeSelector allocationTimestamp:*t
DeviceAllocationResult results:[]DeviceRequestAllocationResult config:[]DeviceAllocationConfiguration
DeviceRequestAllocationResult request! driver! pool! device! adminAccess:*b tolerations:[]DeviceToleration bindingConditions:[]s bindingFailureConditions:[]s shareID:*UID consumedCapacity:{}q
DeviceAllocationConfiguration source!:AllocationConfigSource requests:[]s ^DeviceConfiguration
AllocatedDeviceStatus driver! pool! device! shareID:*s conditions-:[]Condition data:*x networkData:*NetworkDeviceData
NetworkDeviceData interfaceName ips:[]s=IPs hardwareAddress
ResourceClaimTemplate .kind .metadata spec!:ResourceClaimTemplateSpec
ResourceClaimTemplateSpec .metadata spec!:ResourceClaimSpec
ResourceSlice .kind .metadata spec!:ResourceSliceSpec
ResourceSliceSpec driver! pool!:ResourcePool nodeName:*s nodeSelector:*NodeSelector allNodes:*b devices:[]Device perDeviceNodeSelection:*b sharedCounters:[]CounterSet
ResourcePool name! generation!:l resourceSliceCount!:l
CounterSet name! counters+:{}Counter
Counter value!:q
Device name! attributes:{}DeviceAttribute capacity:{}DeviceCapacity consumesCounters:[]DeviceCounterConsumption nodeName:*s nodeSelector:*NodeSelector allNodes:*b taints:[]DeviceTaint bindsToNode:*b bindingConditions:[]s bindingFailureConditions:[]s allowMultipleAllocations:*b nodeAllocatableResourceMappings:{}NodeAllocatableResourceMapping
NodeAllocatableResourceMapping capacityKey:*QualifiedName allocationMultiplier:*q
DeviceCounterConsumption counterSet! counters+:{}Counter
DeviceCapacity value!:q requestPolicy:*CapacityRequestPolicy
CapacityRequestPolicy default-:*q validValues:[]q validRange:*CapacityRequestPolicyRange
CapacityRequestPolicyRange min+:*q max:*q step:*q
DeviceAttribute int:*l=IntValue bool:*b=BoolValue string:*s=StringValue version:*s=VersionValue ints:[]l=IntValues bools:[]b=BoolValues strings:[]s=StringValues versions:[]s=VersionValues
DeviceTaint key! value effect!:DeviceTaintEffect timeAdded:*t
`;

const TEXTS: ReadonlyMap<string, string> = new Map([
  ['autoscaling/v1', AUTOSCALING_V1],
  ['autoscaling/v2', AUTOSCALING_V2],
  ['policy/v1', POLICY],
  ['certificates.k8s.io/v1', CERTIFICATES],
  ['node.k8s.io/v1', NODE],
  ['storage.k8s.io/v1', STORAGE],
  ['admissionregistration.k8s.io/v1', ADMISSION],
  ['apiextensions.k8s.io/v1', APIEXTENSIONS],
  ['resource.k8s.io/v1', RESOURCE],
]);

/** A function, so that it can be fetched when it is asked for. */
export function administrationText(groupVersion: string): string | undefined {
  return TEXTS.get(groupVersion);
}
