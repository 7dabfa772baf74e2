/**
 * The kinds of authorization.k8s.io/v1 as they look in JSON.
 * Models staging/src/k8s.io/api/authorization/v1/types.go (v1.36)
 */
import type { KObject, LabelSelectorRequirement } from './meta.ts';

export interface SubjectAccessReview extends KObject {
  readonly apiVersion: 'authorization.k8s.io/v1';
  readonly kind: 'SubjectAccessReview';
  readonly spec: SubjectAccessReviewSpec;
  readonly status: SubjectAccessReviewStatus;
}

export interface LocalSubjectAccessReview extends KObject {
  readonly apiVersion: 'authorization.k8s.io/v1';
  readonly kind: 'LocalSubjectAccessReview';
  readonly spec: SubjectAccessReviewSpec;
  readonly status: SubjectAccessReviewStatus;
}

export interface SelfSubjectAccessReview extends KObject {
  readonly apiVersion: 'authorization.k8s.io/v1';
  readonly kind: 'SelfSubjectAccessReview';
  readonly spec: SelfSubjectAccessReviewSpec;
  readonly status: SubjectAccessReviewStatus;
}

export interface SelfSubjectRulesReview extends KObject {
  readonly apiVersion: 'authorization.k8s.io/v1';
  readonly kind: 'SelfSubjectRulesReview';
  readonly spec: SelfSubjectRulesReviewSpec;
  readonly status: SubjectRulesReviewStatus;
}

export interface SubjectAccessReviewSpec {
  readonly resourceAttributes?: ResourceAttributes;
  readonly nonResourceAttributes?: NonResourceAttributes;
  readonly user?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
  readonly uid?: string;
}

export interface SelfSubjectAccessReviewSpec {
  readonly resourceAttributes?: ResourceAttributes;
  readonly nonResourceAttributes?: NonResourceAttributes;
}

export interface SelfSubjectRulesReviewSpec {
  readonly namespace?: string;
}

export interface ResourceAttributes {
  readonly namespace?: string;
  readonly verb?: string;
  readonly group?: string;
  readonly version?: string;
  readonly resource?: string;
  readonly subresource?: string;
  readonly name?: string;
  readonly fieldSelector?: FieldSelectorAttributes;
  readonly labelSelector?: LabelSelectorAttributes;
}

export interface FieldSelectorAttributes {
  readonly rawSelector?: string;
  readonly requirements?: readonly FieldSelectorRequirement[];
}

export interface FieldSelectorRequirement {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

export interface LabelSelectorAttributes {
  readonly rawSelector?: string;
  readonly requirements?: readonly LabelSelectorRequirement[];
}

export interface NonResourceAttributes {
  readonly path?: string;
  readonly verb?: string;
}

export interface SubjectAccessReviewStatus {
  readonly allowed: boolean;
  readonly denied?: boolean;
  readonly reason?: string;
  readonly evaluationError?: string;
}

export interface SubjectRulesReviewStatus {
  readonly resourceRules: readonly ResourceRule[];
  readonly nonResourceRules: readonly NonResourceRule[];
  readonly incomplete: boolean;
  readonly evaluationError?: string;
}

export interface ResourceRule {
  readonly verbs: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
}

export interface NonResourceRule {
  readonly verbs: readonly string[];
  readonly nonResourceURLs?: readonly string[];
}
