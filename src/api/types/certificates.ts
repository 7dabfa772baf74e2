/**
 * The kinds of certificates.k8s.io/v1 as they look in JSON.
 * Models staging/src/k8s.io/api/certificates/v1/types.go (v1.36)
 */
import type { Seconds } from '../../base/time/units.ts';
import type { KObject, Time } from './meta.ts';

export interface CertificateSigningRequest extends KObject {
  readonly apiVersion: 'certificates.k8s.io/v1';
  readonly kind: 'CertificateSigningRequest';
  readonly spec: CertificateSigningRequestSpec;
  readonly status: CertificateSigningRequestStatus;
}

export interface CertificateSigningRequestSpec {
  readonly request: string;
  readonly signerName: string;
  readonly expirationSeconds?: Seconds;
  readonly usages?: readonly string[];
  readonly username?: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

export interface CertificateSigningRequestStatus {
  readonly conditions?: readonly CertificateSigningRequestCondition[];
  readonly certificate?: string;
}

export interface CertificateSigningRequestCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
  readonly lastUpdateTime?: Time;
  readonly lastTransitionTime?: Time;
}
