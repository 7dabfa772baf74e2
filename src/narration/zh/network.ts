import type { network as kinds } from '../../steps/network.ts';
import type { Texts } from '../text.ts';

export const network: Texts<typeof kinds> = {
  restore: {
    say: '{subject} 的内核一次性换上 **{chains} 条链中的 {rules} 条规则**（表 {tables}）。',
    why: 'iptables-restore 读入整条链的文本并一次性替换，所以没有数据包会看到改了一半的规则。用了 --noflush，文本没有提到的链保持原样，因此小的变化只需要小的文本。',
  },
  restoreFailed: {
    say: '{subject} 的内核**拒绝**这些规则：{error}',
    why: '任何一处出错，整个文本都失败，旧规则继续生效。kube-proxy 把工具的原话记进日志，稍后再全部重试。',
  },
  chain: {
    say: '在 {subject} 的 {table} 表中新建链 **{chain}**。',
    why: '链是一个有名字的规则列表。只有别的链里的规则跳转过来，数据包才会进入它；追根溯源，总是从挂在内核钩子上的内置链开始。',
  },
  ruleAdded: {
    say: '{subject} 的 {table} 表中，链 **{chain}** 多了一条规则：{rule}',
    why: '数据包就是经由这个跳转，从钩子上的链进入某个组件的链。添加前先检查是否已有，因为内置链还有别人也会写。',
  },
  ruleDeleted: {
    say: '{subject} 的 {table} 表中，链 **{chain}** 去掉一条规则：{rule}',
    why: '要删除的规则以它的完整文本来指明。它的计数器随之消失。',
  },
  forget: {
    say: '{subject} **忘掉 {entries} 条**已经无处可去的连接。',
    why: 'UDP 没有内核能看到的连接结束。只要还有数据包来，旧条目就会一直把它们转给已经不在的端点，所以要主动删除。',
  },
  sysctl: {
    say: '{subject} 的内核参数 **{name}** 改为 {value}。',
    why: '数据包的有些路默认是关着的。例如没有 route_localnet，从 127.0.0.1 发出、要转给 Pod 的数据包会被当作无意义的包丢掉。',
  },
};
