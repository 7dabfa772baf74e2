import type { EventRecorder, RestClient, SharedInformer } from '../../clientgo/index.ts';
import type { Memory } from './normalize.ts';

/** What a look at one autoscaler needs. */
export interface AutoscalerParts {
  readonly autoscalers: SharedInformer;
  readonly pods: SharedInformer;
  readonly client: RestClient;
  readonly recorder: EventRecorder;
  /** What was recommended and done lately, by autoscaler. */
  readonly memories: Map<string, Memory>;
}
