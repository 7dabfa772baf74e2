import { equalJson } from '../../../api/go/json.ts';
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionCondition,
  CustomResourceDefinitionStatus,
} from '../../../api/types/apiextensions.ts';

export type Condition = Omit<CustomResourceDefinitionCondition, 'lastTransitionTime'>;

export const CLEANUP = 'customresourcecleanup.apiextensions.k8s.io';

export function conditionOf(
  definition: CustomResourceDefinition,
  type: string,
): CustomResourceDefinitionCondition | undefined {
  return definition.status.conditions?.find((each) => each.type === type);
}

export function isTrue(definition: CustomResourceDefinition, type: string): boolean {
  return conditionOf(definition, type)?.status === 'True';
}

/** In place of the one of its type, or at the end; its time is that of the last change of its status. */
// Models staging/src/k8s.io/apiextensions-apiserver/pkg/apihelpers/helpers.go, SetCRDCondition (v1.36)
export function withCondition(
  status: CustomResourceDefinitionStatus,
  condition: Condition,
  time: string,
): CustomResourceDefinitionStatus {
  const before = status.conditions ?? [];
  const at = before.findIndex((each) => each.type === condition.type);
  const known = before[at];
  const lastTransitionTime = known?.status === condition.status ? (known.lastTransitionTime ?? time) : time;
  const { type, status: value, ...rest } = condition;
  const made: CustomResourceDefinitionCondition = { type, status: value, lastTransitionTime, ...rest };
  const conditions = at < 0 ? [...before, made] : before.map((each, index) => (index === at ? made : each));
  return { ...status, conditions };
}

export function sameCondition(a: CustomResourceDefinitionCondition | undefined, b: Condition): boolean {
  if (a === undefined) return false;
  const { lastTransitionTime: _, ...rest } = a;
  return equalJson(rest, b);
}

export const DEFINITIONS = 'customresourcedefinitions.apiextensions.k8s.io';

export function definitionSubject(name: string): string {
  return `${DEFINITIONS}/${name}`;
}

export function isGoing({ metadata }: CustomResourceDefinition): boolean {
  return metadata.deletionTimestamp !== undefined && metadata.finalizers?.includes(CLEANUP) === true;
}
