/**
 * The kinds of storage.k8s.io/v1 as they look in JSON.
 * Models staging/src/k8s.io/api/storage/v1/types.go (v1.36)
 */
import type { Seconds } from '../../base/time/units.ts';
import type { KObject, LabelSelector, StringMap } from './meta.ts';

export interface StorageClass extends KObject {
  readonly apiVersion: 'storage.k8s.io/v1';
  readonly kind: 'StorageClass';
  readonly provisioner: string;
  readonly parameters?: StringMap;
  readonly reclaimPolicy?: string;
  readonly mountOptions?: readonly string[];
  readonly allowVolumeExpansion?: boolean;
  readonly volumeBindingMode?: string;
  readonly allowedTopologies?: readonly TopologySelectorTerm[];
}

export interface TopologySelectorTerm {
  readonly matchLabelExpressions?: readonly TopologySelectorLabelRequirement[];
}

export interface TopologySelectorLabelRequirement {
  readonly key: string;
  readonly values: readonly string[];
}

export interface CSINode extends KObject {
  readonly apiVersion: 'storage.k8s.io/v1';
  readonly kind: 'CSINode';
  readonly spec: CSINodeSpec;
}

export interface CSINodeSpec {
  readonly drivers?: readonly CSINodeDriver[] | null;
}

export interface CSINodeDriver {
  readonly name: string;
  readonly nodeID: string;
  readonly topologyKeys: readonly string[];
  readonly allocatable?: VolumeNodeResources;
}

export interface VolumeNodeResources {
  readonly count?: number;
}

export interface CSIDriver extends KObject {
  readonly apiVersion: 'storage.k8s.io/v1';
  readonly kind: 'CSIDriver';
  readonly spec: CSIDriverSpec;
}

export interface CSIDriverSpec {
  readonly attachRequired?: boolean;
  readonly podInfoOnMount?: boolean;
  readonly volumeLifecycleModes?: readonly string[];
  readonly storageCapacity?: boolean;
  readonly fsGroupPolicy?: string;
  readonly tokenRequests?: readonly TokenRequest[];
  readonly requiresRepublish?: boolean;
  readonly seLinuxMount?: boolean;
  readonly nodeAllocatableUpdatePeriodSeconds?: Seconds;
  readonly serviceAccountTokenInSecrets?: boolean;
  readonly preventPodSchedulingIfMissing?: boolean;
}

/** How much a driver can still make of a class, for the nodes that the labels name. */
export interface CSIStorageCapacity extends KObject {
  readonly apiVersion: 'storage.k8s.io/v1';
  readonly kind: 'CSIStorageCapacity';
  readonly storageClassName: string;
  readonly nodeTopology?: LabelSelector;
  readonly capacity?: string;
  readonly maximumVolumeSize?: string;
}

export interface TokenRequest {
  readonly audience: string;
  readonly expirationSeconds?: Seconds;
}
