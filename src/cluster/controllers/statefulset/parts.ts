import type { ConsistencyStore, RestClient, SharedInformer, WorkQueue } from '../../clientgo/index.ts';
import type { StatefulPodControl } from './pod-control.ts';

/** What the controller listens with and acts with. */
export interface StatefulSetParts {
  readonly sets: SharedInformer;
  readonly pods: SharedInformer;
  readonly revisions: SharedInformer;
  readonly queue: WorkQueue;
  readonly client: RestClient;
  readonly consistency: ConsistencyStore;
  readonly control: StatefulPodControl;
}
