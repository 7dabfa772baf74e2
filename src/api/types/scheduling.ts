/**
 * The kinds of scheduling.k8s.io/v1 as they look in JSON.
 * Models staging/src/k8s.io/api/scheduling/v1/types.go (v1.36)
 */
import type { KObject } from './meta.ts';

export interface PriorityClass extends KObject {
  readonly apiVersion: 'scheduling.k8s.io/v1';
  readonly kind: 'PriorityClass';
  readonly value: number;
  readonly globalDefault?: boolean;
  readonly description?: string;
  readonly preemptionPolicy?: string;
}
