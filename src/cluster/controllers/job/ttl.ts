import { isFailure } from '../../../api/errors/status.ts';
import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { Job } from '../../../api/types/batch.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { parseTime } from '../../../api/values/time.ts';
import { SECOND } from '../../../base/time/units.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { jobSteps } from '../../../steps/controllers/job.ts';
import { subjectOf } from '../../ports/subject.ts';
import { finalCondition } from '../shared/job-outcome.ts';
import { type ControllerRuntime, QueueController } from '../shared/runtime.ts';

const NAME = 'ttl-after-finished-controller';

/**
 * Deletes finished Jobs when their time is up.
 * Models pkg/controller/ttlafterfinished/ttlafterfinished_controller.go (v1.36)
 */
export class TtlAfterFinishedController extends QueueController {
  private readonly info = resourceOf('jobs', 'batch');
  private readonly jobs = this.follow(this.runtime.informers.informer(this.info), mayExpire);

  constructor(runtime: ControllerRuntime) {
    super(runtime, NAME, { queue: 'ttl_jobs_to_delete', workers: 5 });
  }

  protected *sync(ctx: Context, key: string): Process<boolean> {
    const job = this.jobs.indexer.get(ctx, key);
    const at = job === undefined || job.metadata.deletionTimestamp !== undefined ? undefined : expiry(job);
    if (job === undefined || at === undefined) return true;
    if (at > ctx.wall) {
      this.queue.addAfter(ctx, key, at - ctx.wall, ctx.background);
      return true;
    }
    const { namespace, name = '' } = job.metadata;
    const expired = ctx.step(jobSteps.expired, subjectOf(this.info, namespace, name), {
      seconds: job.spec.ttlSecondsAfterFinished ?? 0,
    });
    const fresh = yield* this.client.get(expired, this.info, namespace, name);
    if (isFailure(fresh)) return fresh.reason === 'NotFound';
    const { uid = '' } = (fresh as KObject).metadata;
    if ((expiry(fresh) ?? Number.POSITIVE_INFINITY) > expired.wall) return true;
    const answer = yield* this.client.delete(expired, this.info, namespace, name, {
      propagationPolicy: 'Foreground',
      preconditions: { uid },
    });
    return !isFailure(answer) || answer.reason === 'NotFound';
  }
}

function mayExpire(job: KObject): boolean {
  return job.metadata.deletionTimestamp === undefined && expiry(job as Job) !== undefined;
}

/** When the Job is to be deleted; undefined: never, or not yet known. */
function expiry(job: Job): number | undefined {
  const ttl = job.spec.ttlSecondsAfterFinished;
  const ended = parseTime(finalCondition(job)?.lastTransitionTime);
  return ttl === undefined || ended === undefined ? undefined : ended + ttl * SECOND;
}
