import { aside, type Claims, inOrder, shows, step } from '../../worker/claims/claim.ts';

const ended = (pod: string, grace: number) =>
  step('cri.stopContainer', { about: `pods/default/${pod}`, args: { signal: 'QUIT', grace } });

const asked = aside('what is sent where an image asks for nothing', 'TERM');

/** What the parts say. */
export const claims: Claims = {
  kubelet: [
    [
      /created/,
      inOrder(
        ['cri.runPodSandbox', { by: 'cri/node-1' }],
        ['cni.add', { about: 'pods/default/here' }],
        ['cni.connect', { about: 'pods/default/here' }],
        ['cri.pullImage', { by: 'cri/node-1' }],
        ['kubelet.statusPatch', { by: 'kubelet/node-1' }],
        ['cri.createContainer', { by: 'cri/node-1' }],
        ['cri.startContainer', { by: 'cri/node-1' }],
      ),
      shows('runc --root', '"what":"RunPodSandbox"', '"what":"ADD"', '"what":"PullImage', '"bundles":[{'),
    ],
    [/dev cni0 [\s\S]*10.244.2.0\/24 via 10.244.2.0 dev flannel.1/],
    [/eth0[\s\S]*cni0[\s\S]*flannel.1[\s\S]*veth/],
    [/there/, inOrder('network.wrapped', 'network.unwrapped')],
    [
      /deleted/,
      ended('here', 2),
      inOrder('cri.stopContainer', 'cri.containerExited', 'cni.del', 'kubelet.volumesUnmounted'),
      asked,
    ],
  ],
};
