// Models staging/src/k8s.io/cri-api/pkg/apis/runtime/v1/api.proto (v1.36)

import { tableFamily } from '../../engine/index.ts';
import type { ContainerState } from '../ports/cri.ts';

/** By id. */
export interface SandboxRow {
  readonly id: string;
  readonly pod: string;
  readonly namespace: string;
  readonly uid: string;
  readonly attempt: number;
  readonly ready: boolean;
  readonly ip: string | undefined;
  readonly createdAt: number;
}
/** One a node. */
export const SANDBOX_TABLES = tableFamily<SandboxRow>('cri/*/sandboxes');

/** By id. */
export interface ContainerRow {
  readonly id: string;
  readonly name: string;
  readonly pod: string;
  readonly namespace: string;
  readonly sandboxId: string;
  readonly attempt: number;
  readonly image: string;
  readonly command: string;
  readonly state: ContainerState;
  readonly startedAt: number | undefined;
  readonly finishedAt: number | undefined;
  readonly exitCode: number | undefined;
  readonly reason: string | undefined;
  /** What it wrote last, where it ended badly. */
  readonly wrote?: string;
  /** Bytes that its programs hold, where they hold much. */
  readonly memory?: number;
  readonly disk?: number;
}
/** One a node. */
export const CONTAINER_TABLES = tableFamily<ContainerRow>('cri/*/containers');

/** By id. */
export interface ImageRow {
  readonly id: string;
  readonly tags: readonly string[];
  readonly sizeBytes: number;
}
/** One a node. */
export const IMAGE_TABLES = tableFamily<ImageRow>('cri/*/images');
