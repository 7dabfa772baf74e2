import type { CronJob, Job } from '../../../api/types/batch.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { isCronError } from '../../../api/values/cron.ts';
import type { Context } from '../../../engine/index.ts';
import { EventRecorder, objectKey, type RestClient, type SharedInformer, WorkQueue } from '../../clientgo/index.ts';
import { controllerOf, keyOfOwner, ownerIndexers, sameOwner } from '../shared/owner.ts';
import { type Controller, type ControllerRuntime, startWorkers } from '../shared/runtime.ts';
import { CRON_JOBS, JOBS } from './resources.ts';
import { scheduleOf, untilNext } from './schedule.ts';
import { CronJobSync } from './sync.ts';

const NAME = 'cronjob-controller';
const WORKERS = 5;

/**
 * Creates Jobs by the clock.
 * Models pkg/controller/cronjob/cronjob_controllerv2.go (v1.36).
 */
export class CronJobController implements Controller {
  readonly name = NAME;
  private readonly cronJobs: SharedInformer<CronJob>;
  private readonly jobs: SharedInformer<Job>;
  private readonly queue: WorkQueue;
  private readonly client: RestClient;
  private readonly recorder: EventRecorder;
  private syncs: CronJobSync | undefined;

  constructor(private readonly runtime: ControllerRuntime) {
    const { env, informers } = runtime;
    this.client = runtime.client(NAME);
    this.cronJobs = informers.informer(CRON_JOBS);
    this.jobs = informers.informer(JOBS);
    this.jobs.addIndexers(ownerIndexers);
    this.queue = new WorkQueue(env, 'cronjob', NAME);
    this.recorder = new EventRecorder(env, this.client, { component: NAME }, 'core/v1');
    this.cronJobs.addHandler(NAME, {
      onAdd: (ctx, job) => this.queue.add(ctx, objectKey(job)),
      onUpdate: (ctx, before, job) => this.updated(ctx, before, job),
      onDelete: (ctx, job) => this.queue.add(ctx, objectKey(job)),
    });
    const owner = (ctx: Context, job: KObject): void => this.queueOwner(ctx, job);
    this.jobs.addHandler(NAME, {
      onAdd: owner,
      onUpdate: (ctx, before, job) => {
        if (!sameOwner(controllerOf(before), controllerOf(job))) owner(ctx, before);
        owner(ctx, job);
      },
      onDelete: owner,
    });
  }

  start(): void {
    startWorkers(this.runtime, this.queue, WORKERS, (ctx, key) => this.acting().sync(ctx, key));
  }

  /** Made when the first CronJob is there. */
  private acting(): CronJobSync {
    const { cronJobs, jobs, queue, client, recorder } = this;
    this.syncs ??= new CronJobSync({ cronJobs, jobs, queue, client, recorder });
    return this.syncs;
  }

  private queueOwner(ctx: Context, job: KObject): void {
    const owner = controllerOf(job);
    if (owner?.kind === 'CronJob') this.queue.add(ctx, keyOfOwner(job, owner));
  }

  /** A new schedule changes when to look; anything else is looked at now. */
  private updated(ctx: Context, before: CronJob, job: CronJob): void {
    const key = objectKey(job);
    if (before.spec.schedule === job.spec.schedule && before.spec.timeZone === job.spec.timeZone) {
      this.queue.add(ctx, key);
      return;
    }
    const schedule = scheduleOf(job);
    const wait = isCronError(schedule) ? undefined : untilNext(job, schedule, ctx.wall);
    if (wait !== undefined) this.queue.addAfter(ctx, key, wait, true);
  }
}
