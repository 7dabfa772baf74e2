import type { rawClient as kinds } from '../../steps/raw-client.ts';
import type { Texts } from '../text.ts';

const HEARD: { readonly [type: string]: string | undefined } = {
  ADDED: '流中传来 **ADDED**：{name} 存在。',
  MODIFIED: '流中传来 **MODIFIED**：{name} 已改变。',
  DELETED: '流中传来 **DELETED**：{name} 已消失。',
  BOOKMARK: '流中传来 **BOOKMARK**：没有变化，但到这个修订版为止的一切都已告知。',
  ERROR: '流中传来 **ERROR**，之后不会再有内容：客户端必须重新开始。',
};

export const rawClient: Texts<typeof kinds> = {
  sent: {
    say: '**{user}** 不用 kubectl，直接发送 **{method}** {path}。',
    why: 'API 就是普通的 HTTP 加 JSON：kubectl 能做的，任何持有凭据的客户端都能做。手写请求可以看到服务器真正的回答。',
  },
  hungUp: {
    say: '你**断开**请求 {request}。',
    why: '连接从这一侧关闭。服务器发现后忘掉这个监视，其他什么都不变。',
  },
  answered: {
    say: ({ type }) =>
      type === 'watch'
        ? '服务器应答 **{code}** 并保持连接：之后的事件会一行一行以 JSON 传来。'
        : '服务器应答 **{code}**。',
    why: '状态码说明结果；出错时正文是一个 Status 对象，其中 reason 给程序看，message 给人看。监视会立即得到应答，过后才结束。',
  },
  heard: {
    say: ({ type }) => HEARD[type] ?? '流中传来关于 {name} 的 **{type}**。',
    why: '监视的每一行都是一个事件：类型和当时的完整对象。没有指定修订版的监视一开始会把已有的对象作为 ADDED 传来。',
  },
  ended: {
    say: ({ by }) =>
      by === 'server' ? '服务器在 {events} 个事件之后**结束了流**。' : '客户端在 {events} 个事件之后**断开**。',
    why: '没有监视会一直持续：服务器过几分钟就结束它，好让负载转移，出错之后也会结束。客户端从最后听到的修订版重新开始。',
  },
};
