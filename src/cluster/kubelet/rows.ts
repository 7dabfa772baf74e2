// Models pkg/kubelet/pod_workers.go (v1.36)

import type { PodCondition } from '../../api/types/core.ts';

export const KUBELETS_TABLE = 'kubelets';

/** A row of `kubelets`, by node: those that somebody has stopped. */
export interface StoppedKubeletRow {
  readonly node: string;
  /** Virtual time. */
  readonly since: number;
}

/** A row of `kubelet/<node>/pods`, by uid: what a pod's worker is at. */
export interface PodWorkerRow {
  readonly pod: string;
  readonly uid: string;
  readonly state: 'syncing' | 'waiting' | 'terminating' | 'terminated' | 'rejected';
  readonly syncs: number;
  readonly sandboxId: string | undefined;
  readonly ip: string | undefined;
  readonly containers: readonly { readonly name: string; readonly state: string; readonly restarts: number }[];
}

/** A row of `kubelet/<node>/volumes`, by `uid/volume`. */
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

export interface ProjectedFile {
  readonly path: string;
  readonly text: string;
  /** Permissions, where they are not 0644. */
  readonly mode?: number;
  /** Whose it is, where that is not root. */
  readonly uid?: number;
}

/** A row of `kubelet/<node>/status`, by uid: what the status manager has and what the server is known to have. */
export interface StatusRow {
  readonly pod: string;
  readonly phase: string;
  readonly version: number;
  readonly sentVersion: number;
  readonly ready: boolean;
  readonly podIP: string | undefined;
  readonly conditions: readonly PodCondition[];
}
