// Models staging/src/k8s.io/api/certificates/v1/types.go (v1.36), as far as its controllers read it

import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { MILLISECOND, SECOND } from '../../../base/time/units.ts';

export const REQUESTS = resourceOf('certificatesigningrequests.certificates.k8s.io');

/** From one try of a request to the next. */
export const BACK_OFF = { first: 200 * MILLISECOND, longest: 1000 * SECOND };

export interface Condition {
  readonly type: string;
  readonly status: string;
  readonly lastUpdateTime?: string | null;
  readonly [field: string]: unknown;
}

export interface SigningRequest extends KObject {
  readonly spec: {
    readonly request: string;
    readonly signerName: string;
    readonly usages?: readonly string[];
    readonly expirationSeconds?: number;
    readonly username?: string;
    readonly uid?: string;
    readonly groups?: readonly string[];
    readonly extra?: { readonly [key: string]: readonly string[] };
  };
  readonly status?: RequestStatus;
}

export interface RequestStatus {
  readonly certificate?: string;
  readonly conditions?: readonly Condition[];
}

export function isTrue({ conditions = [] }: RequestStatus, type: string): boolean {
  return conditions.some((condition) => condition.type === type && condition.status === 'True');
}
