import type { Scenario } from '../scenario.ts';
import { part, typed } from '../typed.ts';

const FILE = 'sized.yaml';
const SIZED = `apiVersion: v1
kind: Pod
metadata:
  name: sized
spec:
  containers:
  - name: web
    image: nginx:1.27
    resources:
      requests: {cpu: 500m, memory: 256Mi}
      limits: {cpu: "1", memory: 512Mi}
  - name: helper
    image: busybox
    command: [sleep, "3600"]
    resources:
      requests: {cpu: 100m, memory: 64Mi}
`;
const BIG = 'too-big.yaml';
const TOO_BIG = `apiVersion: v1
kind: Pod
metadata:
  name: too-big
spec:
  containers:
  - name: web
    image: nginx:1.27
    resources:
      requests: {cpu: "64"}
`;

/** What a Pod asks for, where it fits, and what holds it to it. */
export const resources: Scenario = {
  id: 'resources',
  place: 8,
  topics: ['2.3', '1.9'],
  title: { en: 'Requests, limits and the place of a Pod', zh: '资源请求、限制与 Pod 的位置' },
  goal: {
    en: 'Four questions of every system that places work: what kinds of resources are there, how does one ask for them, which node fits best, and what keeps a program within its bounds? The answers: requests and limits, a node’s allocatable minus what is given away, the matrix of plugins and nodes, and the values that the kubelet writes into cgroups, where the kernel of a real node enforces them.',
    zh: '每个编排系统都要回答四个问题：有哪些资源、如何申请、哪个节点最合适、如何让程序不超出范围？答案是：requests 与 limits、节点的 allocatable 减去已分配量、插件与节点的矩阵，以及 kubelet 写入 cgroup、由真实节点的内核强制执行的值。',
  },
  cluster: { nodes: 3, latencies: 'realistic' },
  files: [
    { name: FILE, text: SIZED },
    { name: BIG, text: TOO_BIG },
  ],
  parts: [
    part(
      typed('kubectl describe node node-1'),
      'node',
      'Capacity is what the machine has, Allocatable what Pods may have; below stands what is given away already.',
      'Capacity 是机器的总量，Allocatable 是 Pod 可用的量；下面是已分配的量。',
      { node: 'node-1', section: 'resources' },
    ),
    part(
      typed(`kubectl apply -f ${FILE}`, { [FILE]: SIZED }),
      'scheduler',
      'Every node is asked by every plugin that has something to check: NodeResourcesFit filters by requests, scores add up. Limits play no part here.',
      '凡有内容可查的插件都会询问每个节点：NodeResourcesFit 按 requests 过滤，得分相加。limits 在此不起作用。',
    ),
    part(
      typed('kubectl get pod sized -o jsonpath={.status.qosClass}'),
      'node',
      'Burstable: less than its limits is promised to it. The node panel shows cpu.weight from requests, cpu.max and memory.max from limits, for the Pod and each container.',
      'Burstable：保证量低于上限。节点面板显示由 requests 得到的 cpu.weight，以及由 limits 得到的 cpu.max 与 memory.max，分 Pod 与各容器列出。',
      { node: 'node-1', section: 'cgroups' },
    ),
    part(
      typed(`kubectl apply -f ${BIG}`, { [BIG]: TOO_BIG }),
      'scheduler',
      'No node has 64 CPUs: all three say Insufficient cpu, preemption would not help, the Pod waits in the queue of the unschedulable.',
      '没有节点拥有 64 个 CPU：三个节点都报告 Insufficient cpu，抢占也无济于事，Pod 在不可调度队列中等待。',
    ),
    part(
      typed('kubectl describe pod too-big'),
      'object',
      'The same answer as an event, for who only has kubectl.',
      '同样的答案以事件形式呈现，供只有 kubectl 的人查看。',
      { subject: 'pods/default/too-big' },
    ),
  ],
};
