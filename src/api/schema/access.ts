/**
 * The Go structs of the groups about identity, permission and extension (v1.36). See language.ts for the notation.
 * Models staging/src/k8s.io/api/{rbac,authentication,authorization,certificates,coordination,events,scheduling,storage,admissionregistration}/v1,
 * k8s.io/apiextensions-apiserver and k8s.io/kube-aggregator (v1.36)
 */
export const RBAC = `
Role .kind .metadata rules!:[]PolicyRule
ClusterRole .kind .metadata rules!:[]PolicyRule aggregationRule:*AggregationRule
PolicyRule verbs!:[]s apiGroups:[]s=APIGroups resources:[]s resourceNames:[]s nonResourceURLs:[]s
AggregationRule clusterRoleSelectors:[]LabelSelector
RoleBinding .kind .metadata subjects:[]Subject roleRef!:RoleRef
ClusterRoleBinding .kind .metadata subjects:[]Subject roleRef!:RoleRef
Subject kind! apiGroup=APIGroup name! namespace
RoleRef apiGroup!=APIGroup kind! name!
`;

export const AUTHENTICATION = `
TokenRequest .kind .metadata spec!:TokenRequestSpec status:TokenRequestStatus
TokenRequestSpec audiences!:[]s expirationSeconds!:*l boundObjectRef!:*BoundObjectReference
BoundObjectReference kind apiVersion=APIVersion name uid:UID=UID
TokenRequestStatus token! expirationTimestamp!:t
TokenReview .kind .metadata spec!:TokenReviewSpec status:TokenReviewStatus
TokenReviewSpec token audiences:[]s
TokenReviewStatus authenticated:b user:UserInfo audiences:[]s error
UserInfo username uid=UID groups:[]s extra:{}ExtraValue
SelfSubjectReview .kind .metadata status:SelfSubjectReviewStatus
SelfSubjectReviewStatus userInfo:UserInfo
`;

export const AUTHORIZATION = `
SubjectAccessReview .kind .metadata spec!:SubjectAccessReviewSpec status:SubjectAccessReviewStatus
LocalSubjectAccessReview .kind .metadata spec!:SubjectAccessReviewSpec status:SubjectAccessReviewStatus
SelfSubjectAccessReview .kind .metadata spec!:SelfSubjectAccessReviewSpec status:SubjectAccessReviewStatus
SelfSubjectRulesReview .kind .metadata spec!:SelfSubjectRulesReviewSpec status:SubjectRulesReviewStatus
SubjectAccessReviewSpec resourceAttributes:*ResourceAttributes nonResourceAttributes:*NonResourceAttributes user groups:[]s extra:{}ExtraValue uid=UID
SelfSubjectAccessReviewSpec resourceAttributes:*ResourceAttributes nonResourceAttributes:*NonResourceAttributes
SelfSubjectRulesReviewSpec namespace
ResourceAttributes namespace verb group version resource subresource name fieldSelector:*FieldSelectorAttributes labelSelector:*LabelSelectorAttributes
FieldSelectorAttributes rawSelector requirements:[]FieldSelectorRequirement
FieldSelectorRequirement key! operator! values:[]s
LabelSelectorAttributes rawSelector requirements:[]LabelSelectorRequirement
NonResourceAttributes path verb
SubjectAccessReviewStatus allowed!:b denied:b reason evaluationError
SubjectRulesReviewStatus resourceRules!:[]ResourceRule nonResourceRules!:[]NonResourceRule incomplete!:b evaluationError
ResourceRule verbs!:[]s apiGroups:[]s=APIGroups resources:[]s resourceNames:[]s
NonResourceRule verbs!:[]s nonResourceURLs:[]s
`;

export const CERTIFICATES = `
CertificateSigningRequest .kind .metadata spec!:CertificateSigningRequestSpec status:CertificateSigningRequestStatus
CertificateSigningRequestSpec request!:y signerName! expirationSeconds:*i usages:[]KeyUsage username uid=UID groups:[]s extra:{}ExtraValue
CertificateSigningRequestStatus conditions:[]CertificateSigningRequestCondition certificate:y
CertificateSigningRequestCondition type!:RequestConditionType status!:ConditionStatus reason message lastUpdateTime:t lastTransitionTime:t
`;

