import { aside, type Claims, gone, inOrder, shows, step, stored } from '../../worker/claims/claim.ts';

const ended = (pod: string, grace: number) =>
  step('cri.stopContainer', { about: `pods/default/${pod}`, args: { signal: 'QUIT', grace } });

const asked = aside('what is sent where an image asks for nothing', 'TERM');

/** What the parts say. */
export const claims: Claims = {
  pressure: [
    [
      /created/,
      step('kubelet.hookRuns', { about: 'pods/default/hooked', args: { hook: 'postStart' } }),
      step('clientgo.eventRecorded', { about: 'pod/default/failing', args: { reason: 'FailedPostStartHook' } }),
    ],
    [/^ready/],
    [
      /deleted/,
      gone('pods/default/hooked'),
      inOrder('kubelet.hookRuns', ['cri.stopContainer', { about: 'pods/default/hooked' }]),
      ended('hooked', 27),
      aside('of the thirty, which leaves the 27', '3'),
      asked,
    ],
    [
      /created/,
      step('cri.used', { args: { memory: 250 } }),
      step('cri.oomKilled', { args: { limit: 100 } }),
      step('cri.containerExited', { args: { exitCode: 137, reason: 'OOMKilled' } }),
      stored('pods/default/limited', 'status.containerStatuses.0.restartCount', 1),
      step('cri.oomKilled', { times: 2 }),
    ],
    [/deleted/, gone('pods/default/limited')],
    [
      /created/,
      step('kubelet.evictionLook', { args: { memory: 42, met: 'memory' } }),
      inOrder('kubelet.evictionLook', 'kubelet.nodeChanged', ['kubelet.evicted', { about: 'pods/default/greedy' }]),
      stored('pods/default/modest', 'status.phase', 'Running'),
      aside('ten times 2252M, and the threshold of every kubelet', '22 GiB', '100 MiB', 'MemoryPressure'),
    ],
    [
      /kubelet has insufficient memory available[\s\S]*memory-pressure|memory-pressure[\s\S]*insufficient memory/,
      shows('memory-pressure'),
    ],
    [/^$/, stored('nodes/node-1', 'spec.taints', undefined), aside('five times sixty of these seconds', '5')],
    [/deleted/, gone('pods/default/greedy')],
    [
      /created/,
      inOrder('kubelet.evictionLook', 'cri.removeImage', 'kubelet.evicted'),
      shows('"images":['),
      aside('a condition of the node', 'DiskPressure'),
    ],
    [/filler +0\/1 +Error[\s\S]*modest +1\/1 +Running/, stored('pods/default/filler', 'status.phase', 'Failed')],
  ],
};
