import type { KObject } from '../../../api/types/meta.ts';
import type { Context, Process } from '../../../engine/index.ts';
import type { SharedInformer } from '../../clientgo/index.ts';
import { type ControllerRuntime, QueueController } from '../shared/runtime.ts';
import { ADDRESSES, isAllocated, RANGES } from './objects.ts';
import { concerned, syncRange } from './sync.ts';

const NAME = 'service-cidr-controller';

/**
 * Says that ranges of Service addresses can be used, and keeps those that are in use.
 * Models pkg/controller/servicecidrs/servicecidrs_controller.go (v1.36)
 */
export class ServiceCidrController extends QueueController {
  readonly ranges: SharedInformer;
  readonly addresses: SharedInformer;

  constructor(runtime: ControllerRuntime) {
    super(runtime, NAME, { queue: 'servicecidrs', account: 'service-cidrs-controller', workers: 5 });
    this.ranges = this.follow(runtime.informers.informer(RANGES));
    this.addresses = runtime.informers.informer(ADDRESSES);
    const look = (ctx: Context, object: KObject): void => {
      for (const name of concerned(this.ranges.indexer.list(ctx), object)) this.queue.add(ctx, name);
    };
    this.ranges.addHandler(NAME, { onAdd: (ctx, range, initial) => !initial && look(ctx, range), onDelete: look });
    this.addresses.addHandler(NAME, { filter: isAllocated, onDelete: look });
  }

  protected *sync(ctx: Context, name: string): Process<boolean> {
    const outcome = yield* syncRange(ctx, this, name);
    if (typeof outcome === 'number') this.queue.addAfter(ctx, name, outcome);
    return outcome !== false;
  }
}
