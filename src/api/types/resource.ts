/**
 * The kinds of resource.k8s.io/v1 as they look in JSON.
 * Models staging/src/k8s.io/api/resource/v1/types.go (v1.36)
 */
import type { Seconds } from '../../base/time/units.ts';
import type { NodeSelector } from './core-volumes.ts';
import type { KObject, ObjectMeta } from './meta.ts';

export interface DeviceClass extends KObject {
  readonly apiVersion: 'resource.k8s.io/v1';
  readonly kind: 'DeviceClass';
  readonly spec: {
    readonly selectors?: readonly DeviceSelector[];
    readonly config?: readonly DeviceConfiguration[];
    readonly extendedResourceName?: string;
  };
}

export interface DeviceSelector {
  readonly cel?: { readonly expression: string };
}

/** What only the driver understands. */
export interface DeviceConfiguration {
  readonly opaque?: object;
}

export interface ResourceClaim extends KObject {
  readonly apiVersion: 'resource.k8s.io/v1';
  readonly kind: 'ResourceClaim';
  readonly spec: ResourceClaimSpec;
  readonly status?: ResourceClaimStatus;
}

export interface ResourceClaimSpec {
  readonly devices?: DeviceClaim;
}

export interface DeviceClaim {
  readonly requests?: readonly DeviceRequest[];
  readonly constraints?: readonly DeviceConstraint[];
  readonly config?: readonly (DeviceConfiguration & { readonly requests?: readonly string[] })[];
}

/** One of the two is set. */
export interface DeviceRequest {
  readonly name: string;
  readonly exactly?: ExactDeviceRequest;
  readonly firstAvailable?: readonly (ExactDeviceRequest & { readonly name: string })[];
}

export interface ExactDeviceRequest {
  readonly deviceClassName: string;
  readonly selectors?: readonly DeviceSelector[];
  readonly allocationMode?: string;
  readonly count?: number;
  readonly adminAccess?: boolean;
  readonly tolerations?: readonly DeviceToleration[];
}

export interface DeviceToleration {
  readonly key?: string;
  readonly operator?: string;
  readonly value?: string;
  readonly effect?: string;
  readonly tolerationSeconds?: Seconds;
}

export interface DeviceConstraint {
  readonly requests?: readonly string[];
  readonly matchAttribute?: string;
  readonly distinctAttribute?: string;
}

export interface ResourceClaimStatus {
  readonly allocation?: AllocationResult;
  readonly reservedFor?: readonly ConsumerReference[];
  readonly devices?: readonly object[];
}

export interface ConsumerReference {
  readonly apiGroup?: string;
  readonly resource: string;
  readonly name: string;
  readonly uid: string;
}

export interface AllocationResult {
  readonly devices?: {
    readonly results?: readonly AllocatedDevice[];
    readonly config?: readonly (DeviceConfiguration & {
      readonly source: string;
      readonly requests?: readonly string[];
    })[];
  };
  readonly nodeSelector?: NodeSelector;
  readonly allocationTimestamp?: string;
}

export interface AllocatedDevice {
  readonly request: string;
  readonly driver: string;
  readonly pool: string;
  readonly device: string;
  readonly adminAccess?: boolean;
  readonly tolerations?: readonly DeviceToleration[];
}

export interface ResourceClaimTemplate extends KObject {
  readonly apiVersion: 'resource.k8s.io/v1';
  readonly kind: 'ResourceClaimTemplate';
  readonly spec: { readonly metadata?: ObjectMeta; readonly spec: ResourceClaimSpec };
}

export interface ResourceSlice extends KObject {
  readonly apiVersion: 'resource.k8s.io/v1';
  readonly kind: 'ResourceSlice';
  readonly spec: DevicePlace & {
    readonly driver: string;
    readonly pool: { readonly name: string; readonly generation: number; readonly resourceSliceCount: number };
    readonly devices?: readonly Device[];
    readonly perDeviceNodeSelection?: boolean;
    readonly sharedCounters?: readonly CounterSet[];
  };
}

/** From where devices can be reached. */
export interface DevicePlace {
  readonly nodeName?: string;
  readonly nodeSelector?: NodeSelector;
  readonly allNodes?: boolean;
}

export interface Device extends DevicePlace {
  readonly name: string;
  readonly attributes?: { readonly [name: string]: DeviceAttribute };
  readonly capacity?: { readonly [name: string]: { readonly value: string } };
  readonly consumesCounters?: readonly { readonly counterSet: string; readonly counters: Counters }[];
  readonly taints?: readonly DeviceTaint[];
  readonly nodeAllocatableResourceMappings?: { readonly [resource: string]: object };
}

export interface CounterSet {
  readonly name: string;
  readonly counters: Counters;
}

export interface Counters {
  readonly [name: string]: { readonly value: string };
}

export interface DeviceAttribute {
  readonly bool?: boolean;
  readonly int?: number;
  readonly string?: string;
  readonly version?: string;
  readonly ints?: readonly number[];
  readonly bools?: readonly boolean[];
  readonly strings?: readonly string[];
  readonly versions?: readonly string[];
}

export interface DeviceTaint {
  readonly key: string;
  readonly value?: string;
  readonly effect: string;
  readonly timeAdded?: string;
}
