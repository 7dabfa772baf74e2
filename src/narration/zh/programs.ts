import type { programSteps as kinds } from '../../steps/programs.ts';
import type { Texts } from '../text.ts';

/** operator 接下来做什么。 */
const ACTIONS: { readonly [action: string]: string | undefined } = {
  create: '**创建**干活用的 Deployment',
  scale: '**扩缩**它的 Deployment',
  status: '**把结果写进状态**',
};

export const programs: Texts<typeof kinds> = {
  watchCut: {
    say: '你**切断了** {informer} 背后的监视连接。',
    why: '网络会断开连接。监听者保留缓存和见过的最后一个版本，因此可以从那里继续；只有当服务器不再记得该版本时才重新列出。',
  },
  indexDefined: {
    say: '你给 {informer} 增加索引器 **{index}**：取每个对象的 {path}，立即得到 {values} 个值。',
    why: '索引器由名称和一个函数组成，函数从对象得到索引值。存储会对已有的每个对象以及之后的每次变化调用它，并为每个值保存键的集合：这就是 Indices 中该名称的 Index。',
  },
  lookedUp: {
    say: '查询 **{index} = {value}**：得到 {found} 个键，没有查看任何其他对象。',
    why: '分三步：Indices 中找到该名称的 Index，Index 中找到该值的集合，再用集合中的键从存储取出对象。没有发出任何请求：lister 由缓存回答。',
  },
  started: {
    say: '程序 **{program}** 以 ServiceAccount {account} 的身份启动。',
    why: '它从环境变量得到 API 服务器的地址，从挂载的文件得到令牌：集群内的客户端只需要这些。',
  },
  waitsForCache: {
    say: '它启动 informer 并**等待 {resource} 的缓存同步**。',
    why: '在第一次 list 完成之前，lister 对一切都会回答“不存在”。WaitForCacheSync 让程序等到那时。',
  },
  cacheSynced: {
    say: '它的缓存已**完整**：{objects} 个对象。',
    why: '从现在起 lister 的回答可信。之后到来的都是变化。',
  },
  handled: {
    say: '程序的处理函数 **{event}** 被调用并打印：{printed}',
    why: '处理函数得到缓存中的对象，更新时同时得到新旧两个。它们不得修改对象，并应尽快返回：通常只是把键放入队列。',
  },
  resynced: {
    say: '{seconds} 秒后**重新同步**：{objects} 个对象再次以更新的形式从缓存送出。',
    why: '重新同步不向服务器请求任何东西。它把缓存中的每个对象再交给处理函数一次，让错过时机的程序再有一次机会。',
  },
  reconciled: {
    say: ({ action }) =>
      action === 'nothing'
        ? 'operator 比较：**期望 {wanted}，运行 {running}**，无事可做。'
        : `operator 比较：**期望 {wanted}，运行 {running}**，于是将${ACTIONS[action] ?? '执行 **{action}**'}。`,
    why: 'operator 是针对自定义 kind 的控制器。它不被告知发生了什么，只知道该看哪个对象：读取期望与实际，再向期望走一步。重复执行没有坏处。',
  },
  stopped: {
    say: '程序 **{program}** 随容器结束；它的监视被关闭。',
    why: 'API 服务器发现连接已断开，便忘掉这些监视。',
  },
};
