// Models pkg/controller/job/job_controller.go trackJobStatusAndRemoveFinalizers, flushUncountedAndRemoveFinalizers (v1.36)

import { isFailure } from '../../../api/errors/status.ts';
import type { Job, JobCondition, JobStatus } from '../../../api/types/batch.ts';
import type { Pod } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { all, type Context, type Process } from '../../../engine/index.ts';
import { jobSteps } from '../../../steps/controllers/job.ts';
import { finalOf, verdictOf } from './conditions.ts';
import { JOBS, type JobParts, subjectOfJob } from './parts.ts';
import { untrack } from './pod-changes.ts';
import { countReleased, type Ended, noteEnded, uncountedOf } from './tracking.ts';

const NO_UIDS: ReadonlySet<string> = new Set();

/** What a sync has made of the pods. */
export interface Outcome {
  readonly active: number;
  readonly ready: number;
  readonly terminating: number;
  readonly verdict: JobCondition | undefined;
  readonly conditions: JobStatus['conditions'];
  readonly startTime: string | undefined;
  readonly failed: boolean;
}

/** Notes what has ended, frees it, counts it, and says so when the Job is over. */
export function* keepBooks(
  ctx: Context,
  parts: JobParts,
  job: Job,
  key: string,
  ended: Ended,
  outcome: Outcome,
): Process<boolean> {
  const { verdict } = outcome;
  const noted = noteEnded(job, job.status ?? {}, ended, verdict);
  const status = withOutcome(job, noted.status, outcome);
  let current = job;
  if (noted.changed || tells(job.status ?? {}, status)) {
    const written = yield* writeStatus(ctx, parts, current, key, status);
    if (written === undefined) return false;
    current = written;
  }
  const released = noted.release.length === 0 ? NO_UIDS : yield* free(ctx, parts, job, key, noted.release);
  const tracked = new Set(ended.tracked.map(({ metadata }) => metadata.uid ?? '').filter((uid) => !released.has(uid)));
  const counted = countReleased(status, tracked);
  // A finished Job is not looked at again: it is none as long as a pod of its own still waits to be freed.
  const areFree = released.size === noted.release.length;
  const isDone = verdict !== undefined && areFree && !noted.full && isOver(counted);
  const final = isDone ? finalOf(verdict, ctx.wall) : undefined;
  if (counted !== status || final !== undefined) {
    if (final !== undefined) {
      ctx.step(jobSteps.finished, subjectOfJob(job), { outcome: final.type, reason: final.reason ?? '' });
    }
    const next = final === undefined ? counted : withFinal(counted, final);
    if ((yield* writeStatus(ctx, parts, current, key, next)) === undefined) return false;
    if (final !== undefined) tellEnd(ctx, parts, { ...job, status: next }, final);
  }
  return areFree;
}

function withOutcome(job: Job, noted: JobStatus, outcome: Outcome): JobStatus {
  const { verdict, active, ready, terminating, conditions, startTime } = outcome;
  const fresh = verdict !== undefined && verdictOf(job) === undefined;
  const { active: _, startTime: __, ...rest } = noted;
  const listed = fresh ? [...(conditions ?? []), verdict] : conditions;
  const { uncountedTerminatedPods = {} } = rest;
  return {
    ...rest,
    ...(listed && { conditions: listed }),
    ...(startTime && { startTime }),
    ...(active > 0 && { active }),
    terminating,
    ready,
    uncountedTerminatedPods,
  };
}

/** Whether the status has something new besides what was noted. */
function tells(before: JobStatus, after: JobStatus): boolean {
  return (
    (after.active ?? 0) !== (before.active ?? 0) ||
    after.ready !== before.ready ||
    after.terminating !== before.terminating ||
    after.conditions !== before.conditions ||
    after.startTime !== before.startTime
  );
}

function* writeStatus(
  ctx: Context,
  parts: JobParts,
  job: Job,
  key: string,
  status: JobStatus,
): Process<Job | undefined> {
  const { active = 0, ready = 0, succeeded = 0, failed = 0 } = status;
  const noted = uncountedOf(status);
  const args = { active, ready, succeeded, failed, uncounted: noted.succeeded.size + noted.failed.size };
  const writing = ctx.step(jobSteps.status, subjectOfJob(job), args);
  const answer = yield* parts.client.update(writing, JOBS, { ...job, status }, { subresource: 'status' });
  if (isFailure(answer)) return undefined;
  parts.consistency.wroteAt(key, 'jobs', (answer as KObject).metadata.resourceVersion);
  return answer;
}

/** The finalizers of ended pods go; the answer is whose are gone. */
function* free(
  ctx: Context,
  parts: JobParts,
  job: Job,
  key: string,
  pods: readonly Pod[],
): Process<ReadonlySet<string>> {
  const freeing = ctx.step(jobSteps.untrack, subjectOfJob(job), { pods: pods.length });
  const removing = parts.removing.get(key) ?? new Set();
  parts.removing.set(key, removing);
  const uids = pods.map(({ metadata }) => metadata.uid ?? '');
  for (const uid of uids) removing.add(uid);
  const answers = yield* all(
    freeing,
    pods.map((pod) => untrack(freeing, parts.client, pod)),
  );
  const gone = uids.filter((_, at) => answers[at] === 'done');
  for (const uid of uids) if (!gone.includes(uid)) removing.delete(uid);
  return new Set(gone);
}

function tellEnd(ctx: Context, { recorder }: JobParts, job: Job, final: JobCondition): void {
  if (final.type !== 'Complete') {
    recorder.event(ctx, job, 'Warning', final.reason ?? '', final.message ?? '');
    return;
  }
  const { completions } = job.spec;
  if (completions !== undefined && (job.status.succeeded ?? 0) > completions) {
    const message = 'Too many succeeded pods running after completion count reached';
    recorder.event(ctx, job, 'Warning', 'TooManySucceededPods', message);
  }
  recorder.event(ctx, job, 'Normal', 'Completed', 'Job completed');
}

/** Nothing is left to count and nothing runs. */
function isOver(status: JobStatus): boolean {
  const { succeeded, failed } = uncountedOf(status);
  return succeeded.size === 0 && failed.size === 0 && status.terminating === 0;
}

function withFinal(status: JobStatus, final: JobCondition): JobStatus {
  const conditions = [...(status.conditions ?? []), final];
  if (final.type !== 'Complete' || final.lastTransitionTime === undefined) return { ...status, conditions };
  return { ...status, conditions, completionTime: final.lastTransitionTime };
}
