import type { faults as kinds } from '../../steps/faults.ts';
import type { Texts } from '../text.ts';

const lasting = (seconds: number | undefined): string => (seconds === undefined ? '' : `，持续 **${seconds} 秒**`);

function span(offset: number): string {
  const seconds = Math.abs(offset);
  if (seconds % 86_400 === 0) return `${seconds / 86_400} 天`;
  if (seconds % 3600 === 0) return `${seconds / 3600} 小时`;
  return seconds % 60 === 0 && seconds > 60 ? `${seconds / 60} 分钟` : `${seconds} 秒`;
}

export const faults: Texts<typeof kinds> = {
  partition: {
    say: ({ node, state, seconds }) =>
      state === 'cut'
        ? `你**切断了 ${node}** 与 API 服务器之间的网络${lasting(seconds)}。`
        : `**${node}** 与 API 服务器**恢复连通**。`,
    why: '两个方向的数据包都被丢弃，而且没有任何通知：没有连接被拒绝，也没有应答。容器继续运行。双方怎样看待这种沉默，取决于各自等多久。故障和命令一样是这次运行的一部分：重放时会在同一时刻再次发生。',
  },
  over: {
    say: '这 **{seconds} 秒**结束了。',
    why: '限时的故障会自行结束。此后对同一对象提出的新要求仍然有效。',
  },
  connectionLost: {
    say: '{node} **放弃了连接**：{watches} 个 watch 结束。',
    why: 'HTTP/2 连接若 30 秒没有收到任何数据，就会被探测是否存活，并有 15 秒时间应答；之后其上的所有请求同时失败。在此之前，节点上没有谁知道出了问题。',
  },
  unanswered: {
    say: '**{waited} 秒**内无人应答：{why}。',
    why: '请求的数据包无处可达，发送方什么也听不到，时间一到就放弃：心跳是 10 秒，其他请求随连接一起失败，新连接则在拨号 30 秒之后放弃。',
  },
  clock: {
    say: ({ machine, offsetSeconds, seconds, isFirst }) =>
      offsetSeconds === 0
        ? `**${machine}** 的时钟**恢复准确**。`
        : isFirst === true
          ? `**${machine}** 的时钟从一开始就**${offsetSeconds > 0 ? '快' : '慢'} ${span(offsetSeconds)}**。`
          : `你把 **${machine}** 的时钟**${offsetSeconds > 0 ? '拨快' : '拨慢'} ${span(offsetSeconds)}**${lasting(seconds)}。`,
    why: '在那里运行的程序会把这个时间写进上报的内容，并拿它与别人写下的时间比较。定时器不受影响：它们只数流逝的时间。因此时钟不准的节点仍然是 Ready：控制平面看的是自己上次听到它的时刻，而不是它写下的时间。',
  },
  handshakeFailed: {
    say: '{node} **不信任** API 服务器：{why}。',
    why: '新连接从证书开始，双方都用自己的时钟检查证书。证书尚未生效或已经过期时，连接在发送请求之前就结束了。已有的连接不受影响。',
  },
  rates: {
    say: ({ said, seconds }) => `你更改了**会自行出错的比例**${lasting(seconds)}：${said}。`,
    why: '从现在起，每一千个请求里有这么多会失败、丢失或变慢，watch 的事件也会这样丢失。具体是哪些由随机种子决定，因此同一次运行总是相同。',
  },
  delays: {
    say: ({ said, seconds }) => `你更改了**各种操作的耗时**${lasting(seconds)}：${said}（毫秒）。`,
    why: '每一项的耗时都在两个数之间，由随机种子抽取。正在进行的操作保持原来的耗时。',
  },
  requestLost: {
    say: ({ done }) =>
      done
        ? '{method} {path} 的**应答丢失**：操作已经完成，而客户端并不知道。'
        : '{method} {path} 在途中**丢失**：连接在它到达之前断开。',
    why: '从外部看两者一样：连接被重置。只是查询的会再问一次；写入的无法知道是否已经完成，因此 Kubernetes 的写入都设计成重复执行也无害。这是本次运行的故障：千分之 {perMille}。',
  },
  requestSlow: {
    say: '{subject} **晚到 {millis} 毫秒**。',
    why: '这是本次运行的故障：每一千个请求里有 {perMille} 个会变慢。',
  },
};
