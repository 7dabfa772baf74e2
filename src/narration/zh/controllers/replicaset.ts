import type { replicasetSteps } from '../../../steps/controllers/replicaset.ts';
import type { Texts } from '../../text.ts';

const REASONS: { readonly [reason: string]: string | undefined } = {
  unassigned: '它还**没有节点**',
  phase: '它还**没有运行**',
  'not ready': '它**没有就绪**',
  'deletion cost': '它的**删除代价**较低',
  'doubled up on its node': '它所在的**节点**上同一属主的 Pod 更多',
  'ready for less time': '它**就绪的时间较短**',
  restarts: '它**重启的次数较多**',
  younger: '它**比较新**',
  uid: '两者差不多新旧，按 **uid** 排序',
  equal: '两者没有区别',
};

const WHY_OWNER =
  '哪些 Pod 算数由两点共同决定：标签要匹配选择算符，属主引用要指向它。所以想保留一个 Pod 来排查问题，去掉它的标签即可：它会继续运行，同时会有新的 Pod 来替补。';

export const replicaset: Texts<typeof replicasetSteps> = {
  sync: {
    say: ({ want, have, terminating, satisfied }) =>
      `控制器协调 **{subject}**：**期望 {want} 个**，**现有 {have} 个**${terminating > 0 ? '，另有 {terminating} 个正在终止' : ''}${
        satisfied ? (want === have ? '，无事可做' : '') : '。上次请求的结果还没有全部看到，所以**暂不行动**'
      }。`,
    why: '控制器比较两个数字并消除差距，至于差距从何而来，它并不关心。正在删除的 Pod 不再计入，所以替补会在它们消失之前就启动。计数依据的是会滞后的缓存，因此只有看到自己上次写入的结果之后才会行动。',
  },
  gone: {
    say: '**{subject}** 已经不存在，没有事情可做。',
    why: '键入队时对象还在。它的 Pod 留给垃圾收集器，后者会沿着属主引用去处理。',
  },
  stale: {
    say: '**{resource}** 的缓存还没有显示控制器自己上次的写入：**{subject}** 需要等待。',
    why: '根据比自己行动更旧的画面来行动，就会把事情做两遍。控制器记住上次写入的修订版本，等缓存赶上来。',
  },
  createPods: {
    say: ({ batches }) => `**缺少 {missing} 个 Pod**：控制器将创建它们${batches > 1 ? '，分 {batches} 批进行' : ''}。`,
    why: '同一个属主的 Pod 来自同一个模板，可以互换，只有名称不同。发出第一个请求之前，控制器先记下要创建多少个，因为监视可能比答复更早报告新的 Pod。',
  },
  batch: {
    say: ({ size, remaining }) =>
      remaining === size
        ? '请求创建 **{size} 个 Pod**：这是最后一批。'
        : `同时请求创建 **{size} 个 Pod**；顺利的话，之后还有 ${remaining - size} 个。`,
    why: '批次大小逐次加倍：1、2、4……如果配额或准入插件拒绝了第一个 Pod，控制器只白发了一个请求，而不是五百个。',
  },
  batchFailed: {
    say: ({ skipped }) => `创建 Pod 失败${skipped > 0 ? '，**其余 {skipped} 个不再尝试**' : ''}：{message}`,
    why: '拦住一个 Pod 的原因多半也会拦住下一个。跳过的会从期望的创建数中扣除，否则控制器会一直等它们；之后整个键会稍后重试。',
  },
  rank: {
    say: '**多出 {surplus} 个 Pod**：控制器给 {candidates} 个 Pod 排序，决定先删哪些。',
    why: '损失最小的先走：没有节点的，其次没有运行的，再次没有就绪的。都就绪时，优先减少拥挤的节点，并保留经受过更久考验的 Pod。人们常以为最旧的先删，其实往往是最新的。',
  },
  victim: {
    say: ({ reason, position, node }) =>
      `**{subject}**${node === undefined || node === '' ? '' : '（在 {node} 上）'}排在第 ${position + 1} 位：${REASONS[reason] ?? reason}。`,
    why: 'Pod 之间逐项比较，第一个有差别的标准说了算。注解 controller.kubernetes.io/pod-deletion-cost 可以影响这个结果。',
  },
  deletePods: {
    say: '控制器删除 {subject} 的 **{surplus} 个 Pod**。',
    why: '删除其实是请求：Pod 先得到删除时间，再由 kubelet 停止容器。控制器按名称期待这些删除，以免它们还没走完又挑出新的。',
  },
  adopt: {
    say: '{subject} **收养** Pod **{pod}**：它匹配选择算符，并且没有属主。',
    why: WHY_OWNER,
  },
  release: {
    say: '{subject} **放弃** Pod **{pod}**：它的标签已不再匹配。',
    why: WHY_OWNER,
  },
  writeStatus: {
    say: ({ terminating }) =>
      `写入 **{subject}** 的状态：{replicas} 个 Pod，{ready} 个就绪，**{available} 个可用**${terminating > 0 ? '，{terminating} 个正在终止' : ''}。`,
    why: '消息就是这样向上传递的：kubelet 报告 Pod，ReplicaSet 统计 Pod，Deployment 汇总 ReplicaSet。就绪满 minReadySeconds 之后才算可用，这样一启动就倒下的 Pod 不会计入。',
  },
  statusUnchanged: {
    say: '**{subject}** 的状态已经正确，不需要写入。',
    why: '没有新内容的写入会唤醒所有监视，包括控制器自己的，集群就永远安静不下来。',
  },
};
