import type { RuntimeContainer } from '../../ports/cri.ts';
import type { PodWorkerRow } from './rows.ts';

/** The state of a worker as the table last showed it. */
export interface ShownWorker {
  readonly state: PodWorkerRow['state'];
  readonly syncs: number;
  readonly sandboxId: string | undefined;
  readonly ip: string | undefined;
  readonly containers: readonly RuntimeContainer[];
}
