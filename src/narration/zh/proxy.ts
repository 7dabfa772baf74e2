import type { proxy as kinds } from '../../steps/proxy.ts';
import type { Texts } from '../text.ts';

/** What a port of a Service becomes in each mode. */
const GIVEN: { readonly [mode: string]: string | undefined } = {
  ipvs: '虚拟服务器',
  userspace: 'kube-proxy 自己的端口',
};

const IN_CHAINS =
  '链的名字是 Service 端口的哈希，因此很短，并且在每个节点上都一样。它的规则平均分配新连接：n 个端点中的第一个以 1/n 的概率被选中，下一个以剩余部分的 1/(n−1)，最后一个必中。已建立的连接不会再经过这里：conntrack 记得它们去了哪里。';
const SHARED: { readonly [mode: string]: string | undefined } = {
  nftables:
    '链的名字里有 Service 的端口，前面是用来区分重名的哈希。一条规则在端点中抽取一个数，并跳到它所代表的端点，因此各端点机会均等，不必逐个尝试。已建立的连接不会再经过这里：conntrack 记得它们去了哪里。',
  ipvs: '内核自带的负载均衡器为每个地址和端口保存一个虚拟服务器，端点是它的真实服务器。无论有多少 Service，它都用哈希找到虚拟服务器，再由调度算法（默认为轮询）从中选择。',
  userspace:
    '规则把 Service 的数据包带到本节点的这个端口，kube-proxy 自己在那里接受连接。它轮流选择端点，并转发所有字节。',
};

