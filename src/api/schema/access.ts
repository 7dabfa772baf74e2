/**
 * The Go structs of the groups about identity, permission and extension (v1.36). See language.ts for the notation.
 * Models staging/src/k8s.io/api/{rbac,authentication,authorization,certificates,coordination,events,scheduling,storage,admissionregistration}/v1,
 * k8s.io/apiextensions-apiserver and k8s.io/kube-aggregator (v1.36)
 */
export const RBAC = `
Role .kind .metadata rules-:[]PolicyRule
ClusterRole .kind .metadata rules-:[]PolicyRule aggregationRule:*AggregationRule
PolicyRule verbs!:[]s apiGroups:[]s=APIGroups resources:[]s resourceNames:[]s nonResourceURLs:[]s
AggregationRule clusterRoleSelectors:[]LabelSelector
RoleBinding .kind .metadata subjects:[]Subject roleRef!:RoleRef
ClusterRoleBinding .kind .metadata subjects:[]Subject roleRef!:RoleRef
Subject kind! apiGroup=APIGroup name! namespace
RoleRef apiGroup-=APIGroup kind! name!
`;

export const AUTHENTICATION = `
TokenRequest .kind .metadata spec-:TokenRequestSpec status:TokenRequestStatus
TokenRequestSpec audiences-:[]s expirationSeconds-:*l boundObjectRef-:*BoundObjectReference
BoundObjectReference kind apiVersion=APIVersion name uid:UID=UID
TokenRequestStatus token- expirationTimestamp-:t
TokenReview .kind .metadata spec!:TokenReviewSpec status:TokenReviewStatus
TokenReviewSpec token+ audiences:[]s
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
LabelSelectorAttributes rawSelector requirements:[]LabelSelectorRequirement
NonResourceAttributes path verb
SubjectAccessReviewStatus allowed!:b denied:b reason evaluationError
SubjectRulesReviewStatus resourceRules!:[]ResourceRule nonResourceRules!:[]NonResourceRule incomplete!:b evaluationError
ResourceRule verbs!:[]s apiGroups:[]s=APIGroups resources:[]s resourceNames:[]s
NonResourceRule verbs!:[]s nonResourceURLs:[]s
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
PriorityClass .kind .metadata value-:i globalDefault:b description preemptionPolicy:*PreemptionPolicy
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
FlowSchemaSpec priorityLevelConfiguration!:PriorityLevelConfigurationReference matchingPrecedence-:i distinguisherMethod:*FlowDistinguisherMethod rules:[]PolicyRulesWithSubjects
PriorityLevelConfigurationReference name!
FlowDistinguisherMethod type!:FlowDistinguisherMethodType
PolicyRulesWithSubjects subjects!:[]Subject resourceRules:[]ResourcePolicyRule nonResourceRules:[]NonResourcePolicyRule
Subject kind!:SubjectKind user:*UserSubject group:*GroupSubject serviceAccount:*ServiceAccountSubject
UserSubject name!
GroupSubject name!
ServiceAccountSubject namespace! name!
ResourcePolicyRule verbs!:[]s apiGroups!:[]s=APIGroups resources!:[]s clusterScope:b namespaces-:[]s
NonResourcePolicyRule verbs!:[]s nonResourceURLs!:[]s
FlowSchemaStatus conditions:[]FlowSchemaCondition
FlowSchemaCondition type:FlowSchemaConditionType status:ConditionStatus lastTransitionTime:t reason message
PriorityLevelConfiguration .kind .metadata spec:PriorityLevelConfigurationSpec status:PriorityLevelConfigurationStatus
PriorityLevelConfigurationSpec type!:PriorityLevelEnablement limited:*LimitedPriorityLevelConfiguration exempt:*ExemptPriorityLevelConfiguration
LimitedPriorityLevelConfiguration nominalConcurrencyShares-:*i limitResponse:LimitResponse lendablePercent:*i borrowingLimitPercent:*i
ExemptPriorityLevelConfiguration nominalConcurrencyShares:*i lendablePercent:*i
LimitResponse type!:LimitResponseType queuing:*QueuingConfiguration
QueuingConfiguration queues-:i handSize-:i queueLengthLimit-:i
PriorityLevelConfigurationStatus conditions:[]PriorityLevelConfigurationCondition
PriorityLevelConfigurationCondition type:PriorityLevelConfigurationConditionType status:ConditionStatus lastTransitionTime:t reason message
`;
