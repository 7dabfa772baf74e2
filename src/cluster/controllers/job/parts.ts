// Models pkg/controller/job (v1.36): what its parts share

import { resourceOf } from '../../../api/scheme.ts';
import type { Job } from '../../../api/types/batch.ts';
import type { Pod } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { Context } from '../../../engine/index.ts';
import type {
  ConsistencyStore,
  EventRecorder,
  Expectations,
  RestClient,
  SharedInformer,
  WorkQueue,
} from '../../clientgo/index.ts';
import { subjectOf } from '../../ports/subject.ts';
import { controllerOf, keyOfOwner } from '../shared/owner.ts';

export const JOBS = resourceOf('jobs', 'batch');
export const PODS = resourceOf('pods');

/** What the controller listens with and acts with. */
export interface JobParts {
  readonly jobs: SharedInformer;
  readonly pods: SharedInformer;
  readonly queue: WorkQueue;
  readonly client: RestClient;
  readonly expectations: Expectations;
  readonly consistency: ConsistencyStore;
  readonly recorder: EventRecorder;
  /** By Job: pods whose finalizer was removed, which the cache does not show yet. */
  readonly removing: Map<string, Set<string>>;
}

/** Models pkg/controller/job/job_controller.go resolveControllerRef (v1.36) */
export function jobOf(jobs: SharedInformer, ctx: Context, pod: Pod): Job | undefined {
  const owner = controllerOf(pod);
  if (owner?.kind !== 'Job') return undefined;
  const job = jobs.indexer.get(ctx, keyOfOwner(pod, owner)) as Job | undefined;
  return job?.metadata.uid === owner.uid ? job : undefined;
}

export function subjectOfJob({ metadata }: KObject): string {
  return subjectOf(JOBS, metadata.namespace, metadata.name ?? '');
}
