import type { network as kinds } from '../../steps/network.ts';
import { isSameAddress } from '../facts.ts';
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
  nftApplied: {
    say: '{subject} 的内核换上 **{chains} 条链**、{rules} 条规则，以及集合与映射中的 {elements} 个元素（去掉 {deleted} 条链、{removed} 个元素）。',
    why: 'nft 把全部内容作为一个事务交给内核。一个 Service 的变化只动它自己的链和几个元素：按地址、协议、端口查找 Service 的映射，每个数据包只查一次，与 Service 的多少无关。',
  },
  setsFilled: {
    say: '{subject} 的 **{sets} 个集合**被填好：{entries} 个条目。',
    why: 'iptables 的规则可以查询集合，集合是一张哈希表：无论多大，只查一次。因此 IPVS 周围的规则不随 Service 增多而增多。',
  },
  balancerWritten: {
    say: '{subject} 的内核在 **{virtual} 个虚拟服务器**上做负载均衡，后面有 {real} 个真实服务器（去掉 {removed} 个）。',
    why: 'IPVS 是内核里的负载均衡器。kube-proxy 告诉它 Service 的每个地址和端口，以及后面的端点。这些地址绑定在节点的设备 kube-ipvs0 上，因为 IPVS 只看发给本机的数据包。',
  },
  unbalanced: {
    say: '虚拟服务器 **{server}** 后面**没有真实服务器**：数据包被拒绝。',
    why: 'Service 后面没有人。均衡器代替进程答复，所以发送者立刻失败。',
  },
  balanced: {
    say: ({ remembered, scheduler }) =>
      remembered
        ? 'IPVS：**{server}** 认识这个客户端，所以仍交给 **{real}**。'
        : `IPVS：**{server}** ${SCHEDULERS[scheduler] ?? '选择'}（{scheduler}），选中 {of} 个中的第 {place} 个：**{real}**。`,
    why: '这里不走规则链：虚拟服务器按地址、协议、端口在哈希表里一次找到，与 Service 的多少无关。然后由虚拟服务器的调度器选择：除非另有设置，否则轮流分配；而 iptables 是抽签。',
  },
  chain: {
    say: '在 {subject} 的 {table} 表中新建链 **{chain}**。',
    why: '链是一个有名字的规则列表。只有别的链里的规则跳转过来，数据包才会进入它；追根溯源，总是从挂在内核钩子上的内置链开始。',
  },
  chainDeleted: {
    say: '{subject} 的 {table} 表中，链 **{chain}** 被删除，其中的 {rules} 条规则随之消失。',
    why: '只有不再有规则跳转过来，链才能删除。所以先去掉跳转，再清空它，最后删掉。',
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
  connect: {
    say: ({ to, address }) =>
      `**{from}** 向 **{to}**${isSameAddress(to, address) ? '' : '（即 {address}）'}发起 {protocol} 连接。`,
    why: '从这里开始有数据包上路，路上的每个内核都可能查看、修改或拦下它们。这条路上没有 Kubernetes 的组件在运行：kube-proxy 事先写好规则，搬运数据包的只有内核。',
  },
  sent: {
    say: ({ what }) => `{from} 发出 **${WHATS[what] ?? what}**，从 {source} 到 {destination}，{bytes} 字节。`,
    why: '进程把字节交给内核，内核在前面加上包头：谁发的、发给谁。之后的一切都由这个包头和内核记住的东西决定。',
  },
  delivered: {
    say: ({ what }) => `**${WHATS[what] ?? what}** 到达 **{to}**，包头是从 {source} 到 {destination}。`,
    why: '目的地址就是这台机器或这个 Pod 自己的地址，于是数据包离开网络，交给在那里监听的套接字。',
  },
  accepted: {
    say: '**{process}** 在端口 {port} 应答；它看到的发送者是 **{seen}**。',
    why: '服务器看到的客户端，是经过所有转换之后的源地址。如果节点把源地址换成了自己的，日志里就是节点，按客户端地址写的规则看到的也是节点。',
  },
  nobodyListens: {
    say: '{at} 的端口 {port} 上**没有人监听**：内核立刻回复说明。',
    why: '关闭的端口会得到回复（TCP 是一个 RST），所以发送者马上看到“connection refused”。常见的原因是 Service 的 targetPort 不是进程监听的端口。',
  },
  notRecognised: {
    say: '应答来自 **{seen}**，而发送者等的是来自 {want} 的：**没有套接字接收它**。',
    why: '应答必须经过当初转换请求的那个节点，转换才能被还原。这里它走了别的路，例如直接经过网桥，而 iptables 看不到网桥上的数据包。',
  },
  pathMtu: {
    say: '{bytes} 字节的数据包对**这条路来说太大**：只能装下 {mtu} 字节。同样的内容用更小的包再发一次。',
    why: 'VXLAN 在节点之间的每个包里要占 50 字节。如果 Pod 不知道这一点，路上的路由器就得用 ICMP 错误告诉它。如果这种错误被丢弃，小请求正常，大应答却卡住。',
  },
  again: {
    say: '没有应答：过了 {seconds} 秒，发送者再试一次，第 **{attempt}** 次。',
    why: 'TCP 不知道丢的是自己的包还是应答。它把同一个包再发一遍，每次等待的时间翻倍。',
  },
  gaveUp: {
    say: '等了 **{seconds} 秒**、试了 {attempts} 次之后，发送者**放弃**。',
    why: '没有声音，说明有什么在丢包：一条 DROP 规则、一台不认识路的路由器、一条策略。若是被拒绝，答复会马上到。',
  },
  noNeighbour: {
    say: '{at} 的网线上没有人有这个地址：**no route to host**。',
    why: '内核发送之前会先问邻居谁有这个地址。三秒没有人回答，它就告诉发送者。已经不在、但还留在规则里的端点就是这个样子。',
  },
  ended: {
    say: ({ outcome, process }) =>
      outcome === 'answered'
        ? `由 **{process}** 应答，它看到的是 {seen}：共 {packets} 个数据包，检查了 {examined} 条规则。`
        : `连接结束：**{outcome}**${process === '' ? '' : '（{process} 曾经应答）'}，共 {packets} 个数据包，检查了 {examined} 条规则。`,
    why: 'nat 的链只在连接的第一个数据包时查询，其余的都凭记忆转换。filter 的链则看每一个数据包。',
  },
  hook: {
    say: ({ hook, in: from, out }) =>
      `数据包 {source} → {destination} 到达钩子 **{hook}**${from === '' || hook === 'POSTROUTING' ? '' : '，从 {in} 进入'}${out === '' || hook === 'PREROUTING' || hook === 'INPUT' ? '' : '，将从 {out} 出去'}。`,
    why: '内核有五个地方可以让规则查看数据包：路由决定之前和之后、去往进程的路上、从进程出来时、以及在两个设备之间。每个钩子上按固定顺序挂着表：raw、mangle、nat、filter。',
  },
  tracked: {
    say: ({ standing, direction }) =>
      standing === 'NEW'
        ? '连接跟踪不认识这个连接：数据包是 **NEW**。'
        : standing === 'INVALID'
          ? '连接跟踪**看不懂**这个数据包：INVALID。'
          : direction === 'reply'
            ? '连接跟踪认识它：**{standing}**，是应答。'
            : '连接跟踪认识它：**{standing}**。',
    why: '内核记住每个连接的两个方向。它因此分得清第一个包和后来的包，也找得到应答里要还原什么。',
  },
  rule: {
    say: ({ matched, why, target }) =>
      `{table} 表 **{chain}** 的第 {number} 条规则：${matched ? '**匹配**' : '不匹配'}${REASONS[why] ?? ''}${matched && target !== '' ? '，于是 **{target}**' : ''}。`,
    why: '链中的规则从第一条试到最后一条，每一条都要花时间。所有条件都成立才算匹配，然后由它的目标或下一条链来决定。不匹配的规则不留痕迹，匹配的会计数。',
  },
  marked: {
    say: ({ mark }) => (mark === 0 ? '数据包的**标记**被去掉。' : '数据包得到一个**标记**。'),
    why: '标记是数据包在这个内核里的一张便条，不会发出去。kube-proxy 用 0x4000 这一位提前说明“这个包需要节点的地址作源地址”，真正的替换要到 POSTROUTING 才能做。',
  },
  policy: {
    say: '{table} 表 {chain} 中没有规则作出决定：它的**默认策略**是 {policy}。',
    why: '只有挂在钩子上的链有默认策略；其他链走到底，数据包就回到它来的地方。',
  },
  translated: {
    say: ({ undone, end }) =>
      undone
        ? `在应答中还原：${end === 'source' ? '源地址' : '目的地址'} {before} 变回 **{after}**。`
        : end === 'destination'
          ? '**目的地址** {before} 变成 **{after}**。'
          : '**源地址** {before} 变成 **{after}**。',
    why: 'Service 地址的全部奥秘就在这里：没有任何机器拥有它，规则把它换成某个 Pod 的地址。同一个内核会在每个应答中还原，所以发送者毫不知情。',
  },
  routed: {
    say: ({ local, via }) =>
      local
        ? '{destination} 是**本机**的地址：数据包交给这里的进程。'
        : `去往 {destination}，从 **{device}** 出去${via === '' ? '' : '，经由 {via}'}。`,
    why: '路由决定在目的地址转换之后、源地址转换之前：所以才有 PREROUTING 和 POSTROUTING。最具体的路由优先。',
  },
  remembered: {
    say: '内核**记住**连接 {original}，应答是 {reply}。',
    why: '数据包通过最后一个钩子时才写下这个条目。若有规则丢弃它，就不会有条目。此后这个连接的所有数据包都按条目转换，即使规则已经变了。',
  },
  seen: {
    say: '这个数据包让条目 {original} **继续有效**。',
    why: '每个数据包都推动条目的状态，并重新开始计时。没有数据包的条目过一段时间就被忘掉，时间长短取决于状态。',
  },
  rejected: {
    say: '{at} 上有规则用 {with} **拒绝**这个数据包。',
    why: 'REJECT 代替进程答复，所以发送者立刻失败而不是一直等。Service 没有端点时，kube-proxy 写的就是这样的规则。',
  },
  complained: {
    say: '{at} 发回一个**错误**（{code}），从 {source} 到 {destination}。',
    why: 'ICMP 错误会引用出问题的那个数据包，发送者的内核因此找得到相关的套接字。',
  },
  lost: {
    say: ({ why }) => `${LOSSES[why] ?? '数据包在 {at} **丢失**。'}`,
    why: '没有人告诉发送者。它只会发现没有应答。',
  },
  hop: {
    say: '经过网线，从 {from}（{out}）到 **{to}**（{in}）：{source} → {destination}。',
    why: 'Pod 和节点之间的网线是一对虚拟设备，节点之间则是真实的网络。规则在数据包上留的便条不会带走，上路的只有数据包本身。',
  },
  wrapped: {
    say: '数据包 {inner} 被**封装**进 {outer}，发给 {to}，共 {bytes} 字节。',
    why: '节点之间的网络不认识 Pod 的地址。VXLAN 把整个数据包当作节点之间一个 UDP 包的内容来运送。这要多花 50 字节，所以 Pod 的一个包装得少一些。',
  },
  unwrapped: {
    say: '在 {at}，数据包 {inner} 被**解封装**，像刚从网线上来一样继续走。',
    why: '设备 flannel.1 把内容从 UDP 包里取出来。从这里开始，它和别的数据包一样经过这个节点的钩子。',
  },
};

