import { isFailure, isNamespaceTerminating, type Status } from '../../../api/errors/status.ts';
import { quote } from '../../../api/go/quote.ts';
import type { CronJob, CronJobStatus, Job } from '../../../api/types/batch.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { isCronError } from '../../../api/values/cron.ts';
import { parseTime, rfc1123Z, rfc3339 } from '../../../api/values/time.ts';
import { timeZone } from '../../../api/values/time-zones.ts';
import { extend } from '../../../base/extend.ts';
import { SECOND } from '../../../base/time/units.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { cronjobSteps } from '../../../steps/controllers/cronjob.ts';
import type { EventRecorder, RestClient, SharedInformer, WorkQueue } from '../../clientgo/index.ts';
import { subjectOf } from '../../ports/subject.ts';
import { finalCondition } from '../shared/job-outcome.ts';
import { CONTROLLER_INDEX, controllerOf } from '../shared/owner.ts';
import { jobFor, jobNameAt, referenceTo } from './job-for.ts';
import { CRON_JOBS, JOBS } from './resources.ts';
import { MANY_MISSED, missedTimes, scheduleOf, untilNext } from './schedule.ts';

type Active = NonNullable<CronJobStatus['active']>;

/** A sync's copy of the status, written at its end when something in it changed. */
interface Draft {
  status: CronJobStatus;
  changed: boolean;
}

/** What the controller listens with and acts with. */
export interface CronJobParts {
  readonly cronJobs: SharedInformer<CronJob>;
  readonly jobs: SharedInformer<Job>;
  readonly queue: WorkQueue;
  readonly client: RestClient;
  readonly recorder: EventRecorder;
}

/**
 * What is done about one CronJob.
 * Models pkg/controller/cronjob/cronjob_controllerv2.go syncCronJob (v1.36).
 */
export class CronJobSync {
  constructor(private readonly parts: CronJobParts) {}

  *sync(ctx: Context, key: string): Process<boolean> {
    const job = this.parts.cronJobs.indexer.get(ctx, key);
    if (job === undefined) return true;
    const subject = subjectOf(CRON_JOBS, job.metadata.namespace, job.metadata.name ?? '');
    const children = this.parts.jobs.indexer.byIndex(ctx, CONTROLLER_INDEX, job.metadata.uid ?? '');
    const args = { schedule: job.spec.schedule, active: job.status?.active?.length ?? 0 };
    const own = ctx.step(cronjobSteps.sync, subject, args);
    const draft: Draft = { status: job.status ?? {}, changed: false };
    yield* this.tidy(own, subject, job, children, draft);
    const outcome = yield* this.syncOne(own, subject, job, children, draft);
    if (draft.changed) {
      const { active = [], lastScheduleTime = '' } = draft.status;
      const writing = own.step(cronjobSteps.status, subject, { active: active.length, last: lastScheduleTime });
      const next = { ...job, status: draft.status };
      const answer = yield* this.parts.client.update(writing, CRON_JOBS, next, { subresource: 'status' });
      if (isFailure(answer)) return false;
    }
    if (typeof outcome === 'number') {
      const waits = own.step(cronjobSteps.waits, subject, { seconds: Math.round(outcome / SECOND) });
      this.parts.queue.addAfter(waits, key, outcome, true);
      return true;
    }
    return outcome;
  }

