/**
 * The kinds of policy/v1 as they look in JSON.
 * Models staging/src/k8s.io/api/policy/v1/types.go (v1.36)
 */
import type { Condition, DeleteOptions, IntOrString, KObject, LabelSelector, Time } from './meta.ts';

export interface PodDisruptionBudget extends KObject {
  readonly apiVersion: 'policy/v1';
  readonly kind: 'PodDisruptionBudget';
  readonly spec: PodDisruptionBudgetSpec;
  readonly status: PodDisruptionBudgetStatus;
}

export interface PodDisruptionBudgetSpec {
  readonly minAvailable?: IntOrString;
  readonly selector?: LabelSelector;
  readonly maxUnavailable?: IntOrString;
  readonly unhealthyPodEvictionPolicy?: string;
}

export interface PodDisruptionBudgetStatus {
  readonly observedGeneration?: number;
  readonly disruptedPods?: Readonly<Record<string, Time>>;
  readonly disruptionsAllowed: number;
  readonly currentHealthy: number;
  readonly desiredHealthy: number;
  readonly expectedPods: number;
  readonly conditions?: readonly Condition[];
}

export interface Eviction extends KObject {
  readonly apiVersion: 'policy/v1';
  readonly kind: 'Eviction';
  readonly deleteOptions?: DeleteOptions;
}
