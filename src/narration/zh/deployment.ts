import type { deploymentSteps } from '../../steps/deployment.ts';
import type { Texts } from '../text.ts';

export const deployment: Texts<typeof deploymentSteps> = {
  sync: {
    say: ({ replicas, replicaSets }) =>
      `Deployment {subject} 想要 **${replicas}** 个 Pod，现有 ${replicaSets} 个 ReplicaSet。`,
    why: 'Deployment 从不直接创建 Pod。它管理 ReplicaSet，每个版本的 Pod 模板对应一个，并通过改变它们的大小把 Pod 从旧的移到新的。',
  },
  gone: {
    say: 'Deployment {subject} 已不存在：无事可做。',
    why: '它的 ReplicaSet 把它记为属主，由垃圾收集器清除。',
  },
  selectsAll: {
    say: '{subject} 的选择器是空的，会选中所有 Pod：控制器拒绝处理。',
    why: '空选择器匹配命名空间里的一切，控制器会因此接管别人的 Pod。',
  },
  adopt: {
    say: 'ReplicaSet **{replicaSet}** 符合选择器且没有属主：{subject} 收养它。',
    why: 'Deployment 被单独删除又重建之后，就是这样找回自己的 ReplicaSet 的。',
  },
  release: {
    say: 'ReplicaSet **{replicaSet}** 不再匹配：{subject} 放开它。',
    why: '归属跟随选择器；不匹配的就由它自己去。',
  },
  newReplicaSet: {
    say: ({ replicaSet, replicas }) =>
      `还没有 ReplicaSet 使用这个 Pod 模板：创建 **${replicaSet}**，大小为 ${replicas}。`,
    why: '它的名字以 Pod 模板的哈希结尾，同一个哈希还成为 Pod 的标签和选择器的一部分，所以同一 Deployment 的两个版本不会争抢 Pod。它的大小遵守滚动更新允许的超出量。',
  },
  foundReplicaSet: {
    say: '**{replicaSet}** 正好使用这个 Pod 模板：它就是新的 ReplicaSet，版本 {revision}。',
    why: '比较模板时不看哈希标签。如果某个旧 ReplicaSet 的模板正是想要的（例如回滚之后），它就再次成为新的。',
  },
  annotateReplicaSet: {
    say: '**{replicaSet}** 得到 Deployment 的注解，成为版本 **{revision}**。',
    why: 'kubectl 显示的历史就保存在 ReplicaSet 的注解里。再次成为新版本的 ReplicaSet 得到下一个编号，并记住旧的编号。',
  },
  hashCollision: {
    say: '已有另一个 ReplicaSet 名为 **{replicaSet}**：重新计算哈希。',
    why: '记录冲突次数会改变下一次的哈希。这几乎不会发生。',
  },
  createFailed: {
    say: 'ReplicaSet **{replicaSet}** 无法创建：{message}。',
    why: '失败会显示为状况和事件；这个键会以越来越长的间隔重试。',
  },
  scalingEvent: {
    say: ({ annotated, replicas }) => `期望的大小从 ${annotated} 变为 **${replicas}**：这次协调只做扩缩容。`,
    why: '每个 ReplicaSet 都记着上次扩缩容时 Deployment 想要的大小。两者不同，就说明有人对 Deployment 做了扩缩容；先处理它，再继续发布。',
  },
  proportion: {
    say: '**{replicaSet}** 从 {size} 变为 {target}：这是它分到的份额。',
    why: '发布进行中改变大小时，按各 ReplicaSet 的大小分摊。这样即使新版本有问题，扩容也不会让它成为多数。',
  },
  rollout: {
    say: ({ total, desired, surge, unavailable }) =>
      `滚动更新：计划 **${total}** 个 Pod，期望 ${desired} 个，最多多 ${surge} 个、少 ${unavailable} 个。`,
    why: '超出量的百分比向上取整，不可用量的向下取整，所以默认的 25% 总能有所推进，又不会中断太多。每次协调要么扩大新的，要么缩小旧的，不会同时进行。',
  },
  scaleDownBudget: {
    say: ({ budget }) => (budget > 0 ? `现在可以移除 **${budget}** 个旧 Pod。` : '现在还不能移除旧 Pod。'),
    why: '可以移除的数量等于计划总数减去必须可用的数量，再减去尚未可用的新 Pod。新 Pod 启动期间旧的保持不动：更新因此是安全的。',
  },
  recreate: {
    say: ({ oldPods }) =>
      oldPods > 0 ? `还有 **${oldPods}** 个旧 Pod 在运行：新的先等待。` : '旧 Pod 已全部结束：可以启动新的。',
    why: '使用 Recreate 策略时，新旧版本绝不同时运行，代价是服务中断。',
  },
  scaleReplicaSet: {
    say: ({ replicaSet, from, to }) => `**${replicaSet}** 的大小从 ${from} 改为 **${to}**。`,
    why: 'Deployment 控制器对 Pod 所做的仅此一次写入。ReplicaSet 控制器通过监视得知后，再去创建或删除 Pod。',
  },
  condition: {
    say: '状况 **{type}** 变为 {status}：{reason}。',
    why: '人和工具看的就是状况：Available 表示有足够的 Pod 在工作，Progressing 表示发布在推进或已经完成。',
  },
  writeStatus: {
    say: ({ replicas, updated, available }) =>
      `Deployment {subject} 报告 ${replicas} 个 Pod，其中 **${updated}** 个是新版本，**${available}** 个可用。`,
    why: '写入时带着控制器缓存中的修订版本。如果其间有别的写入（往往是控制器自己刚写的），服务器答复 409 Conflict；键重新入队，下一次协调会看到较新的对象。这不是错误，而是乐观并发的工作方式。',
  },
  complete: {
    say: '发布**完成**：所有 Pod 都属于 {replicaSet} 并且可用。',
    why: '当新 Pod 数、Pod 总数和可用 Pod 数都等于期望数时，发布就完成了。kubectl rollout status 等待的正是这一刻。',
  },
  statusUnchanged: {
    say: '{subject} 的状态仍然属实：什么也不写。',
    why: '每次写入都会唤醒所有监视者，所以控制器只在有变化时才写。',
  },
  deadline: {
    say: '进度期限过后会再次检查这个 Deployment。',
    why: '如果在 progressDeadlineSeconds 内毫无进展，就没有事件来唤醒控制器，所以它给自己定了闹钟。卡住的发布只会被报告，不会被撤销。',
  },
  cleanUp: {
    say: '旧的 ReplicaSet **{replicaSet}** 超出了版本数量上限：删除它。',
    why: '大小为零的旧 ReplicaSet 就是回滚所需的历史。除非 revisionHistoryLimit 另有规定，只保留最新的十个。',
  },
  rollback: {
    say: '注解要求回滚到版本 {revision}：{outcome}。',
    why: '旧的客户端用注解请求回滚；kubectl 现在直接修改模板。',
  },
  failed: {
    say: ({ reason, retries }) => `{subject} 的协调失败：**${reason}**；将进行第 ${retries + 1} 次重试。`,
    why: '失败的键会在一段等待之后放回队列，等待从 5 毫秒开始每次加倍。失败十五次之后，控制器改为等待下一个事件。',
  },
};
