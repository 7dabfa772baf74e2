import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { Pod } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { type ControllerRuntime, QueueController } from '../shared/runtime.ts';
import { ClaimKeeper } from './claim-keeper.ts';

const NAME = 'resourceclaim-controller';

/**
 * Makes the resource claims that Pods bring with them, and lets go of devices that nobody uses any more. It follows claims and
 * templates from the first Pod on that has any. Models pkg/controller/resourceclaim/controller.go (v1.36)
 */
export class ResourceClaimController extends QueueController {
  private readonly pods = this.runtime.informers.informer(resourceOf('pods'));
  private keeper: ClaimKeeper | undefined;

  constructor(runtime: ControllerRuntime) {
    super(runtime, NAME, { queue: 'resource_claim', account: 'resource-claim-controller', workers: 10 });
    const changed = (ctx: Context, pod: KObject): void => this.keep().podChanged(ctx, pod as Pod);
    this.pods.addHandler(NAME, {
      filter: wantsDevices,
      onAdd: changed,
      onUpdate: (ctx, _, pod) => changed(ctx, pod),
      onDelete: (ctx, pod) => this.keep().podGone(ctx, pod),
    });
  }

  protected *sync(ctx: Context, key: string): Process<boolean> {
    return yield* this.keep().sync(ctx, key);
  }

  private keep(): ClaimKeeper {
    this.keeper ??= new ClaimKeeper(this.runtime, this.client, this.pods, this.queue);
    return this.keeper;
  }
}

function wantsDevices(pod: KObject): boolean {
  return (pod as Pod).spec.resourceClaims !== undefined;
}