  /** Microseconds to the next look; true when there is none, false when this one failed. */
  private *syncOne(
    ctx: Context,
    subject: string,
    job: CronJob,
    children: readonly Job[],
    draft: Draft,
  ): Process<number | boolean> {
    const known = yield* this.follow(ctx, job, children, draft);
    if (!known) return false;
    if (job.metadata.deletionTimestamp !== undefined) return true;
    const { timeZone: zone } = job.spec;
    if (zone !== undefined && zone !== '' && timeZone(zone) === undefined) {
      const text = `invalid timeZone: ${quote(zone)}: unknown time zone ${zone}`;
      this.parts.recorder.event(ctx, job, 'Warning', 'UnknownTimeZone', text);
      return true;
    }
    if (job.spec.suspend === true) return true;
    const schedule = scheduleOf(job);
    if (isCronError(schedule)) {
      const text = `unparseable schedule: "${job.spec.schedule}" : ${schedule.error}`;
      this.parts.recorder.event(ctx, job, 'Warning', 'UnparseableSchedule', text);
      return true;
    }
    const { wall: now } = ctx;
    const missed = missedTimes(job, schedule, now, true);
    if (missed === undefined) {
      const text = `invalid schedule: ${job.spec.schedule} : time difference between two schedules is less than 1 second`;
      this.parts.recorder.event(ctx, job, 'Warning', 'InvalidSchedule', text);
      return true;
    }
    const { mostRecent: time, count } = missed;
    const current = (): CronJob => extend(job, { status: draft.status }) as CronJob;
    const next = (): number | boolean => untilNext(current(), schedule, now) ?? true;
    if (time === undefined) return next();
    const skip = (type: 'Normal' | 'Warning', reason: string, message: string): number | boolean => {
      this.parts.recorder.event(
        ctx.step(cronjobSteps.skipped, subject, { reason, message }),
        job,
        type,
        reason,
        message,
      );
      return next();
    };
    if (count > MANY_MISSED) {
      const text = 'too many missed start times. Set or decrease .spec.startingDeadlineSeconds or check clock skew';
      this.parts.recorder.event(ctx, job, 'Warning', 'TooManyMissedTimes', text);
    }
    const deadline = job.spec.startingDeadlineSeconds;
    if (deadline !== undefined && time + deadline * SECOND < now) {
      return skip('Warning', 'MissSchedule', `Missed scheduled time to start a job: ${rfc1123Z(time)}`);
    }
    const name = jobNameAt(job, time);
    const active: Active = draft.status.active ?? [];
    if (active.some((each) => each.name === name) || parseTime(draft.status.lastScheduleTime) === time) return next();
    if (job.spec.concurrencyPolicy === 'Forbid' && active.length > 0) {
      const text = 'Not starting job because prior execution is running and concurrency policy is Forbid';
      return skip('Normal', 'JobAlreadyActive', text);
    }
    const due = ctx.step(cronjobSteps.due, subject, { time: rfc3339(time), job: name, missed: count });
    if (job.spec.concurrencyPolicy === 'Replace' && !(yield* this.replace(due, subject, job, active, draft)))
      return false;
    const created = yield* this.create(due, job, time, draft);
    return created === 'made' ? next() : created === 'present';
  }

  /** What became of the Jobs since the last look. */
  private *follow(ctx: Context, job: CronJob, children: readonly Job[], draft: Draft): Process<boolean> {
    const { namespace, name = '' } = job.metadata;
    for (const child of children) {
      const { uid, name: childName = '' } = child.metadata;
      const final = finalCondition(child);
      const active = isActive(draft, uid);
      if (!active && final === undefined) {
        const fresh = yield* this.parts.client.get(ctx, CRON_JOBS, namespace, name);
        if (isFailure(fresh)) return false;
        const status = fresh.status ?? {};
        if (status.active?.some((each) => each.uid === uid)) {
          draft.status = status;
          continue;
        }
        const text = `Saw a job that the controller did not create or forgot: ${childName}`;
        this.parts.recorder.event(ctx, job, 'Warning', 'UnexpectedJob', text);
      } else if (active && final !== undefined) {
        withdraw(draft, uid);
        const text = `Saw completed job: ${childName}, condition: ${final.type}`;
        this.parts.recorder.event(ctx, job, 'Normal', 'SawCompletedJob', text);
      }
      if (final?.type === 'Complete') noteSuccess(draft, child.status?.completionTime);
    }
    for (const { uid, name: lost = '' } of draft.status.active ?? []) {
      if (children.some((child) => child.metadata.uid === uid)) continue;
      const found = yield* this.parts.client.get(ctx, JOBS, namespace, lost);
      if (!isFailure(found)) continue;
      if (found.reason !== 'NotFound') return false;
      this.parts.recorder.event(ctx, job, 'Normal', 'MissingJob', `Active job went missing: ${lost}`);
      withdraw(draft, uid);
    }
    return true;
  }

  /** `present`: somebody else has made one of that name, and is thought to see to the rest; it is not asked again by the clock. */
  private *create(ctx: Context, job: CronJob, time: number, draft: Draft): Process<'made' | 'present' | 'failed'> {
    const { namespace } = job.metadata;
    const wanted = jobFor(job, time);
    const answer = yield* this.parts.client.create(ctx, JOBS, namespace, wanted);
    let made = answer as KObject;
    if (isFailure(answer)) {
      const own = answer.reason === 'AlreadyExists' ? yield* this.ownAlready(ctx, job, wanted) : undefined;
      if (own === undefined) return this.failed(ctx, job, answer);
      if (own === false || isActive(draft, own.metadata.uid)) return 'present';
      made = own;
    } else {
      this.parts.recorder.event(ctx, job, 'Normal', 'SuccessfulCreate', `Created job ${made.metadata.name}`);
    }
    const active: Active = [...(draft.status.active ?? []), referenceTo(made)];
    draft.status = { ...draft.status, active, lastScheduleTime: rfc3339(time) };
    draft.changed = true;
    return 'made';
  }

