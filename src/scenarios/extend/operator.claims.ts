import { aside, type Claims, counted, gone, inOrder, shows, step, stored } from '../../worker/claims/claim.ts';

const VIDEOS = 'customresourcedefinitions.apiextensions.k8s.io/videoprocessors.media.example.com';

const HOLIDAY = 'videoprocessors.media.example.com/default/holiday';

const WORKER = 'deployments.apps/default/holiday-worker';

const asked = (verb: string, resource: string) =>
  step('clientgo.request', { by: 'video-operator', args: { verb, resource } });

const compared = (wanted: number, running: number, action: string) =>
  step('programs.reconciled', { args: { wanted, running, action } });

const reads = aside('this part only reads what it did', 'operator');

/** What the parts say. */
export const claims: Claims = {
  operator: [
    [/created/, stored(VIDEOS, 'spec.versions.0.subresources', { status: {} })],
    [/condition met/],
    [
      /pod\/video-operator created/,
      step('clientgo.initialList', { by: 'video-operator', times: 2 }),
      shows('"name":"video-operator/videoprocessors.media.example.com"'),
    ],
    [
      /holiday created/,
      step('clientgo.queued', { by: 'video-operator', args: { key: 'default/holiday' } }),
      inOrder(
        'programs.reconciled',
        'deployment.newReplicaSet',
        'replicaset.createPods',
        'scheduler.boundFirst',
        'kubelet.podReady',
      ),
      stored(WORKER, 'spec.replicas', 2),
      stored(HOLIDAY, 'status.workers', 2),
      compared(2, 2, 'status'),
    ],
    [/1080p +Running\n[\s\S]*holiday-worker +2\/2/, shows('"path":"status.phase","writer":"video-operator"'), reads],
    [
      /configured/,
      asked('patch', 'deployments'),
      asked('update', 'videoprocessors'),
      compared(3, 2, 'scale'),
      stored(WORKER, 'spec.replicas', 3),
    ],
    [/deleted/, compared(3, 0, 'create'), stored(WORKER, 'spec.replicas', 3)],
    [/Phase: +Running\n +Workers: +3[\s\S]*Created Deployment holiday-worker with 2 replicas/, reads],
    [/deleted/, step('garbageCollector.collect', { about: WORKER }), gone(WORKER), counted('pods/default', 1)],
    [/created deployment default\/holiday-worker\nscaled deployment default\/holiday-worker to 3\ncreated/, reads],
  ],
};
