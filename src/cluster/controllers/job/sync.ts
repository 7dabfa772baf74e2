import { isFailure, type Status } from '../../../api/errors/status.ts';
import type { Job, JobCondition, JobStatus } from '../../../api/types/batch.ts';
import type { Pod } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { rfc3339 } from '../../../api/values/time.ts';
import { SECOND } from '../../../base/time/units.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { jobSteps } from '../../../steps/controllers/job.ts';
import { subjectOfObject } from '../../ports/subject.ts';
import { claimObjects } from '../shared/claim.ts';
import { finalCondition } from '../shared/job-outcome.ts';
import { CONTROLLER_INDEX, ORPHAN_INDEX } from '../shared/owner.ts';
import { PODS } from '../shared/pod-control.ts';
import { isPodActive, isPodReady, isPodTerminating } from '../shared/pods.ts';
import { type BackoffRecord, backoffLeft, nextBackoff } from './backoff.ts';
import { keepBooks, type Outcome } from './books.ts';
import { deadlineLeft, failure, failureOfIndexes, newCondition, success, verdictOf } from './conditions.ts';
import { firstMissing } from './indexes.ts';
import { isTracked, JOBS, type JobParts, jobOf, managedByOther, subjectOfJob, TRACKING } from './parts.ts';
import { dueIndexes } from './per-index.ts';
import { createPods, endPods, removePods, surplusPods, untrack } from './pod-changes.ts';
import { endedAt, indexOf, isIndexed, replacesOnlyFailed, wanted } from './pods.ts';
import { counts, failedByPolicy, succeededByPolicy } from './policies.ts';
import { type Ended, endedPods, uncountedOf } from './tracking.ts';

const MOST_PODS = 500;
const NO_UIDS: ReadonlySet<string> = new Set();

/** What a sync sees. */
interface Seen {
  readonly pods: readonly Pod[];
  readonly active: readonly Pod[];
  readonly ended: Ended;
  readonly succeeded: number;
  readonly want: number;
  readonly backoff: BackoffRecord;
  readonly satisfied: boolean;
}

/** What was done about the number of pods. */
interface Managed {
  readonly active: number;
  readonly removed: readonly Pod[];
  readonly failed: boolean;
}

/**
 * What is done about one Job.
 * Models pkg/controller/job/job_controller.go syncJob (v1.36)
 */
export class JobSync {
  private readonly backoffs = new Map<string, BackoffRecord>();

  constructor(private readonly parts: JobParts) {}

  *syncOrphan(ctx: Context, key: string): Process<boolean> {
    const pod = this.parts.pods.indexer.get(ctx, key);
    if (pod === undefined || !isTracked(pod)) return true;
    const job = jobOf(this.parts.jobs, ctx, pod);
    if (job !== undefined && (finalCondition(job) === undefined || managedByOther(job) !== undefined)) return true;
    const freed = ctx.step(jobSteps.untrack, subjectOfObject(PODS, pod), { pods: 1 });
    return (yield* untrack(freed, this.parts.client, pod)) !== 'failed';
  }

  *sync(ctx: Context, key: string): Process<boolean> {
    const job = this.parts.jobs.indexer.get(ctx, key);
    const idle = whyNot(job);
    if (job === undefined || idle !== undefined) {
      ctx.step(jobSteps.skip, `${JOBS.resource}.${JOBS.group}/${key}`, { reason: idle ?? 'it is gone' });
      this.forget(key, job === undefined);
      return true;
    }
    if (this.parts.consistency.lagging(key) !== undefined) {
      ctx.step(jobSteps.skip, subjectOfJob(job), { reason: 'the cache does not show the last write yet' });
      return false;
    }
    const satisfied = this.parts.expectations.satisfied(ctx, key);
    const claimed = yield* this.podsOf(ctx, job);
    if (isFailure(claimed)) return false;
    return yield* this.act(ctx, job, key, claimed, satisfied);
  }

  private forget(key: string, gone: boolean): void {
    this.backoffs.delete(key);
    if (this.parts.expectations.get(key) !== undefined) this.parts.expectations.forget(key);
    if (!gone) return;
    this.parts.removing.delete(key);
    this.parts.consistency.forget(key);
  }