/** Packets that the wire has no word of its own for. */
const WHATS: { readonly [what: string]: string } = { answer: '应答', data: '数据', bytes: '字节', query: '查询' };

const SCHEDULERS: { readonly [scheduler: string]: string } = {
  rr: '轮流分配',
  wrr: '按权重轮流分配',
  lc: '找连接最少的',
  wlc: '按权重找连接最少的',
  sh: '查源地址的哈希',
  dh: '查目的地址的哈希',
  sed: '找预期延迟最短的',
  nq: '找空闲的',
};

const REASONS: { readonly [why: string]: string } = {
  always: '，它没有条件',
  source: '，源地址是 {seen}，规则针对 {want}',
  destination: '，目的地址是 {seen}，规则针对 {want}',
  in: '，从 {seen} 进入，规则针对 {want}',
  out: '，从 {seen} 出去，规则针对 {want}',
  protocol: '，协议是 {seen}，规则针对 {want}',
  'source port': '，源端口是 {seen}，规则针对 {want}',
  port: '，端口是 {seen}，规则针对 {want}',
  flags: '，标志是 {seen}，规则针对 {want}',
  state: '，状态是 {seen}，规则针对 {want}',
  mark: '，标记是 {seen}，规则要求 {want}',
  'source type': '，源地址 {seen}，规则针对 {want}',
  type: '，{seen}，规则针对 {want}',
  odds: '，抽到 {seen}，规则取小于 {want} 的',
  turn: '，轮到 {seen}，规则取 {want}',
  recent: '，上次见到是 {seen} 前，规则要求 {want}',
  limit: '，在 {want} 之内',
  set: '，{seen}，规则针对 {want}',
  lookup: '，在 {want} 中查找 {seen}',
  draw: '，从 {want} 个中抽到 {seen}',
};

const LOSSES: { readonly [why: string]: string } = {
  dropped: '{at} 上有规则**丢弃**数据包，一声不响。',
  'no route': '{at} **没有**去 {destination} 的**路由**。',
  'no neighbour': '没有人向 {at} 应答 {destination}。',
  router: '{at} 之外**没有路由器认识** {destination}：数据包没了。',
  hairpin: '{at} 的网桥**不把**数据包从它来的那根网线**送回去**（没有 hairpin 模式）。',
  'not local': '{at} 收到发给 {destination} 的数据包，那不是它的地址，于是忽略。',
  loopback: '{at} 不让带**回环地址**的数据包进出（{source} → {destination}）。',
  'too big': '数据包对 {at} 的网线来说**太大**。',
  'too many hops': '数据包在**绕圈**，在 {at} 被丢弃。',
  'no node': '{at} 没有接在任何节点上。',
};
