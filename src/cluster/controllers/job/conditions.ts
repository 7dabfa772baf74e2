// Models pkg/controller/job/job_controller.go newCondition, IsJobFinished, pastActiveDeadline, pastBackoffLimitOnFailure (v1.36)

import type { Job, JobCondition } from '../../../api/types/batch.ts';
import type { Pod } from '../../../api/types/core.ts';
import { parseTime, rfc3339 } from '../../../api/values/time.ts';
import { SECOND } from '../../../base/time/units.ts';
import { conditionOf } from '../shared/job-outcome.ts';
import { restartsOf } from './pods.ts';

/** Decided already, though some pods may still run. */
export function verdictOf(job: Job): JobCondition | undefined {
  return conditionOf(job, 'SuccessCriteriaMet') ?? conditionOf(job, 'FailureTarget');
}

export function newCondition(type: string, status: string, reason: string, message: string, now: number): JobCondition {
  const time = rfc3339(now);
  return { type, status, lastProbeTime: time, lastTransitionTime: time, reason, message };
}

export function success(now: number): JobCondition {
  return newCondition(
    'SuccessCriteriaMet',
    'True',
    'CompletionsReached',
    'Reached expected number of succeeded pods',
    now,
  );
}

/** Why the Job has failed, if it has. */
export function failure(job: Job, failed: number, pods: readonly Pod[], now: number): JobCondition | undefined {
  const { backoffLimit = 6 } = job.spec;
  if (failed > backoffLimit || pastLimitInPlace(job, pods, backoffLimit)) {
    const message = 'Job has reached the specified backoff limit';
    return newCondition('FailureTarget', 'True', 'BackoffLimitExceeded', message, now);
  }
  if (deadlineLeft(job, now) === 0) {
    const message = 'Job was active longer than specified deadline';
    return newCondition('FailureTarget', 'True', 'DeadlineExceeded', message, now);
  }
  return undefined;
}

/** Too many indexes have failed, or all have ended and some of them have failed. */
export function failureOfIndexes(
  { spec }: Job,
  failed: number,
  succeeded: number,
  now: number,
): JobCondition | undefined {
  if (spec.maxFailedIndexes !== undefined && failed > spec.maxFailedIndexes) {
    const message = 'Job has exceeded the specified maximal number of failed indexes';
    return newCondition('FailureTarget', 'True', 'MaxFailedIndexesExceeded', message, now);
  }
  if (failed === 0 || failed + succeeded < (spec.completions ?? 0)) return undefined;
  return newCondition('FailureTarget', 'True', 'FailedIndexes', 'Job has failed indexes', now);
}

/** Restarts by the kubelet count like failed pods. */
function pastLimitInPlace(job: Job, pods: readonly Pod[], limit: number): boolean {
  if (job.spec.template.spec.restartPolicy !== 'OnFailure') return false;
  const restarts = restartsOf(pods);
  return limit === 0 ? restarts > 0 : restarts >= limit;
}

/** Microseconds that the Job may still be active; undefined: for ever. */
export function deadlineLeft(job: Job, now: number): number | undefined {
  const start = parseTime(job.status?.startTime);
  const { activeDeadlineSeconds, suspend } = job.spec;
  if (activeDeadlineSeconds === undefined || start === undefined || suspend === true) return undefined;
  return Math.max(0, start + activeDeadlineSeconds * SECOND - now);
}

/** The verdict becomes final. */
export function finalOf(verdict: JobCondition, now: number): JobCondition {
  const type = verdict.type === 'SuccessCriteriaMet' ? 'Complete' : 'Failed';
  return newCondition(type, 'True', verdict.reason ?? '', verdict.message ?? '', now);
}
