import type { Scenario } from '../scenario.ts';
import { part, typed } from '../typed.ts';

const FILE = 'resize.yaml';
const PODS = `apiVersion: v1
kind: Pod
metadata:
  name: grows
spec:
  containers:
  - name: main
    image: nginx:1.27
    resizePolicy:
    - {resourceName: cpu, restartPolicy: NotRequired}
    - {resourceName: memory, restartPolicy: RestartContainer}
    resources:
      requests: {cpu: 700m, memory: 200Mi}
      limits: {cpu: 700m, memory: 200Mi}
---
apiVersion: v1
kind: Pod
metadata:
  name: neighbour
spec:
  containers:
  - name: main
    image: nginx:1.27
    resources:
      requests: {cpu: 900m}
`;

const patch = (amounts: object): string =>
  JSON.stringify({ spec: { containers: [{ name: 'main', resources: { requests: amounts, limits: amounts } }] } });
const resized = (amounts: object) => typed(`kubectl patch pod grows --subresource=resize -p '${patch(amounts)}'`);

/** A Pod that gets more without being made anew. */
export const resize: Scenario = {
  id: 'resize',
  place: 4,
  topics: ['2.5', '2.3'],
  title: { en: 'A running Pod is given more', zh: '给运行中的 Pod 更多资源' },
  goal: {
    en: 'CPU and memory of a container can be changed while it runs, by the subresource resize. The kubelet decides whether the node has room, then has the runtime change the cgroup; the policy of the container says for each resource whether it is restarted for that. What does not fit now waits; what never fits is refused.',
    zh: '容器运行时可以通过子资源 resize 改变它的 CPU 和内存。kubelet 判断节点放不放得下，再让运行时修改 cgroup；容器的策略写明每种资源是否需要为此重启。现在放不下的等着，永远放不下的会被拒绝。',
  },
  cluster: { nodes: 1, latencies: 'realistic' },
  files: [{ name: FILE, text: PODS }],
  parts: [
    part(
      typed(`kubectl apply -f ${FILE}`, { [FILE]: PODS }),
      'node',
      'A node of two CPUs: one Pod has 700m, its neighbour 900m.',
      '节点有两个 CPU：一个 Pod 占 700m，邻居占 900m。',
      { section: 'resources' },
    ),
    part(
      typed(`kubectl patch pod grows -p '${patch({ cpu: '800m', memory: '200Mi' })}'`),
      'step',
      'Without the subresource it is refused: resources are among the fields of a Pod that do not change.',
      '不经过子资源会被拒绝：资源属于 Pod 不能改的字段。',
    ),
    part(
      resized({ cpu: '800m', memory: '200Mi' }),
      'node',
      'By resize: the kubelet allots 800m, the runtime changes the cgroup, and the container runs on.',
      '经过 resize：kubelet 分配 800m，运行时修改 cgroup，容器继续运行。',
      { section: 'cgroups' },
    ),
    part(
      resized({ cpu: '800m', memory: '300Mi' }),
      'node',
      'Memory is another matter: the policy says RestartContainer, so it is ended and begins again with more.',
      '内存不同：策略是 RestartContainer，所以容器被结束，带着更多内存重新开始。',
    ),
    part(typed('kubectl get pod grows'), 'object', 'The same Pod with one restart.', '还是同一个 Pod，重启了一次。', {
      subject: 'pods/default/grows',
    }),
    part(
      resized({ cpu: '1500m', memory: '300Mi' }),
      'node',
      'With its neighbour this is more than the node has: condition PodResizePending, reason Deferred.',
      '加上邻居就超过了节点：状况 PodResizePending，原因 Deferred。',
    ),
    part(
      typed('kubectl delete pod neighbour'),
      'node',
      'The neighbour leaves, and the resize that waited is done.',
      '邻居离开，等着的调整就做了。',
    ),
    part(
      resized({ cpu: '5', memory: '300Mi' }),
      'node',
      'More than the node has at all: the API server refuses that at once.',
      '超过整个节点：API 服务器立刻拒绝。',
    ),
    part(
      typed('kubectl describe pod grows'),
      'object',
      'The events tell the whole story: Killing is the restart for memory, ResizeDeferred the wait for the neighbour.',
      '事件讲完了整个故事：Killing 是为内存而重启，ResizeDeferred 是在等邻居。',
      { subject: 'pods/default/grows' },
    ),
  ],
};
