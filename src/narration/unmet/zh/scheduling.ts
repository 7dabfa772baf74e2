import type { HoldWords } from '../args.ts';

const rest = (others: number) => (others === 0 ? '' : '，另有 {others} 个节点因其他原因拒绝');

/** Pod 为何不在任何节点上。 */
export const scheduling: HoldWords<
  | 'gated'
  | 'claimUnbound'
  | 'claimMissing'
  | 'noNode'
  | 'nodesRefuse'
  | 'insufficient'
  | 'fullNodes'
  | 'tainted'
  | 'cordoned'
  | 'noSuchNode'
  | 'nearNode'
  | 'portTaken'
  | 'nominated'
  | 'preempted'
> = {
  gated: {
    say: 'Pod {pod} 带着调度门 **{gates}**，在它被移除之前不会被调度',
    change: '由设置调度门的一方在 Pod 可以运行时移除它。',
  },
  claimUnbound: {
    say: 'Pod {pod} 在等待申领 **{claim}**，而它还没有卷',
    change: '看看是什么阻碍了申领 {claim}。',
  },
  claimMissing: {
    say: 'Pod {pod} 在等待申领 **{claim}**，而它不存在',
    change: '创建 PersistentVolumeClaim {claim}。',
  },
  noNode: { say: '没有节点接纳 Pod {pod}（{message}）', change: '查看调度器的决策。' },
  nodesRefuse: {
    say: ({ others }) => `没有节点接纳 Pod {pod}：{count} {reason}${rest(others)}`,
    change: '查看调度器的决策。',
  },
  insufficient: {
    say: ({ others }) =>
      `Pod {pod} 要求 **{asked}** {resource}，{count} 个节点最多只剩 **{free}**（{node}，还差 {short}）${rest(others)}`,
    change: '少要求一些 {resource}，在 {node} 上腾出 {short}，或增加一个节点。',
  },
  fullNodes: {
    say: ({ others }) => `{count} 个节点都已装满 {room} 个 Pod${rest(others)}`,
    change: '移除一些 Pod，或增加一个节点。',
  },
  tainted: {
    say: ({ others, count }) =>
      `Pod {pod} 不容忍${count === 1 ? ' {node} ' : '包括 {node} 在内 {count} 个节点'}的污点 **{taint}**${rest(others)}`,
    change: '为 Pod 添加容忍度，或去掉该污点。',
  },
  cordoned: {
    say: ({ others, count }) =>
      `${count === 1 ? '{node}' : '包括 {node} 在内的 {count} 个节点'}被封锁，**不接纳新的 Pod**${rest(others)}`,
    change: '解除一个节点的封锁，或增加一个节点。',
  },
  noSuchNode: {
    say: ({ others }) => `Pod {pod} 想要带有 **{label}** 的节点，{count} 个节点都没有这个标签${rest(others)}`,
    change: '给某个节点加上标签，或修改 Pod 的 nodeSelector。',
  },
  nearNode: {
    say: ({ others }) => `Pod {pod} 想要带有 **{label}** 的节点，而 {node} 的标签是 **{near}**${rest(others)}`,
    change: '让 nodeSelector 与某个节点的标签一致。',
  },
  portTaken: {
    say: ({ others }) => `Pod {pod} 想要的主机端口 **{port}** 在 {count} 个节点上已被占用${rest(others)}`,
    change: '换一个主机端口，或让 Pod 少于节点。',
  },
  nominated: {
    say: '优先级为 {priority} 的 Pod {pod} 将得到 **{node}**，在等其上的 {victims}（{count} 个）让出位置',
    change: '给它们结束所需的时间，或看看它们为何没有退出。',
  },
  preempted: {
    say: '优先级为 **{own}** 的 Pod {pod} 在 {node} 上让位给了优先级为 **{priority}** 的 Pod **{by}**',
    change: '增加一个节点，让 {by} 少要求一些，或给 {pod} 一个自己的 PriorityClass。',
  },
};
