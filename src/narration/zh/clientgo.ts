import type { Micros } from '../../base/time/units.ts';
import type { clientgoSteps } from '../../steps/clientgo.ts';
import { isOfCollection } from '../facts.ts';
import type { Texts } from '../text.ts';

export const clientgo: Texts<typeof clientgoSteps> = {
  request: {
    say: ({ verb, resource, subresource }) =>
      `对 ${resource}${subresource === undefined ? '' : `/${subresource}`}${isOfCollection(verb) ? ' ' : '（{subject}）'}的 **${verb}** 请求发往 API 服务器。`,
    why: '组件之间从不直接通信：每个组件都是 API 服务器的客户端，各有自己的身份和限速。它们的共识就是存储在那里的内容。',
  },
  response: {
    say: ({ verb, code, reason }) =>
      `对 {subject} 的 **${verb}** 得到的答复是 **${code}**${reason === undefined ? '' : ` ${reason}`}。`,
    why: '客户端从状态码得知自己的请求是否被接受。409 表示对象在上次读取之后已被修改：必须重新读取，再作决定。',
  },
  throttled: {
    say: ({ wait, qps }) => `客户端在发送前等待 **${millis(wait)}**：它的限速是每秒 ${qps} 个请求。`,
    why: '每个客户端都有一个令牌桶：突发请求可以立即发出，之后只能按允许的速率发送。所以控制器要创建一千个 Pod 时，大部分时间都花在等待上。',
  },
  listAndWatch: {
    say: ({ mode, revision }) =>
      mode === 'watch'
        ? `{subject} 的 reflector 从修订版本 **${revision}** 起继续监视。`
        : '{subject} 的 reflector 用一次监视请求**现有的全部对象以及之后的每个变化**。',
    why: 'informer 不轮询。它先读取一次当前状态，然后接收每个变化；一次监视结束后，下一次从最后见到的修订版本继续，既不遗漏也不重复。',
  },
  initialList: {
    say: '{subject} 的 reflector 得到了**初始列表**：{count} 个对象，修订版本 {revision}。',
    why: '服务器先把现有对象逐个发来，再用一个书签说明：到这个修订版本为止就是全部。此后同一个监视只传送变化。',
  },
  received: {
    say: ({ type }) => `监视送来消息：{subject} ${verbOf(type)}。`,
    why: 'reflector 按服务器发送的顺序把事件放到队列末尾。此时缓存和任何控制器都还没有看到它。',
  },
  bookmark: {
    say: '**书签**表明 {subject} 的监视已经跟上修订版本 {revision}。',
    why: '没有书签的话，很少变化的资源会一直停留在旧的修订版本，客户端重连时要求的历史可能已被服务器丢弃。书签让修订版本前进，而不带来事件。',
  },
  watchEnded: {
    say: '{subject} 的监视结束了：{reason}。',
    why: '每个监视都有五到十分钟的时限，连接也会中断。reflector 从最后的修订版本继续；只有当服务器已忘记该版本（410 Gone）或返回其他错误时才需要重新列出。',
  },
  indexed: {
    say: ({ type }) => `事件离开队列，{subject} 在**缓存**及其索引中${verbOf(type)}。`,
    why: '先更新缓存，再调用处理函数，因此被事件唤醒的控制器至少能在缓存中看到这个事件；也可能看到更多，因为后来的事件或许已经到达。',
  },
  replaced: {
    say: ({ removed }) =>
      `{subject} 的整个缓存被**替换**：现有 {count} 个对象${removed === 0 ? '' : '，{removed} 个旧对象消失'}。`,
    why: '重新列出就是重新开始：列表里没有的对象，是在没有监听期间被删除的。处理函数会收到它们的删除通知，但最后状态未知。',
  },
  notified: {
    say: ({ event, handler }) =>
      `**${handler}** 得知 {subject} ${event === 'add' ? '被创建' : event === 'update' ? '有更新' : '被删除'}。`,
    why: '任意多个控制器共享同一种资源的一个监视和一份缓存，各有自己的处理函数。处理函数不干活：它只判断涉及哪些键，并把它们放进队列。',
  },
  queued: {
    say: ({ key, merged }) =>
      merged ? `**${key}** 已在队列中：这个原因与其他原因合并。` : `**${key}** 进入工作队列。`,
    why: '队列里放的是键，不是事件。无论一个对象发生了多少事，控制器只看它一次，并根据它现在的样子行动：这就是“水平触发”的含义。',
  },
  delayed: {
    say: ({ key, delay }) => `**${key}** 将在 ${millis(delay)}后再次处理。`,
    why: '失败的键会在一段等待之后重试，等待时间每次加倍，多数队列从 5 毫秒到 1000 秒，Job 从 1 秒开始。有些键是特意推迟的，因为事情稍后才到期。',
  },
  dequeued: {
    say: '工作协程从队列中取出 **{key}**。',
    why: '同一个键绝不会同时由两个工作协程处理。如果其间又发生变化，它会在处理结束后再次入队。',
  },
  done: {
    say: ({ key, again }) => (again ? `**${key}** 处理完毕，但其间又入了队。` : `**${key}** 处理完毕。`),
    why: '从现在起这个键才可以再次被处理。',
  },
  expected: {
    say: '控制器记下它**期望**看到的：{adds} 次创建，{deletions} 次删除。',
    why: '缓存落后于写入。没有这份记录，控制器稍后会数少 Pod，从而重复创建。',
  },
  observed: {
    say: ({ event, adds, deletions }) =>
      `期望中的一次**${event === 'creation' ? '创建' : '删除'}**已经看到；还等待 ${adds} 次创建和 ${deletions} 次删除。`,
    why: '当请求过的一切都出现在缓存中之后，控制器才重新相信自己数出的 Pod 数量。',
  },
  eventRecorded: {
    say: ({ reason, message }) => `它记录一个事件 **${reason}**：${message}`,
    why: '事件是给人看的。它们在工作之外写入，工作既不等待它们，也不会因它们失败。',
  },
  eventCorrelated: {
    say: ({ outcome, reason, count }) =>
      outcome === 'create'
        ? `事件 **${reason}** 是新的，将被创建。`
        : outcome === 'patch'
          ? `事件 **${reason}** 出现过：计数变为 ${count}。`
          : `事件 **${reason}** 被**丢弃**：关于同一对象的事件太多。`,
    why: '记录器对相同的事件计数，十分钟内相似事件超过十个时合并，并丢弃超出每个对象 25 个令牌的部分。这样崩溃循环就不会塞满存储。',
  },
  leading: {
    say: '**{identity}** 持有租约 {subject}：它成为领导者。',
    why: '一个组件可以运行多个副本，但只有不断续租的那一个干活。它沉默 15 秒后，另一个副本接手。',
  },
  leaseTried: {
    say: '{identity} 续租 {subject}，或尝试获得它。',
    why: '领导者每 2 秒续租一次，其他副本查看它是否仍在续租。这些写入不属于任何故事。',
  },
};

function verbOf(type: string): string {
  return type === 'Added' ? '**新增**' : type === 'Deleted' ? '**删除**' : '**更新**';
}

function millis(micros: Micros): string {
  return micros >= 1_000_000 ? `${Math.round(micros / 100_000) / 10} 秒` : `${Math.round(micros / 100) / 10} 毫秒`;
}