export const proxy: Texts<typeof kinds> = {
  serviceTracked: {
    say: ({ change, ports }) =>
      change === 'delete'
        ? 'kube-proxy 记下 {subject} **已不存在**。'
        : `kube-proxy 记下 {subject}，有 **${ports} 个端口**需要转发。`,
    why: '每个节点都有自己的 kube-proxy，每个 kube-proxy 都会收到所有 Service 的变化。此时只是记录；数据包规则在一次同步中统一写入，一次同步可以合并许多变化。Headless Service 和 ExternalName 不会到这里，因为没有可转发的地址。',
  },
  endpointsTracked: {
    say: 'kube-proxy 记下 **{service}** 的端点：{subject} 中 {total} 个里有 {ready} 个就绪。',
    why: 'Service 只是一个地址，数据包去哪里由 EndpointSlice 决定，控制器让它与就绪的 Pod 保持一致。每个 kube-proxy 都监视全部 EndpointSlice，因为本节点上的客户端可能访问任何 Service。',
  },
  nodeTracked: {
    say: ({ zone }) => `kube-proxy 得知自己的节点所处的位置${zone === '' ? '' : `：**${zone}**`}。`,
    why: '一个端点是否在本地、是否在同一可用区，取决于从哪个节点来看。因此同一个 Service 在两个节点上的规则可以不同。',
  },
  delayed: {
    say: '下一次同步等待 **{millis} 毫秒**：两次同步至少间隔一秒。',
    why: '写入数据包规则并不便宜，而变化常常成批到来，例如滚动更新。运行器保证两次同步之间至少间隔 minSyncPeriod，期间到来的变化一起写入。这也是新端点要稍等片刻才有流量的原因之一。',
  },
  sync: {
    say: ({ full, changed }) =>
      full
        ? `kube-proxy 写入本节点的**全部**规则（{mode}）：{services} 个 Service，{endpoints} 个端点。`
        : `kube-proxy 写入 **${changed} 个变化的端口**的规则（{mode}）。`,
    why: 'kube-proxy 早已不在数据包的路径上：它把 Service 和端点翻译成内核的规则，其余交给内核。全量同步写入一切；部分同步只重写所有 Service 共用的链以及发生变化者自己的链，其他链连同计数器保持不变。',
  },
  refused: {
    say: 'kube-proxy **无法启动**：{mode} 模式已不存在。',
    why: '在最早的 userspace 模式中，kube-proxy 确实是一个代理：规则把每个 Service 的数据包重定向到它自己的一个端口，它接受连接，轮询选择一个端点，并在两个套接字之间逐字节转发。每个字节两次穿越内核边界，客户端地址丢失，重启会切断所有连接。v1.2 起默认改为 iptables，v1.26 将它移除。',
  },
  relayed: {
    say: 'kube-proxy 亲自接受发往 **{port}** 的连接，再向 **{endpoint}** 打开另一个连接（{of} 个中轮到第 {place} 个）。',
    why: '在 userspace 模式下每个字节都要经过 kube-proxy：从内核上到进程，再下到第二个连接。服务器看到的客户端是节点，kube-proxy 一重启所有连接都断。所以后来改由内核规则来做。',
  },
  prepared: {
    say: 'kube-proxy 为 **{mode}** 模式准备自己的节点。',
    why: '有些事情只做一次：允许内核路由 127.0.0.0/8 的数据包，使 NodePort 在 localhost 上可用；并在每张表里建一条空链。如果这样的“金丝雀”链消失了，说明有人清空了表，一切都要重新写入。',
  },
  programmed: {
    say: '**{node}** 的内核现在认识 {subject}：发往它的数据包能找到路了。',
    why: '从此 kube-proxy 与任何数据包都无关。内核对每个连接的第一个数据包应用规则，并为其余数据包记住结果。其他节点在各自的时刻得到各自的规则，所以节点之间可能有片刻不一致。',
  },
  jumpsEnsured: {
    say: '内核自带的链中有 **{jumps} 条跳转**指向 kube-proxy 的链（缺少 {added} 条）。',
    why: 'PREROUTING、OUTPUT、INPUT、FORWARD、POSTROUTING 属于节点上的所有程序，因此 kube-proxy 只在那里加入跳转规则，进入自己的链。每条都插在已有规则之前。只有全量同步才检查它们。',
  },
  portWritten: {
    say: ({ mode }) =>
      `**{port}** 通向 {total} 个端点中的 {usable} 个，其中 {local} 个在本节点：${GIVEN[mode] ?? '链'} **{chain}**。`,
    why: ({ mode }) => SHARED[mode] ?? IN_CHAINS,
  },
  portRefused: {
    say: '**{port}** 在本节点上无处可去：它的数据包得到 **{target}**。',
    why: '完全没有端点时用 REJECT 立即回应，客户端看到“连接被拒绝”而不必等待。如果只有其他节点上有端点而流量策略是 Local，则用 DROP，因为同一地址也许由别的节点应答。',
  },
  chainsDeleted: {
    say: '删除 **{chains}** 条不再需要的链，第一条是 {first}。',
    why: '带 --noflush 的恢复不会动它没有提到的链，所以已消失端点的链要再提一次：先声明（这会清空它们），然后删除。',
  },
  weightZero: {
    say: '{real} 离开 **{server}**，但还有连接通向它：权重改为 **0**。',
    why: '权重为 0 就不再接新连接，已有的继续。kube-proxy 每分钟查看它们是否结束。UDP 的端点立刻移除。',
  },
  farewell: {
    say: '通向 {real} 的最后一个连接已结束：它**离开** {server}。',
    why: '现在不会切断任何人。迟迟不走的真实服务器，往往是客户端一直不关连接。',
  },
  restored: {
    say: 'kube-proxy 把新规则一次交给内核：**{lines} 行**，经由 {tool}。',
    why: '每张表的全部改动在一个事务里进入内核，所以没有数据包会遇到写了一半的规则。在大集群里，同步的大部分时间花在运行这个工具上。',
  },
  failed: {
    say: '规则**未被接受**：{error}。',
    why: '什么也没有改变，因为恢复要么全部成功要么全部失败。kube-proxy 此时已不记得哪些发生了变化，所以 30 秒后重试并写入全部规则。',
  },
  healthChanged: {
    say: '健康检查端口 **{port}** 回应 {code}：本节点有 {local} 个就绪端点。',
    why: '必须保留客户端地址的负载均衡器只能把流量发给自身有端点的节点。它通过这个端口询问每个节点的 kube-proxy 来找到它们。',
  },
};
