import type { Context, Process } from '../../../engine/index.ts';
import { type ControllerRuntime, QueueController } from '../shared/runtime.ts';
import { approveOrWait } from './approve.ts';
import { BACK_OFF, REQUESTS } from './requests.ts';

const NAME = 'csrapproving';

/**
 * Approves what kubelets ask for to sign in with, when they may.
 * Models pkg/controller/certificates/approver/sarapprove.go (v1.36)
 */
export class CertificateApprovingController extends QueueController {
  readonly requests = this.follow(this.runtime.informers.informer(REQUESTS));
  /** How often nobody was allowed to: the pauses grow. */
  private readonly refusals = new Map<string, number>();

  constructor(runtime: ControllerRuntime) {
    super(runtime, NAME, { queue: NAME, account: 'certificate-controller', backOff: BACK_OFF });
  }

  protected *sync(ctx: Context, name: string): Process<boolean> {
    const outcome = yield* approveOrWait(ctx, this, name);
    if (outcome === 'refused') this.tryLater(ctx, name);
    else if (outcome === 'done') this.refusals.delete(name);
    return outcome !== 'failed';
  }

  private tryLater(ctx: Context, name: string): void {
    const times = this.refusals.get(name) ?? 0;
    this.refusals.set(name, times + 1);
    this.queue.addAfter(ctx, name, Math.min(BACK_OFF.first * 2 ** times, BACK_OFF.longest), true);
  }
}
