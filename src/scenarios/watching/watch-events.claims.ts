import { aside, type Claims, inOrder, shows, step, stored } from '../../worker/claims/claim.ts';

const heard = (request: number, type: string, times: number) =>
  step('rawClient.heard', { about: `requests/${request}`, args: { type }, times });

const _manager = { by: 'kube-controller-manager', about: 'pods/*' };

/** What the parts say. */
export const claims: Claims = {
  'watch-events': [
    [/created/, stored('pods/default/old', 'status.phase', 'Running')],
    [
      /stream 1: ADDED$/,
      heard(1, 'ADDED', 1),
      shows('managedFields', 'kubectl-run', '"manager":"kubelet"'),
      aside('as a manager of fields', 'kubelet'),
    ],
    [
      /stream 1: ADDED ADDED( MODIFIED)+$/,
      heard(1, 'ADDED', 1),
      heard(1, 'MODIFIED', 4),
      inOrder('scheduler.boundFirst', 'kubelet.podAdded', 'kubelet.sandboxUp', 'kubelet.podReady'),
    ],
    [
      /stream 1: ADDED ADDED( MODIFIED)+ DELETED$/,
      heard(1, 'DELETED', 1),
      inOrder(['rawClient.heard', { args: { type: 'MODIFIED' } }], 'kubelet.podDeleting', [
        'rawClient.heard',
        { args: { type: 'DELETED' } },
      ]),
    ],
    [/stream 2: ADDED BOOKMARK$/, shows('k8s.io/initial-events-end')],
    [/^stream 1/, step('rawClient.ended', { args: { by: 'server' }, times: 2 })],
    [/^stream 1/, step('apiserver-process.started')],
    [/stream 3: ERROR$/, shows('"code":410'), step('rawClient.ended', { about: 'requests/3', args: { by: 'server' } })],
    [/stream 4: ADDED$/, shows('timeoutSeconds=3')],
    [/stream 4: ADDED$/, step('rawClient.ended', { about: 'requests/4', args: { events: 1, by: 'server' } })],
  ],
};
