/**
 * The kinds of autoscaling/v1 as they look in JSON.
 * Models staging/src/k8s.io/api/autoscaling/v1/types.go (v1.36)
 */
import type { KObject, Time } from './meta.ts';

export interface Scale extends KObject {
  readonly apiVersion: 'autoscaling/v1';
  readonly kind: 'Scale';
  readonly spec: ScaleSpec;
  readonly status: ScaleStatus;
}

export interface ScaleSpec {
  readonly replicas?: number;
}

export interface ScaleStatus {
  readonly replicas: number;
  readonly selector?: string;
}

export interface HorizontalPodAutoscaler extends KObject {
  readonly apiVersion: 'autoscaling/v1';
  readonly kind: 'HorizontalPodAutoscaler';
  readonly spec: HorizontalPodAutoscalerSpec;
  readonly status: HorizontalPodAutoscalerStatus;
}

export interface HorizontalPodAutoscalerSpec {
  readonly scaleTargetRef: CrossVersionObjectReference;
  readonly minReplicas?: number;
  readonly maxReplicas: number;
  readonly targetCPUUtilizationPercentage?: number;
}

export interface HorizontalPodAutoscalerStatus {
  readonly observedGeneration?: number;
  readonly lastScaleTime?: Time;
  readonly currentReplicas: number;
  readonly desiredReplicas: number;
  readonly currentCPUUtilizationPercentage?: number;
}

export interface CrossVersionObjectReference {
  readonly kind: string;
  readonly name: string;
  readonly apiVersion?: string;
}
