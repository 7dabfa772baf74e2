import type { daemonsetSteps } from '../../../steps/controllers/daemonset.ts';
import type { Texts } from '../../text.ts';

export const daemonset: Texts<typeof daemonsetSteps> = {
  sync: {
    say: ({ satisfied }) =>
      `DaemonSet 控制器协调 **{subject}**：{nodes} 个节点中有 **{wanted}** 个应当运行 Pod${satisfied ? '' : '，但上次请求的结果还没有全部看到'}。`,
    why: '节点的名称、标签和污点都允许时才算数；节点有多满，这里并不考虑。',
  },
  revision: {
    say: '**{subject}** 的 Pod 模板保存为**修订版本 {revision}**。',
    why: 'ControllerRevision 保存整个模板。Pod 以标签记录它的哈希，回滚时也从这里取回模板。',
  },
  createPods: {
    say: '**{missing} 个节点缺少 {subject} 的 Pod**：本批请求创建 {size} 个。',
    why: '每个 Pod 带有只指向一个节点的节点亲和性，由调度器绑定到那里。它的容忍度使它也能运行在未就绪或资源紧张的节点上。',
  },
  deletePods: {
    say: ({ outdated }) =>
      `删除 {subject} 的 **{count} 个 Pod**：${outdated ? '它们来自旧的模板' : '那里不再需要它们'}。`,
    why: '更新时按 maxUnavailable 每次只替换几个 Pod，空缺由下一次协调补上。',
  },
  writeStatus: {
    say: '写入 **{subject}** 的状态：期望 {desired} 个，**就绪 {ready} 个**，{updated} 个已更新。',
    why: 'kubectl 显示的 DaemonSet 数字，数的是节点而不是 Pod。',
  },
};
