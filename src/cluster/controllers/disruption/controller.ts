import { DISRUPTION_TARGET } from '../../../api/pods/disruption-target.ts';
import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { Pod } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { PodDisruptionBudget } from '../../../api/types/policy.ts';
import type { Context } from '../../../engine/index.ts';
import { EventRecorder, objectKey, type RestClient, type SharedInformer, WorkQueue } from '../../clientgo/index.ts';
import { type Controller, type ControllerRuntime, startWorkers } from '../shared/runtime.ts';
import { budgetOf, syncBudget } from './budget.ts';
import type { BudgetParts } from './parts.ts';
import { staleIn, syncStale } from './stale.ts';

const NAME = 'disruption-controller';

/**
 * Keeps the status of PodDisruptionBudgets: how many of their Pods may go now.
 * Models pkg/controller/disruption/disruption.go (v1.36).
 */
export class DisruptionController implements Controller, BudgetParts {
  readonly name = NAME;
  readonly budgets: SharedInformer<PodDisruptionBudget>;
  readonly pods: SharedInformer<Pod>;
  readonly queue: WorkQueue;
  readonly stale: WorkQueue;
  readonly client: RestClient;
  readonly recorder: EventRecorder;

  constructor(readonly runtime: ControllerRuntime) {
    const { env, informers } = runtime;
    this.client = runtime.client(NAME);
    this.budgets = informers.informer(resourceOf('poddisruptionbudgets', 'policy'));
    this.pods = informers.informer(resourceOf('pods'));
    this.queue = new WorkQueue(env, 'disruption', NAME);
    this.stale = new WorkQueue(env, 'stale_pod_disruption', NAME);
    this.recorder = new EventRecorder(env, this.client, { component: 'controllermanager' }, 'core/v1');
    const queue = (ctx: Context, budget: KObject): void => this.queue.add(ctx, objectKey(budget));
    this.budgets.addHandler(NAME, { onAdd: queue, onUpdate: (ctx, _, budget) => queue(ctx, budget), onDelete: queue });
    const changed = (ctx: Context, pod: KObject): void => {
      if ((pod as Pod).status?.conditions?.some(({ type }) => type === DISRUPTION_TARGET))
        this.targeted(ctx, pod as Pod);
      if (this.budgets.indexer.list(ctx, pod.metadata.namespace).length === 0) return;
      const budget = budgetOf(this, ctx, pod);
      if (budget !== undefined) queue(ctx, budget);
    };
    this.pods.addHandler(NAME, { onAdd: changed, onUpdate: (ctx, _, pod) => changed(ctx, pod), onDelete: changed });
  }

  private targeted(ctx: Context, pod: Pod): void {
    const wait = staleIn(pod, ctx.wall);
    if (wait !== undefined) this.stale.addAfter(ctx, objectKey(pod), wait, true);
  }

  start(): void {
    startWorkers(this.runtime, this.queue, 1, (ctx, key) => syncBudget(this, ctx, key));
    startWorkers(this.runtime, this.stale, 1, (ctx, key) => syncStale(this, ctx, key));
  }
}
