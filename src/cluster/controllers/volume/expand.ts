import { isFailure } from '../../../api/errors/status.ts';
import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { PersistentVolumeClaim } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { compareQuantity } from '../../../api/values/quantity.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { upkeepSteps } from '../../../steps/controllers/upkeep.ts';
import { EventRecorder, objectKey } from '../../clientgo/index.ts';
import { subjectOfObject } from '../../ports/subject.ts';
import { type ControllerRuntime, QueueController } from '../shared/runtime.ts';

const NAME = 'persistentvolume-expander-controller';
const ACCOUNT = 'expand-controller';
const CLAIMS = resourceOf('persistentvolumeclaims');
const VOLUMES = resourceOf('persistentvolumes');

/**
 * Says of a bound claim that wants more than it has who will see to it: not this controller, since no kind of volume that is
 * left in Kubernetes itself can grow. Models pkg/controller/volume/expand/expand_controller.go (v1.36)
 */
export class VolumeExpandController extends QueueController {
  private readonly claims = this.runtime.informers.informer(CLAIMS);
  private readonly recorder = new EventRecorder(
    this.runtime.env,
    this.client,
    { component: 'volume_expand' },
    'core/v1',
  );

  constructor(runtime: ControllerRuntime) {
    super(runtime, NAME, { queue: 'volume_expand', account: ACCOUNT, workers: 10 });
    const add = (ctx: Context, claim: KObject): void => this.queue.add(ctx, objectKey(claim));
    this.claims.addHandler(NAME, {
      filter: (claim) => wantsMore(claim),
      onAdd: add,
      onUpdate: (ctx, before, claim) => {
        if (sizeOf(claim) !== sizeOf(before)) add(ctx, claim);
      },
    });
  }

  protected *sync(ctx: Context, key: string): Process<boolean> {
    const claim = this.claims.indexer.get(ctx, key);
    if (claim === undefined || !wantsMore(claim)) return true;
    const growing = ctx.step(upkeepSteps.volumeGrows, subjectOfObject(CLAIMS, claim));
    const answer = yield* this.client.get(growing, VOLUMES, undefined, claim.spec.volumeName ?? '');
    if (isFailure(answer)) return false;
    if (answer.spec.claimRef?.uid !== claim.metadata.uid) return false;
    const message = 'waiting for an external controller to expand this PVC';
    this.recorder.event(growing, claim, 'Normal', 'ExternalExpanding', message);
    return true;
  }
}

function sizeOf(claim: KObject): string | undefined {
  return (claim as PersistentVolumeClaim).spec.resources?.requests?.storage;
}

function wantsMore(claim: PersistentVolumeClaim): boolean {
  const { status } = claim;
  const has = status?.capacity?.storage;
  const wanted = sizeOf(claim);
  if (status?.phase !== 'Bound' || has === undefined || wanted === undefined) return false;
  return compareQuantity(wanted, has) > 0;
}
