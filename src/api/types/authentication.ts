/**
 * The kinds of authentication.k8s.io/v1 as they look in JSON.
 * Models staging/src/k8s.io/api/authentication/v1/types.go (v1.36)
 */
import type { Seconds } from '../../base/time/units.ts';
import type { KObject, Time } from './meta.ts';

export interface TokenRequest extends KObject {
  readonly apiVersion: 'authentication.k8s.io/v1';
  readonly kind: 'TokenRequest';
  readonly spec: TokenRequestSpec;
  readonly status: TokenRequestStatus;
}

export interface TokenRequestSpec {
  readonly audiences: readonly string[];
  readonly expirationSeconds?: Seconds;
  readonly boundObjectRef?: BoundObjectReference;
}

export interface BoundObjectReference {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly name?: string;
  readonly uid?: string;
}

export interface TokenRequestStatus {
  readonly token: string;
  readonly expirationTimestamp?: Time;
}

export interface TokenReview extends KObject {
  readonly apiVersion: 'authentication.k8s.io/v1';
  readonly kind: 'TokenReview';
  readonly spec: TokenReviewSpec;
  readonly status: TokenReviewStatus;
}

export interface TokenReviewSpec {
  readonly token?: string;
  readonly audiences?: readonly string[];
}

export interface TokenReviewStatus {
  readonly authenticated?: boolean;
  readonly user?: UserInfo;
  readonly audiences?: readonly string[];
  readonly error?: string;
}

export interface UserInfo {
  readonly username?: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

export interface SelfSubjectReview extends KObject {
  readonly apiVersion: 'authentication.k8s.io/v1';
  readonly kind: 'SelfSubjectReview';
  readonly status: SelfSubjectReviewStatus;
}

export interface SelfSubjectReviewStatus {
  readonly userInfo?: UserInfo;
}
