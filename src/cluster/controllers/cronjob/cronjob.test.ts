import { describe, expect, it } from 'vitest';
import type { CronJob, Job } from '../../../api/types/batch.ts';
import type { Cron } from '../../../api/values/cron.ts';
import { parseTime, rfc1123Z, rfc3339 } from '../../../api/values/time.ts';
import { ClusterBench } from '../testing/cluster-bench.ts';
import { missedTimes, scheduleOf, untilNext } from './schedule.ts';

function cron(script: string, spec: object = {}): object {
  const container = { name: 'c', image: 'busybox:1.36', command: ['sh', '-c', script] };
  const template = { spec: { restartPolicy: 'Never', containers: [container] } };
  return {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: { name: 'tick' },
    spec: { schedule: '* * * * *', ...spec, jobTemplate: { spec: { backoffLimit: 0, template } } },
  };
}

function ran(manifest: object, seconds: number): ClusterBench {
  const bench = new ClusterBench();
  bench.start(manifest);
  bench.seconds(seconds);
  return bench;
}

const jobs = (bench: ClusterBench) => bench.stored('jobs/default') as readonly Job[];
const status = (bench: ClusterBench) => bench.object<CronJob>('cronjobs/default/tick')?.status;
const events = (bench: ClusterBench) => bench.events('default', 'CronJob');

