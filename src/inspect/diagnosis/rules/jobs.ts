import type { CronJob, Job } from '../../../api/types/batch.ts';
import type { Pod } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { since } from '../moments.ts';
import { type Hold, held, type Rule, wished } from '../unmet.ts';
import type { World } from '../world.ts';
import { type Home, isLeaving, isOver, isReady } from './pod-facts.ts';
import { podHold } from './pods.ts';
import { refusedBy } from './refusals.ts';

/** Jobs that have failed, or whose Pods do not get to work; of those that a CronJob made the newest alone. */
export const jobs: Rule = {
  name: 'jobs',
  *find(world) {
    const newest = new Map<string, Job>();
    for (const job of world.all<Job>('jobs.batch')) newest.set(ownerOf(job)?.uid ?? job.metadata.uid ?? '', job);
    for (const job of newest.values()) {
      if (job.metadata.deletionTimestamp !== undefined || !isMissed(world, job)) continue;
      const { namespace, name = '' } = job.metadata;
      const args = { name, want: job.spec.completions ?? 1, have: job.status?.succeeded ?? 0 };
      yield { subject: `jobs.batch/${namespace}/${name}`, wish: wished('job', args), hold: () => jobHold(world, job) };
    }
  },
};

function ownerOf({ metadata }: KObject) {
  return metadata.ownerReferences?.find(({ controller }) => controller === true);
}

function isTrue(job: Job, type: string): boolean {
  return (job.status?.conditions ?? []).some((each) => each.type === type && each.status === 'True');
}

/** A Job whose Pods are at work is on its way. */
function isMissed(world: World, job: Job): boolean {
  if (isTrue(job, 'Failed')) return true;
  if (isTrue(job, 'Complete') || job.spec.suspend === true) return false;
  return waiting(world, job) !== undefined || refusal(world, job) !== undefined;
}

function waiting(world: World, job: Job): Pod | undefined {
  return world.podsOf(job).find((pod) => !isLeaving(pod) && !isOver(pod) && !isReady(pod));
}

function refusal(world: World, job: Job): string | undefined {
  return world.newestEvent(job, ['FailedCreate'], ['SuccessfulCreate'])?.message;
}

function jobHold(world: World, job: Job): Hold {
  const { namespace = '', name = '' } = job.metadata;
  const subject = `jobs.batch/${namespace}/${name}`;
  const failed = (job.status?.conditions ?? []).find(({ type, status }) => type === 'Failed' && status === 'True');
  if (failed !== undefined) return failedHold(world, job, subject, failed);
  const home = homeOf(job, subject);
  const pod = waiting(world, job);
  if (pod !== undefined) return podHold(world, pod, home);
  return refusedBy(world, { namespace, owner: home.subject, template: home.path, message: refusal(world, job) ?? '' });
}

/** A Job of a CronJob is written in the CronJob. */
function homeOf(job: Job, subject: string): Home {
  const owner = ownerOf(job);
  return owner?.kind === 'CronJob'
    ? { subject: `cronjobs.batch/${job.metadata.namespace}/${owner.name}`, path: 'spec.jobTemplate.spec.template.spec' }
    : { subject, path: 'spec.template.spec' };
}

function failedHold(
  world: World,
  job: Job,
  subject: string,
  { reason = '', message = '' }: { reason?: string; message?: string },
): Hold {
  const ended = world.podsOf(job).flatMap(({ status }) => status?.containerStatuses ?? []);
  const code = ended
    .map(({ state }) => state?.terminated?.exitCode)
    .findLast((each) => each !== undefined && each !== 0);
  const failures = job.status?.failed ?? 0;
  const common = { since: () => since(world.at, subject, (object) => isTrue(object as Job, 'Failed')) };
  const pod = world.podsOf(job).findLast(({ status }) => status?.phase === 'Failed');
  const line = pod && `kubectl logs ${pod.metadata.name} -n ${pod.metadata.namespace}`;
  const change: Hold['change'] = line === undefined ? undefined : { type: 'command', line };
  if (code === undefined) return { ...common, told: held('jobFailed', { reason, message, failures }), change };
  return { ...common, told: held('jobCrashed', { reason, failures, exitCode: code }), held: undefined, change };
}

const NOT_STARTED = [
  'FailedCreate',
  'UnparseableSchedule',
  'InvalidSchedule',
  'UnknownTimeZone',
  'FailedNeedsStart',
  'TooManyMissedTimes',
];

/** CronJobs that cannot make their next Job. */
export const cronJobs: Rule = {
  name: 'cronJobs',
  *find(world) {
    for (const job of world.all<CronJob>('cronjobs.batch')) {
      const event = world.newestEvent(job, NOT_STARTED, ['SuccessfulCreate']);
      if (event === undefined || job.spec.suspend === true || job.metadata.deletionTimestamp !== undefined) continue;
      const { namespace, name = '' } = job.metadata;
      yield {
        subject: `cronjobs.batch/${namespace}/${name}`,
        wish: wished('cronJob', { name, schedule: job.spec.schedule }),
        hold: () => ({
          told: held('cronEvent', { reason: event.reason ?? '', message: event.message ?? '' }),
          change: { type: 'field', subject: `cronjobs.batch/${namespace}/${name}`, path: 'spec.schedule' },
        }),
      };
    }
  },
};
