import type { Pod } from '../../../api/types/core.ts';
import type { PersistentVolume, PersistentVolumeClaim } from '../../../api/types/core-volumes.ts';
import type { StorageClass } from '../../../api/types/storage.ts';
import type { Context } from '../../../engine/index.ts';
import type { FreshObjects } from '../../clientgo/fresh-objects.ts';
import type { EventRecorder, RestClient, SharedInformer } from '../../clientgo/index.ts';

/** What the binder has. */
export interface VolumeParts {
  readonly claims: FreshObjects<PersistentVolumeClaim>;
  readonly volumes: FreshObjects<PersistentVolume>;
  readonly classes: SharedInformer<StorageClass>;
  readonly pods: SharedInformer<Pod>;
  readonly client: RestClient;
  readonly recorder: EventRecorder;
  /** Looks at a claim once more. */
  now(ctx: Context, claim: string): void;
  /** Looks again when all are looked at. */
  later(ctx: Context, claim: string): void;
  laterVolume(ctx: Context, volume: string): void;
  driverAsked(): void;
}
