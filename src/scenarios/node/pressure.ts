import type { Scenario } from '../scenario.ts';
import { part, typed } from '../typed.ts';

const HOOKS = 'hooks.yaml';
const HOOKED = `apiVersion: v1
kind: Pod
metadata:
  name: hooked
spec:
  containers:
  - name: web
    image: nginx:1.27
    lifecycle:
      postStart:
        exec:
          command: [sh, -c, echo ready > /tmp/ready]
      preStop:
        sleep: {seconds: 3}
---
apiVersion: v1
kind: Pod
metadata:
  name: failing
spec:
  containers:
  - name: web
    image: nginx:1.27
    lifecycle:
      postStart:
        exec:
          command: [sh, -c, echo not today; exit 7]
`;
const LIMITED = 'limited.yaml';
const ABOVE_LIMIT = `apiVersion: v1
kind: Pod
metadata:
  name: limited
spec:
  containers:
  - name: main
    image: polinux/stress
    command: [stress]
    args: [--vm, "1", --vm-bytes, 250M, --vm-hang, "1"]
    resources:
      requests: {memory: 50Mi}
      limits: {memory: 100Mi}
`;
const GREEDY = 'greedy.yaml';
const ABOVE_NODE = `apiVersion: v1
kind: Pod
metadata:
  name: modest
spec:
  containers:
  - name: main
    image: nginx:1.27
    resources:
      requests: {memory: 64Mi}
---
apiVersion: v1
kind: Pod
metadata:
  name: greedy
spec:
  containers:
  - name: main
    image: polinux/stress
    command: [stress]
    args: [--vm, "10", --vm-bytes, 2252M]
`;
const FILLER = 'filler.yaml';
const FULL_DISK = `apiVersion: v1
kind: Pod
metadata:
  name: filler
spec:
  containers:
  - name: main
    image: busybox:1.36
    command: [sh, -c, fallocate -l 205G /big; sleep 3600]
`;
const NODE = { node: 'node-1', section: 'did' } as const;
const IMAGES = { node: 'node-1', section: 'images' } as const;
const OBJECT = { subject: 'nodes/node-1' } as const;

/** What a kubelet does when programs, memory or disks do not behave. */
export const pressure: Scenario = {
  id: 'pressure',
  place: 3,
  topics: ['2.5', '2.3'],
  title: { en: 'Hooks, memory and disks', zh: '钩子、内存与磁盘' },
  goal: {
    en: 'Commands after the start and before the end of a container. Then programs that take too much: one above its own limit, which the kernel ends; one that leaves the node without memory, which the kubelet evicts; one that fills the disk, where unused images go first. With the conditions, taints and events of each.',
    zh: '容器启动之后和结束之前的命令。然后是占用过多的程序：一个超过自己的限制，由内核结束；一个耗尽节点内存，由 kubelet 驱逐；一个写满磁盘，先删除未使用的镜像。附各自的状况、污点和事件。',
  },
  cluster: { nodes: 1, latencies: 'realistic' },
  files: [
    { name: HOOKS, text: HOOKED },
    { name: LIMITED, text: ABOVE_LIMIT },
    { name: GREEDY, text: ABOVE_NODE },
    { name: FILLER, text: FULL_DISK },
  ],
  parts: [
    part(
      typed(`kubectl apply -f ${HOOKS}`, { [HOOKS]: HOOKED }),
      'node',
      'One postStart hook writes a file; the other fails, and its container is killed: FailedPostStartHook.',
      '一个 postStart 钩子写入文件；另一个失败，其容器被杀死：FailedPostStartHook。',
      NODE,
    ),
    part(
      typed('kubectl exec hooked -- cat /tmp/ready'),
      'step',
      'The hook ran in the container itself.',
      '钩子是在容器内部运行的。',
    ),
    part(
      typed('kubectl delete pod hooked failing'),
      'node',
      'preStop sleeps for three seconds before QUIT is sent, the signal that this image asks for in the place of TERM.',
      '发送 QUIT 之前，preStop 先睡眠三秒；QUIT 是该镜像要求用来代替 TERM 的信号。',
      NODE,
    ),
    part(
      typed(`kubectl apply -f ${LIMITED}`, { [LIMITED]: ABOVE_LIMIT }),
      'node',
      '250 MiB with a limit of 100: the kernel ends all processes of the container. OOMKilled, 137, and a crash loop.',
      '限制 100 MiB 却占用 250 MiB：内核结束该容器的所有进程。OOMKilled、137，然后进入崩溃循环。',
      NODE,
    ),
    part(
      typed('kubectl delete pod limited'),
      'node',
      'It is taken away before the next try.',
      '在下次尝试之前删除它。',
      NODE,
    ),
    part(
      typed(`kubectl apply -f ${GREEDY}`, { [GREEDY]: ABOVE_NODE }),
      'node',
      'No limit, and 22 GiB: less than 100 MiB are left. The kubelet looks, says MemoryPressure, and evicts who exceeds its requests. The other Pod stays.',
      '没有限制，占用 22 GiB：剩余不足 100 MiB。kubelet 查看后报告 MemoryPressure，并驱逐用量超过请求的 Pod，另一个留下。',
      NODE,
    ),
    part(
      typed('kubectl get node node-1 -o yaml'),
      'object',
      'The condition, and the taint by which the node lifecycle controller keeps new Pods away.',
      '状况，以及节点生命周期控制器为挡住新 Pod 而加上的污点。',
      OBJECT,
    ),
    part(
      typed('sleep 310'),
      'object',
      'Five minutes later the condition is taken back, and the taint with it.',
      '五分钟后状况撤销，污点随之消失。',
      OBJECT,
    ),
    part(
      typed('kubectl delete pod greedy'),
      'node',
      'What is left of the evicted Pod goes.',
      '清除被驱逐的 Pod 的残留。',
      NODE,
    ),
    part(
      typed(`kubectl apply -f ${FILLER}`, { [FILLER]: FULL_DISK }),
      'node',
      'DiskPressure: images that no container uses are removed first. That is not enough here, so the Pod is evicted.',
      'DiskPressure：先删除没有容器使用的镜像。这里还不够，于是 Pod 被驱逐。',
      IMAGES,
    ),
    part(
      typed('kubectl get pods'),
      'step',
      'An evicted Pod stays as Failed, so that somebody can read why.',
      '被驱逐的 Pod 以 Failed 状态保留，好让人看到原因。',
    ),
  ],
};
