import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { ControllerRevision, DaemonSet } from '../../../api/types/apps.ts';
import type { Node, Pod } from '../../../api/types/core.ts';
import type { SharedInformer, WorkQueue } from '../../clientgo/index.ts';
import type { PodWriters } from '../shared/pod-control.ts';

export const DAEMON_SETS = resourceOf('daemonsets', 'apps');

/** What the controller listens with and acts with. */
export interface DaemonSetParts extends PodWriters {
  readonly sets: SharedInformer<DaemonSet>;
  readonly pods: SharedInformer<Pod>;
  readonly nodes: SharedInformer<Node>;
  readonly revisions: SharedInformer<ControllerRevision>;
  readonly queue: WorkQueue;
}
