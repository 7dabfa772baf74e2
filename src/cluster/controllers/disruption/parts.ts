import type { Pod } from '../../../api/types/core.ts';
import type { PodDisruptionBudget } from '../../../api/types/policy.ts';
import type { EventRecorder, RestClient, SharedInformer, WorkQueue } from '../../clientgo/index.ts';
import type { ControllerRuntime } from '../shared/runtime.ts';

/** What the controller has. */
export interface BudgetParts {
  readonly runtime: ControllerRuntime;
  readonly budgets: SharedInformer<PodDisruptionBudget>;
  readonly pods: SharedInformer<Pod>;
  readonly queue: WorkQueue;
  /** Pods that were to be disrupted. */
  readonly stale: WorkQueue;
  readonly client: RestClient;
  readonly recorder: EventRecorder;
}