describe('CronJob', () => {
  it('CRON1, CRON2, CRON7: a Job each minute, named after it, followed to its end', () => {
    const bench = ran(cron('sleep 1'), 130);
    expect(jobs(bench)).toHaveLength(2);
    for (const { metadata } of jobs(bench)) {
      const time = metadata.annotations?.['batch.kubernetes.io/cronjob-scheduled-timestamp'];
      expect(metadata.name).toBe(`tick-${(parseTime(time) as number) / 60_000_000}`);
      expect(metadata.ownerReferences?.[0]).toMatchObject({ kind: 'CronJob', name: 'tick', controller: true });
      const late = (parseTime(metadata.creationTimestamp) as number) - (parseTime(time) as number);
      expect(late).toBeLessThan(1_000_000);
    }
    expect(status(bench)?.active).toBeUndefined();
    expect(status(bench)?.lastSuccessfulTime).toBeDefined();
    const [first = '', second = ''] = jobs(bench).map(({ metadata }) => metadata.name);
    expect(events(bench)).toEqual([
      `SuccessfulCreate Created job ${first}`,
      `SawCompletedJob Saw completed job: ${first}, condition: Complete`,
      `SuccessfulCreate Created job ${second}`,
      `SawCompletedJob Saw completed job: ${second}, condition: Complete`,
    ]);
  });

  it('CRON2: a Job of the CronJob that it did not start is told, and one that vanished is let go', () => {
    const bench = ran(cron('sleep 100'), 61);
    bench.kubectl('create', 'job', 'manual', '--from=cronjob/tick');
    expect(events(bench)).toContain('UnexpectedJob Saw a job that the controller did not create or forgot: manual');
    const name = status(bench)?.active?.[0]?.name ?? '';
    bench.kubectl('delete', 'job', name);
    expect(events(bench)).toContain(`MissingJob Active job went missing: ${name}`);
  });

  it('CRON3: suspended, it starts nothing and follows what runs', () => {
    const bench = ran(cron('sleep 5'), 61);
    bench.kubectl('patch', 'cronjob', 'tick', '-p', '{"spec":{"suspend":true}}');
    bench.seconds(120);
    expect(jobs(bench)).toHaveLength(1);
    expect(status(bench)?.active).toBeUndefined();
  });

  it('CRON4: Forbid waits for the one that runs; Replace does not', () => {
    const forbid = ran(cron('sleep 90', { concurrencyPolicy: 'Forbid' }), 125);
    expect(jobs(forbid)).toHaveLength(1);
    expect(events(forbid)).toContain(
      'JobAlreadyActive Not starting job because prior execution is running and concurrency policy is Forbid',
    );
    const replace = ran(cron('sleep 90', { concurrencyPolicy: 'Replace' }), 125);
    expect(jobs(replace)).toHaveLength(1);
    expect(events(replace).filter((event) => event.startsWith('SuccessfulDelete'))).toHaveLength(1);
    const allow = ran(cron('sleep 90'), 125);
    expect(status(allow)?.active).toHaveLength(2);
  });

  it('CRON5: a time that is too long ago is missed, and of many only the last counts', () => {
    const bench = ran(cron('true', { suspend: true, startingDeadlineSeconds: 10 }), 200);
    bench.kubectl('patch', 'cronjob', 'tick', '-p', '{"spec":{"suspend":false}}');
    expect(jobs(bench).length).toBeLessThanOrEqual(1);
    const late = ran(cron('true', { suspend: true }), 200);
    late.kubectl('patch', 'cronjob', 'tick', '-p', '{"spec":{"suspend":false}}');
    expect(jobs(late)).toHaveLength(1);
    const many = ran(cron('true', { suspend: true }), 7000);
    many.kubectl('patch', 'cronjob', 'tick', '-p', '{"spec":{"suspend":false}}');
    expect(events(many).some((event) => event.startsWith('TooManyMissedTimes'))).toBe(true);
    expect(jobs(many)).toHaveLength(1);
  });

  it('CRON6: of what ended, only the newest few stay', () => {
    const bench = ran(cron('true', { successfulJobsHistoryLimit: 2 }), 310);
    expect(jobs(bench)).toHaveLength(2);
    const failing = ran(cron('exit 1'), 200);
    expect(jobs(failing)).toHaveLength(1);
    expect(events(failing).filter((event) => event.startsWith('SuccessfulDelete')).length).toBeGreaterThan(0);
  });

  it('CRON7: a changed schedule changes when it looks again', () => {
    const bench = ran(cron('true', { schedule: '0 0 1 1 *' }), 70);
    expect(jobs(bench)).toHaveLength(0);
    bench.kubectl('patch', 'cronjob', 'tick', '-p', '{"spec":{"schedule":"* * * * *"}}');
    bench.seconds(61);
    expect(jobs(bench)).toHaveLength(1);
  });

  it('CRON9: a schedule whose times never come is told, and is not looked at again', () => {
    const bench = ran(cron('true', { schedule: '0 0 31 2 *' }), 70);
    expect(events(bench)).toEqual([
      'InvalidSchedule invalid schedule: 0 0 31 2 * : time difference between two schedules is less than 1 second',
    ]);
  });

  it('CRON5: after a long pause of an uneven schedule it goes on at the next time, and does not ask in between', () => {
    const at = (text: string) => parseTime(text) as number;
    const job = {
      metadata: { creationTimestamp: '2026-01-16T10:00:00Z' },
      spec: { schedule: '30 6-16/4 * * 1-5' },
    } as CronJob;
    const schedule = scheduleOf(job) as Cron;
    const monday = at('2026-01-19T06:00:00Z');
    expect(missedTimes(job, schedule, monday, true)).toMatchObject({ mostRecent: undefined, count: 17 });
    expect(untilNext(job, schedule, monday)).toBe(at('2026-01-19T06:30:00Z') + 100_000 - monday);
  });

  it('CRON1: where somebody else has made a Job of the name, the clock starts no more', () => {
    const bench = new ClusterBench();
    bench.start(cron('true', { suspend: true }));
    const minutes = Math.floor(bench.run.engine.now / 60_000_000);
    for (const minute of [minutes + 1, minutes + 2])
      bench.kubectl('create', 'job', `tick-${minute}`, '--image=busybox:1.36');
    bench.kubectl('patch', 'cronjob', 'tick', '-p', '{"spec":{"suspend":false}}');
    bench.seconds(300);
    expect(events(bench)).toEqual([]);
  });

  it('CRON8: follows the clocks of its time zone', () => {
    const spec = { schedule: '1 10 * * *', timeZone: 'Europe/Vienna' };
    const bench = ran(cron('true', spec), 130);
    const marks = jobs(bench).map(
      ({ metadata }) => metadata.annotations?.['batch.kubernetes.io/cronjob-scheduled-timestamp'],
    );
    expect(marks).toEqual(['2026-01-15T10:01:00+01:00']);
  });
});

it('a time is written as mail programs do', () => {
  const micros = parseTime('2026-11-21T02:17:18Z') as number;
  expect(rfc1123Z(micros)).toBe('Sat, 21 Nov 2026 02:17:18 +0000');
  expect(rfc3339(micros)).toBe('2026-11-21T02:17:18Z');
});
