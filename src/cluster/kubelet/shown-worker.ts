import type { RuntimeContainer } from '../ports/cri.ts';
import type { PodWorkerRow } from './rows.ts';

/** What a worker was at when it last said so. */
export interface ShownWorker {
  state: PodWorkerRow['state'];
  syncs: number;
  sandboxId: string | undefined;
  ip: string | undefined;
  containers: readonly RuntimeContainer[];
}
