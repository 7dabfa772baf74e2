// Models pkg/kubelet/pod_workers.go (v1.36)

import type { PodCondition } from '../../../api/types/core.ts';
import { tableFamily, tableName } from '../../../engine/index.ts';

/** By node: those that somebody has stopped. */
export interface StoppedKubeletRow {
  readonly node: string;
  /** Virtual time. */
  readonly since: number;
}
export const KUBELETS_TABLE = tableName<StoppedKubeletRow>('kubelets');

/** By uid: what a pod's worker is at. */
export interface PodWorkerRow {
  readonly pod: string;
  readonly uid: string;
  readonly state: 'syncing' | 'waiting' | 'terminating' | 'terminated' | 'rejected';
  readonly syncs: number;
  readonly sandboxId: string | undefined;
  readonly ip: string | undefined;
  readonly containers: readonly { readonly name: string; readonly state: string; readonly restarts: number }[];
}
/** One a node. */
export const POD_WORKER_TABLES = tableFamily<PodWorkerRow>('kubelet/*/pods');

/** By `uid/volume`. */
export interface VolumeRow {
  readonly pod: string;
  readonly volume: string;
  readonly type: string;
  readonly mounted: boolean;
  /** What a projected volume holds: token, ca.crt, namespace. */
  readonly files?: readonly ProjectedFile[];
  /** What the kubelet wrote into any other volume. */
  readonly told?: readonly ProjectedFile[];
}
/** One a node. */
export const VOLUME_TABLES = tableFamily<VolumeRow>('kubelet/*/volumes');

export interface ProjectedFile {
  readonly path: string;
  readonly text: string;
  /** Permissions, where they are not 0644. */
  readonly mode?: number;
  /** Whose it is, where that is not root. */
  readonly uid?: number;
}

/** By uid: what the status manager has and what the server is known to have. */
export interface StatusRow {
  readonly pod: string;
  readonly phase: string;
  readonly version: number;
  readonly sentVersion: number;
  readonly ready: boolean;
  readonly podIP: string | undefined;
  readonly conditions: readonly PodCondition[];
}
/** One a node. */
export const STATUS_TABLES = tableFamily<StatusRow>('kubelet/*/status');
