/**
 * The kinds of coordination.k8s.io/v1 as they look in JSON.
 * Models staging/src/k8s.io/api/coordination/v1/types.go (v1.36)
 */
import type { Seconds } from '../../base/time/units.ts';
import type { KObject, MicroTime } from './meta.ts';

export interface Lease extends KObject {
  readonly apiVersion: 'coordination.k8s.io/v1';
  readonly kind: 'Lease';
  readonly spec: LeaseSpec;
}

export interface LeaseSpec {
  readonly holderIdentity?: string;
  readonly leaseDurationSeconds?: Seconds;
  readonly acquireTime?: MicroTime;
  readonly renewTime?: MicroTime;
  readonly leaseTransitions?: number;
  readonly strategy?: string;
  readonly preferredHolder?: string;
}
