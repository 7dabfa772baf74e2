import type { garbageCollectorSteps } from '../../../steps/controllers/garbage-collector.ts';
import type { Texts } from '../../text.ts';

const POLICIES: { readonly [policy: string]: string | undefined } = {
  Background: '采用**后台**方式：它先消失，它拥有的对象随后',
  Foreground: '采用**前台**方式：它拥有的对象先消失',
  Orphan: '它拥有的对象留下来成为**孤儿**',
};

const FINALIZERS: { readonly [finalizer: string]: string | undefined } = {
  foregroundDeletion: '已没有什么阻止它消失',
  orphan: '它拥有的对象已经脱离',
};

const WHY_GRAPH =
  '垃圾收集器监视所有类型的对象，画成一张图：谁属于谁。它只请求元数据，因为其余的在这里都不重要。有了这张图，它能立刻找到某个属主的从属对象，不用搜索整个集群。';

export const garbageCollector: Texts<typeof garbageCollectorSteps> = {
  node: {
    say: ({ owners, virtual }) =>
      virtual
        ? '垃圾收集器只是从别人的属主引用里**听说过 {subject}**：先记下来，再去核实。'
        : `垃圾收集器的图里有了 **{subject}**${owners === 0 ? '，它没有属主' : '，它有 {owners} 个属主'}。`,
    why: WHY_GRAPH,
  },
  ownersChanged: {
    say: '**{subject}** 的属主有变化：增加 {added} 个，减少 {removed} 个。',
    why: '收养和放弃不过是修改这个列表。失去最后一个在世属主的对象会被回收；列表被有意清空的对象则不会。',
  },
  nodeRemoved: {
    say: ({ dependents }) =>
      dependents === 0
        ? '**{subject}** 已消失，从图中移除；它不拥有任何对象。'
        : '**{subject}** 已消失：现在检查它拥有的 **{dependents} 个对象**。',
    why: '级联删除就是这样进行的。删除属主的人早已得到答复；从这里开始，收集器沿着引用逐层处理，从 Deployment 到它的 ReplicaSet，再到它们的 Pod。',
  },
  consider: {
    say: ({ deletingDependents }) =>
      deletingDependents
        ? '收集器检查 **{subject}** 能否消失：还有 {dependents} 个对象属于它。'
        : '收集器检查 **{subject}** 的 {owners} 个属主中是否还有**在世的**。',
    why: '图来自监视，可能落后。所以在删除之前，收集器会向 API 服务器查询对象本身：删除是无法撤回的。',
  },
  skip: {
    say: '**{subject}** 已经在删除中，收集器不再理会。',
    why: '再删一次不会有任何改变，只是多一个请求。等它消失之后，自然轮到它自己的从属对象。',
  },
  absent: {
    say: 'API 中**没有 {subject}**：把它从图中去掉。',
    why: '要么它其间已被删除，要么它从未存在，是某个属主引用凭空写的。无论哪种，都要检查那些称它为属主的对象。',
  },
  classified: {
    say: '**{subject}** 的属主：**{solid} 个在世**，{dangling} 个已消失，{waiting} 个在等待自己的从属对象消失。',
    why: '只要有一个在世的属主，对象就会保留。属主按 uid 而不是按名称区分：同名的新对象是另一个对象。',
  },
  keep: {
    say: ({ removed }) =>
      removed === 0
        ? '**{subject}** 有在世的属主，**保留**。'
        : '**{subject}** **保留**，但去掉 {removed} 个指向已消失或将消失的属主的引用。',
    why: '去掉失效的引用，下次检查更快，也避免正在前台删除的属主去等一个不会消失的对象。',
  },
  collect: {
    say: ({ policy }) =>
      `**{subject}** **不再有会留下的属主**：收集器删除它${POLICIES[policy] === undefined ? '' : `，${POLICIES[policy]}`}。`,
    why: '否则永远不会有人来删除这些对象。请求里写明 uid 和修订版本，这样不会误删同名的新对象，或者刚刚被收养的对象。',
  },
  waitForDependents: {
    say: ({ blocking }) =>
      blocking === 0 ? '已没有什么阻止 **{subject}** 消失。' : '**{subject}** 等待 **{blocking} 个**阻止它删除的对象。',
    why: '只有带 blockOwnerDeletion 的从属对象会拖住属主。前台删除适合这样的需要：属主一消失，就能确定一切都已真正消失。',
  },
  foreground: {
    say: '**{subject}** 以**前台**方式删除：先删它拥有的 {dependents} 个对象，再删它自己。',
    why: '从属对象消失期间，属主带着 finalizer 和删除时间继续存在。默认的后台方式正好相反，命令会立即返回。',
  },
  orphan: {
    say: '**{subject}** 被删除，但它拥有的要留下：**{dependents} 个对象**去掉对它的引用。',
    why: '使用 --cascade=orphan 时，Pod 会在没有控制器的情况下继续运行。选择算符匹配的另一个控制器可以收养它们，这样更换控制器时不用停止任何东西。',
  },
  removeFinalizer: {
    say: ({ finalizer }) =>
      `从 **{subject}** 去掉 finalizer **{finalizer}**${FINALIZERS[finalizer] === undefined ? '' : `：${FINALIZERS[finalizer]}`}。`,
    why: 'finalizer 的意思是：在对象消失之前，还有人有事要做。每个 finalizer 由它所属的一方移除，最后一个移除后，API 服务器才移除对象。删不掉的对象，几乎总是因为某个 finalizer 所属的程序已不再运行。',
  },
};
