import type { IPAddress, ServiceCIDR } from '../../../api/types/networking.ts';
import { isServiceAddress } from '../../../api/values/ip-address.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { objectKey, type SharedInformer } from '../../clientgo/index.ts';
import { type ControllerRuntime, MANY_TRIES, QueueController } from '../shared/runtime.ts';
import { ADDRESSES, isUnsettled, RANGES } from './objects.ts';
import { syncRange } from './sync.ts';

const NAME = 'service-cidr-controller';

/**
 * Says that ranges of Service addresses can be used, and keeps those that are in use.
 * Models pkg/controller/servicecidrs/servicecidrs_controller.go (v1.36)
 */
export class ServiceCidrController extends QueueController {
  readonly ranges: SharedInformer<ServiceCIDR>;
  readonly addresses: SharedInformer<IPAddress>;

  constructor(runtime: ControllerRuntime) {
    super(runtime, NAME, {
      queue: 'servicecidrs',
      account: 'service-cidrs-controller',
      workers: 5,
      mostTries: MANY_TRIES,
    });
    this.ranges = this.follow(runtime.informers.informer(RANGES), isUnsettled);
    this.addresses = runtime.informers.informer(ADDRESSES);
    // A range that goes may wait for another one, or for the last of its addresses.
    const look = (ctx: Context): void => {
      for (const range of this.ranges.indexer.list(ctx)) {
        if (range.metadata.deletionTimestamp !== undefined) this.queue.add(ctx, objectKey(range));
      }
    };
    this.ranges.addHandler(NAME, { onAdd: look, onDelete: look });
    this.addresses.addHandler(NAME, { filter: isServiceAddress, onDelete: look });
  }

  protected *sync(ctx: Context, name: string): Process<boolean> {
    const range = this.ranges.indexer.get(ctx, name);
    if (range === undefined || !isUnsettled(range)) return true;
    const outcome = yield* syncRange(ctx, this, name);
    if (typeof outcome === 'number') this.queue.addAfter(ctx, name, outcome);
    return outcome !== false;
  }
}
