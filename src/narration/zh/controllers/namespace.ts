import type { namespaceSteps } from '../../../steps/controllers/namespace.ts';
import type { Texts } from '../../text.ts';

export const namespace: Texts<typeof namespaceSteps> = {
  sync: {
    say: '命名空间控制器开始处理正在删除的 **{subject}**。',
    why: '它先等五秒，让每个 API 服务器都知道这次删除，不再在其中接受新对象。',
  },
  content: {
    say: '发现接口列出 **{types} 种**可能在 {subject} 中有内容的资源：全部删除，**先删 Pod**。',
    why: '命名空间不是文件夹，没有内容清单，所以每种资源都要问一遍。Pod 最先删除，因为它们停止之前可能还需要其他对象。',
  },
  conditions: {
    say: ({ remaining, finalizers }) =>
      `把结果写入 **{subject}** 的状态：${remaining === '' ? '没有阻碍' : `还剩 **${remaining}**`}${finalizers === '' ? '' : `，被 finalizer **${finalizers}** 挡住`}。`,
    why: '命名空间一直处于 Terminating 时，这些状况会说明原因。',
  },
  waiting: {
    say: '**{subject}** 还没有清空：最迟 **{seconds}** 秒后再看。',
    why: 'Pod 有宽限期，finalizer 要由别人移除，控制器只是再来查看。',
  },
  finalize: {
    say: '**{subject}** 已清空：移除它的 finalizer **kubernetes**，命名空间随之消失。',
    why: '只要这个 finalizer 还在，API 服务器就保留这个名字。手动移除会把内容留在一个已不存在的命名空间里。',
  },
};
