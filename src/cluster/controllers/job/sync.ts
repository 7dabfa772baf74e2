import { isFailure, type Status } from '../../../api/status.ts';
import { rfc3339 } from '../../../api/time.ts';
import type { Job, JobCondition, JobStatus } from '../../../api/types/batch.ts';
import type { Pod } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { all, type Context, type Process } from '../../../engine/index.ts';
import { jobSteps } from '../../../steps/job.ts';
import { objectKey } from '../../clientgo/index.ts';
import { subjectOf } from '../../ports/subject.ts';
import { claimObjects } from '../shared/claim.ts';
import { finalCondition } from '../shared/job-outcome.ts';
import { CONTROLLER_INDEX, ORPHAN_INDEX } from '../shared/owner.ts';
import { isPodActive, isPodReady, isPodTerminating } from '../shared/pods.ts';
import { rankForDeletion } from '../shared/ranking.ts';
import { type BackoffRecord, backoffLeft, nextBackoff } from './backoff.ts';
import { deadlineLeft, failure, finalOf, newCondition, success, verdictOf } from './conditions.ts';
import { firstMissing } from './indexes.ts';
import { JOBS, type JobParts, jobOf, PODS, subjectOfJob } from './parts.ts';
import { endedAt, indexOf, isIndexed, isTracked, podFor, replacesOnlyFailed, TRACKING } from './pods.ts';
import { counts, decided } from './policies.ts';
import { countReleased, type Ended, endedPods, noteEnded, uncountedOf } from './tracking.ts';

const SECOND = 1_000_000;
const MOST_PODS = 500;
const NO_UIDS: ReadonlySet<string> = new Set();
const UNTRACK = { metadata: { '$deleteFromPrimitiveList/finalizers': [TRACKING] } };

/** What a sync has made of the pods. */
interface Outcome {
  readonly active: number;
  readonly ready: number;
  readonly terminating: number;
  readonly verdict: JobCondition | undefined;
  readonly conditions: JobStatus['conditions'];
  readonly startTime: string | undefined;
  readonly failed: boolean;
}

/**
 * What is done about one Job.
 * Models pkg/controller/job/job_controller.go syncJob (v1.36); podFailurePolicy, successPolicy and per-index limits are not followed.
 */
export class JobSync {
  private readonly backoffs = new Map<string, BackoffRecord>();

  constructor(private readonly parts: JobParts) {}

  *syncOrphan(ctx: Context, key: string): Process<boolean> {
    const pod = this.parts.pods.indexer.get(ctx, key) as Pod | undefined;
    if (pod === undefined || !isTracked(pod)) return true;
    const job = jobOf(this.parts.jobs, ctx, pod);
    if (job !== undefined && finalCondition(job) === undefined) return true;
    const freed = ctx.step(jobSteps.untrack, subjectOf(PODS, pod.metadata.namespace, pod.metadata.name ?? ''), {
      pods: 1,
    });
    return (yield* this.untrack(freed, pod)) !== 'failed';
  }

