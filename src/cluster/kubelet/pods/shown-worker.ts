import type { RuntimeContainer } from '../../ports/cri.ts';
import type { PodWorkerRow } from './rows.ts';

/** What a worker was at when it last said so. */
export interface ShownWorker {
  readonly state: PodWorkerRow['state'];
  readonly syncs: number;
  readonly sandboxId: string | undefined;
  readonly ip: string | undefined;
  readonly containers: readonly RuntimeContainer[];
}
