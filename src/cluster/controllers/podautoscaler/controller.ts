import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { HorizontalPodAutoscaler } from '../../../api/types/autoscaling-v2.ts';
import type { Pod } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { SECOND } from '../../../base/time/units.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { EventRecorder, objectKey, type SharedInformer } from '../../clientgo/index.ts';
import { type ControllerRuntime, QueueController } from '../shared/runtime.ts';
import type { Memory } from './normalize.ts';
import type { AutoscalerParts } from './parts.ts';
import { reconcileAutoscaler } from './reconcile.ts';

const NAME = 'horizontal-pod-autoscaler';
/** How often every autoscaler is looked at; the first time after so long, too. */
const PERIOD = 15 * SECOND;

/**
 * Sets the size of workloads by what their Pods use.
 * Models pkg/controller/podautoscaler/horizontal.go (v1.36)
 */
export class HorizontalController extends QueueController implements AutoscalerParts {
  readonly autoscalers: SharedInformer<HorizontalPodAutoscaler>;
  readonly pods: SharedInformer<Pod>;
  readonly custom = this.runtime.custom;
  readonly recorder: EventRecorder;
  readonly memories = new Map<string, Memory>();
  readonly selectors = new Map<string, string>();

  constructor(runtime: ControllerRuntime) {
    super(runtime, NAME, { queue: 'horizontalpodautoscaler', workers: 5 });
    const { env, informers } = runtime;
    this.autoscalers = informers.informer(resourceOf('horizontalpodautoscalers', 'autoscaling'));
    this.pods = informers.informer(resourceOf('pods'));
    this.recorder = new EventRecorder(env, this.client, { component: NAME }, 'core/v1');
    const soon = (ctx: Context, object: KObject): void => this.queue.addAfter(ctx, objectKey(object), PERIOD, true);
    this.autoscalers.addHandler(NAME, {
      onAdd: soon,
      onUpdate: (ctx, _, object) => soon(ctx, object),
      onDelete: (_, object) => this.selectors.delete(objectKey(object)),
    });
  }

  /** Whatever comes out, the next look is due in a quarter of a minute. */
  protected *sync(ctx: Context, key: string): Process<boolean> {
    const exists = yield* reconcileAutoscaler(this, ctx, key);
    if (exists) this.queue.addAfter(ctx, key, PERIOD, true);
    return true;
  }
}
