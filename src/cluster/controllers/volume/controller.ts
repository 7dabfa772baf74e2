import { claimNameOf } from '../../../api/pods/claims.ts';
import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { Pod } from '../../../api/types/core.ts';
import type { PersistentVolume, PersistentVolumeClaim } from '../../../api/types/core-volumes.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { StorageClass } from '../../../api/types/storage.ts';
import { SECOND } from '../../../base/time/units.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { FreshObjects } from '../../clientgo/fresh-objects.ts';
import { EventRecorder, objectKey, type RestClient, type SharedInformer, WorkQueue } from '../../clientgo/index.ts';
import { isFinished } from '../shared/pods.ts';
import { untilRound } from '../shared/rounds.ts';
import { type Controller, type ControllerRuntime, startWorkers } from '../shared/runtime.ts';
import { syncClaim } from './claims.ts';
import { CLAIM_FINALIZER, needsFinalizer, VOLUME_FINALIZER } from './finalizers.ts';
import type { VolumeParts } from './parts.ts';
import { protectClaim, protectVolume } from './protection.ts';
import { syncVolume } from './volumes.ts';

const NAME = 'persistent-volume-binder';
/** Claims that wait are looked at again so often. */
const RESYNC = 15 * SECOND;

/**
 * Brings claims and volumes together, and follows them to their end.
 * Models pkg/controller/volume/persistentvolume/pv_controller.go (v1.36)
 */
export class PersistentVolumeController implements Controller, VolumeParts {
  readonly name = NAME;
  readonly claims: FreshObjects<PersistentVolumeClaim>;
  readonly volumes: FreshObjects<PersistentVolume>;
  readonly classes: SharedInformer<StorageClass>;
  readonly pods: SharedInformer<Pod>;
  readonly client: RestClient;
  readonly recorder: EventRecorder;
  private readonly claimQueue: WorkQueue;
  private readonly volumeQueue: WorkQueue;

  constructor(private readonly runtime: ControllerRuntime) {
    const { env, informers } = runtime;
    this.client = runtime.client(NAME);
    const claims = informers.informer(resourceOf('persistentvolumeclaims'));
    const volumes = informers.informer(resourceOf('persistentvolumes'));
    this.claims = new FreshObjects(claims);
    this.volumes = new FreshObjects(volumes);
    this.classes = informers.informer(resourceOf('storageclasses', 'storage.k8s.io'));
    this.pods = informers.informer(resourceOf('pods'));
    this.claimQueue = new WorkQueue(env, 'claims', NAME);
    this.volumeQueue = new WorkQueue(env, 'volumes', NAME);
    this.recorder = new EventRecorder(env, this.client, { component: 'persistentvolume-controller' }, 'core/v1');
    const claimChanged = (ctx: Context, claim: KObject): void => this.claimQueue.add(ctx, objectKey(claim));
    const volumeChanged = (ctx: Context, volume: KObject): void => this.volumeQueue.add(ctx, objectKey(volume));
    claims.addHandler(NAME, {
      onAdd: claimChanged,
      onUpdate: (ctx, _, claim) => claimChanged(ctx, claim),
      // The volume of a claim that is gone is to be released.
      onDelete: (ctx, claim) => {
        const { volumeName: volume = '' } = claim.spec;
        if (volume !== '') this.volumeQueue.add(ctx, volume);
      },
    });
    volumes.addHandler(NAME, {
      onAdd: volumeChanged,
      onUpdate: (ctx, before, volume) => {
        volumeChanged(ctx, volume);
        // Whose it was hears of that when all claims are looked at again.
        const { name, namespace, uid } = volumeReference(before);
        if (name !== undefined && volumeReference(volume).uid !== uid) this.later(ctx, `${namespace}/${name}`);
      },
      onDelete: (ctx, volume) => {
        const { name, namespace } = volumeReference(volume);
        if (name !== undefined) this.claimQueue.add(ctx, `${namespace}/${name}`);
      },
    });
  }

  now(ctx: Context, claim: string): void {
    this.claimQueue.add(ctx, claim);
  }

  later(ctx: Context, claim: string): void {
    this.claimQueue.addAfter(ctx, claim, this.untilRound(ctx), true);
  }

