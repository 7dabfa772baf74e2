import { type Claims, counted, inOrder, never, shows, step, stored } from '../../worker/claims/claim.ts';

const WEB = 'deployments.apps/default/web';

const byController = { by: 'replicaset-controller' };

/** What the parts say. */
export const claims: Claims = {
  converge: [
    [
      /web created/,
      stored(WEB, 'spec.replicas', 2),
      stored(WEB, 'status.replicas', 2),
      stored(WEB, 'status.readyReplicas', 2),
      shows('"path":"status.readyReplicas","writer":"kube-controller-manager"'),
    ],
    [
      /web configured/,
      stored(WEB, 'spec.replicas', 3),
      step('kubectl.request', { args: { verb: 'PATCH' }, times: 1 }),
      step('clientgo.queued', { by: 'deployment-controller', args: { key: 'default/web' } }),
      shows('"name":"deployment"'),
    ],
    [
      /(pod "web-.*deleted.*\n){3}/,
      step('replicaset.createPods', { ...byController, args: { missing: 1 }, times: 3 }),
      counted('pods/default', 3),
    ],
    [/web +3\/3/, never('apiserver.mutated'), never('apiserver.approved'), never('etcd.applied')],
    [
      /"web" deleted/,
      inOrder(
        ['garbageCollector.collect', { about: 'replicasets.apps/*' }],
        ['garbageCollector.collect', { about: 'pods/default/*' }],
      ),
      counted('pods/default', 0),
    ],
  ],
};