export const COORDINATION = `
Lease .kind .metadata spec:LeaseSpec
LeaseSpec holderIdentity:*s leaseDurationSeconds:*i acquireTime:*u renewTime:*u leaseTransitions:*i strategy:*CoordinatedLeaseStrategy preferredHolder:*s
`;

export const EVENTS = `
Event .kind .metadata eventTime!:u series:*EventSeries reportingController reportingInstance action reason regarding:ObjectReference related:*ObjectReference note type deprecatedSource:EventSource deprecatedFirstTimestamp:t deprecatedLastTimestamp:t deprecatedCount:i
EventSeries count!:i lastObservedTime!:u
`;

export const SCHEDULING = `
PriorityClass .kind .metadata value!:i globalDefault:b description preemptionPolicy:*PreemptionPolicy
`;

export const STORAGE = `
StorageClass .kind .metadata provisioner! parameters:{} reclaimPolicy:*PersistentVolumeReclaimPolicy mountOptions:[]s allowVolumeExpansion:*b volumeBindingMode:*VolumeBindingMode allowedTopologies:[]TopologySelectorTerm
TopologySelectorTerm matchLabelExpressions:[]TopologySelectorLabelRequirement
TopologySelectorLabelRequirement key! values!:[]s
CSINode .kind .metadata spec!:CSINodeSpec
CSINodeSpec drivers!:[]CSINodeDriver
CSINodeDriver name! nodeID! topologyKeys!:[]s allocatable:*VolumeNodeResources
VolumeNodeResources count:*i
VolumeAttachment .kind .metadata spec!:VolumeAttachmentSpec status:VolumeAttachmentStatus
VolumeAttachmentSpec attacher! source!:VolumeAttachmentSource nodeName!
VolumeAttachmentSource persistentVolumeName:*s inlineVolumeSpec:*PersistentVolumeSpec
VolumeAttachmentStatus attached!:b attachmentMetadata:{} attachError:*VolumeError detachError:*VolumeError
VolumeError time:t message errorCode:*i
CSIDriver .kind .metadata spec!:CSIDriverSpec
CSIStorageCapacity .kind .metadata nodeTopology:*LabelSelector storageClassName! capacity:*q maximumVolumeSize:*q
VolumeAttributesClass .kind .metadata driverName! parameters:{}
CSIDriverSpec attachRequired:*b podInfoOnMount:*b volumeLifecycleModes:[]VolumeLifecycleMode storageCapacity:*b fsGroupPolicy:*FSGroupPolicy tokenRequests:[]TokenRequest requiresRepublish:*b seLinuxMount:*b nodeAllocatableUpdatePeriodSeconds:*l serviceAccountTokenInSecrets:*b
TokenRequest audience! expirationSeconds:*l
`;