  laterVolume(ctx: Context, volume: string): void {
    this.volumeQueue.addAfter(ctx, volume, this.untilRound(ctx), true);
  }

  private untilRound(ctx: Context): number {
    return untilRound(this.runtime.env, 'claims', RESYNC, ctx.now);
  }

  driverAsked(): void {
    this.runtime.driverAsked?.();
  }

  start(): void {
    const { claimQueue, volumeQueue } = this;
    startWorkers(this.runtime, claimQueue, 1, (ctx, key) =>
      this.look(syncClaim(this, ctx, key), () => this.later(ctx, key)),
    );
    startWorkers(this.runtime, volumeQueue, 1, (ctx, key) =>
      this.look(syncVolume(this, ctx, key), () => this.laterVolume(ctx, key)),
    );
  }

  /** What failed is not queued for itself: it comes again with all others, if nothing is heard of it before. */
  private *look(sync: Process<boolean>, later: () => void): Process<boolean> {
    if (!(yield* sync)) later();
    return true;
  }
}

function volumeReference(volume: KObject): Partial<Record<'name' | 'namespace' | 'uid', string>> {
  return (volume as { readonly spec?: { readonly claimRef?: object } }).spec?.claimRef ?? {};
}

/**
 * Lets go of claims and volumes that are deleted, once nobody uses them.
 * Models pkg/controller/volume/{pvcprotection,pvprotection} (v1.36)
 */
export class VolumeProtectionController implements Controller {
  readonly name = 'pvc-protection-controller';
  private readonly claimQueue: WorkQueue;
  private readonly volumeQueue: WorkQueue;

  constructor(private readonly runtime: ControllerRuntime) {
    const { env, informers } = runtime;
    this.claimQueue = new WorkQueue(env, 'pvcprotection', this.name);
    this.volumeQueue = new WorkQueue(env, 'pvprotection', 'pv-protection-controller');
    const follow = (resource: string, actor: string, queue: WorkQueue, finalizer: string): void => {
      const add = (ctx: Context, object: KObject): void => queue.add(ctx, objectKey(object));
      const filter = (object: KObject): boolean => needsFinalizer(object, finalizer);
      informers
        .informer(resourceOf(resource))
        .addHandler(actor, { filter, onAdd: add, onUpdate: (ctx, _, object) => add(ctx, object) });
    };
    follow('persistentvolumeclaims', this.name, this.claimQueue, CLAIM_FINALIZER);
    follow('persistentvolumes', 'pv-protection-controller', this.volumeQueue, VOLUME_FINALIZER);
    const left = (ctx: Context, pod: KObject): void => {
      for (const name of claimNames(pod as Pod)) this.claimQueue.add(ctx, `${pod.metadata.namespace}/${name}`);
    };
    const uses = (pod: KObject): boolean => claimNames(pod as Pod).length > 0;
    const ended = (ctx: Context, _: KObject, pod: KObject): void => {
      if (isFinished(pod as Pod) || pod.metadata.deletionTimestamp !== undefined) left(ctx, pod);
    };
    informers.informer(resourceOf('pods')).addHandler(this.name, { filter: uses, onUpdate: ended, onDelete: left });
  }

  start(): void {
    const { informers } = this.runtime;
    const claims = informers.informer(resourceOf('persistentvolumeclaims'));
    const volumes = informers.informer(resourceOf('persistentvolumes'));
    const pods = informers.informer(resourceOf('pods'));
    const claimClient = this.runtime.client(this.name);
    const volumeClient = this.runtime.client('pv-protection-controller');
    startWorkers(this.runtime, this.claimQueue, 1, (ctx, key) => protectClaim(ctx, key, claims, pods, claimClient));
    startWorkers(this.runtime, this.volumeQueue, 1, (ctx, key) => protectVolume(ctx, key, volumes, volumeClient));
  }
}

const NOTHING: readonly string[] = [];

function claimNames({ metadata, spec: { volumes } }: Pod): readonly string[] {
  if (volumes === undefined || !volumes.some((each) => each.persistentVolumeClaim ?? each.ephemeral)) return NOTHING;
  return volumes.flatMap((volume) => claimNameOf(metadata.name, volume) ?? []);
}
