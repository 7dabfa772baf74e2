/**
 * The kinds of apiregistration.k8s.io/v1 as they look in JSON.
 * Models staging/src/k8s.io/kube-aggregator/pkg/apis/apiregistration/v1/types.go (v1.36)
 */
import type { KObject, Time } from './meta.ts';

export interface APIService extends KObject {
  readonly apiVersion: 'apiregistration.k8s.io/v1';
  readonly kind: 'APIService';
  readonly spec: APIServiceSpec;
  readonly status: APIServiceStatus;
}

export interface APIServiceSpec {
  readonly service?: ServiceReference;
  readonly group?: string;
  readonly version?: string;
  readonly insecureSkipTLSVerify?: boolean;
  readonly caBundle?: string;
  readonly groupPriorityMinimum: number;
  readonly versionPriority: number;
}

export interface ServiceReference {
  readonly namespace?: string;
  readonly name?: string;
  readonly port?: number;
}

export interface APIServiceStatus {
  readonly conditions?: readonly APIServiceCondition[];
}

export interface APIServiceCondition {
  readonly type: string;
  readonly status: string;
  readonly lastTransitionTime?: Time;
  readonly reason?: string;
  readonly message?: string;
}
