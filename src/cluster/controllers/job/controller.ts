import { matchesLabels } from '../../../api/selectors/selectors.ts';
import type { Job } from '../../../api/types/batch.ts';
import type { Pod } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { MINUTE, SECOND } from '../../../base/time/units.ts';
import type { Context } from '../../../engine/index.ts';
import {
  ConsistencyStore,
  EventRecorder,
  Expectations,
  objectKey,
  type RestClient,
  type SharedInformer,
  WorkQueue,
} from '../../clientgo/index.ts';
import { finalCondition } from '../shared/job-outcome.ts';
import { CONTROLLER_INDEX, controllerOf, ownerIndexers } from '../shared/owner.ts';
import { PODS } from '../shared/pod-control.ts';
import { type Controller, type ControllerRuntime, startWorkers } from '../shared/runtime.ts';
import { isTracked, JOBS, jobOf, subjectOfJob } from './parts.ts';
import { JobSync } from './sync.ts';

const NAME = 'job-controller';
const WORKERS = 5;
/** Changes of pods are gathered for this long. */
const BATCH = SECOND;
const BACK_OFF = { first: SECOND, longest: MINUTE, isAlone: true };

/**
 * Runs pods until enough of them have succeeded or too many have failed.
 * Models pkg/controller/job/job_controller.go (v1.36)
 */
export class JobController implements Controller {
  readonly name = NAME;
  private readonly jobs: SharedInformer<Job>;
  private readonly pods: SharedInformer<Pod>;
  private readonly queue: WorkQueue;
  private readonly orphans: WorkQueue;
  private readonly client: RestClient;
  private readonly expectations: Expectations;
  private readonly consistency: ConsistencyStore;
  private readonly recorder: EventRecorder;
  /** By Job: pods whose finalizer was removed, which the cache does not show yet. */
  private readonly removing = new Map<string, Set<string>>();
  private syncs: JobSync | undefined;

  constructor(private readonly runtime: ControllerRuntime) {
    const { env, informers } = runtime;
    this.client = runtime.client(NAME);
    this.jobs = informers.informer(JOBS);
    this.pods = informers.informer(PODS);
    this.queue = new WorkQueue(env, 'job', NAME, BACK_OFF);
    this.orphans = new WorkQueue(env, 'job_orphan_pod', NAME, BACK_OFF);
    this.expectations = new Expectations(env, 'job');
    this.recorder = new EventRecorder(env, this.client, { component: NAME }, 'core/v1');
    this.consistency = new ConsistencyStore(
      env,
      'job',
      new Map([
        ['jobs', () => this.jobs.lastSyncResourceVersion],
        ['pods', () => this.pods.lastSyncResourceVersion],
      ]),
    );
    this.pods.addIndexers(ownerIndexers);
    this.jobs.addHandler(NAME, {
      onAdd: (ctx, job) => this.queue.add(ctx, objectKey(job)),
      onUpdate: (ctx, before, after) => {
        if (before.metadata.generation === after.metadata.generation) this.soon(ctx, objectKey(after));
        else this.queue.add(ctx, objectKey(after));
        if (finalCondition(after) !== undefined) this.freePods(ctx, after);
      },
      onDelete: (ctx, job) => {
        this.queue.add(ctx, objectKey(job));
        this.freePods(ctx, job);
      },
    });
    this.pods.addHandler(NAME, {
      onAdd: (ctx, pod) => this.podAdded(ctx, pod),
      onUpdate: (ctx, before, after) => {
        if (before.metadata.resourceVersion === after.metadata.resourceVersion) return;
        this.podUpdated(ctx, before, after);
      },
      onDelete: (ctx, pod) => this.podDeleted(ctx, pod, true),
    });
  }

  start(): void {
    startWorkers(this.runtime, this.queue, WORKERS, (ctx, key) => this.acting().sync(ctx, key));
    startWorkers(this.runtime, this.orphans, 1, (ctx, key) => this.acting().syncOrphan(ctx, key));
  }

  /** Made when the first Job is there. */
  private acting(): JobSync {
    const { jobs, pods, queue, client, expectations, consistency, recorder, removing } = this;
    this.syncs ??= new JobSync({ jobs, pods, queue, client, expectations, consistency, recorder, removing });
    return this.syncs;
  }

  // Handlers

  private soon(ctx: Context, key: string): void {
    this.queue.addAfter(ctx, key, BATCH, ctx.background);
  }

  /** Nobody will count the pods of a Job that is gone or over. */
  private freePods(ctx: Context, job: KObject): void {
    for (const pod of this.pods.indexer.byIndex(ctx, CONTROLLER_INDEX, job.metadata.uid ?? '')) {
      if (isTracked(pod)) this.orphans.add(ctx, objectKey(pod));
    }
  }

  private podAdded(ctx: Context, pod: Pod): void {
    if (pod.metadata.deletionTimestamp !== undefined) {
      this.podDeleted(ctx, pod, false);
      return;
    }
    const job = jobOf(this.jobs, ctx, pod);
    if (job !== undefined) {
      const key = objectKey(job);
      this.expectations.creationObserved(ctx, subjectOfJob(job), key);
      this.soon(ctx, key);
    } else this.unowned(ctx, pod);
  }

  private podUpdated(ctx: Context, before: Pod, pod: Pod): void {
    if (pod.metadata.deletionTimestamp !== undefined) {
      this.podDeleted(ctx, pod, false);
      return;
    }
    const job = jobOf(this.jobs, ctx, pod);
    // Who has lost it is to make another.
    const former = controllerOf(before)?.uid === controllerOf(pod)?.uid ? undefined : jobOf(this.jobs, ctx, before);
    if (former !== undefined) {
      if (!isTracked(pod)) this.seenUntracked(objectKey(former), pod);
      this.soon(ctx, objectKey(former));
    }
    if (job === undefined) {
      this.unowned(ctx, pod);
      return;
    }
    if (!isTracked(pod)) this.seenUntracked(objectKey(job), pod);
    this.soon(ctx, objectKey(job));
  }

  private podDeleted(ctx: Context, pod: Pod, gone: boolean): void {
    const job = jobOf(this.jobs, ctx, pod);
    if (job === undefined) {
      if (!gone) this.unowned(ctx, pod);
      return;
    }
    if (finalCondition(job) !== undefined) {
      if (isTracked(pod)) this.orphans.add(ctx, objectKey(pod));
      return;
    }
    const key = objectKey(job);
    this.expectations.deletionObserved(ctx, subjectOfJob(job), key, objectKey(pod));
    if (gone || !isTracked(pod)) this.seenUntracked(key, pod);
    this.soon(ctx, key);
  }

  /** Nobody would count it any more; a Job may still adopt what has no owner. */
  private unowned(ctx: Context, pod: Pod): void {
    const owner = controllerOf(pod);
    if (owner === undefined) {
      for (const job of this.jobs.indexer.list(ctx, pod.metadata.namespace)) {
        if (matchesLabels(job.spec.selector, pod.metadata.labels)) this.soon(ctx, objectKey(job));
      }
    }
    if (isTracked(pod) && (owner === undefined || owner.kind === 'Job')) this.orphans.add(ctx, objectKey(pod));
  }

  private seenUntracked(key: string, pod: Pod): void {
    this.removing.get(key)?.delete(pod.metadata.uid ?? '');
  }
}
