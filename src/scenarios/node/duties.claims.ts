import { aside, type Claims, inOrder, never, shows, step, stored } from '../../worker/claims/claim.ts';

const cgroups = aside('as the tab heads its columns', 'cpu.weight', 'cpu.max', 'memory.max');

const ended = (pod: string, grace: number) =>
  step('cri.stopContainer', { about: `pods/default/${pod}`, args: { signal: 'QUIT', grace } });

const asked = aside('what is sent where an image asks for nothing', 'TERM');

const GROWS = 'pods/default/grows';

const _cpu = (amount: string) => stored(GROWS, 'status.containerStatuses.0.resources.requests.cpu', amount);

/** What the parts say. */
export const claims: Claims = {
  duties: [
    [/created/, step('cri.pullImage', { times: 1 }), shows('"cpuWeight":', '"cpuMax":', '"memoryMax":'), cgroups],
    [
      /created/,
      step('cri.imageStatus', { args: { present: true } }),
      never('cri.pullImage'),
      aside('what is not asked', 'PullImage'),
    ],
    [/nameserver/, shows('nameserver 10.96.0.10', 'search default.svc.cluster.local')],
    [/10\.244\.1\.2\tduties/, shows('10.244.1.2')],
    [/./, step('kubelet.logRead')],
    [/KUBERNETES_SERVICE_HOST/, inOrder('kubelet.streamOpened', 'cri.exec')],
    [/renewTime/],
    [/^$/, step('kubelet.renewLease', { times: 2 })],
    [
      /deleted/,
      step('kubelet.killing', { args: { grace: 30 } }),
      step('kubelet.hookRuns', { args: { hook: 'preStop', what: 'sh -c sleep 4' } }),
      inOrder('kubelet.hookRuns', 'cri.stopContainer'),
      ended('duties', 26),
      asked,
    ],
  ],
};
