import type { deploymentSteps } from '../../../steps/controllers/deployment.ts';
import { secondsOf } from '../../facts.ts';
import type { Texts } from '../../text.ts';

const WHY_OWNER =
  '选择算符可能匹配到别人创建的对象，只有控制者属主引用才说明对象归谁，而且一个对象最多只有一个。没有它，两个控制器会争抢同一批对象，各自撤销对方的工作。';

export const deployment: Texts<typeof deploymentSteps> = {
  sync: {
    say: ({ paused }) =>
      `Deployment 控制器协调 **{subject}**：期望 {replicas} 个副本，现有 **{replicaSets} 个 ReplicaSet**${paused ? '，并且处于**暂停**状态' : ''}。`,
    why: '控制器不问发生过什么。它每次都读取期望的状态和现有的状态，朝期望走一步。所以漏掉事件，或者中途重启，都没有关系。',
  },
  gone: {
    say: '**{subject}** 已经不存在，没有事情可做。',
    why: '键入队时对象还在。Deployment 删除之后，它的 ReplicaSet 不归这个控制器管：垃圾收集器会沿着属主引用去处理。',
  },
  selectsAll: {
    say: '**{subject}** 选中了**所有 Pod**：控制器拒绝处理。',
    why: '空的选择算符会匹配命名空间里的一切。照做就意味着接管甚至删除别人的 Pod。',
  },
  adopt: {
    say: '{subject} **收养** ReplicaSet **{replicaSet}**：它匹配选择算符，并且没有属主。',
    why: WHY_OWNER,
  },
  release: {
    say: '{subject} **放弃** ReplicaSet **{replicaSet}**：它的标签已不再匹配。',
    why: WHY_OWNER,
  },
  newReplicaSet: {
    say: '还没有哪个 ReplicaSet 使用这个 Pod 模板：控制器创建 **{replicaSet}**，副本数为 {replicas}。',
    why: 'Deployment 从不创建 Pod。它为 Pod 模板的每个版本保留一个 ReplicaSet，在它们之间移动副本。名称末尾是模板的哈希，所以同样的模板总会找到同一个 ReplicaSet，即使刚创建完还没来得及记录就崩溃也一样。',
  },
  foundReplicaSet: {
    say: ({ revision }) =>
      `ReplicaSet **{replicaSet}** 就是当前的 Pod 模板${revision === '' ? '' : '，对应第 **{revision}** 版'}。`,
    why: '比较的是模板，而不是名称或新旧。所以改回以前的模板时，会重新启用旧的 ReplicaSet，而不是再建一个。',
  },
  annotateReplicaSet: {
    say: 'ReplicaSet **{replicaSet}** 被标记为第 **{revision}** 版。',
    why: 'Deployment 的历史就是它的旧 ReplicaSet，用注解编号。正在使用的那个总是编号最大，所以回滚会给旧的 ReplicaSet 一个新编号。',
  },
  hashCollision: {
    say: '名称 **{replicaSet}** 已被**另一个模板**占用：记下第 {collisions} 次冲突，下一次的哈希会不同。',
    why: '哈希很短，两个模板有可能相同。冲突次数会参与哈希计算，下一次就得到另一个名称。否则这个 Deployment 会永远卡住。',
  },
  createFailed: {
    say: '无法创建 ReplicaSet **{replicaSet}**：{message}',
    why: '原因写进 Progressing 状况和事件里，因为已经没有人在等待答复了。控制器会以越来越长的间隔重试。',
  },
  scalingEvent: {
    say: '**{replicaSet}** 上次按 {annotated} 个副本确定大小，现在期望 **{replicas}** 个：这是**扩缩容**，不是新版本。',
    why: '每个 ReplicaSet 都有一个注解，记录上次确定大小时期望的副本数。这个数变了，控制器就先按比例调整，暂不推进滚动更新。否则在更新途中扩容，新增的 Pod 可能全落在尚未验证的版本上。',
  },
  proportion: {
    say: ({ share }) =>
      share === 0 ? '**{replicaSet}** 保持 {size} 个。' : '**{replicaSet}** 按比例分摊：从 {size} 变为 **{target}**。',
    why: '两个版本并存时，新增的副本按各自的大小分配。万一新版本有问题，只影响新增 Pod 中的一部分。',
  },
  rollout: {
    say: '**{subject}** 的各 ReplicaSet 的规模：期望 {desired} 个副本，合计请求 {total} 个。更新期间最多**多出 {surge} 个**、**少掉 {unavailable} 个**。',
    why: 'maxSurge 规定可以比期望多出几个 Pod，maxUnavailable 规定期望的副本中可以缺几个。控制器在这两个限度内增加新 Pod、减少旧 Pod，每次协调走一步。这就是更新的代价：要么节点有余量，要么服务能力暂时下降。',
  },
  scaleDownBudget: {
    say: ({ budget }) =>
      budget > 0
        ? '可以减少 **{budget} 个旧 Pod**：现有 {total} 个，至少 {minAvailable} 个要可用，新 Pod 中还有 {newUnavailable} 个不可用。'
        : '还不能减少旧 Pod：现有 {total} 个，至少 {minAvailable} 个要可用，新 Pod 中还有 {newUnavailable} 个不可用。',
    why: '新 Pod 可用了才算数。如果新版本一直不就绪，额度就会用完，旧 Pod 会留下：坏镜像只会让更新停住，而不会让服务中断。',
  },
  recreate: {
    say: ({ oldPods }) =>
      oldPods === 0
        ? '**Recreate** 策略：旧 Pod 已全部消失，可以创建新的了。'
        : '**Recreate** 策略：要等 **{oldPods} 个旧 Pod** 全部消失，才创建新的。',
    why: '有些程序不能同时运行两个版本，例如因为锁或数据库结构。代价是中间有一段时间什么都没有在运行。',
  },
  scaleReplicaSet: {
    say: ({ from, to }) =>
      from === to
        ? 'ReplicaSet **{replicaSet}** 保持 {to} 个副本，只更新它所依据的期望数。'
        : `ReplicaSet **{replicaSet}** **${to > from ? '扩容' : '缩容'}**：从 {from} 到 **{to}**。`,
    why: '控制器写下的只是一个数字。ReplicaSet 控制器通过监视看到它，再去创建或删除 Pod。两者从不互相调用。',
  },
  condition: {
    say: ({ reason }) => `状况 **{type}** 变为 **{status}**${reason === '' ? '' : '：{reason}'}。`,
    why: '控制器用状况告诉人和脚本自己进行到哪一步。kubectl rollout status 读的正是这些。',
  },
  writeStatus: {
    say: '**上报** **{subject}** 的状态：{replicas} 个 Pod，{updated} 个是当前版本，{ready} 个就绪，**{available} 个可用**。',
    why: 'spec 属于你，status 属于控制器；两者分开写入，谁也不会覆盖谁。这些数字是各 ReplicaSet 的合计，而 ReplicaSet 又是数 Pod 得来的，所以会稍微滞后。',
  },
  complete: {
    say: '**{subject}** 的更新**完成**：它的 Pod 全部属于 **{replicaSet}**，并且都可用。',
    why: '完成的意思是：每个副本都是当前版本，全部可用，并且没有旧 Pod 留下。此后没有变化就什么也不会发生。旧的 ReplicaSet 以零副本保留，以备回滚。',
  },
  statusUnchanged: {
    say: '**{subject}** 的状态已经正确，不需要写入。',
    why: '每次写入都会产生修订版本，并唤醒所有监视，包括这个控制器自己的。不重复写入，集群才能安静下来。',
  },
  deadline: {
    say: ({ after }) => `如果没有进展，**${secondsOf(after)} 秒**后会再次检查 **{subject}**。`,
    why: '卡住的更新不会产生事件，也就没有谁来唤醒控制器。所以它按进度期限给自己定了闹钟。期限一过，状况会显示 ProgressDeadlineExceeded；不会自动回滚。',
  },
  cleanUp: {
    say: '旧的 ReplicaSet **{replicaSet}** 被**删除**：数量超过了历史保留的上限。',
    why: '保留旧的 ReplicaSet 只是为了能够回滚，默认十个。只删除没有任何 Pod 的，从最旧的开始。',
  },
  rollback: {
    say: ({ outcome }) =>
      outcome === 'rolled back'
        ? '**{subject}** 重新采用**第 {revision} 版**的 Pod 模板。'
        : outcome === 'unchanged'
          ? '第 {revision} 版的模板与现在**相同**，无需回滚。'
          : '要回滚到的版本已经**不存在**。',
    why: '回滚就是用旧模板做一次普通的更新。随后的滚动更新遵守同样的限度，并得到新的版本号。',
  },
  failed: {
    say: ({ reason, retries }) =>
      `**{subject}** 的协调失败${reason === '' ? '' : '（**{reason}**）'}，将会重试${retries === 0 ? '' : '；此前已失败 {retries} 次'}。`,
    why: '最常见的是冲突：缓存稍微落后，其间别人已经写入。用新数据再试一次就好，也正因如此，协调必须随时可以重复而无害。',
  },
};
