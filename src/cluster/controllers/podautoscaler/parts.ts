import type { HorizontalPodAutoscaler } from '../../../api/types/autoscaling-v2.ts';
import type { Pod } from '../../../api/types/core.ts';
import type { EventRecorder, RestClient, SharedInformer } from '../../clientgo/index.ts';
import type { CustomResources } from '../shared/custom-resources.ts';
import type { Memory } from './normalize.ts';

/** What a look at one autoscaler needs. */
export interface AutoscalerParts {
  readonly autoscalers: SharedInformer<HorizontalPodAutoscaler>;
  readonly pods: SharedInformer<Pod>;
  readonly custom: CustomResources;
  readonly client: RestClient;
  readonly recorder: EventRecorder;
  /** What was recommended and done lately, by autoscaler. */
  readonly memories: Map<string, Memory>;
  /** Which Pods each chose when it was looked at last, by autoscaler. */
  readonly selectors: Map<string, string>;
}
