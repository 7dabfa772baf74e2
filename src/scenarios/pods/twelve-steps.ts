import type { Scenario } from '../scenario.ts';
import { etcdctl, part, typed } from '../typed.ts';

/** Twelve steps, as they are often told, with what is different today. */
export const twelveSteps: Scenario = {
  id: 'twelve-steps',
  topics: ['2.4', '1.9', '2.1'],
  title: { en: 'Twelve steps to a Pod, then and now', zh: '创建 Pod 的十二步：过去与现在' },
  goal: {
    en: 'The old telling: 1 kubectl asks the API server, 2 it writes to etcd, 3 etcd calls back, 4 the controller manager hears, 5 the ReplicationController asks for Pods, 6–7 they are written and told, 8 the scheduler hears, 9 it names a node, 10 that is written, 11 the kubelet hears, 12 it calls the runtime. All of it still happens; only between 4 and 5 stand a Deployment and a ReplicaSet today. ReplicationControllers can still be stored, but none of the controllers here acts on them.',
    zh: '旧的说法：1 kubectl 请求 API server，2 写入 etcd，3 etcd 回调，4 控制器管理器得知，5 ReplicationController 请求创建 Pod，6–7 写入并通知，8 调度器得知，9 选定节点，10 写入，11 kubelet 得知，12 调用运行时。这些步骤至今都在；只是第 4 步和第 5 步之间如今是 Deployment 和 ReplicaSet。ReplicationController 仍可存储，但这里的控制器不处理它。',
  },
  cluster: { nodes: 2, latencies: 'realistic' },
  files: [],
  parts: [
    part(
      typed('kubectl create deployment web --image=nginx:1.27'),
      'step',
      'Shift+→ goes from scene to scene: count the twelve. Each arrow is a request to the API server or a watch event from it; no component calls another.',
      'Shift+→ 逐幕前进：数一数这十二步。每个箭头要么是发往 API server 的请求，要么是来自它的 watch 事件；组件之间从不直接调用。',
    ),
    part(
      typed('kubectl get deploy,rs,pods -o wide'),
      'step',
      'Deployment, ReplicaSet, Pod: the middle one does what a ReplicationController once did.',
      'Deployment、ReplicaSet、Pod：中间的 ReplicaSet 做的正是过去 ReplicationController 的工作。',
    ),
    part(
      etcdctl('get /registry/replicasets --prefix --keys-only'),
      'etcd',
      'Step 2 and its like, where they ended up. ReplicationControllers would lie under /registry/controllers.',
      '第 2 步及类似步骤的写入结果。ReplicationController 则会存放在 /registry/controllers 之下。',
    ),
  ],
};
