/**
 * The Go structs of apps/v1, batch/v1, autoscaling and policy/v1 (v1.36). See language.ts for the notation.
 * Models staging/src/k8s.io/api/{apps,batch,policy}/v1/types.go and autoscaling/{v1,v2}/types.go (v1.36)
 */
export const APPS = `
Deployment .kind .metadata spec:DeploymentSpec status:DeploymentStatus
DeploymentSpec replicas:*i selector!:*LabelSelector template!:PodTemplateSpec strategy:DeploymentStrategy minReadySeconds:i revisionHistoryLimit:*i paused:b progressDeadlineSeconds:*i
DeploymentStrategy type:DeploymentStrategyType rollingUpdate:*RollingUpdateDeployment
RollingUpdateDeployment maxUnavailable:*o maxSurge:*o
DeploymentStatus observedGeneration:l replicas:i updatedReplicas:i readyReplicas:i availableReplicas:i unavailableReplicas:i terminatingReplicas:*i conditions:[]DeploymentCondition collisionCount:*i
DeploymentCondition type!:DeploymentConditionType status!:ConditionStatus lastUpdateTime:t lastTransitionTime:t reason message
ReplicaSet .kind .metadata spec:ReplicaSetSpec status:ReplicaSetStatus
ReplicaSetSpec replicas:*i minReadySeconds:i selector!:*LabelSelector template:PodTemplateSpec
ReplicaSetStatus replicas!:i fullyLabeledReplicas:i readyReplicas:i availableReplicas:i terminatingReplicas:*i observedGeneration:l conditions:[]ReplicaSetCondition
ReplicaSetCondition type!:ReplicaSetConditionType status!:ConditionStatus lastTransitionTime:t reason message
StatefulSet .kind .metadata spec:StatefulSetSpec status:StatefulSetStatus
StatefulSetSpec replicas:*i selector!:*LabelSelector template!:PodTemplateSpec volumeClaimTemplates:[]PersistentVolumeClaim serviceName- podManagementPolicy:PodManagementPolicyType updateStrategy:StatefulSetUpdateStrategy revisionHistoryLimit:*i minReadySeconds:i persistentVolumeClaimRetentionPolicy:*StatefulSetPersistentVolumeClaimRetentionPolicy ordinals:*StatefulSetOrdinals
StatefulSetUpdateStrategy type:StatefulSetUpdateStrategyType rollingUpdate:*RollingUpdateStatefulSetStrategy
RollingUpdateStatefulSetStrategy partition:*i maxUnavailable:*o
StatefulSetPersistentVolumeClaimRetentionPolicy whenDeleted:PersistentVolumeClaimRetentionPolicyType whenScaled:PersistentVolumeClaimRetentionPolicyType
StatefulSetOrdinals start-:i
StatefulSetStatus observedGeneration:l replicas!:i readyReplicas:i currentReplicas:i updatedReplicas:i currentRevision updateRevision collisionCount:*i conditions:[]StatefulSetCondition availableReplicas-:i
StatefulSetCondition type!:StatefulSetConditionType status!:ConditionStatus lastTransitionTime:t reason message
DaemonSet .kind .metadata spec:DaemonSetSpec status:DaemonSetStatus
DaemonSetSpec selector!:*LabelSelector template!:PodTemplateSpec updateStrategy:DaemonSetUpdateStrategy minReadySeconds:i revisionHistoryLimit:*i
DaemonSetUpdateStrategy type:DaemonSetUpdateStrategyType rollingUpdate:*RollingUpdateDaemonSet
RollingUpdateDaemonSet maxUnavailable:*o maxSurge:*o
DaemonSetStatus currentNumberScheduled!:i numberMisscheduled!:i desiredNumberScheduled!:i numberReady!:i observedGeneration:l updatedNumberScheduled:i numberAvailable:i numberUnavailable:i collisionCount:*i conditions:[]DaemonSetCondition
DaemonSetCondition type!:DaemonSetConditionType status!:ConditionStatus lastTransitionTime:t reason message
ControllerRevision .kind .metadata data:x revision!:l
`;

export const BATCH = `
Job .kind .metadata spec:JobSpec status:JobStatus
JobSpec parallelism:*i completions:*i activeDeadlineSeconds:*l podFailurePolicy:*PodFailurePolicy successPolicy:*SuccessPolicy backoffLimit:*i backoffLimitPerIndex:*i maxFailedIndexes:*i selector:*LabelSelector manualSelector:*b template!:PodTemplateSpec ttlSecondsAfterFinished:*i=TTLSecondsAfterFinished completionMode:*CompletionMode suspend:*b podReplacementPolicy:*PodReplacementPolicy managedBy:*s
PodFailurePolicy rules!:[]PodFailurePolicyRule
PodFailurePolicyRule action!:PodFailurePolicyAction onExitCodes:*PodFailurePolicyOnExitCodesRequirement onPodConditions:[]PodFailurePolicyOnPodConditionsPattern
PodFailurePolicyOnExitCodesRequirement containerName:*s operator!:PodFailurePolicyOnExitCodesOperator values!:[]i
PodFailurePolicyOnPodConditionsPattern type!:PodConditionType status-:ConditionStatus
SuccessPolicy rules!:[]SuccessPolicyRule
SuccessPolicyRule succeededIndexes:*s succeededCount:*i
JobStatus conditions:[]JobCondition startTime:*t completionTime:*t active:i succeeded:i failed:i terminating:*i completedIndexes failedIndexes:*s uncountedTerminatedPods:*UncountedTerminatedPods ready:*i
JobCondition type!:JobConditionType status!:ConditionStatus lastProbeTime:t lastTransitionTime:t reason message
UncountedTerminatedPods succeeded:[]UID failed:[]UID
JobTemplateSpec .metadata spec:JobSpec
CronJob .kind .metadata spec+:CronJobSpec status:CronJobStatus
CronJobSpec schedule! timeZone:*s startingDeadlineSeconds:*l concurrencyPolicy:ConcurrencyPolicy suspend:*b jobTemplate!:JobTemplateSpec successfulJobsHistoryLimit:*i failedJobsHistoryLimit:*i
CronJobStatus active:[]ObjectReference lastScheduleTime:*t lastSuccessfulTime:*t
`;
