import { aside, type Claims, counted, inOrder, shows, step, stored } from '../../worker/claims/claim.ts';

/** What the parts say. */
export const claims: Claims = {
  volumes: [
    [/created/, inOrder('kubelet.volumesMounted', 'cri.runPodSandbox'), step('cri.createContainer', { times: 2 })],
    [/UTC 2026/],
    [/created/, shows('colour'), step('clientgo.initialList', { about: 'configmaps/default/*' })],
    [
      /configured/,
      inOrder(
        ['clientgo.received', { by: 'kubelet/node-1', about: 'configmaps/default/paint' }],
        'kubelet.volumeRefreshed',
      ),
      shows('"indexer":[{"key":"default/paint"'),
      aside('how long a kubelet leaves a Pod alone at most', '90'),
    ],
    [/^blue\nred\n[\s\S]*colour -> \.\.data\/colour/],
    [
      /created/,
      stored('persistentvolumeclaims/default/data', 'status.phase', 'Pending'),
      counted('persistentvolumes', 0),
    ],
    [
      /created/,
      inOrder('scheduler.selected', 'csi.createVolume', 'scheduler.boundFirst'),
      aside('the volume and the claim', '2'),
      stored('persistentvolumeclaims/default/data', 'status.phase', 'Bound'),
    ],
    [
      /deleted/,
      step('kubelet.volumesUnmounted'),
      stored('persistentvolumeclaims/default/data', 'status.phase', 'Bound'),
    ],
    [/created/, inOrder('csi.staged', 'csi.published')],
    [/^from first\nfrom second\n$/],
  ],
};
