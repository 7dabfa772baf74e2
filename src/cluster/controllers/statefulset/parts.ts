import type { ControllerRevision, StatefulSet } from '../../../api/types/apps.ts';
import type { Pod } from '../../../api/types/core.ts';
import type { ConsistencyStore, RestClient, SharedInformer, WorkQueue } from '../../clientgo/index.ts';
import type { StatefulPodControl } from './pod-control.ts';

/** What the controller listens with and acts with. */
export interface StatefulSetParts {
  readonly sets: SharedInformer<StatefulSet>;
  readonly pods: SharedInformer<Pod>;
  readonly revisions: SharedInformer<ControllerRevision>;
  readonly queue: WorkQueue;
  readonly client: RestClient;
  readonly consistency: ConsistencyStore;
  readonly control: StatefulPodControl;
}
