import type { EventRecorder, RestClient, SharedInformer } from '../../clientgo/index.ts';
import type { CustomResources } from '../shared/custom-resources.ts';
import type { Memory } from './normalize.ts';

/** What a look at one autoscaler needs. */
export interface AutoscalerParts {
  readonly autoscalers: SharedInformer;
  readonly pods: SharedInformer;
  readonly custom: CustomResources;
  readonly client: RestClient;
  readonly recorder: EventRecorder;
  /** What was recommended and done lately, by autoscaler. */
  readonly memories: Map<string, Memory>;
  /** Which Pods each chose when it was looked at last, by autoscaler. */
  readonly selectors: Map<string, string>;
}