  private *act(ctx: Context, job: Job, key: string, pods: readonly Pod[], satisfied: boolean): Process<boolean> {
    const before: JobStatus = job.status ?? {};
    const startTime = before.startTime ?? (job.spec.suspend === true ? undefined : rfc3339(ctx.wall));
    const started: Job = { ...job, status: { ...before, ...(startTime && { startTime }) } };
    const ended = endedPods(job, before, pods, this.parts.removing.get(key) ?? NO_UIDS);
    const uncounted = uncountedOf(before);
    const succeeded = isIndexed(job)
      ? ended.indexes.size
      : (before.succeeded ?? 0) + uncounted.succeeded.size + ended.succeeded.length;
    const lost = ended.failed.filter((pod) => counts(job, pod)).length;
    const failed = (before.failed ?? 0) + uncounted.failed.size + lost;
    const active = pods.filter(isPodActive);
    const want = wanted(job, active.length, succeeded);
    const args = { active: active.length, succeeded, failed, want };
    const synced = ctx.step(jobSteps.sync, subjectOfJob(job), args);
    const backoff = this.backoff(key, ended);
    const verdict = this.verdict(synced, started, key, { pods, ended, failed });
    const seen = { pods, active, ended, succeeded, want, backoff, satisfied };
    const outcome =
      verdict === undefined
        ? yield* this.continue(synced, started, key, seen)
        : yield* this.stop(synced, started, key, seen, verdict);
    if (!(yield* keepBooks(synced, this.parts, job, key, ended, outcome))) return false;
    this.backoffs.set(key, backoff);
    return !outcome.failed;
  }

  private backoff(key: string, { succeeded, failed }: Ended): BackoffRecord {
    return nextBackoff(this.backoffs.get(key), succeeded.map(endedAt), failed.map(endedAt));
  }

  /** What is decided, by an earlier sync or now; limits of the whole Job come before those of indexes. */
  private verdict(
    ctx: Context,
    job: Job,
    key: string,
    { pods, ended, failed }: { readonly pods: readonly Pod[]; readonly ended: Ended; readonly failed: number },
  ): JobCondition | undefined {
    const { now } = ctx;
    const whole = verdictOf(job) ?? failedByPolicy(job, pods, now) ?? failure(job, failed, pods, now);
    if (whole !== undefined) return whole;
    const left = deadlineLeft(job, now);
    if (left !== undefined && left > 0) this.parts.queue.addAfter(ctx, key, left, true);
    if (!isIndexed(job)) return undefined;
    const { indexes, perIndex } = ended;
    const lost = perIndex && failureOfIndexes(job, perIndex.failed.size, indexes.size, now);
    return lost ?? succeededByPolicy(job, indexes, now);
  }

  private *podsOf(ctx: Context, job: Job): Process<readonly Pod[] | Status> {
    const { uid = '', namespace = '' } = job.metadata;
    const owned = this.parts.pods.indexer.byIndex(ctx, CONTROLLER_INDEX, uid);
    const loose = this.parts.pods.indexer.byIndex(ctx, ORPHAN_INDEX, namespace);
    const step = (adopted: boolean) => (claiming: Context, pod: KObject) =>
      claiming.step(jobSteps.claimed, subjectOfJob(job), { pod: pod.metadata.name ?? '', adopted });
    const claim = {
      client: this.parts.client,
      owner: job,
      ownerInfo: JOBS,
      ownerApiVersion: 'batch/v1',
      dependentInfo: PODS,
      selector: job.spec.selector,
      finalizers: [TRACKING],
      adopting: step(true),
      releasing: step(false),
    };
    return yield* claimObjects(ctx, claim, [...owned, ...loose]);
  }

  /** It is decided: what still runs is stopped. */
  private *stop(ctx: Context, job: Job, key: string, seen: Seen, verdict: JobCondition): Process<Outcome> {
    const { active, pods, satisfied } = seen;
    const removed = yield* endPods(ctx, this.parts, job, key, active);
    const left = active.length - removed.length;
    return {
      ...countOf(pods, active, removed),
      active: left,
      // As long as something still runs, it cannot be said.
      verdict: left === 0 && satisfied ? verdict : undefined,
      conditions: job.status.conditions,
      startTime: job.status.startTime,
      failed: left > 0,
    };
  }

  private *continue(ctx: Context, job: Job, key: string, seen: Seen): Process<Outcome> {
    const { active, pods, succeeded, satisfied } = seen;
    const { completions } = job.spec;
    const manages = satisfied && job.metadata.deletionTimestamp === undefined;
    const managed = manages
      ? yield* this.manage(ctx, job, key, seen)
      : { active: active.length, removed: [], failed: false };
    const enough = completions === undefined ? succeeded > 0 : succeeded >= completions;
    const verdict = enough && managed.active === 0 ? success(ctx.wall) : undefined;
    const suspension = manages && verdict === undefined ? this.suspension(ctx, job) : undefined;
    return {
      ...countOf(pods, active, managed.removed),
      active: managed.active,
      verdict,
      ...(suspension ?? { conditions: job.status.conditions, startTime: job.status.startTime }),
      failed: managed.failed,
    };
  }

