import { type Claims, inOrder, never, shows, step, stored } from '../../worker/claims/claim.ts';

const resized = (state: string) => ['kubelet.resized', { about: 'pods/default/grows', args: { state } }] as const;

const GROWS = 'pods/default/grows';

const cpu = (amount: string) => stored(GROWS, 'status.containerStatuses.0.resources.requests.cpu', amount);

/** What the parts say. */
export const claims: Claims = {
  resize: [
    [
      /pod\/neighbour created/,
      shows('"name":"cpu","capacity":"2"'),
      stored(GROWS, 'spec.containers.0.resources.requests.cpu', '700m'),
      stored('pods/default/neighbour', 'spec.containers.0.resources.requests.cpu', '900m'),
    ],
    [/pod updates may not change fields other than/],
    [
      /patched/,
      inOrder(resized('ResizeStarted'), 'cri.updateContainer', resized('ResizeCompleted')),
      cpu('800m'),
      never('cri.stopContainer'),
    ],
    [
      /patched/,
      step('cri.stopContainer', { about: GROWS }),
      stored(GROWS, 'status.containerStatuses.0.restartCount', 1),
    ],
    [/grows +1\/1 +Running +1 /, shows('restartCount: 1')],
    [/patched/, inOrder(resized('ResizeDeferred')), stored(GROWS, 'status.conditions.0.type', 'PodResizePending')],
    [/"neighbour" deleted/, inOrder(resized('ResizeStarted'), resized('ResizeCompleted')), cpu('1500m')],
    [/forbidden: node didn't have enough allocatable resources: cpu, requested: 5000, allocatable: 2000/, cpu('1500m')],
    [/Killing[\s\S]*ResizeDeferred[\s\S]*ResizeCompleted/],
  ],
};
