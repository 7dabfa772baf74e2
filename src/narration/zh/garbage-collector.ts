import type { garbageCollectorSteps } from '../../steps/garbage-collector.ts';
import type { Texts } from '../text.ts';

export const garbageCollector: Texts<typeof garbageCollectorSteps> = {
  node: {
    say: ({ owners, virtual }) =>
      virtual
        ? '{subject} 被记为属主，但还没有人见过它：记为虚拟节点。'
        : `收集器把 {subject} 记入图中，它有 ${owners} 个属主。`,
    why: '收集器监视每一种对象，并按 UID 记住谁属于谁。只看名字不够：新对象可能沿用旧名字。',
  },
  ownersChanged: {
    say: '{subject} 的属主变了：增加 {added} 个，减少 {removed} 个。',
    why: '收养和放开都会改变这张图。',
  },
  nodeRemoved: {
    say: ({ dependents }) => `{subject} 消失了；有 **${dependents}** 个对象以它为属主，现在逐一检查。`,
    why: '后台删除只删除属主本身，附属对象随后逐层清除：先是 ReplicaSet，再是它的 Pod。',
  },
  consider: {
    say: '收集器检查 {subject}：它还有属主吗？',
    why: '图可能落后于实际。收集器在删除之前总会实时读取对象。',
  },
  skip: {
    say: '{subject} 无需处理：{reason}。',
    why: '删除无法撤回，收集器只需等它结束。',
  },
  absent: {
    say: '{subject} 不存在：从图中移除。',
    why: '它只是被别人提到，或者其间已被删除。接着检查依赖它的对象。',
  },
  classified: {
    say: ({ solid, dangling, waiting }) =>
      `它的属主中 **${solid}** 个存在，**${dangling}** 个已消失，${waiting} 个在等待附属对象。`,
    why: '只要还有一个属主存在，对象就会保留。前台删除中的属主会等待阻塞它的对象。',
  },
  keep: {
    say: ({ removed }) =>
      removed === 0 ? '{subject} 还有属主，保留。' : `{subject} 保留；移除 ${removed} 个指向已消失属主的引用。`,
    why: '只要有一个属主存在，这个对象就还有用。',
  },
  collect: {
    say: '{subject} 已没有属主：**删除**它（{policy}）。',
    why: '请求带有 UID 和修订版本作为前置条件：如果读取之后对象被修改或替换，就什么也不删，收集器再看一次。策略决定它自己的附属对象如何处理。',
  },
  waitForDependents: {
    say: ({ blocking }) =>
      blocking === 0 ? '已经没有什么阻塞 {subject} 了。' : `{subject} 等待 **${blocking}** 个附属对象先消失。`,
    why: '前台删除时，属主带着删除标记和终结器留在原处，直到阻塞它的附属对象全部消失。',
  },
  foreground: {
    say: '{subject} 以**前台**方式删除：它的 {dependents} 个附属对象先走。',
    why: '终结器 foregroundDeletion 让属主暂时留下，人们因此能看出工作尚未完成。',
  },
  orphan: {
    say: '删除 {subject} 而保留它的 {dependents} 个附属对象：它们成为**孤儿**。',
    why: '收集器先移除指向属主的引用，再移除挡住属主的终结器。附属对象继续存在，也可能被收养。',
  },
  removeFinalizer: {
    say: '从 {subject} 移除终结器 **{finalizer}**，它随即消失。',
    why: '带有删除标记的对象在最后一个终结器移除之后才从存储中删除。',
  },
};
