/**
 * The Go structs of meta/v1 (v1.36), fields in declaration order. See language.ts for the notation.
 * Models staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/types.go (v1.36)
 */
export const META = `
TypeMeta kind apiVersion=APIVersion
ListMeta selfLink resourceVersion continue remainingItemCount:*l shardInfo:*ShardInfo
ShardInfo selector!
ObjectMeta name generateName namespace selfLink uid:UID=UID resourceVersion generation:l creationTimestamp?:t deletionTimestamp:*t deletionGracePeriodSeconds:*l labels:{} annotations:{} ownerReferences:[]OwnerReference finalizers:[]s managedFields:[]ManagedFieldsEntry
OwnerReference apiVersion!=APIVersion kind! name! uid!:UID=UID controller:*b blockOwnerDeletion:*b
ManagedFieldsEntry manager operation:ManagedFieldsOperationType apiVersion=APIVersion time:*t fieldsType fieldsV1:x=FieldsV1 subresource
LabelSelector matchLabels:{} matchExpressions:[]LabelSelectorRequirement
LabelSelectorRequirement key! operator!:LabelSelectorOperator values:[]s
FieldSelectorRequirement key! operator! values:[]s
Condition type! status!:ConditionStatus observedGeneration:l lastTransitionTime!:t reason! message!
DeleteOptions .kind gracePeriodSeconds:*l preconditions:*Preconditions orphanDependents:*b propagationPolicy:*DeletionPropagation dryRun:[]s ignoreStoreReadErrorWithClusterBreakingPotential:*b
Preconditions uid:*UID=UID resourceVersion:*s
Status .kind .list status message reason:StatusReason details:*StatusDetails code:i
StatusDetails name group kind uid:UID=UID causes:[]StatusCause retryAfterSeconds:i
StatusCause reason:CauseType=Type message field
`;
