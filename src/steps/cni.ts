import { defineSteps, step } from './define.ts';

const BRIDGE = 'containernetworking/plugins plugins/main/bridge/bridge.go';
const HOST_LOCAL = 'containernetworking/plugins plugins/ipam/host-local/main.go';
const PORTMAP = 'containernetworking/plugins plugins/meta/portmap/portmap_iptables.go';
const DOCS = 'https://kubernetes.io/docs/concepts/extend-kubernetes/compute-storage-net/network-plugins/';

export const cni = defineSteps('cni', {
  add: step<{ sandbox: string }>({ level: 'step', models: BRIDGE, docs: DOCS }),
  allocate: step<{ ip: string; subnet: string }>({ level: 'detail', models: HOST_LOCAL, docs: DOCS }),
  connect: step<{ ip: string; veth: string; bridge: string }>({
    level: 'step',
    models: BRIDGE,
    docs: DOCS,
    notModelled: 'NetworkPolicies are stored, and nobody enforces them: the real bridge plugin does not either.',
  }),
  mapPorts: step<{ ports: string; ip: string }>({ level: 'step', models: PORTMAP, docs: DOCS }),
  unmapPorts: step<{ ports: string }>({ level: 'step', models: PORTMAP, docs: DOCS }),
  exhausted: step<{ subnet: string }>({ level: 'step', models: HOST_LOCAL, docs: DOCS }),
  del: step<{ ip: string }>({ level: 'step', models: BRIDGE, docs: DOCS }),
});
