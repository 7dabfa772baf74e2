/**
 * The kinds of rbac.authorization.k8s.io/v1 as they look in JSON.
 * Models staging/src/k8s.io/api/rbac/v1/types.go (v1.36)
 */
import type { KObject, LabelSelector } from './meta.ts';

export interface Role extends KObject {
  readonly apiVersion: 'rbac.authorization.k8s.io/v1';
  readonly kind: 'Role';
  readonly rules: readonly PolicyRule[];
}

export interface ClusterRole extends KObject {
  readonly apiVersion: 'rbac.authorization.k8s.io/v1';
  readonly kind: 'ClusterRole';
  readonly rules: readonly PolicyRule[];
  readonly aggregationRule?: AggregationRule;
}

export interface PolicyRule {
  readonly verbs: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
}

export interface AggregationRule {
  readonly clusterRoleSelectors?: readonly LabelSelector[];
}

export interface RoleBinding extends KObject {
  readonly apiVersion: 'rbac.authorization.k8s.io/v1';
  readonly kind: 'RoleBinding';
  readonly subjects?: readonly Subject[];
  readonly roleRef: RoleRef;
}

export interface ClusterRoleBinding extends KObject {
  readonly apiVersion: 'rbac.authorization.k8s.io/v1';
  readonly kind: 'ClusterRoleBinding';
  readonly subjects?: readonly Subject[];
  readonly roleRef: RoleRef;
}

export interface Subject {
  readonly kind: string;
  readonly apiGroup?: string;
  readonly name: string;
  readonly namespace?: string;
}

export interface RoleRef {
  readonly apiGroup: string;
  readonly kind: string;
  readonly name: string;
}
