import type { Case } from './case.ts';

const job = (line: string, more = '', podMore = '', image = 'busybox') => `apiVersion: batch/v1
kind: Job
metadata: { name: once }
spec:
  backoffLimit: 1${more}
  template:
    spec: { restartPolicy: Never${podMore}, containers: [{ name: main, image: "${image}", command: [sh, -c, "${line}"] }] }
---
`;
const cron = (line: string, zone = 'Etc/UTC') => `apiVersion: batch/v1
kind: CronJob
metadata: { name: tick }
spec:
  schedule: "* * * * *"
  timeZone: ${zone}
  jobTemplate:
    spec:
      backoffLimit: 0
      template: { spec: { restartPolicy: Never, containers: [{ name: main, image: busybox, command: [sh, -c, "${line}"] }] } }
---
`;
const once = { subject: 'jobs.batch/default/once', wish: 'job' };
const LONG = 60;

export const jobs: readonly Case[] = [
  {
    name: 'a Job fails as often as it may',
    broken: [{ apply: job('exit 3') }, { wait: LONG }],
    found: [
      {
        ...once,
        hold: 'jobCrashed',
        args: { want: 1, have: 0, failures: 2, exitCode: 3, reason: 'BackoffLimitExceeded' },
        deed: 'kubectl apply -f given.yaml',
      },
    ],
    healthy: [{ apply: job('exit 0') }, { wait: LONG }],
  },
  {
    name: 'a Job runs out of time',
    broken: [{ apply: job('sleep 1000', '\n  activeDeadlineSeconds: 5') }, { wait: LONG }],
    found: [{ ...once, hold: 'jobFailed', args: { have: 0, reason: 'DeadlineExceeded' } }],
    healthy: [{ apply: job('sleep 2', '\n  activeDeadlineSeconds: 50') }, { wait: LONG }],
  },
  {
    name: 'the image of a Job does not exist',
    broken: [{ apply: job('exit 0', '', '', 'busybox:no-such-tag') }],
    found: [
      {
        ...once,
        hold: 'imageMissing',
        args: { image: 'busybox:no-such-tag' },
        change: 'jobs.batch/default/once spec.template.spec.containers.0.image',
      },
    ],
    healthy: [{ apply: job('sleep 3000') }],
  },
  {
    name: 'a Job may not make its Pods',
    broken: [{ apply: job('exit 0', '', ', serviceAccountName: robot') }, { wait: 20 }],
    found: [{ ...once, hold: 'noServiceAccount', args: { account: 'robot' } }],
    healthy: [
      'kubectl create serviceaccount robot',
      { apply: job('exit 0', '', ', serviceAccountName: robot') },
      { wait: 20 },
    ],
  },
  {
    name: 'what a CronJob makes fails',
    broken: [{ apply: cron('exit 5') }, { wait: 90 }],
    found: [
      {
        subject: 'jobs.batch/default/tick-29474461',
        wish: 'job',
        hold: 'jobCrashed',
        args: { failures: 1, exitCode: 5 },
      },
    ],
    healthy: [{ apply: cron('exit 0') }, { wait: 90 }],
  },
];
