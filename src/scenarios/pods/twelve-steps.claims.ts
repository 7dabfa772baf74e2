import { aside, type Claims, inOrder, shows, step, stored } from '../../worker/claims/claim.ts';

/** What the parts say. */
export const claims: Claims = {
  'twelve-steps': [
    [
      /old created/,
      step('replicaset.createPods', { by: 'replication-controller' }),
      stored('pods/default/old-9fmq8', 'metadata.labels', { app: 'old' }),
      aside('that there are twelve is how it is told, and what the controller is made of', '12', 'ReplicaSet 控制器'),
    ],
    [
      /web created/,
      inOrder('deployment.newReplicaSet', 'replicaset.createPods', 'scheduler.boundFirst', 'kubelet.podReady'),
    ],
    [
      /replicationcontroller\/old +2 +2 +2[\s\S]*deployment.apps\/web +1\/1[\s\S]*pod\/old-/,
      aside('kinds, which are printed in small letters', 'ReplicationController', 'ReplicaSet'),
    ],
    [
      /\/registry\/controllers\/default\/old/,
      shows('"key":"/registry/controllers/default/old"', '/registry/replicasets/default/web-'),
      aside('it counts as the goal does; a kind', 'Step 2', 'ReplicaSet'),
    ],
  ],
};
