import type { EventRecorder, SharedInformer } from '../../clientgo/index.ts';
import type { QueueController } from '../shared/runtime.ts';
import type { SliceTracker } from '../shared/slice-tracker.ts';

/** What looking at one Endpoints object needs. */
export interface MirrorParts {
  readonly endpoints: SharedInformer;
  readonly services: SharedInformer;
  readonly slices: SharedInformer;
  readonly client: QueueController['client'];
  readonly recorder: EventRecorder;
  readonly tracker: SliceTracker;
}
