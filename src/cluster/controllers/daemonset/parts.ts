import { resourceOf } from '../../../api/scheme.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type {
  ConsistencyStore,
  EventRecorder,
  Expectations,
  RestClient,
  SharedInformer,
  WorkQueue,
} from '../../clientgo/index.ts';
import { subjectOf } from '../../ports/subject.ts';

export const DAEMON_SETS = resourceOf('daemonsets', 'apps');
export const PODS = resourceOf('pods');

/** What the controller listens with and acts with. */
export interface DaemonSetParts {
  readonly sets: SharedInformer;
  readonly pods: SharedInformer;
  readonly nodes: SharedInformer;
  readonly revisions: SharedInformer;
  readonly queue: WorkQueue;
  readonly client: RestClient;
  readonly expectations: Expectations;
  readonly consistency: ConsistencyStore;
  readonly recorder: EventRecorder;
}

/** Models the name of a DaemonSet among objects (v1.36) */
export function subjectOfSet({ metadata }: KObject): string {
  return subjectOf(DAEMON_SETS, metadata.namespace, metadata.name ?? '');
}
