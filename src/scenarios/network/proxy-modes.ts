import type { Scenario } from '../scenario.ts';
import { part, typed } from '../typed.ts';
import { web } from './manifests.ts';

const FILE = 'web.yaml';
const MANIFEST = `${web(3, '  type: NodePort\n  clusterIP: 10.96.0.77\n')}    nodePort: 30080\n`;
const APPLY = typed(`kubectl apply -f ${FILE}`, { [FILE]: MANIFEST });
const OUTSIDE = typed('curl http://node-1:30080/');
const files = [{ name: FILE, text: MANIFEST }];
const SIDE = {
  en: 'Press “Side by side” in the Network tab: the same Service as each mode writes it.',
  zh: '在“网络”标签页点“并排对照”：同一个 Service 在各种模式下的写法。',
};

/** One Service, and the three ways by which packets find it besides iptables. */
export const nftables: Scenario = {
  id: 'mode-nftables',
  place: 1,
  topics: ['2.6'],
  title: { en: 'One Service in nftables', zh: 'nftables 模式下的 Service' },
  goal: {
    en: 'kube-proxy writes one table. Two looks into maps find the Service, whatever the number of Services; one number is drawn for all endpoints. Follow a packet through it, chain by chain, and compare it with iptables and IPVS.',
    zh: 'kube-proxy 只写一张表。无论有多少 Service，查两次映射就能找到；为所有端点只抽一个数。跟随一个数据包逐链走过，并与 iptables、IPVS 对照。',
  },
  cluster: { nodes: 2, latencies: 'realistic', proxy: 'nftables' },
  files,
  parts: [
    part(
      APPLY,
      'network',
      `Three Pods behind a node port. At the end the table is listed in the Network tab: maps, sets and chains. ${SIDE.en}`,
      `一个节点端口后面有三个 Pod。最后在“网络”标签页列出这张表：映射、集合和链。${SIDE.zh}`,
    ),
    part(
      OUTSIDE,
      'network',
      'A request from outside. Choose the grain “detail” and “Walk the chains”: chain services looks up the address and port in @service-ips, then in @service-nodeports; chain external marks the packet; chain service draws a number below 3.',
      '来自外部的请求。粒度选“细节”，点“走一遍这些链”：链 services 先在 @service-ips、再在 @service-nodeports 中查找地址和端口；external 链打标记；service 链抽一个小于 3 的数。',
    ),
    part(
      typed('ssh node-1 nft list table ip kube-proxy'),
      'network',
      'What nft prints. Elements of maps take the place of thousands of rules.',
      'nft 打印的内容。映射中的元素代替了成千上万条规则。',
    ),
  ],
};

export const ipvs: Scenario = {
  id: 'mode-ipvs',
  place: 2,
  topics: ['2.6'],
  title: { en: 'One Service in IPVS', zh: 'IPVS 模式下的 Service' },
  goal: {
    en: 'The kernel’s own load balancer. Every address of a Service is bound to the device kube-ipvs0, so packets to it go up to INPUT; there the balancer takes the next endpoint in turn, and sends the packet out again by OUTPUT and POSTROUTING. A handful of rules with sets around it decides who is masqueraded.',
    zh: '内核自带的负载均衡器。Service 的每个地址都绑定在设备 kube-ipvs0 上，所以数据包先上到 INPUT；均衡器在那里轮流取下一个端点，再经 OUTPUT 和 POSTROUTING 送出。周围只有少量带集合的规则，决定谁要做地址伪装。',
  },
  cluster: { nodes: 2, latencies: 'realistic', proxy: 'ipvs' },
  files,
  parts: [
    part(
      APPLY,
      'network',
      `The virtual servers and their real servers are listed in the Network tab. ${SIDE.en}`,
      `“网络”标签页列出虚拟服务器及其真实服务器。${SIDE.zh}`,
    ),
    part(
      OUTSIDE,
      'network',
      'Follow the stops: PREROUTING, routing says “this machine”, INPUT, IPVS, OUTPUT, POSTROUTING. No lot is drawn: it is the first one’s turn.',
      '沿着各站走：PREROUTING，路由说“本机”，INPUT，IPVS，OUTPUT，POSTROUTING。不抽签：轮到第一个。',
    ),
    part(OUTSIDE, 'network', 'The next connection: the second one’s turn.', '下一个连接：轮到第二个。'),
    part(
      typed('ssh node-1 ipvsadm -Ln'),
      'network',
      'Connections that have ended are counted as inactive (InActConn) for two minutes.',
      '已结束的连接在两分钟内计为不活动（InActConn）。',
      { node: 'node-1', chain: 'ipvs/ipvsadm -Ln' },
    ),
    part(
      typed('kubectl scale deployment web --replicas=1'),
      'network',
      'Two endpoints go while the kernel still remembers connections to them: their weight becomes 0, they take no new ones, and they leave when the last is over.',
      '两个端点要走，而内核还记得通向它们的连接：权重变为 0，不再接新连接，等最后一个结束后才移除。',
      { node: 'node-1', chain: 'ipvs/ipvsadm -Ln' },
    ),
    part(
      typed('ssh node-1 ipvsadm -Ln'),
      'network',
      'Weight 0 stands beside those that are leaving.',
      '正在离开的端点旁边，权重是 0。',
      { node: 'node-1', chain: 'ipvs/ipvsadm -Ln' },
    ),
  ],
};

export const userspace: Scenario = {
  id: 'mode-userspace',
  place: 3,
  topics: ['2.6'],
  title: { en: 'One Service in userspace, as it once was', zh: '历史上的 userspace 模式' },
  goal: {
    en: 'The first kube-proxy was a proxy indeed: rules redirected a Service’s packets to a port of its own, where it accepted the connection, chose an endpoint in turn and opened a second connection. v1.26 removed it; this is how it went until v1.25, and why the kernel took over.',
    zh: '最早的 kube-proxy 真的是代理：规则把 Service 的数据包重定向到它自己的端口，它接受连接、轮流选端点，再打开第二个连接。v1.26 移除了它；这里是 v1.25 以前的样子，也能看出为什么后来交给内核。',
  },
  cluster: { nodes: 2, latencies: 'realistic', proxy: 'userspace' },
  files,
  parts: [
    part(
      APPLY,
      'network',
      'A real kube-proxy v1.36 would refuse this mode. Here it opens one port for each port of a Service, and writes rules that lead there.',
      '真正的 v1.36 kube-proxy 会拒绝这种模式。这里它为 Service 的每个端口打开一个自己的端口，并写规则把数据包引过去。',
    ),
    part(
      OUTSIDE,
      'network',
      'Two connections instead of one: from outside to kube-proxy, and from kube-proxy to the Pod. The Pod sees the node as its client.',
      '不是一个连接而是两个：外部到 kube-proxy，kube-proxy 到 Pod。Pod 看到的客户端是节点。',
    ),
    part(
      typed('ssh node-1 iptables -t nat -L KUBE-NODEPORT-CONTAINER -v -n --line-numbers'),
      'network',
      'REDIRECT in the place of DNAT: the destination becomes a port of this machine.',
      '用 REDIRECT 而不是 DNAT：目的地变成本机的一个端口。',
    ),
  ],
};
