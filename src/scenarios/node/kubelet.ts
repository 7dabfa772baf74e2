import type { Scenario } from '../scenario.ts';
import { part, typed } from '../typed.ts';

const FILE = 'two-nodes.yaml';
const TWO_NODES = `apiVersion: v1
kind: Pod
metadata:
  name: here
spec:
  nodeName: node-1
  containers:
  - name: main
    image: nginx:1.27
---
apiVersion: v1
kind: Pod
metadata:
  name: there
spec:
  nodeName: node-2
  containers:
  - name: main
    image: nginx:1.27
`;
const NODE = { node: 'node-1' };

/** From a bound Pod to a running container, and a packet to another host. */
export const kubelet: Scenario = {
  id: 'kubelet',
  place: 1,
  topics: ['1.10', '2.1'],
  title: { en: 'On the node: sandbox, network, container, another host', zh: '节点上：沙箱、网络、容器、跨主机' },
  goal: {
    en: 'A kubelet hears of a Pod of its own. It mounts volumes, asks the runtime for a sandbox: the pause container that holds the network. The plugin makes a pair of cables, gives an address and routes; only then the image is pulled and the container made and started. Last, a packet from one Pod to another on the other node, through bridge, route and vxlan tunnel.',
    zh: 'kubelet 得知一个属于自己的 Pod。它挂载卷，向运行时请求沙箱：持有网络的 pause 容器。网络插件建立一对 veth，分配地址和路由；之后才拉取镜像、创建并启动容器。最后，一个数据包从一个 Pod 到另一节点上的 Pod，经过网桥、路由和 vxlan 隧道。',
  },
  cluster: { nodes: 2, latencies: 'realistic' },
  files: [{ name: FILE, text: TWO_NODES }],
  parts: [
    part(
      typed(`kubectl apply -f ${FILE}`, { [FILE]: TWO_NODES }),
      'node',
      'Follow node-1: volumes, RunPodSandbox, ADD of the network plugin with its cables and address, PullImage, CreateContainer, StartContainer, and the status patches in between. Containerd answers these calls. What it gives to runc for each container, and the folders of the volume plugins, stand at the end of the tab; what runc does with it is not shown.',
      '跟随 node-1：卷、RunPodSandbox、网络插件的 ADD 及其 veth 与地址、PullImage、CreateContainer、StartContainer，以及其间的状态补丁。应答这些调用的是 containerd。它为每个容器交给 runc 的内容和各卷插件的目录列在标签页末尾；runc 之后所做的不再展示。',
      NODE,
    ),
    part(
      typed('ssh node-1 ip route'),
      'node',
      'Own Pods through the bridge cni0, those of node-2 through flannel.1, the tunnel; the rest to the gateway.',
      '本节点的 Pod 走网桥 cni0，node-2 的 Pod 走隧道 flannel.1，其余走网关。',
      NODE,
    ),
    part(
      typed('ssh node-1 ip addr'),
      'node',
      'The devices of the node: eth0, the bridge, the tunnel, and one end of a cable for each Pod.',
      '节点的设备：eth0、网桥、隧道，以及每个 Pod 的一根 veth 的一端。',
      NODE,
    ),
    part(
      typed('kubectl exec here -- curl http://10.244.2.2/'),
      'network',
      'From Pod to Pod on another host: each hop is a step. At flannel.1 the packet is wrapped into UDP between the nodes’ own addresses, and unwrapped on the other side.',
      '跨主机从 Pod 到 Pod：每一跳都是一步。在 flannel.1 处，数据包被封装进两节点自身地址之间的 UDP，在另一端解封装。',
    ),
    part(
      typed('kubectl delete pod here --now'),
      'node',
      'The way back: QUIT, which this image asks for in the place of TERM, the container ends, the network is taken down, sandbox and volumes go.',
      '反向过程：QUIT（该镜像要求用它代替 TERM）、容器结束、网络拆除，沙箱和卷被清理。',
      NODE,
    ),
  ],
};
