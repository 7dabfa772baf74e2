import type { EventRecorder, RestClient, SharedInformer, WorkQueue } from '../../clientgo/index.ts';
import type { ControllerRuntime } from '../shared/runtime.ts';

/** What the controller has. */
export interface BudgetParts {
  readonly runtime: ControllerRuntime;
  readonly budgets: SharedInformer;
  readonly pods: SharedInformer;
  readonly queue: WorkQueue;
  /** Pods that were to be disrupted. */
  readonly stale: WorkQueue;
  readonly client: RestClient;
  readonly recorder: EventRecorder;
}
