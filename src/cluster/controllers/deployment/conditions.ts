import type { DeploymentCondition } from '../../../api/types/apps.ts';

export type Conditions = readonly DeploymentCondition[];
export type ConditionType = 'Progressing' | 'Available' | 'ReplicaFailure';

export function conditionOf(conditions: Conditions | undefined, type: ConditionType): DeploymentCondition | undefined {
  return conditions?.find((condition) => condition.type === type);
}

export function makeCondition(
  type: ConditionType,
  status: 'True' | 'False' | 'Unknown',
  reason: string,
  message: string,
  timestamp: string,
): DeploymentCondition {
  return { type, status, lastUpdateTime: timestamp, lastTransitionTime: timestamp, reason, message };
}

/**
 * The conditions with this one at the end; unchanged when status and reason are the same. The time of transition stays with the status.
 * Models pkg/controller/deployment/util/deployment_util.go SetDeploymentCondition (v1.36)
 */
export function setCondition(conditions: Conditions, condition: DeploymentCondition): Conditions {
  const current = conditionOf(conditions, condition.type as ConditionType);
  if (current?.status === condition.status && current.reason === condition.reason) return conditions;
  const lastTransitionTime =
    current?.status === condition.status ? current.lastTransitionTime : condition.lastTransitionTime;
  return [...removeCondition(conditions, condition.type as ConditionType), { ...condition, lastTransitionTime }];
}

export function removeCondition(conditions: Conditions, type: ConditionType): Conditions {
  return conditions.some((condition) => condition.type === type)
    ? conditions.filter((condition) => condition.type !== type)
    : conditions;
}
