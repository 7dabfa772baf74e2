import type { Scenario } from '../scenario.ts';
import { asked, part, typed } from '../typed.ts';

/** Who asks for what, and where a watch is filtered. */
export const listWatch: Scenario = {
  id: 'list-watch',
  place: 1,
  topics: ['0.3', '2.15', '3.5'],
  title: { en: 'Everybody listens to the API server', zh: '所有组件都在监听 API 服务器' },
  goal: {
    en: 'Components never talk to one another, and never to etcd: each lists what it needs from the API server and then watches from that resourceVersion on. The filter sits in the API server: a kubelet hears of the Pods of its own node, the scheduler of all Pods that have not finished, those with a node included, since they take up room. The API server’s own watch of etcd has no filter at all.',
    zh: '组件之间从不直接通信，也从不访问 etcd：每个组件先向 API 服务器 list 所需的资源，再从该 resourceVersion 开始 watch。过滤在 API 服务器中进行：kubelet 只得知自己节点的 Pod，调度器得知所有尚未结束的 Pod，包括已有节点的，因为它们占用资源。API 服务器自己对 etcd 的 watch 则完全没有过滤。',
  },
  cluster: { nodes: 2, latencies: 'realistic' },
  files: [],
  parts: [
    part(
      asked('GET', '/api/v1/pods?limit=500'),
      'api',
      'A list carries the resourceVersion at which it was true.',
      'list 带有它成立时的 resourceVersion。',
    ),
    part(
      asked('GET', '/api/v1/pods?watch=true&resourceVersion=0&fieldSelector=spec.nodeName=node-1'),
      'api',
      'A watch as the kubelet of node-1 has one: only Pods of that node. It stays open; leave it so.',
      '与 node-1 的 kubelet 一样的 watch：只看该节点的 Pod。它保持打开，请勿关闭。',
    ),
    part(
      asked('GET', '/api/v1/pods?watch=true&resourceVersion=0&fieldSelector=spec.nodeName='),
      'api',
      'And one for Pods without a node. (The scheduler asks for more than these: for all that are not Succeeded or Failed.)',
      '再开一个只看未指定节点的 Pod。（调度器请求的不止这些：凡不是 Succeeded 或 Failed 的都要。）',
    ),
    part(
      typed('kubectl create deployment web --image=nginx:1.27 --replicas=2'),
      'api',
      'Each Pod is ADDED to the second stream when it is made, and DELETED from it when it gets a node: it no longer matches. The first stream hears only of the Pod that lands on node-1. On the map the line from etcd to the API server carries all of it.',
      '每个 Pod 创建时在第二个流中为 ADDED，分配节点后变为 DELETED：因为不再匹配。第一个流只得知落在 node-1 上的 Pod。图中从 etcd 到 API 服务器的线路承载全部变化。',
    ),
    part(
      { type: 'hang-up', request: 3 },
      'informers',
      'The kubelet of node-1 holds what the first stream brought: its one Pod.',
      'node-1 的 kubelet 保存着第一个流带来的内容：它的那一个 Pod。',
      { informer: 'kubelet/node-1/pods?fieldSelector=spec.nodeName=node-1' },
    ),
    part(
      { type: 'hang-up', request: 2 },
      'informers',
      'In the controller manager one informer of Pods serves many controllers: “used by” and its listeners say which.',
      '在控制器管理器中，一个 Pod informer 服务许多控制器：“使用者”和监听器列表说明了是哪些。',
      { informer: 'kube-controller-manager/pods' },
    ),
  ],
};