  *sync(ctx: Context, key: string): Process<boolean> {
    const job = this.parts.jobs.indexer.get(ctx, key) as Job | undefined;
    const final = job === undefined ? undefined : finalCondition(job);
    if (job === undefined || final !== undefined) {
      const reason = final === undefined ? 'it is gone' : `it is over (${final.type})`;
      ctx.step(jobSteps.skip, `${JOBS.resource}.${JOBS.group}/${key}`, { reason });
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
    return yield* this.act(ctx, job, key, claimed as readonly Pod[], satisfied);
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
    const suspended = job.spec.suspend === true;
    const startTime = before.startTime ?? (suspended ? undefined : rfc3339(ctx.now));
    const started: Job = { ...job, status: { ...before, ...(startTime && { startTime }) } };
    const ended = endedPods(job, before, pods, this.parts.removing.get(key) ?? NO_UIDS);
    const uncounted = uncountedOf(before);
    const succeeded = isIndexed(job)
      ? ended.indexes.size
      : (before.succeeded ?? 0) + uncounted.succeeded.size + ended.succeeded.length;
    const lost =
      job.spec.podFailurePolicy === undefined ? ended.failed : ended.failed.filter((pod) => counts(job, pod));
    const failed = (before.failed ?? 0) + uncounted.failed.size + lost.length;
    const active = pods.filter(isPodActive);
    const want = wanted(job, active.length, succeeded);
    const args = { active: active.length, succeeded, failed, want };
    const synced = ctx.step(jobSteps.sync, subjectOfJob(job), args);
    const backoff = this.backoff(synced, key, ended);
    const verdict =
      verdictOf(job) ?? byPolicy(job, pods, ended, synced.now) ?? failure(started, failed, pods, synced.now);
    if (verdict === undefined) this.watchDeadline(synced, started, key);
    const outcome =
      verdict === undefined
        ? yield* this.continue(synced, started, key, { active, pods, succeeded, want, ended, backoff, satisfied })
        : yield* this.stop(synced, started, key, { active, pods, verdict, satisfied });
    if (!(yield* this.track(synced, job, key, ended, outcome))) return false;
    this.backoffs.set(key, backoff);
    return !outcome.failed;
  }

  private backoff(ctx: Context, key: string, { succeeded, failed }: Ended): BackoffRecord {
    const times = (pods: readonly Pod[]): readonly number[] => pods.map((pod) => endedAt(pod, ctx.now));
    return nextBackoff(this.backoffs.get(key), times(succeeded), times(failed));
  }

  private watchDeadline(ctx: Context, job: Job, key: string): void {
    const left = deadlineLeft(job, ctx.now);
    if (left !== undefined && left > 0) this.parts.queue.addAfter(ctx, key, left, true);
  }

  private *podsOf(ctx: Context, job: Job): Process<readonly Pod[] | Status> {
    const { uid = '', namespace = '' } = job.metadata;
    const owned = this.parts.pods.indexer.byIndex(ctx, CONTROLLER_INDEX, uid) as readonly Pod[];
    const loose = this.parts.pods.indexer.byIndex(ctx, ORPHAN_INDEX, namespace) as readonly Pod[];
    const step = (adopted: boolean) => (at: Context, pod: KObject) =>
      at.step(jobSteps.claimed, subjectOfJob(job), { pod: pod.metadata.name ?? '', adopted });
    const claim = {
      client: this.parts.client,
      owner: job,
      ownerInfo: JOBS,
      ownerApiVersion: 'batch/v1',
      dependentInfo: PODS,
      selector: job.spec.selector,
      adopting: step(true),
      releasing: step(false),
    };
    return yield* claimObjects(ctx, claim, [...owned, ...loose]);
  }

  /** It is decided: what still runs is stopped. */
  private *stop(
    ctx: Context,
    job: Job,
    key: string,
    seen: { active: readonly Pod[]; pods: readonly Pod[]; verdict: JobCondition; satisfied: boolean },
  ): Process<Outcome> {
    const { active, pods, satisfied } = seen;
    const deleted = active.length === 0 ? 0 : yield* this.deletePods(ctx, job, key, active);
    const left = active.length - deleted;
    return {
      active: left,
      ready: left === 0 ? 0 : active.filter(isPodReady).length,
      terminating: pods.filter(isPodTerminating).length + deleted,
      // As long as something still runs, it cannot be said.
      verdict: left === 0 && satisfied ? seen.verdict : undefined,
      conditions: job.status.conditions,
      startTime: job.status.startTime,
      failed: left > 0,
    };
  }

  private *continue(
    ctx: Context,
    job: Job,
    key: string,
    seen: {
      active: readonly Pod[];
      pods: readonly Pod[];
      succeeded: number;
      want: number;
      ended: Ended;
      backoff: BackoffRecord;
      satisfied: boolean;
    },
  ): Process<Outcome> {
    const { active, pods, succeeded, satisfied } = seen;
    const { completions } = job.spec;
    let running = active.length;
    let deleted = 0;
    let refused = false;
    const managed = satisfied && job.metadata.deletionTimestamp === undefined;
    if (managed) {
      const pending = replacesOnlyFailed(job) ? pods.filter(isPodTerminating).length : 0;
      const surplus = Math.min(active.length, Math.max(0, active.length + pending - seen.want));
      const missing = Math.min(MOST_PODS, seen.want - pending - active.length);
      if (surplus > 0) {
        deleted = yield* this.deletePods(ctx, job, key, rankForDeletion(active, new Map(), ctx.now).slice(0, surplus));
        running -= deleted;
        refused = deleted < surplus;
      } else if (missing > 0) {
        const left = backoffLeft(seen.backoff, ctx.now);
        if (left > 0) {
          const args = { seconds: Math.ceil(left / SECOND), failures: seen.backoff.failures };
          const waiting = ctx.step(jobSteps.backoff, subjectOfJob(job), args);
          this.parts.queue.addAfter(waiting, key, left, waiting.background);
        } else {
          const created = yield* this.createPods(ctx, job, key, this.indexes(job, active, seen.ended, missing));
          running += created;
          refused = created < missing;
        }
      }
    }
    const enough = completions === undefined ? succeeded > 0 : succeeded >= completions;
    const verdict = enough && running === 0 ? success(ctx.now) : undefined;
    const suspension = managed && verdict === undefined ? this.suspension(ctx, job) : undefined;
    return {
      active: running,
      ready: active.filter(isPodReady).length - (running === 0 ? active.filter(isPodReady).length : 0),
      terminating: pods.filter(isPodTerminating).length + deleted,
      verdict,
      conditions: suspension?.conditions ?? job.status.conditions,
      startTime: suspension?.startTime ?? job.status.startTime,
      failed: refused,
    };
  }

  /** The condition that tells whether the Job is suspended, when it changes. */
  private suspension(
    ctx: Context,
    job: Job,
  ): { readonly conditions: JobStatus['conditions']; readonly startTime?: string } | undefined {
    const present = job.status.conditions ?? [];
    const others = present.filter(({ type }) => type !== 'Suspended');
    const was = present.find(({ type }) => type === 'Suspended')?.status;
    if (job.spec.suspend === true) {
      if (was === 'True') return undefined;
      this.parts.recorder.event(ctx, job, 'Normal', 'Suspended', 'Job suspended');
      return { conditions: [...others, newCondition('Suspended', 'True', 'JobSuspended', 'Job suspended', ctx.now)] };
    }
    if (was !== 'True') return undefined;
    this.parts.recorder.event(ctx, job, 'Normal', 'Resumed', 'Job resumed');
    const resumed = newCondition('Suspended', 'False', 'JobResumed', 'Job resumed', ctx.now);
    return { conditions: [...others, resumed], startTime: rfc3339(ctx.now) };
  }

  private indexes(job: Job, active: readonly Pod[], ended: Ended, count: number): readonly (number | undefined)[] {
    if (!isIndexed(job)) return Array.from({ length: count }, () => undefined);
    const taken = new Set(ended.indexes);
    for (const pod of active) {
      const index = indexOf(pod, job);
      if (index !== undefined) taken.add(index);
    }
    return firstMissing(taken, count, job.spec.completions ?? 0);
  }

  /** One, two, four …, like ReplicaSets; the answer is how many there are now. */
  private *createPods(ctx: Context, job: Job, key: string, indexes: readonly (number | undefined)[]): Process<number> {
    const subject = subjectOfJob(job);
    const creating = ctx.step(jobSteps.pods, subject, { create: indexes.length, remove: 0 });
    this.parts.expectations.expectCreations(creating, subject, key, indexes.length);
    let created = 0;
    for (let at = 0, size = 1; at < indexes.length; size *= 2) {
      const batch = indexes.slice(at, at + size);
      at += batch.length;
      const answers = yield* all(
        creating,
        batch.map((index) => this.createPod(creating, job, key, podFor(job, index))),
      );
      const made = answers.filter((answer) => answer).length;
      created += made;
      if (made === batch.length) continue;
      this.parts.expectations.creationObserved(creating, subject, key, indexes.length - created);
      break;
    }
    return created;
  }

  private *createPod(ctx: Context, job: Job, key: string, pod: object): Process<boolean> {
    const answer = yield* this.parts.client.create(ctx, PODS, job.metadata.namespace, pod);
    if (!isFailure(answer)) {
      const { name, resourceVersion } = (answer as KObject).metadata;
      this.parts.recorder.event(ctx, job, 'Normal', 'SuccessfulCreate', `Created pod: ${name}`);
      this.parts.consistency.wroteAt(key, 'pods', resourceVersion);
      return true;
    }
    if (answer.details?.causes?.some(({ reason }) => reason === 'NamespaceTerminating') !== true)
      this.parts.recorder.event(ctx, job, 'Warning', 'FailedCreate', `Error creating: ${answer.message}`);
    return false;
  }

  private *deletePods(ctx: Context, job: Job, key: string, victims: readonly Pod[]): Process<number> {
    const subject = subjectOfJob(job);
    const deleting = ctx.step(jobSteps.pods, subject, { create: 0, remove: victims.length });
    this.parts.expectations.expectDeletions(deleting, subject, key, victims.map(objectKey));
    const answers = yield* all(
      deleting,
      victims.map((pod) => this.deletePod(deleting, job, key, pod)),
    );
    return answers.filter((answer) => answer).length;
  }

  private *deletePod(ctx: Context, job: Job, key: string, pod: Pod): Process<boolean> {
    const { namespace, name = '' } = pod.metadata;
    const answer = yield* this.parts.client.delete(ctx, PODS, namespace, name);
    if (!isFailure(answer)) {
      this.parts.recorder.event(ctx, job, 'Normal', 'SuccessfulDelete', `Deleted pod: ${name}`);
      return true;
    }
    this.parts.expectations.deletionObserved(ctx, subjectOfJob(job), key, objectKey(pod));
    if (answer.reason === 'NotFound') return true;
    this.parts.recorder.event(ctx, job, 'Warning', 'FailedDelete', `Error deleting: ${answer.message}`);
    return false;
  }

  /** Notes what has ended, frees it, counts it, and says so when the Job is over. */
  private *track(ctx: Context, job: Job, key: string, ended: Ended, outcome: Outcome): Process<boolean> {
    const before: JobStatus = job.status ?? {};
    const { verdict, active, ready, terminating, conditions, startTime } = outcome;
    const noted = noteEnded(job, before, ended, verdict);
    const fresh = verdict !== undefined && verdictOf(job) === undefined;
    const { active: _, ...rest } = noted.status;
    const listed = fresh ? [...(conditions ?? []), verdict] : conditions;
    const { uncountedTerminatedPods = {} } = rest;
    let status: JobStatus = {
      ...rest,
      ...(listed && { conditions: listed }),
      ...(startTime && { startTime }),
      ...(active > 0 && { active }),
      terminating,
      ready,
      uncountedTerminatedPods,
    };
    const counts = active !== (before.active ?? 0) || ready !== before.ready || terminating !== before.terminating;
    let current = job;
    if (counts || fresh || noted.changed || listed !== before.conditions || startTime !== before.startTime) {
      const written = yield* this.write(ctx, current, key, status);
      if (written === undefined) return false;
      current = written;
    }
    const released = noted.release.length === 0 ? NO_UIDS : yield* this.free(ctx, job, key, noted.release);
    const tracked = new Set(
      ended.tracked.map(({ metadata }) => metadata.uid ?? '').filter((uid) => !released.has(uid)),
    );
    const counted = countReleased(status, tracked);
    const final = verdict !== undefined && isOver(counted) ? finalOf(verdict, ctx.now) : undefined;
    if (counted !== status || final !== undefined) {
      status = final === undefined ? counted : withFinal(counted, final);
      if (final !== undefined) {
        const args = { outcome: final.type, reason: final.reason ?? '' };
        ctx.step(jobSteps.finished, subjectOfJob(job), args);
      }
      if ((yield* this.write(ctx, current, key, status)) === undefined) return false;
      if (final !== undefined) this.tellEnd(ctx, job, final);
    }
    return released.size === noted.release.length;
  }

  private *write(ctx: Context, job: Job, key: string, status: JobStatus): Process<Job | undefined> {
    const { active = 0, ready = 0, succeeded = 0, failed = 0 } = status;
    const noted = uncountedOf(status);
    const args = { active, ready, succeeded, failed, uncounted: noted.succeeded.size + noted.failed.size };
    const writing = ctx.step(jobSteps.status, subjectOfJob(job), args);
    const answer = yield* this.parts.client.update(writing, JOBS, { ...job, status }, { subresource: 'status' });
    if (isFailure(answer)) return undefined;
    this.parts.consistency.wroteAt(key, 'jobs', (answer as KObject).metadata.resourceVersion);
    return answer as Job;
  }

  /** The finalizers of ended pods go; the answer is whose are gone. */
  private *free(ctx: Context, job: Job, key: string, pods: readonly Pod[]): Process<ReadonlySet<string>> {
    const freeing = ctx.step(jobSteps.untrack, subjectOfJob(job), { pods: pods.length });
    const removing = this.parts.removing.get(key) ?? new Set();
    this.parts.removing.set(key, removing);
    const uids = pods.map(({ metadata }) => metadata.uid ?? '');
    for (const uid of uids) removing.add(uid);
    const answers = yield* all(
      freeing,
      pods.map((pod) => this.untrack(freeing, pod)),
    );
    const gone = uids.filter((_, at) => answers[at] === 'done');
    for (const uid of uids) if (!gone.includes(uid)) removing.delete(uid);
    return new Set(gone);
  }

  private *untrack(ctx: Context, pod: Pod): Process<'done' | 'failed'> {
    const { namespace, name = '' } = pod.metadata;
    const answer = yield* this.parts.client.patch(ctx, PODS, namespace, name, { type: 'strategic', body: UNTRACK });
    return isFailure(answer) && answer.reason !== 'NotFound' ? 'failed' : 'done';
  }

  private tellEnd(ctx: Context, job: Job, final: JobCondition): void {
    if (final.type === 'Complete') this.parts.recorder.event(ctx, job, 'Normal', 'Completed', 'Job completed');
    else this.parts.recorder.event(ctx, job, 'Warning', final.reason ?? '', final.message ?? '');
  }
}

function byPolicy(job: Job, pods: readonly Pod[], { indexes }: Ended, now: number): JobCondition | undefined {
  const { podFailurePolicy, successPolicy } = job.spec;
  return podFailurePolicy === undefined && successPolicy === undefined ? undefined : decided(job, pods, indexes, now);
}

/** How many pods should run now. Models pkg/controller/job/job_controller.go manageJob (v1.36) */
function wanted({ spec }: Job, active: number, succeeded: number): number {
  if (spec.suspend === true) return 0;
  const { parallelism = 1, completions } = spec;
  if (completions === undefined) return succeeded > 0 ? Math.min(active, parallelism) : parallelism;
  return Math.max(0, Math.min(parallelism, completions - succeeded));
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
