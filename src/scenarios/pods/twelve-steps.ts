import type { Scenario } from '../scenario.ts';
import { etcdctl, part, typed } from '../typed.ts';

const FILE = 'rc.yaml';
const OLD = `apiVersion: v1
kind: ReplicationController
metadata:
  name: old
spec:
  replicas: 2
  selector:
    app: old
  template:
    metadata:
      labels:
        app: old
    spec:
      containers:
      - name: web
        image: nginx:1.27
`;

/** Twelve steps, as they are often told, with what is different today. */
export const twelveSteps: Scenario = {
  id: 'twelve-steps',
  place: 2,
  topics: ['2.4', '1.9', '2.1'],
  title: { en: 'Twelve steps to a Pod, then and now', zh: '创建 Pod 的十二步：过去与现在' },
  goal: {
    en: 'The old telling: 1 kubectl asks the API server, 2 it writes to etcd, 3 etcd calls back, 4 the controller manager hears, 5 the ReplicationController asks for Pods, 6–7 they are written and told, 8 the scheduler hears, 9 it names a node, 10 that is written, 11 the kubelet hears, 12 it calls the runtime. All of it still happens; only that people write a Deployment today, so that a Deployment and a ReplicaSet stand between 4 and 5. First the old way, which still works, then the new one beside it.',
    zh: '旧的说法：1 kubectl 请求 API 服务器，2 写入 etcd，3 etcd 回调，4 控制器管理器得知，5 ReplicationController 请求创建 Pod，6–7 写入并通知，8 调度器得知，9 选定节点，10 写入，11 kubelet 得知，12 调用运行时。这些步骤至今都在；只是如今人们写的是 Deployment，因此第 4 步和第 5 步之间是 Deployment 和 ReplicaSet。先看仍然可用的旧方式，再看旁边的新方式。',
  },
  cluster: { nodes: 2, latencies: 'realistic' },
  files: [{ name: FILE, text: OLD }],
  parts: [
    part(
      typed(`kubectl create -f ${FILE}`, { [FILE]: OLD }),
      'step',
      'The twelve steps as they were told: Shift+→ goes from scene to scene. The controller is the one of ReplicaSets under another name; the Pods get no hash of a template, because nothing ever rolls them out.',
      '当年所说的十二步：Shift+→ 逐幕前进。这里的控制器就是换了名字的 ReplicaSet 控制器；Pod 没有模板哈希，因为从来没有东西对它们做滚动更新。',
    ),
    part(
      typed('kubectl create deployment web --image=nginx:1.27'),
      'step',
      'The same today, with a ReplicaSet in between. Each arrow is a request to the API server or a watch event from it; no component calls another.',
      '今天的同一过程，中间多了一个 ReplicaSet。每个箭头要么是发往 API 服务器的请求，要么是来自它的 watch 事件；组件之间从不直接调用。',
    ),
    part(
      typed('kubectl get rc,deploy,rs,pods'),
      'step',
      'Two ways to two Pods and one: what the ReplicationController does itself, the Deployment leaves to a ReplicaSet, so that it can make another one when the template changes.',
      '得到 Pod 的两种方式：ReplicationController 亲自做的事，Deployment 交给 ReplicaSet，这样模板改变时就能再建一个。',
    ),
    part(
      etcdctl('get /registry/controllers --prefix --keys-only'),
      'etcd',
      'Step 2, where it ended up: /registry/controllers/default/old, by the first name of the kind. ReplicaSets lie under /registry/replicasets.',
      '第 2 步写入的位置：/registry/controllers/default/old，用的是这个类型最初的名字；ReplicaSet 位于 /registry/replicasets。',
      { etcdKey: '/registry/controllers/default/old' },
    ),
  ],
};
