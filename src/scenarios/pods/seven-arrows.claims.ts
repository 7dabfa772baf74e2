import { type Claims, counted, gone, inOrder, shows, stored } from '../../worker/claims/claim.ts';

const TWO = 'pods/default/two-9fmq8';

/** What the parts say. */
export const claims: Claims = {
  'seven-arrows': [
    [
      /replicaset.apps\/two created/,
      shows('"life":[{', '"phase":"Pending"', 'PodScheduled', 'PodReadyToStartContainers', '"writer":"kube-scheduler"'),
      inOrder(
        'replicaset.createPods',
        'scheduler.popped',
        'scheduler.boundFirst',
        'kubelet.podStarts',
        'kubelet.podReady',
      ),
      counted('pods/default', 2),
      stored(TWO, 'status.phase', 'Running'),
      stored(TWO, 'spec.nodeName', 'node-1'),
    ],
    [/two-\w+ +1\/1 +Running.*\n.*1\/1 +Running/],
    [
      /"two" deleted/,
      inOrder('garbageCollector.collect', 'kubelet.podDeleting', 'cri.containerExited', 'kubelet.deletePod'),
      shows('"exists":false', '"actor":"garbage-collector"'),
      gone(TWO),
      counted('pods/default', 0),
    ],
  ],
};