  /** Brings the number of pods to what is wanted, by creating or by deleting. */
  private *manage(ctx: Context, job: Job, key: string, seen: Seen): Process<Managed> {
    const { active, pods, want } = seen;
    const surplus = surplusPods(job, active, Math.max(0, active.length - want), ctx.wall);
    if (surplus.length > 0) {
      const victims = job.spec.suspend === true ? surplus : surplus.slice(0, MOST_PODS);
      const removed = yield* removePods(ctx, this.parts, job, key, victims);
      return { active: active.length - removed.length, removed, failed: removed.length < victims.length };
    }
    const pending = replacesOnlyFailed(job) ? pods.filter(isPodTerminating).length : 0;
    const missing = Math.min(MOST_PODS, want - pending - active.length);
    const indexes = missing > 0 ? this.indexesFor(ctx, job, key, seen, missing) : [];
    // Upstream, too, says that nothing is active while it waits, though other pods may run.
    if (indexes === undefined) return { active: 0, removed: [], failed: false };
    if (indexes.length === 0) return { active: active.length, removed: [], failed: false };
    const created = yield* createPods(ctx, this.parts, job, key, indexes, seen.ended.perIndex);
    return { active: active.length + created, removed: [], failed: created < indexes.length };
  }

  /** For whom pods are made now; undefined while what has failed must wait. */
  private indexesFor(
    ctx: Context,
    job: Job,
    key: string,
    seen: Seen,
    count: number,
  ): readonly (number | undefined)[] | undefined {
    const { ended, backoff } = seen;
    const { perIndex } = ended;
    if (perIndex === undefined) {
      const left = backoffLeft(backoff, ctx.wall);
      if (left === 0) {
        return isIndexed(job) ? missingIndexes(job, seen, count) : Array.from({ length: count }, () => undefined);
      }
      this.waitFor(ctx, job, key, left, { failures: backoff.failures });
      return undefined;
    }
    const { due, next } = dueIndexes(missingIndexes(job, seen, count), perIndex, ctx.wall);
    if (next === undefined) return due;
    this.waitFor(ctx, job, key, next.left, { failures: next.failures, index: next.index });
    return undefined;
  }

  private waitFor(
    ctx: Context,
    job: Job,
    key: string,
    left: number,
    failed: { readonly failures: number; readonly index?: number },
  ): void {
    const waiting = ctx.step(jobSteps.backoff, subjectOfJob(job), { seconds: Math.ceil(left / SECOND), ...failed });
    this.parts.queue.addAfter(waiting, key, Math.max(left, SECOND), waiting.background);
  }

  /** The condition that tells whether the Job is suspended, when it changes: it has not started then, or starts anew. */
  private suspension(ctx: Context, job: Job): Pick<Outcome, 'conditions' | 'startTime'> | undefined {
    const present = job.status.conditions ?? [];
    const others = present.filter(({ type }) => type !== 'Suspended');
    const was = present.find(({ type }) => type === 'Suspended')?.status;
    if (job.spec.suspend === true) {
      if (was === 'True') return undefined;
      this.parts.recorder.event(ctx, job, 'Normal', 'Suspended', 'Job suspended');
      const suspended = newCondition('Suspended', 'True', 'JobSuspended', 'Job suspended', ctx.wall);
      return { conditions: [...others, suspended], startTime: undefined };
    }
    if (was !== 'True') return undefined;
    this.parts.recorder.event(ctx, job, 'Normal', 'Resumed', 'Job resumed');
    const resumed = newCondition('Suspended', 'False', 'JobResumed', 'Job resumed', ctx.wall);
    return { conditions: [...others, resumed], startTime: rfc3339(ctx.wall) };
  }
}

/** Why nothing is done about a Job. */
function whyNot(job: Job | undefined): string | undefined {
  if (job === undefined) return undefined;
  const manager = managedByOther(job);
  if (manager !== undefined) return `it is managed by ${manager}`;
  const final = finalCondition(job);
  return final === undefined ? undefined : `it is over (${final.type})`;
}

function countOf(
  pods: readonly Pod[],
  active: readonly Pod[],
  removed: readonly Pod[],
): { readonly ready: number; readonly terminating: number } {
  return {
    ready: active.filter(isPodReady).length - removed.filter(isPodReady).length,
    terminating: pods.filter(isPodTerminating).length + removed.length,
  };
}

/** The lowest indexes that nobody works on and that are not over. */
function missingIndexes(job: Job, { active, pods, ended }: Seen, count: number): readonly number[] {
  const taken = new Set([...ended.indexes, ...(ended.perIndex?.failed ?? [])]);
  const busy = replacesOnlyFailed(job) ? [...active, ...pods.filter(isPodTerminating)] : active;
  for (const pod of busy) {
    const index = indexOf(pod, job);
    if (index !== undefined) taken.add(index);
  }
  return firstMissing(taken, count, job.spec.completions ?? 0);
}