export const ADMISSION = `
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
ValidatingAdmissionPolicyBinding .kind .metadata spec:ValidatingAdmissionPolicyBindingSpec
ValidatingAdmissionPolicyBindingSpec policyName paramRef:*ParamRef matchResources:*MatchResources validationActions:[]ValidationAction
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

export const APIEXTENSIONS = `
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
CustomResourceDefinitionStatus conditions!:[]CustomResourceDefinitionCondition acceptedNames!:CustomResourceDefinitionNames storedVersions!:[]s observedGeneration:l
CustomResourceDefinitionCondition type!:CustomResourceDefinitionConditionType status!:ConditionStatus lastTransitionTime:t reason message observedGeneration:l
JSONSchemaProps id=ID $schema:JSONSchemaURL=Schema $ref:*s=Ref description type format title default:*x maximum:*d exclusiveMaximum:b minimum:*d exclusiveMinimum:b maxLength:*l minLength:*l pattern maxItems:*l minItems:*l uniqueItems:b multipleOf:*d enum:[]x maxProperties:*l minProperties:*l required:[]s items:x allOf:[]JSONSchemaProps oneOf:[]JSONSchemaProps anyOf:[]JSONSchemaProps not:*JSONSchemaProps properties:{}JSONSchemaProps additionalProperties:x patternProperties:{}JSONSchemaProps dependencies:{}x additionalItems:x definitions:{}JSONSchemaProps externalDocs:*ExternalDocumentation example:*x nullable:b x-kubernetes-preserve-unknown-fields:*b=XPreserveUnknownFields x-kubernetes-embedded-resource:b=XEmbeddedResource x-kubernetes-int-or-string:b=XIntOrString x-kubernetes-list-map-keys:[]s=XListMapKeys x-kubernetes-list-type:*s=XListType x-kubernetes-map-type:*s=XMapType x-kubernetes-validations:[]ValidationRule=XValidations
ExternalDocumentation description url=URL
ValidationRule rule! message messageExpression reason:*FieldValueErrorReason fieldPath optionalOldSelf:*b
`;

export const APIREGISTRATION = `
APIService .kind .metadata spec:APIServiceSpec status:APIServiceStatus
APIServiceSpec service:*ServiceReference group version insecureSkipTLSVerify:b caBundle:y=CABundle groupPriorityMinimum!:i versionPriority!:i
ServiceReference namespace name port:*i
APIServiceStatus conditions:[]APIServiceCondition
APIServiceCondition type!:APIServiceConditionType status!:ConditionStatus lastTransitionTime:t reason message
`;

export const FLOWCONTROL = `
FlowSchema .kind .metadata spec:FlowSchemaSpec status:FlowSchemaStatus
FlowSchemaSpec priorityLevelConfiguration!:PriorityLevelConfigurationReference matchingPrecedence!:i distinguisherMethod:*FlowDistinguisherMethod rules:[]PolicyRulesWithSubjects
PriorityLevelConfigurationReference name!
FlowDistinguisherMethod type!:FlowDistinguisherMethodType
PolicyRulesWithSubjects subjects!:[]Subject resourceRules:[]ResourcePolicyRule nonResourceRules:[]NonResourcePolicyRule
Subject kind!:SubjectKind user:*UserSubject group:*GroupSubject serviceAccount:*ServiceAccountSubject
UserSubject name!
GroupSubject name!
ServiceAccountSubject namespace! name!
ResourcePolicyRule verbs!:[]s apiGroups!:[]s=APIGroups resources!:[]s clusterScope:b namespaces!:[]s
NonResourcePolicyRule verbs!:[]s nonResourceURLs!:[]s
FlowSchemaStatus conditions:[]FlowSchemaCondition
FlowSchemaCondition type:FlowSchemaConditionType status:ConditionStatus lastTransitionTime:t reason message
PriorityLevelConfiguration .kind .metadata spec:PriorityLevelConfigurationSpec status:PriorityLevelConfigurationStatus
PriorityLevelConfigurationSpec type!:PriorityLevelEnablement limited:*LimitedPriorityLevelConfiguration exempt:*ExemptPriorityLevelConfiguration
LimitedPriorityLevelConfiguration nominalConcurrencyShares!:*i limitResponse:LimitResponse lendablePercent:*i borrowingLimitPercent:*i
ExemptPriorityLevelConfiguration nominalConcurrencyShares:*i lendablePercent:*i
LimitResponse type!:LimitResponseType queuing:*QueuingConfiguration
QueuingConfiguration queues!:i handSize!:i queueLengthLimit!:i
PriorityLevelConfigurationStatus conditions:[]PriorityLevelConfigurationCondition
PriorityLevelConfigurationCondition type:PriorityLevelConfigurationConditionType status:ConditionStatus lastTransitionTime:t reason message
`;

export const NODE = `
RuntimeClass .kind .metadata handler! overhead:*Overhead scheduling:*Scheduling
Overhead podFixed:ResourceList
Scheduling nodeSelector:{} tolerations:[]Toleration
`;
