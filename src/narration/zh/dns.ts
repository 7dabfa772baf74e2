import type { dns as kinds } from '../../steps/dns.ts';
import type { Texts } from '../text.ts';

export const dns: Texts<typeof kinds> = {
  resolving: {
    say: '{subject} 的解析器要 **{name}** 的地址，最多尝试 {tries} 次（ndots {ndots}）。',
    why: 'kubelet 写好了 Pod 的 resolv.conf：集群 DNS 的地址、搜索列表和 ndots。点的数量少于 ndots 的名字先依次加上列表中的每个后缀尝试，最后才按原样尝试。',
  },
  query: {
    say: '第 {place}/{of} 次尝试：查询 **{name}**（{type}）。',
    why: '搜索列表中的每个后缀都要单独查询一次，而真实的解析器会为 IPv4 和 IPv6 各问一次。所以在 ndots 为 5 时，集群外的名字要先白问三次才轮到它本身。在名字末尾加一个点可以避免这种情况。',
  },
  answered: {
    say: ({ rcode }) =>
      rcode === 'NOERROR' ? 'CoreDNS 回答：{name} 是 **{data}**。' : 'CoreDNS 对 {name} 回答 **{rcode}**。',
    why: 'CoreDNS 像其他客户端一样监视 Service 和 EndpointSlice，并用缓存回答。Service 的名字对应它的集群 IP，Headless Service 的名字对应其就绪 Pod 的地址。API 服务器没有说的，它一概不知。',
  },
  forwarded: {
    say: '{name} 不属于本集群：转去**别处**查询。',
    why: '集群 DNS 只负责自己的域。其他名字它会询问自己所在节点的服务器，这由 Corefile 中的 forward 一行决定。',
  },
  unreachable: {
    say: 'DNS 服务器 {server} **没有回答**：{error}。',
    why: '访问该服务器和访问其他东西一样要经过 Service，使用 UDP 数据包。当这个 Service 没有端点，或者路径不通时，任何名字都无法解析，程序会以看似无关的方式失败。',
  },
  unresolved: {
    say: '**{name}** 没有地址：尝试 {tried} 次，均无结果。',
    why: '以最后一次回答为准。访问另一个命名空间的 Service，名字里至少要带上命名空间；不存在的 Service，或没有就绪 Pod 的 Headless Service，都是 NXDOMAIN。',
  },
};
