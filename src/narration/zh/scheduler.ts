import type { scheduler as steps } from '../../steps/scheduler.ts';
import type { Texts } from '../text.ts';

const WHY_BOUND = '调度器的工作到此为止，它从不启动任何东西。该节点的 kubelet 会通过自己的监视看到这个 Pod。';

export const scheduler: Texts<typeof steps> = {
  enqueued: {
    say: ({ queue, event }) => `{subject} 进入调度器的 **${queue} 队列**（${event}）。`,
    why: '没有节点的 Pod 就是调度器的工作。活动队列先按优先级、再按到达顺序处理；刚刚失败过的 Pod 先在退避队列中休息。',
  },
  gated: {
    say: '{subject} 带有**调度门控**：暂不考虑。',
    why: '门控是 Pod 规约中的一个标记，意思是“还不行”。设置它的一方会在允许调度时把它去掉，例如配额获批之后。',
  },
  dequeued: {
    say: '{subject} 离开调度器的队列。',
    why: '它被删除了，或者别人已给它指定了节点。没有什么可决定的了。',
  },
  podBound: {
    say: ({ node, assumed }) =>
      assumed ? `监视证实 {subject} 位于 **${node}**：假定变成了事实。` : `调度器记下 {subject} 位于 **${node}**。`,
    why: '调度器对节点的认识来自已有节点的 Pod。它在作出决定后的假定，会被 API server 的说法取代。',
  },
  podGone: {
    say: '{subject} 不再占用 **{node}** 的资源。',
    why: '它的资源请求重新空闲。因空间不足而失败的 Pod 可能值得再试一次。',
  },
  nodeChanged: {
    say: '调度器眼中的节点 {subject} 发生变化：**{change}**。',
    why: '节点的容量、标签和污点决定 Pod 可以去哪里。变化可能帮到先前没有找到位置的 Pod，所以会询问相关插件。',
  },
  popped: {
    say: '轮到 **{subject}**，还有 {waiting} 个 Pod 在等待。第 {attempt} 次尝试。',
    why: '调度器一次只为一个 Pod 作决定，这样每个决定都能看到前一个的结果。与 API server 的通信在旁边进行，不会阻塞队列。',
  },
  skipped: {
    say: '{subject} 被**跳过**：{why}。',
    why: '在排队与轮到它之间，这个 Pod 被删除了。再为它找位置是白费力气。',
  },
  snapshot: {
    say: '调度器取得集群的快照：**{nodes} 个节点**，其上有 {pods} 个 Pod。',
    why: '决定基于一份一致的视图，由监视保持最新。作决定期间不会向 API server 发送任何请求。',
  },
  preFilter: {
    say: ({ active, skipped, rejectedBy }) =>
      rejectedBy === undefined
        ? `**PreFilter**：${active} 个过滤插件有话要说，${skipped} 个与此 Pod 无关。`
        : `**PreFilter**：${rejectedBy} 对所有节点都拒绝此 Pod。`,
    why: '每个插件先把对各节点都要用到的内容计算一次。与此 Pod 无关的插件在这里退出，之后不再有任何开销。',
  },
  filterPlugin: {
    say: '过滤插件 **{plugin}**：拒绝 {refused} 个节点，还剩 {passed} 个。',
    why: '过滤插件对每个节点回答“行”或“不行”。第一个“不行”就是结论，之后的插件不再看这个节点。',
  },
  filtered: {
    say: '查看了 {evaluated} 个节点，其中 **{feasible}** 个可以运行 {subject}。',
    why: '过滤找出 Pod 可以去哪里，打分找出去哪里最好。在大集群中，找到足够多的可行节点后调度器就不再继续查看。',
  },
  preScore: {
    say: '**PreScore**：{active} 个插件将打分，{skipped} 个没有意见。',
    why: '只有在有选择余地时才需要打分。若只有一个可行节点，调度器直接选它。',
  },
  scorePlugin: {
    say: '打分插件 **{plugin}**（权重 {weight}）：{lowest} 到 {highest} 分。',
    why: '归一化之后，每个插件给每个可行节点 0 到 100 分。权重表示它的意见在总分中占多大比重。',
  },
  selected: {
    say: ({ node, total, feasible, tied }) =>
      feasible === 1
        ? `只有 **${node}** 可行：{subject} 就去那里。`
        : `**${node}** 以 ${total} 分胜出${tied > 1 ? `（${tied} 个同分节点中随机选出）` : ''}。`,
    why: '所有插件的分数乘以各自的权重再相加。同分时调度器随机抽取，使各节点均匀填充。',
  },
  assumed: {
    say: '调度器**假定** {subject} 位于 {node}，然后继续工作。',
    why: '写入需要时间，而下一个 Pod 不能占用已经许诺出去的空间。所以在 API server 知道之前，这个决定已计入调度器自己的缓存。',
  },
  reserved: {
    say: '**Reserve**：插件为 {subject} 在 {node} 上预留所需资源。',
    why: '绑定之前可能需要预留卷和设备。如果之后有任何失败，预留会按相反的顺序撤销。',
  },
  permitted: {
    say: '**Permit**：没有插件反对 {subject} 去 {node}。',
    why: '插件可以在这里允许、拒绝或让 Pod 等待，例如等到一组 Pod 都有了位置。默认情况下没有插件这样做。',
  },
  preBind: {
    say: '**PreBind**：即将把 {subject} 绑定到 {node}。',
    why: '如果有卷，会在这里绑定到节点。这一步与后续的调度决定并行进行。',
  },
  binding: {
    say: '调度器**提交一个 Binding**：{subject} 属于 {node}。',
    why: '调度器不直接修改 Pod。它创建一个 Binding，由 API server 在一次写入中设置 spec.nodeName 和 PodScheduled 状况。',
  },
  bound: { say: '{subject} 已**绑定**到 {node}。', why: WHY_BOUND },
  boundFirst: { say: '第一个 Pod 有了节点：{subject} 已**绑定**到 {node}。', why: WHY_BOUND },
  bindFailed: {
    say: '将 {subject} 绑定到 {node} **失败**：{error}。',
    why: '假定被撤回，稍后再为这个 Pod 尝试。期间可能有人删除或绑定了它。',
  },
  unschedulable: {
    say: '**没有节点**可以运行 {subject}：{message}',
    why: '消息按原因统计了所有节点。Pod 停留在 Pending 并等待；当发生的变化有可能帮到拒绝它的插件时，才会再次尝试。',
  },
  statusUnchanged: {
    say: '{subject} 的状态已经这样写着，无需写入。',
    why: '重复写入只会多耗一个修订版本，并惊动所有监视者。',
  },
  parked: {
    say: '{subject} 等待与 **{plugins}** 有关的变化。',
    why: '每个插件都知道哪些事件可能改变它的看法：新节点、被删除的 Pod、不同的标签。其他事件不会唤醒这个 Pod。',
  },
  preempting: {
    say: '{subject} 可以取代 {node} 上 **{victims}** 个优先级较低的 Pod。',
    why: '没有合适的位置时，调度器会寻找移走次要 Pod 之后就能满足的节点，并尽量减少影响。这个 Pod 被提名到该节点，等待被驱逐者离开。',
  },
  victim: {
    say: '{subject} 必须在 {node} 上为 {preemptor} **让位**。',
    why: '被抢占的 Pod 会得到一个说明原因的状况，然后按正常的宽限期删除。它的控制器会在别处创建替代者。',
  },
};
