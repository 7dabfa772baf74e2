import { aside, type Claims, counted, gone, inOrder, never, shows, step, stored } from './claim.ts';

const CHAIN = 'KUBE-EXT-HW2XM7FRY33HEVYM';
const cgroups = aside('as the tab heads its columns', 'cpu.weight', 'cpu.max', 'memory.max');
const ended = (pod: string, grace: number) =>
  step('cri.stopContainer', { about: `pods/default/${pod}`, args: { signal: 'QUIT', grace } });
const asked = aside('what is sent where an image asks for nothing', 'TERM');
const resized = (state: string) => ['kubelet.resized', { about: 'pods/default/grows', args: { state } }] as const;
const GROWS = 'pods/default/grows';
const cpu = (amount: string) => stored(GROWS, 'status.containerStatuses.0.resources.requests.cpu', amount);
const rule = (chain: string, target: string) => step('network.rule', { args: { chain, target } });

/** What the parts of these scenarios say. */
export const nodeClaims: Claims = {
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
  'crd-array-watcher': [
    [/created/, step('proxy.restored'), shows('KUBE-SVC-HW2XM7FRY33HEVYM')],
    [/crd-array-watcher-/],
    [/crd-/],
    [/crd-/, rule('KUBE-NODEPORTS', CHAIN)],
    [/crd-/],
    [/\n1 +2 +120 KUBE-MARK-MASQ .*\n2 +4 +240 KUBE-SEP-/, aside('the chain of the two parts before', 'KUBE-EXT-')],
    [/\n1 +0 +0 KUBE-MARK-MASQ .*\n2 +4 +240 DNAT /],
  ],
};
