import { resourceOf } from '../../../api/scheme.ts';
import type { SharedInformer, WorkQueue } from '../../clientgo/index.ts';
import type { PodWriters } from '../shared/pod-control.ts';

export const DAEMON_SETS = resourceOf('daemonsets', 'apps');

/** What the controller listens with and acts with. */
export interface DaemonSetParts extends PodWriters {
  readonly sets: SharedInformer;
  readonly pods: SharedInformer;
  readonly nodes: SharedInformer;
  readonly revisions: SharedInformer;
  readonly queue: WorkQueue;
}