  /** The Job is there already: ours, when an earlier sync could not write the status; false when it is somebody else's. */
  private *ownAlready(ctx: Context, job: CronJob, wanted: KObject): Process<KObject | false | undefined> {
    const found = yield* this.parts.client.get(ctx, JOBS, job.metadata.namespace, wanted.metadata.name ?? '');
    if (isFailure(found)) return undefined;
    const object = found as KObject;
    return controllerOf(object)?.uid === job.metadata.uid ? object : false;
  }

  private failed(ctx: Context, job: CronJob, status: Status): 'failed' {
    if (!isNamespaceTerminating(status)) {
      this.parts.recorder.event(ctx, job, 'Warning', 'FailedCreate', `Error creating job: ${status.message ?? ''}`);
    }
    return 'failed';
  }

  private *replace(ctx: Context, subject: string, job: CronJob, active: Active, draft: Draft): Process<boolean> {
    for (const { name = '', uid } of active) {
      const deleting = ctx.step(cronjobSteps.replaced, subject, { job: name });
      const found = yield* this.parts.client.get(deleting, JOBS, job.metadata.namespace, name);
      if (isFailure(found)) {
        this.parts.recorder.event(deleting, job, 'Warning', 'FailedGet', `Get job: ${found.message ?? ''}`);
        return false;
      }
      if (!(yield* this.delete(deleting, job, name))) return false;
      withdraw(draft, uid);
    }
    return true;
  }

  private *delete(ctx: Context, job: CronJob, name: string): Process<boolean> {
    const options = { propagationPolicy: 'Background' } as const;
    const answer = yield* this.parts.client.delete(ctx, JOBS, job.metadata.namespace, name, options);
    if (isFailure(answer)) {
      this.parts.recorder.event(ctx, job, 'Warning', 'FailedDelete', `Deleted job: ${answer.message ?? ''}`);
      return false;
    }
    this.parts.recorder.event(ctx, job, 'Normal', 'SuccessfulDelete', `Deleted job ${name}`);
    return true;
  }

  /** Of the Jobs that ended, only the newest stay. */
  private *tidy(ctx: Context, subject: string, job: CronJob, children: readonly Job[], draft: Draft): Process<void> {
    const { successfulJobsHistoryLimit, failedJobsHistoryLimit } = job.spec;
    for (const [type, kept] of [
      ['Complete', successfulJobsHistoryLimit],
      ['Failed', failedJobsHistoryLimit],
    ] as const) {
      if (kept === undefined) continue;
      const ended = children.filter((child) => finalCondition(child)?.type === type).sort(byStart);
      for (const old of ended.slice(0, Math.max(0, ended.length - kept))) {
        const { name = '', uid } = old.metadata;
        const tidying = ctx.step(cronjobSteps.tidied, subject, { job: name, kept });
        // The status is written then, even with nothing new in it.
        if (yield* this.delete(tidying, job, name)) withdraw(draft, uid);
      }
    }
  }
}

function isActive(draft: Draft, uid: string | undefined): boolean {
  return draft.status.active?.some((each) => each.uid === uid) === true;
}

function withdraw(draft: Draft, uid: string | undefined): void {
  const left = (draft.status.active ?? []).filter((each) => each.uid !== uid);
  const { active: _, ...rest } = draft.status;
  draft.status = left.length === 0 ? rest : { ...rest, active: left };
  draft.changed = true;
}

function noteSuccess(draft: Draft, time: string | undefined): void {
  const last = parseTime(draft.status.lastSuccessfulTime);
  if (time === undefined || (last !== undefined && (parseTime(time) ?? 0) <= last)) return;
  draft.status = { ...draft.status, lastSuccessfulTime: time };
  draft.changed = true;
}

function byStart(a: Job, b: Job): number {
  const difference = (parseTime(a.status?.startTime) ?? 0) - (parseTime(b.status?.startTime) ?? 0);
  return difference !== 0 ? difference : (a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1;
}
