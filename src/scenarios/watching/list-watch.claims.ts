import { aside, type Claims, shows, step } from '../../worker/claims/claim.ts';

const OWN = 'kubelet/node-1/pods?fieldSelector=spec.nodeName=node-1';

const heard = (request: number, type: string, times: number) =>
  step('rawClient.heard', { about: `requests/${request}`, args: { type }, times });

const manager = { by: 'kube-controller-manager', about: 'pods/*' };

const _began = (mode: string) => ['clientgo.listAndWatch', { ...manager, args: { mode } }] as const;

/** What the parts say. */
export const claims: Claims = {
  'list-watch': [
    [/^200 .*"resourceVersion":"\d+"/],
    [
      /^200 /,
      step('apiserver.watchOpened', { args: { selector: 'spec.nodeName=node-1' } }),
      aside('whose it is like', 'kubelet'),
    ],
    [
      /^200 /,
      step('apiserver.watchOpened', { args: { selector: 'spec.nodeName=' } }),
      aside('the scheduler’s selector; its watch began with the cluster', 'scheduler', '调度器'),
    ],
    [
      /stream 2: ADDED( MODIFIED)+\nstream 3: ADDED ADDED DELETED DELETED/,
      heard(2, 'ADDED', 1),
      heard(3, 'ADDED', 2),
      heard(3, 'DELETED', 2),
    ],
    [/stream 3/, shows(`"name":"${OWN}"`, '"indexer":[{"key":"default/web-', '"usedBy":["kubelet/node-1"]')],
    [
      /stream 2/,
      shows(
        '"usedBy":["endpoints-controller"',
        '"replicaset-controller"',
        '"handlers":[{"actor":"endpoints-controller"',
      ),
    ],
  ],
};
