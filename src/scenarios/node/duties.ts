import type { Scenario } from '../scenario.ts';
import { part, typed } from '../typed.ts';

const FILE = 'duties.yaml';
const DUTIES = `apiVersion: v1
kind: Pod
metadata:
  name: duties
spec:
  containers:
  - name: web
    image: nginx:1.27
    imagePullPolicy: IfNotPresent
    ports:
    - containerPort: 80
    resources:
      requests: {cpu: 100m, memory: 64Mi}
      limits: {cpu: 200m, memory: 128Mi}
    lifecycle:
      preStop:
        exec:
          command: [sh, -c, sleep 4]
`;
const AGAIN = 'again.yaml';
const SAME_IMAGE = `apiVersion: v1
kind: Pod
metadata:
  name: again
spec:
  containers:
  - name: web
    image: nginx:1.27
    imagePullPolicy: IfNotPresent
`;
const NODE = { node: 'node-1', section: 'did' } as const;
const NAMES = { node: 'node-1', section: 'names' } as const;

/** What a kubelet does all day. */
export const duties: Scenario = {
  id: 'duties',
  place: 2,
  topics: ['2.5', '2.3'],
  title: { en: 'What a kubelet does all day', zh: 'kubelet 的日常职责' },
  goal: {
    en: 'Limits for the kernel, files with names, images when they are missing, hooks before the end, a sign of life every ten seconds, and logs, commands and ports for who asks the API server for them. (What happens when memory or disks run out is a scenario of its own.)',
    zh: '为内核写入资源限制、生成名称解析文件、在缺少时拉取镜像、在结束前执行钩子、每十秒发送一次心跳，并向通过 API 服务器提出请求的人提供日志、命令和端口。（内存或磁盘耗尽时会怎样，另有一个场景。）',
  },
  cluster: { nodes: 1, latencies: 'realistic' },
  files: [
    { name: FILE, text: DUTIES },
    { name: AGAIN, text: SAME_IMAGE },
  ],
  parts: [
    part(
      typed(`kubectl apply -f ${FILE}`, { [FILE]: DUTIES }),
      'node',
      'The image is not here: it is pulled. Further down, under “Resource limits: cgroup values”, cpu.weight comes from the request, cpu.max and memory.max from the limits.',
      '镜像不在本地：拉取。再往下，在“资源限制：cgroup 值”中，cpu.weight 来自 requests，cpu.max 与 memory.max 来自 limits。',
      NODE,
    ),
    part(
      typed(`kubectl apply -f ${AGAIN}`, { [AGAIN]: SAME_IMAGE }),
      'node',
      'IfNotPresent and present: ImageStatus is asked, PullImage is not.',
      'IfNotPresent 且已存在：只查询 ImageStatus，不执行 PullImage。',
      NODE,
    ),
    part(
      typed('kubectl exec duties -- cat /etc/resolv.conf'),
      'node',
      'Written by the kubelet for this Pod: the cluster’s DNS and where short names are looked for.',
      '由 kubelet 为该 Pod 写入：集群 DNS 以及短名称的搜索域。',
      NAMES,
    ),
    part(
      typed('kubectl exec duties -- cat /etc/hosts'),
      'node',
      'The Pod’s own name and address.',
      'Pod 自己的名称和地址。',
      NAMES,
    ),
    part(
      typed('kubectl logs duties'),
      'step',
      'kubectl asks the API server, which asks the kubelet of the node.',
      'kubectl 请求 API 服务器，API 服务器再请求该节点的 kubelet。',
    ),
    part(
      typed('kubectl exec duties -- env'),
      'step',
      'A command in the container, by the same way.',
      '以同样的路径在容器中执行命令。',
    ),
    part(
      typed('kubectl get lease node-1 -n kube-node-lease -o yaml'),
      'object',
      'The sign of life: renewTime.',
      '心跳：renewTime。',
      { subject: 'leases.coordination.k8s.io/kube-node-lease/node-1' },
    ),
    part(
      typed('sleep 25'),
      'object',
      'Two renewals pass. Choose “Everything” on the map to step through them.',
      '经过两次续期。在图上选择“全部”即可逐步查看。',
      { subject: 'leases.coordination.k8s.io/kube-node-lease/node-1' },
    ),
    part(
      typed('kubectl delete pod duties'),
      'node',
      'The hook preStop runs first and uses up four seconds of the thirty; then the container gets the signal QUIT, which this image asks for in the place of TERM, and has 26 seconds to end.',
      '先运行 preStop 钩子，用去三十秒中的四秒；然后容器收到信号 QUIT（该镜像要求用它代替 TERM），还有 26 秒可以结束。',
      NODE,
    ),
  ],
};
