import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { Pod } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { EventRecorder, objectKey } from '../../clientgo/index.ts';
import { type ControllerRuntime, QueueController } from '../shared/runtime.ts';
import { claimsForPod } from './ephemeral-claims.ts';

const NAME = 'ephemeral-volume-controller';

/** Makes the claims that Pods bring with them. Models pkg/controller/volume/ephemeral/controller.go (v1.36) */
export class EphemeralVolumeController extends QueueController {
  private readonly pods = this.runtime.informers.informer(resourceOf('pods'));
  private readonly claims = this.runtime.informers.informer(resourceOf('persistentvolumeclaims'));
  private readonly recorder = new EventRecorder(
    this.runtime.env,
    this.client,
    { component: 'ephemeral_volume' },
    'core/v1',
  );

  constructor(runtime: ControllerRuntime) {
    super(runtime, NAME, { queue: 'ephemeral_volume', workers: 5 });
    const add = (ctx: Context, pod: KObject): void => this.queue.add(ctx, objectKey(pod));
    this.pods.addHandler(NAME, { filter: bringsClaims, onAdd: add });
    // What is gone while its Pod is there is made again.
    this.claims.addHandler(NAME, {
      onDelete: (ctx, { metadata }) => {
        const owner = metadata.ownerReferences?.find(({ controller, kind }) => controller === true && kind === 'Pod');
        if (owner !== undefined) this.queue.add(ctx, `${metadata.namespace}/${owner.name}`);
      },
    });
  }

  protected *sync(ctx: Context, key: string): Process<boolean> {
    const pod = this.pods.indexer.get(ctx, key);
    if (pod === undefined || pod.metadata.deletionTimestamp !== undefined) return true;
    return yield* claimsForPod(ctx, pod, this.claims, this.client, this.recorder);
  }
}

function bringsClaims(pod: KObject): boolean {
  return (pod as Pod).spec.volumes?.some(({ ephemeral }) => ephemeral !== undefined) === true;
}
