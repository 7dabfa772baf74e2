import type { Scenario } from '../scenario.ts';
import { part, typed } from '../typed.ts';
import { POD_WATCHER } from './pod-watcher-manifest.ts';

const FILE = 'pod-watcher.yaml';
const PODS = 'pods.yaml';
const FOURTH = 'pod-4.yaml';
const NAME = 'pod-watcher/pods';
const LOOK = { informer: NAME };

const podOn = (name: string, node: string, namespace = 'default') => `apiVersion: v1
kind: Pod
metadata:
  name: ${name}
  namespace: ${namespace}
spec:
  nodeName: ${node}
  containers:
  - name: main
    image: nginx:1.27
`;
const FIRST = [
  podOn('pod-1', 'node-123'),
  podOn('pod-2', 'node-123'),
  podOn('pod-abc', 'node-123', 'kube-system'),
  podOn('pod-3', 'node-456'),
].join('---\n');
const WATCHER = POD_WATCHER.replace(
  'serviceAccountName: pod-watcher\n',
  'serviceAccountName: pod-watcher\n  nodeName: node-789\n',
);

const machine = (name: string, at: number) => ({
  name,
  address: `10.123.0.${at}`,
  podCIDR: `10.244.${at}.0/24`,
});

/** Indexers, indices, index and sets, with an index of one's own. */
export const indexOfYourOwn: Scenario = {
  id: 'index',
  place: 5,
  topics: ['2.14', '2.13'],
  title: { en: 'Which Pods run on node-456? An index answers', zh: 'node-456 上有哪些 Pod？由索引回答' },
  goal: {
    en: 'Without an index one would have to look at every Pod. With the indexer byNode the store keeps for each node the set of keys of its Pods. Watch the sets while pod-4 is added on node-456, then look that value up: Indices → index byNode → the set of node-456 → two keys → two objects. Then define an index of your own in the informers panel.',
    zh: '没有索引就得逐个查看 Pod。有了索引器 byNode，存储会为每个节点保存其 Pod 键的集合。观察在 node-456 上新增 pod-4 时集合的变化，再查询该值：Indices → Index byNode → node-456 的集合 → 两个键 → 两个对象。然后在 informer 面板中定义自己的索引。',
  },
  cluster: {
    nodes: 3,
    latencies: 'realistic',
    machines: [machine('node-123', 11), machine('node-456', 12), machine('node-789', 13)],
  },
  files: [
    { name: FILE, text: WATCHER },
    { name: PODS, text: FIRST },
    { name: FOURTH, text: podOn('pod-4', 'node-456') },
  ],
  parts: [
    part(
      typed(`kubectl apply -f ${PODS}`, { [PODS]: FIRST }),
      'object',
      'Four Pods, placed by hand: three on node-123, one on node-456.',
      '四个手动指定节点的 Pod：三个在 node-123，一个在 node-456。',
      { subject: 'pods/default/pod-1' },
    ),
    part(
      typed(`kubectl apply -f ${FILE}`, { [FILE]: WATCHER }),
      'informers',
      'A program with the indexer byNode on node-789. At the end its index has: node-123 → {default/pod-1, default/pod-2, kube-system/pod-abc}, node-456 → {default/pod-3}, node-789 → {default/pod-watcher}.',
      'node-789 上的程序带有索引器 byNode。最后索引为：node-123 → {default/pod-1, default/pod-2, kube-system/pod-abc}，node-456 → {default/pod-3}、node-789 → {default/pod-watcher}。',
      LOOK,
    ),
    part(
      typed(`kubectl apply -f ${FOURTH}`, { [FOURTH]: podOn('pod-4', 'node-456') }),
      'informers',
      'The function of byNode is called with pod-4, gives [node-456], and the key default/pod-4 joins that set; no other set of byNode is touched. The index namespace, which every such informer has, gets the key too.',
      '以 pod-4 调用 byNode 的函数，得到 [node-456]，键 default/pod-4 加入该集合；byNode 的其他集合不受影响。这类 informer 都有的 namespace 索引也得到该键。',
      LOOK,
    ),
    part(
      { type: 'look-up', informer: NAME, index: 'byNode', value: 'node-456' },
      'informers',
      'The way of the lookup: the index, the set, the two objects.',
      '查询路径：索引、集合、两个对象。',
      LOOK,
    ),
    part(
      { type: 'index', informer: NAME, index: 'byPhase', path: 'status.phase' },
      'informers',
      'An index of your own, over what is in the cache already: each Pod by its phase. Type another into the form below the indices.',
      '自己的索引，作用于缓存中已有的对象：按阶段归类每个 Pod。可在 indices 下方的表单中再定义一个。',
      LOOK,
    ),
    part(
      typed('kubectl delete pod pod-3 --now'),
      'informers',
      'A key goes: while pod-3 ends it stays in its sets; when it is deleted it leaves all of them.',
      '键的离开：pod-3 结束过程中仍在各集合里；删除后从所有集合中移除。',
      LOOK,
    ),
    part(
      { type: 'look-up', informer: NAME, index: 'byPhase', value: 'Running' },
      'informers',
      'All five that run, by one look at one set.',
      '查看一个集合即可得到全部五个正在运行的 Pod。',
      LOOK,
    ),
  ],
};
