import { aside, type Claims, shows, step, stored } from '../../worker/claims/claim.ts';

const requests = (times: number) => step('kubectl.request', { times });

/** What the parts say. */
export const claims: Claims = {
  generators: [
    [
      /pod\/web created/,
      stored('pods/default/web', 'metadata.labels', { run: 'web' }),
      shows('"path":"metadata.labels","writer":"kubectl-run"'),
      aside('until v1.17', '--restart=Always'),
    ],
    [
      /pod\/once created/,
      stored('pods/default/once', 'spec.restartPolicy', 'OnFailure'),
      stored('pods/default/once', 'spec.containers.0.args', ['echo', 'hello']),
    ],
    [/unknown flag: --schedule/, requests(0), aside('until v1.17', 'CronJob')],
    [/deployment.apps\/web created/, aside('until v1.17', '--restart=Always')],
    [/job.batch\/once created/, aside('until v1.17', '--restart=OnFailure')],
    [/cronjob.batch\/tick created/],
    [/kind: Deployment[\s\S]*image: nginx:1.27/, requests(0)],
    [/deployment.apps\/web +2\/2[\s\S]*job.batch\/once +Complete[\s\S]*pod\/once +0\/1 +Completed/],
  ],
};
