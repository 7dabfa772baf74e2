import type { Scenario } from '../scenario.ts';
import { part, typed } from '../typed.ts';

const FILE = 'two.yaml';
const TWO = `apiVersion: apps/v1
kind: ReplicaSet
metadata:
  name: two
spec:
  replicas: 2
  selector:
    matchLabels:
      app: two
  template:
    metadata:
      labels:
        app: two
    spec:
      containers:
      - name: main
        image: nginx:1.27
`;

/** The making of a Pod in seven arrows, and the table of its phases and conditions. */
export const sevenArrows: Scenario = {
  id: 'seven-arrows',
  place: 1,
  topics: ['0.2', '0.3', '1.9'],
  title: { en: 'A Pod in seven arrows', zh: '七个箭头创建一个 Pod' },
  goal: {
    en: '1 you store a ReplicaSet. 2–3 its controller hears of it by its watch and makes Pods. 4–5 the scheduler hears of the Pods by its watch, finds them without a node, and has spec.nodeName written. 6–7 the kubelet of that node hears of a Pod of its own, runs it, and writes its status. The table in the object panel fills in as it happens: phase, conditions, and the component that wrote each.',
    zh: '1 你存入一个 ReplicaSet。2–3 其控制器通过 watch 得知并创建 Pod。4–5 调度器通过 watch 得知这些 Pod，发现它们没有节点，于是请求写入 spec.nodeName。6–7 该节点的 kubelet 得知属于自己的 Pod，运行它并写回状态。对象面板中的表随之逐行填入：阶段、状况，以及各由哪个组件写入。',
  },
  cluster: { nodes: 2, latencies: 'realistic' },
  files: [{ name: FILE, text: TWO }],
  parts: [
    part(
      typed(`kubectl apply -f ${FILE}`, { [FILE]: TWO }),
      'object',
      'Press Shift+→ to go from arrow to arrow. Once the first Pod is there, its life is a table that grows: Pending, then PodScheduled, Initialized, PodReadyToStartContainers, at last ContainersReady and Ready, each row with who wrote it. A click on a row goes to that write.',
      '按 Shift+→ 从一个箭头走到下一个。有了第一个 Pod 之后，它的一生是一张逐行增长的表：Pending，然后是 PodScheduled、Initialized、PodReadyToStartContainers，最后是 ContainersReady 和 Ready，每行标明写入者。点击一行即可前往那次写入。',
      { subject: 'pods/default/two-9fmq8' },
    ),
    part(
      typed('kubectl get pods -o wide'),
      'step',
      'What the table said last is what kubectl prints.',
      '表中最后一行就是 kubectl 打印的内容。',
    ),
    part(
      typed('kubectl delete rs two'),
      'object',
      'The way back: for each Pod deletionTimestamp first, then its containers stop, then the object goes.',
      '反向过程：对每个 Pod，先是 deletionTimestamp，然后容器停止，最后对象消失。',
      { subject: 'pods/default/two-9fmq8' },
    ),
  ],
};
