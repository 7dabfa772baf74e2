import type { statefulsetSteps } from '../../../steps/controllers/statefulset.ts';
import type { Texts } from '../../text.ts';

const REASONS: { readonly [reason: string]: string | undefined } = {
  'scale down': '数量过多',
  finished: '它的容器已经结束',
  outdated: '它来自旧的模板',
  terminating: '它还在删除中',
  'not ready': '它还没有就绪',
};

export const statefulset: Texts<typeof statefulsetSteps> = {
  sync: {
    say: 'StatefulSet 控制器协调 **{subject}**：**期望 {want} 个**，**现有 {have} 个**。',
    why: '它的 Pod 不能互换：每个都有编号，控制器逐个编号比较现状与期望。',
  },
  revision: {
    say: '**{subject}** 的 Pod 模板保存为**修订版本 {revision}**。',
    why: '更新期间，一部分 Pod 仍由旧的修订版本生成，所以两者都要保留。',
  },
  createPod: {
    say: ({ claims }) => `缺少 **{pod}**：控制器${claims > 0 ? '先创建它的卷申领，再' : ''}创建它。`,
    why: '名称是稳定的：被替换的 Pod 会带着同样的名称和同样的申领回来，也许在另一个节点上。',
  },
  deletePod: {
    say: ({ reason }) => `删除 **{pod}**：${REASONS[reason] ?? reason}。`,
    why: '编号最大的先走，一次只走一个：别的 Pod 往往依赖编号小的那些。',
  },
  wait: {
    say: ({ reason }) => `控制器**等待 {pod}**：${REASONS[reason] ?? reason}。`,
    why: '按顺序就是一个接一个：在这个 Pod 就绪或消失之前，不会有下一步。',
  },
  repair: {
    say: '**{pod}** 与 {subject} 的要求不符：修正它的标签或它的申领的属主。',
    why: '这些标签写着 Pod 的名称和编号，Service 可能按它们选择。谁把它们摘掉，下一次协调就会恢复。',
  },
  claimOwner: {
    say: ({ owner }) =>
      owner === 'nobody'
        ? '无论删除什么，申领 **{subject}** 都保留：它**不再有属主**。'
        : `申领 **{subject}** 将随**它的 ${owner === 'set' ? 'StatefulSet' : 'Pod'}** 一起删除，后者成为它的属主。`,
    why: 'persistentVolumeClaimRetentionPolicy 规定删除或缩小 StatefulSet 时如何处理申领。控制器自己不删除任何申领：它只指定属主，其余交给垃圾收集器。',
  },
  writeStatus: {
    say: '写入 **{subject}** 的状态：{replicas} 个 Pod，**就绪 {ready} 个**，{updated} 个已更新。',
    why: '所有 Pod 都属于更新修订版本并且就绪之后，它就成为当前修订版本。',
  },
};
