// Models pkg/controller/job (v1.36): what its parts share

import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { Job } from '../../../api/types/batch.ts';
import type { Pod } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { Context } from '../../../engine/index.ts';
import type { SharedInformer, WorkQueue } from '../../clientgo/index.ts';
import { subjectOfObject } from '../../ports/subject.ts';
import { controllerOf, keyOfOwner } from '../shared/owner.ts';
import type { PodOwner, PodWriters } from '../shared/pod-control.ts';

export const JOBS = resourceOf('jobs', 'batch');
export const TRACKING = 'batch.kubernetes.io/job-tracking';
const OWN_NAME = 'kubernetes.io/job-controller';

/** What the controller listens with and acts with. */
export interface JobParts extends PodWriters {
  readonly jobs: SharedInformer<Job>;
  readonly pods: SharedInformer<Pod>;
  readonly queue: WorkQueue;
  /** By Job: pods whose finalizer was removed, which the cache does not show yet. */
  readonly removing: Map<string, Set<string>>;
}

/** Models pkg/controller/job/job_controller.go resolveControllerRef (v1.36) */
export function jobOf(jobs: SharedInformer<Job>, ctx: Context, pod: Pod): Job | undefined {
  const owner = controllerOf(pod);
  if (owner?.kind !== 'Job') return undefined;
  const job = jobs.indexer.get(ctx, keyOfOwner(pod, owner));
  return job?.metadata.uid === owner.uid ? job : undefined;
}

/** Models pkg/controller/job/tracking_utils.go hasJobTrackingFinalizer (v1.36) */
export function isTracked(pod: Pod): boolean {
  return pod.metadata.finalizers?.includes(TRACKING) === true;
}

export function subjectOfJob(job: KObject): string {
  return subjectOfObject(JOBS, job);
}

export function ownerFor(job: Job, key: string): PodOwner {
  return { object: job, subject: subjectOfJob(job), key };
}

/** Somebody else runs Jobs of this kind. Models pkg/controller/job/job_controller.go managedByExternalController (v1.36) */
export function managedByOther({ spec }: Job): string | undefined {
  return spec.managedBy === OWN_NAME ? undefined : spec.managedBy;
}
