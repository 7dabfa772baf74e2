// Models staging/src/k8s.io/api/networking/v1/types.go (v1.36), as far as the controller of ServiceCIDRs reads it

import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { KObject } from '../../../api/types/meta.ts';

export const RANGES = resourceOf('servicecidrs', 'networking.k8s.io');
export const ADDRESSES = resourceOf('ipaddresses', 'networking.k8s.io');

export const FINALIZER = 'networking.k8s.io/service-cidr-finalizer';

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

/** Something is to be done: it goes, or does not say yet that it can be used. Upstream looks at the others too and writes nothing. */
export function isUnsettled(range: KObject): boolean {
  const { metadata, status } = range as ServiceCidr;
  if (metadata.deletionTimestamp !== undefined || metadata.finalizers?.includes(FINALIZER) !== true) return true;
  return status?.conditions?.find(({ type }) => type === 'Ready')?.status !== 'True';
}
