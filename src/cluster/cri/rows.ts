// Models staging/src/k8s.io/cri-api/pkg/apis/runtime/v1/api.proto (v1.36)

import type { ContainerState } from '../ports/cri.ts';

/** A row of `cri/<node>/sandboxes`, by id. */
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

/** A row of `cri/<node>/containers`, by id. */
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

/** A row of `cri/<node>/images`, by id. */
export interface ImageRow {
  readonly id: string;
  readonly tags: readonly string[];
  readonly sizeBytes: number;
}
