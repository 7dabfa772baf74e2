import type { PanelName, Said } from './words.ts';

interface TopicText extends Said {
  /** The tab in which it is seen best. */
  readonly panel: PanelName;
}

/** Everything that can be watched here, in four chapters; each is part of a scenario at least. */
export const TOPICS = {
  // Watching and access
  '0.1': {
    panel: 'object',
    en: 'What is declared and what is: change one object, watch it converge',
    zh: '声明与现状：修改一个对象，看它收敛',
  },
  '0.2': {
    panel: 'object',
    en: 'A Pod’s phase and conditions, filled in by one component after another',
    zh: 'Pod 的阶段与状况由各组件依次填入',
  },
  '0.3': {
    panel: 'api',
    en: 'Who lists and watches what, and where a watch is filtered',
    zh: '谁在 list 和 watch 什么，watch 在哪里过滤',
  },
  '0.4': {
    panel: 'informers',
    en: 'A watch that breaks: going on from the last revision, 410 Gone, the new list',
    zh: 'watch 中断：从上次的版本继续、410 Gone、重新 list',
  },
  '0.5': {
    panel: 'informers',
    en: 'A factory, an informer, a lister, and three handlers',
    zh: 'factory、informer、lister 和三个处理函数',
  },
  '0.6': {
    panel: 'access',
    en: 'A person by certificate, a Pod by token, and the three mounted files',
    zh: '用户凭证书、Pod 凭令牌，以及挂载的三个文件',
  },
  '0.7': {
    panel: 'access',
    en: 'Roles and bindings: refused, granted, allowed; paths that are no resources',
    zh: '角色与绑定：被拒、授权、放行；非资源路径',
  },
  '0.8': {
    panel: 'api',
    en: 'A resource of one’s own, from its definition to its end',
    zh: '自定义资源：从定义到删除',
  },
  '0.9': {
    panel: 'api',
    en: 'Definitions in depth: schema, pruning, versions, subresources; aggregated servers',
    zh: '深入 CRD：模式、裁剪、版本、子资源；聚合服务器',
  },
  // From Enter to Running
  '1.1': {
    panel: 'step',
    en: 'What kubectl refuses by itself, and what only the server can refuse',
    zh: 'kubectl 自己拒绝的与只有服务器能拒绝的',
  },
  '1.2': {
    panel: 'step',
    en: 'How a command becomes an object: generators then, run and create today',
    zh: '命令如何变成对象：过去的 generator 与今天的 run、create',
  },
  '1.3': {
    panel: 'step',
    en: 'Discovery the first time, its cache the second time',
    zh: '第一次发现 API，第二次使用缓存',
  },
  '1.4': {
    panel: 'access',
    en: 'How a client finds its kubeconfig and says who it is',
    zh: '客户端如何找到 kubeconfig 并证明自己是谁',
  },
  '1.5': { panel: 'access', en: 'Every authenticator, in order, with its answer', zh: '按顺序逐个认证器及其回答' },
  '1.6': {
    panel: 'access',
    en: 'Every authorizer, in order, each switched on and off',
    zh: '按顺序逐个鉴权器，可逐个开关',
  },
  '1.7': {
    panel: 'access',
    en: 'What each admission plugin changes or refuses; a webhook, a policy',
    zh: '每个准入插件改了什么、拒绝什么；webhook 与策略',
  },
  '1.8': { panel: 'etcd', en: 'The key, the revision and the answer of a write', zh: '一次写入的键、版本与响应' },
  '1.9': {
    panel: 'queues',
    en: 'Deployment controller, ReplicaSet controller, scheduler',
    zh: 'Deployment 控制器、ReplicaSet 控制器、调度器',
  },
  '1.10': {
    panel: 'node',
    en: 'The kubelet, the runtime, the pod network, another host',
    zh: 'kubelet、运行时、Pod 网络、跨主机',
  },
  // Inside the components
  '2.1': { panel: 'step', en: 'All components on one map, each opened', zh: '一张图上的全部组件，逐个打开' },
  '2.2': {
    panel: 'queues',
    en: 'Wanted and actual: four mechanisms at work on one object',
    zh: '期望与实际：四种机制作用于同一对象',
  },
  '2.3': {
    panel: 'scheduler',
    en: 'Requests, limits, allocatable, the plugin matrix, cgroup values',
    zh: 'requests、limits、allocatable、插件矩阵、cgroup 值',
  },
  '2.4': {
    panel: 'step',
    en: 'The making of a Pod in twelve steps, with a ReplicationController as it once was',
    zh: '创建 Pod 的十二步，使用历史上的 ReplicationController',
  },
  '2.5': { panel: 'node', en: 'What a kubelet does on its node', zh: 'kubelet 在节点上的职责' },
  '2.6': {
    panel: 'network',
    en: 'One Service in every mode of kube-proxy',
    zh: '同一个 Service 在 kube-proxy 各模式下',
  },
  '2.7': { panel: 'network', en: 'A node port, rule by rule, with counters', zh: 'NodePort 逐条规则走查与计数' },
  '2.8': { panel: 'api', en: 'The forms of a path', zh: '路径的形式' },
  '2.9': { panel: 'api', en: 'A definition as a table', zh: '把 CRD 当作一张表' },
  '2.10': { panel: 'step', en: 'What kubectl sends and gets, printed with -v', zh: '用 -v 打印 kubectl 的收发内容' },
  '2.11': {
    panel: 'access',
    en: 'Three examples of rights: a role, a cluster role, a person',
    zh: '三个授权示例：Role、ClusterRole、用户',
  },
  '2.12': { panel: 'api', en: 'The five types of watch events on a raw stream', zh: '原始流上的五种 watch 事件' },
  '2.13': {
    panel: 'informers',
    en: 'Inside an informer: reflector, queue, indexer, listeners',
    zh: 'informer 内部：reflector、队列、indexer、监听器',
  },
  '2.14': {
    panel: 'informers',
    en: 'Indexers, indices, index, sets; an index of your own',
    zh: 'Indexers、Indices、Index、集合；定义自己的索引',
  },
  '2.15': { panel: 'informers', en: 'One informer shared by several controllers', zh: '多个控制器共享一个 informer' },
  // Extending
  '3.1': {
    panel: 'api',
    en: 'Requests to a custom resource: read, made, replaced, checked, stored',
    zh: '对自定义资源的请求：读取、创建、替换、校验、存储',
  },
  '3.2': {
    panel: 'etcd',
    en: 'etcd: leases, watches, locks, members, a round of Raft, keys',
    zh: 'etcd：租约、监视、锁、成员、一轮 Raft、键布局',
  },
  '3.3': { panel: 'api', en: 'The tree of paths and what each resource can do', zh: 'REST 路径树与各资源的动词' },
  '3.4': {
    panel: 'access',
    en: 'An administrator’s ServiceAccount and its token, from outside',
    zh: '管理员 ServiceAccount 及其令牌，从集群外访问',
  },
  '3.5': { panel: 'api', en: 'A watch over HTTP, in both forms', zh: 'HTTP 上的 watch，两种形式' },
  '3.6': {
    panel: 'informers',
    en: 'An informer with a resync period and a wait for its cache',
    zh: '带重同步周期并等待缓存同步的 informer',
  },
  '3.7': { panel: 'queues', en: 'An operator at work', zh: '工作中的 operator' },
  '3.8': { panel: 'api', en: 'Health, metrics, version, OpenAPI', zh: '健康、指标、版本、OpenAPI' },
} as const satisfies { readonly [id: string]: TopicText };

export type TopicId = keyof typeof TOPICS;
