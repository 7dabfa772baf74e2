// Models pkg/controller/job/util IsJobFinished (v1.36)

import type { Job, JobCondition } from '../../../api/types/batch.ts';

export function conditionOf(job: Job, type: string): JobCondition | undefined {
  return job.status?.conditions?.find((condition) => condition.type === type && condition.status === 'True');
}

/** The condition that says that the Job is over. */
export function finalCondition(job: Job): JobCondition | undefined {
  return conditionOf(job, 'Complete') ?? conditionOf(job, 'Failed');
}
