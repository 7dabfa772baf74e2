import type { replicasetSteps } from '../../steps/replicaset.ts';
import type { Texts } from '../text.ts';

export const replicaset: Texts<typeof replicasetSteps> = {
  sync: {
    say: ({ want, have }) => `ReplicaSet {subject} 想要 **${want}** 个 Pod，现有 **${have}** 个。`,
    why: '控制器不问发生了什么，只把期望数量与缓存中的 Pod 相比，并根据差额行动；因此任何意外它都用同一种方式修复。',
  },
  gone: {
    say: 'ReplicaSet {subject} 已不存在：无事可做。',
    why: '键可能比对象在队列里活得更久。它的 Pod 由垃圾收集器处理。',
  },
  stale: {
    say: '{resource} 的缓存还没有反映控制器自己的上一次写入：先等待。',
    why: '根据比自己的写入还旧的缓存行动会数错。从 1.36 起，控制器记住自己写入的修订版本，等缓存赶上之后再处理。',
  },
  createPods: {
    say: ({ missing }) => `还缺 **${missing}** 个 Pod：ReplicaSet {subject} 请求创建它们。`,
    why: '它们按 1、2、4、8…… 分批创建。如果第一个就被拒绝（例如因为配额），其余的也会被拒绝，就不再尝试。',
  },
  batch: {
    say: ({ size, remaining }) => `并行创建一批 **${size}** 个；还剩 ${remaining} 个。`,
    why: '每成功一批，下一批加倍。这样控制器在遇到问题时只会发出少量失败的请求。',
  },
  batchFailed: {
    say: '有一个 Pod 无法创建：{message}。其余 {skipped} 个这次不再尝试。',
    why: '没有尝试的数量会从期望中扣除，以免妨碍下一次尝试。这个键会以越来越长的间隔重试。',
  },
  rank: {
    say: ({ surplus, candidates }) => `${candidates} 个 Pod 中多出 **${surplus}** 个：排出谁先离开的顺序。`,
    why: '价值最低的先走：未调度的、Pending 的、未就绪的、删除代价低的、在同一节点上扎堆的、就绪时间短的、重启次数多的、较新的。年龄只按数量级比较，以免总是选中同样的 Pod。',
  },
  victim: {
    say: ({ position, reason }) => `{subject} 排在第 **${position}** 位离开，它排在下一个之前的原因：${reason}。`,
    why: '由两个 Pod 第一个不同的判据决定。节点上相关 Pod 的数量也包括同一 Deployment 的其他 ReplicaSet 的 Pod。',
  },
  deletePods: {
    say: '同时删除 **{surplus}** 个 Pod。',
    why: '删除只是做标记：kubelet 停止容器之后才真正移除。控制器从此刻起不再把它们计算在内。',
  },
  adopt: {
    say: 'Pod **{pod}** 符合选择器且没有属主：{subject} 收养它。',
    why: '选择器匹配的对象归控制器所有，除非已有别的属主。收养之前控制器会实时读取自己，以免在被删除时还去收养。',
  },
  release: {
    say: 'Pod **{pod}** 不再匹配：{subject} 放开它。',
    why: '修改标签就能把 Pod 移出 ReplicaSet，后者随即另建一个。想保留一个有问题的 Pod 仔细检查时，这个办法很方便。',
  },
  writeStatus: {
    say: ({ replicas, ready, available }) =>
      `ReplicaSet {subject} 报告 **${replicas}** 个 Pod，${ready} 个就绪，${available} 个可用。`,
    why: '状态是控制器看到的，而不是期望的。Deployment 控制器监视它，并据此判断发布进行到哪里。',
  },
  statusUnchanged: {
    say: '{subject} 的状态仍然属实：什么也不写。',
    why: '每次写入都会唤醒所有监视者，所以控制器只在有变化时才写。',
  },
};
