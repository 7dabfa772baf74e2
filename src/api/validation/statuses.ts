import { type FieldError, invalidValue } from '../field-error.ts';
import type { Fields } from '../json.ts';
import { type Errors, notNegative } from './check.ts';

interface Counts {
  /** What is never negative, in the order in which upstream looks at it. */
  readonly counted: readonly string[];
  /** What is part of status.replicas. */
  readonly parts: readonly string[];
  readonly readyText?: string;
}

const counts = (counted: string, parts = '', readyText?: string): Counts => ({
  counted: counted.split(' '),
  parts: parts === '' ? [] : parts.split(' '),
  ...(readyText === undefined ? undefined : { readyText }),
});

const READY = 'cannot be greater than readyReplicas';
const OF_A_SET = counts(
  'replicas fullyLabeledReplicas readyReplicas availableReplicas terminatingReplicas observedGeneration',
  'fullyLabeledReplicas readyReplicas availableReplicas',
  READY,
);

const KINDS: ReadonlyMap<string, Counts> = new Map([
  [
    'Deployment',
    counts(
      'observedGeneration replicas updatedReplicas readyReplicas availableReplicas unavailableReplicas terminatingReplicas collisionCount',
      'updatedReplicas readyReplicas availableReplicas',
      READY,
    ),
  ],
  ['ReplicaSet', OF_A_SET],
  ['ReplicationController', OF_A_SET],
  [
    'StatefulSet',
    counts(
      'replicas readyReplicas currentReplicas updatedReplicas availableReplicas observedGeneration collisionCount',
      'readyReplicas currentReplicas updatedReplicas availableReplicas',
      'cannot be greater than status.readyReplicas',
    ),
  ],
  [
    'DaemonSet',
    counts(
      'currentNumberScheduled numberMisscheduled desiredNumberScheduled numberReady observedGeneration updatedNumberScheduled numberAvailable numberUnavailable collisionCount',
    ),
  ],
  ['PodDisruptionBudget', counts('disruptionsAllowed currentHealthy desiredHealthy expectedPods')],
  ['HorizontalPodAutoscaler', counts('currentReplicas desiredReplicas')],
]);

/** Numbers of a status that cannot be. Models pkg/apis/{apps,policy,autoscaling,core}/validation/validation.go (v1.36) */
export function statusErrors(kind: string, status: Fields): readonly FieldError[] {
  const errors: Errors = [];
  const { counted = [], parts = [], readyText } = KINDS.get(kind) ?? {};
  const numberOf = (name: string): number => (typeof status[name] === 'number' ? status[name] : 0);
  for (const name of counted) notNegative(errors, `status.${name}`, numberOf(name));
  const more = (name: string, than: string, text: string): void => {
    if (numberOf(name) > numberOf(than)) errors.push(invalidValue(`status.${name}`, numberOf(name), text));
  };
  for (const name of parts) more(name, 'replicas', 'cannot be greater than status.replicas');
  if (readyText !== undefined) more('availableReplicas', 'readyReplicas', readyText);
  return errors;
}
