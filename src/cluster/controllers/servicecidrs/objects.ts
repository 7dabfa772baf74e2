// Models staging/src/k8s.io/api/networking/v1/types.go (v1.36), as far as the controller of ServiceCIDRs reads it

import { resourceOf } from '../../../api/scheme.ts';
import type { KObject } from '../../../api/types/meta.ts';

export const RANGES = resourceOf('servicecidrs', 'networking.k8s.io');
export const ADDRESSES = resourceOf('ipaddresses', 'networking.k8s.io');

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
}

export interface ServiceCidr extends KObject {
  readonly spec: { readonly cidrs: readonly string[] };
  readonly status?: { readonly conditions?: readonly Condition[] };
}

/** An address that the API server gave to a Service. */
export function isAllocated({ metadata }: KObject): boolean {
  return metadata.labels?.['ipaddress.kubernetes.io/managed-by'] === 'ipallocator.k8s.io';
}
