import type { Endpoints, Service } from '../../../api/types/core.ts';
import type { EndpointSlice } from '../../../api/types/discovery.ts';
import type { EventRecorder, SharedInformer } from '../../clientgo/index.ts';
import type { QueueController } from '../shared/runtime.ts';
import type { SliceTracker } from '../shared/slice-tracker.ts';

/** What looking at one Endpoints object needs. */
export interface MirrorParts {
  readonly endpoints: SharedInformer<Endpoints>;
  readonly services: SharedInformer<Service>;
  readonly slices: SharedInformer<EndpointSlice>;
  readonly client: QueueController['client'];
  readonly recorder: EventRecorder;
  readonly tracker: SliceTracker;
}
