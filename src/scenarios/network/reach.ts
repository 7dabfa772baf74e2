import type { Scenario } from '../scenario.ts';
import { part, typed } from '../typed.ts';
import { CLIENT, NAME_CLIENT, web } from './manifests.ts';

const FILE = 'web.yaml';
const apply = (text: string) => typed(`kubectl apply -f ${FILE}`, { [FILE]: text });
const CHAIN = 'KUBE-SVC-CDGGSHYLG3RE2FKL';
const listing = (node: string) => typed(`ssh ${node} iptables -t nat -L ${CHAIN} -n`);
const zone = (nodes: string, name: string) => typed(`kubectl label nodes ${nodes} topology.kubernetes.io/zone=${name}`);

const BOTH = `${web(2, '  type: NodePort\n  ipFamilyPolicy: PreferDualStack\n  clusterIP: 10.96.0.80\n  clusterIPs: [10.96.0.80, "fd00:10:96::80"]\n')}    nodePort: 30080\n---\n${NAME_CLIENT}`;

/** One Service with an address of each family. */
export const dualStack: Scenario = {
  id: 'dual-stack',
  place: 10,
  topics: ['2.7'],
  title: { en: 'One Service, IPv4 and IPv6', zh: '双栈：同一个 Service 的 IPv4 与 IPv6' },
  goal: {
    en: 'In a dual-stack cluster every node has two ranges and every Pod two addresses. A Service that prefers both gets two cluster addresses and an EndpointSlice for each family; kube-proxy writes each family with its own tool into its own tables. A packet of one family never meets a rule of the other.',
    zh: '双栈集群中，每个节点有两个网段，每个 Pod 有两个地址。希望双栈的 Service 得到两个集群地址，每个地址族各有 EndpointSlice；kube-proxy 用各自的工具把规则写进各自的表。一种地址族的数据包永远不会遇到另一种的规则。',
  },
  cluster: { nodes: 2, latencies: 'realistic', dualStack: true },
  files: [{ name: FILE, text: BOTH }],
  parts: [
    part(
      apply(BOTH),
      'object',
      'The Service has two addresses in spec.clusterIPs, and each Pod has two in status.podIPs.',
      'Service 的 spec.clusterIPs 里有两个地址，每个 Pod 的 status.podIPs 里也有两个。',
      { subject: 'services/default/web' },
    ),
    part(
      typed('kubectl get endpointslices -l kubernetes.io/service-name=web'),
      'object',
      'Two slices: the same Pods, by their addresses of each family.',
      '两个切片：同样的 Pod，各用一种地址族的地址。',
      { subject: 'endpointslices.discovery.k8s.io/default/web-m6z2d' },
    ),
    part(
      typed('kubectl exec shell -- nslookup web'),
      'network',
      'The Pod’s resolver asks twice: A and AAAA.',
      'Pod 的解析器问两次：A 和 AAAA。',
    ),
    part(
      typed('kubectl exec shell -- curl http://[fd00:10:96::80]/'),
      'network',
      'Over IPv6: the same chains by name, in the tables of ip6tables, which stand under ip6/… here. Headers are 20 bytes longer; between nodes the packet travels in flannel-v6.1.',
      '走 IPv6：名字相同的链，在 ip6tables 的表里，这里列在 ip6/… 之下。头部多 20 字节；节点之间经 flannel-v6.1 传送。',
    ),
    part(
      typed('kubectl exec shell -- curl http://web/'),
      'network',
      'By name: IPv4 is preferred to private addresses of IPv6, so the packet goes over IPv4.',
      '用名字访问：IPv4 优先于 IPv6 的私有地址，所以走 IPv4。',
    ),
    part(
      typed('curl -6 http://node-1:30080/'),
      'network',
      'A node port answers at the node’s address of IPv6, too.',
      '节点端口在节点的 IPv6 地址上也应答。',
    ),
    part(
      typed('ssh node-1 ip6tables-save -t nat'),
      'network',
      'What ip6tables-save prints: DNAT to an address in brackets, and ::1 left out of the node ports.',
      'ip6tables-save 打印的内容：DNAT 的目的地址带方括号，节点端口排除了 ::1。',
    ),
    part(
      typed('ssh node-1 conntrack -L -f ipv6'),
      'network',
      'And what the kernel remembers of it.',
      '以及内核记住的连接。',
    ),
  ],
};

const ONLY_SIX = `${web(2, '  type: NodePort\n')}    nodePort: 30080\n---\n${NAME_CLIENT}`;
const WANTS_FOUR = 'four.yaml';
const FOUR = `apiVersion: v1
kind: Service
metadata:
  name: four
spec:
  ipFamilies: [IPv4]
  ports:
  - port: 80
`;

/** A cluster that knows nothing but IPv6. */
export const ipv6Only: Scenario = {
  id: 'ipv6-only',
  place: 11,
  topics: ['2.7'],
  title: { en: 'A cluster of IPv6 alone', zh: '只有 IPv6 的集群' },
  goal: {
    en: 'Nodes, Pods and Services have addresses of IPv6 and no other. Nothing is different above the addresses: the same objects, the same chains, written by ip6tables. What asks for IPv4 is refused by the API server. In the Network tab the same cluster can be begun with other families.',
    zh: '节点、Pod 和 Service 只有 IPv6 地址。地址之上没有任何不同：同样的对象，同样的链，由 ip6tables 写入。要求 IPv4 的请求被 API 服务器拒绝。在“网络”标签页可以换成其他地址族重新开始。',
  },
  cluster: { nodes: 2, latencies: 'realistic', families: ['IPv6'] },
  files: [
    { name: FILE, text: ONLY_SIX },
    { name: WANTS_FOUR, text: FOUR },
  ],
  parts: [
    part(
      apply(ONLY_SIX),
      'network',
      'The Service gets its cluster address from fd00:10:96::/112, each Pod one from the range of its node.',
      'Service 的集群地址取自 fd00:10:96::/112，每个 Pod 的地址取自所在节点的网段。',
    ),
    part(typed('kubectl get nodes -o wide'), 'object', 'INTERNAL-IP of each node.', '每个节点的 INTERNAL-IP。', {
      subject: 'nodes/node-1',
    }),
    part(
      typed('kubectl get pods -o wide'),
      'object',
      'Each node has a range with a prefix of 64 bits, more than it can ever use.',
      '每个节点有一个前缀为 64 位的网段，永远用不完。',
      { subject: 'nodes/node-1' },
    ),
    part(
      typed('kubectl exec shell -- nslookup web'),
      'network',
      'The DNS server has an answer to AAAA, and none to A.',
      'DNS 服务器对 AAAA 有应答，对 A 没有。',
    ),
    part(
      typed('kubectl exec shell -- curl http://web/'),
      'network',
      'The chains of ip6tables, by the same names as those of iptables.',
      'ip6tables 的链，名字与 iptables 的相同。',
    ),
    part(
      typed('ssh node-1 ip6tables-save -t nat'),
      'network',
      'DNAT to an address in brackets. The tables of iptables hold nothing of Services here.',
      'DNAT 的目的地址带方括号。这里 iptables 的表里没有 Service 的规则。',
    ),
    part(
      typed(`kubectl apply -f ${WANTS_FOUR}`, { [WANTS_FOUR]: FOUR }),
      'step',
      'A Service that wants IPv4 is refused: this cluster has no such range.',
      '想要 IPv4 的 Service 被拒绝：这个集群没有这样的网段。',
    ),
  ],
};

const NEAR = `${web(3, '  clusterIP: 10.96.0.79\n')}---\n${CLIENT}`;
const NEAR_ZONE = NEAR.replace(
  '  clusterIP: 10.96.0.79\n',
  '  clusterIP: 10.96.0.79\n  trafficDistribution: PreferSameZone\n',
);
const NEAR_NODE = NEAR_ZONE.replace('PreferSameZone', 'PreferSameNode');

/** Endpoints with hints, and who follows them. */
export const trafficDistribution: Scenario = {
  id: 'traffic-distribution',
  place: 12,
  topics: ['2.7'],
  title: { en: 'Traffic that stays near', zh: '就近访问：trafficDistribution' },
  goal: {
    en: 'Three nodes in two zones. With trafficDistribution the endpoint controller writes beside each endpoint for whom it is meant; each kube-proxy takes only those meant for its own zone or node, and all of them when there are none.',
    zh: '三个节点分在两个可用区。设置 trafficDistribution 后，端点控制器在每个端点旁写明它是给谁用的；每个 kube-proxy 只取给自己可用区或节点的那些，一个都没有时才取全部。',
  },
  cluster: { nodes: 3, latencies: 'realistic' },
  files: [{ name: FILE, text: NEAR }],
  parts: [
    part(
      zone('node-1 node-2', 'east'),
      'object',
      'node-1 and node-2 are in zone east.',
      'node-1 和 node-2 在可用区 east。',
      { subject: 'nodes/node-1' },
    ),
    part(zone('node-3', 'west'), 'object', 'node-3 is in zone west.', 'node-3 在可用区 west。', {
      subject: 'nodes/node-3',
    }),
    part(
      apply(NEAR),
      'network',
      'Three Pods, one a node, and no wish about nearness.',
      '三个 Pod，每个节点一个，没有就近的要求。',
    ),
    part(listing('node-1'), 'network', 'node-1 shares among all three.', 'node-1 在三个之间分配。'),
    part(
      apply(NEAR_ZONE),
      'network',
      'PreferSameZone: each endpoint gets hints.forZones, and every kube-proxy writes its chain anew.',
      'PreferSameZone：每个端点得到 hints.forZones，每个 kube-proxy 重写自己的链。',
    ),
    part(listing('node-1'), 'network', 'On node-1 two are left: those in east.', 'node-1 上剩两个：east 的。'),
    part(listing('node-3'), 'network', 'On node-3 the one in west.', 'node-3 上是 west 的那一个。'),
    part(
      apply(NEAR_NODE),
      'network',
      'PreferSameNode: hints.forNodes comes beside.',
      'PreferSameNode：再加上 hints.forNodes。',
    ),
    part(
      typed('ssh node-1 curl http://10.96.0.79/'),
      'network',
      'The Pod of the same node answers; no lot is drawn, since the chain has one endpoint.',
      '同一节点的 Pod 应答；链里只有一个端点，所以不抽签。',
    ),
    part(
      typed('kubectl scale deployment web --replicas=1'),
      'network',
      'Two of the three nodes are left without an endpoint of their own. Hints that fit nobody are passed over: first those for the zone, then everybody.',
      '三个节点中有两个自己没有端点了。没有合适的提示时就放宽：先看可用区，再看全部。',
    ),
  ],
};

const BALANCED = `${web(
  1,
  '  type: LoadBalancer\n  externalTrafficPolicy: Local\n  healthCheckNodePort: 31000\n  loadBalancerSourceRanges: [203.0.113.0/24]\n',
)}    nodePort: 30080\n`;
const CLOSED = BALANCED.replace('[203.0.113.0/24]', '[192.0.2.0/24]');

/** What a balancer asks of nodes, and who may come by it. */
export const loadBalancer: Scenario = {
  id: 'load-balancer',
  place: 13,
  topics: ['2.7'],
  title: { en: 'A load balancer, its health checks and its guests', zh: '负载均衡器：健康检查与来源限制' },
  goal: {
    en: 'A cloud gives the Service an address that leads to the nodes as it was sent (ipMode VIP). With policy Local it asks each node’s health check port who has an endpoint. Source ranges become a chain of their own, and what it does not let through is dropped before anything else.',
    zh: '云给 Service 一个地址，数据包原样到达节点（ipMode VIP）。策略为 Local 时，它向每个节点的健康检查端口询问谁有端点。来源限制成为单独的链，没放行的在最前面就被丢弃。',
  },
  cluster: { nodes: 2, latencies: 'realistic' },
  files: [{ name: FILE, text: BALANCED }],
  parts: [
    part(
      apply(BALANCED),
      'network',
      'Once the balancer is there, its address is in the status of the Service, and KUBE-FW-… guards it.',
      '负载均衡器就绪后，它的地址写在 Service 的状态里，由 KUBE-FW-… 把守。',
    ),
    part(
      typed('curl http://node-1:31000/healthz'),
      'network',
      'The health check: kube-proxy says how many endpoints this node has.',
      '健康检查：kube-proxy 回答本节点有几个端点。',
    ),
    part(
      typed('curl http://node-2:31000/healthz'),
      'network',
      'The other node. A balancer leaves out whoever has none: there the answer is 503.',
      '另一个节点。没有端点的节点会被负载均衡器排除：那里的回答是 503。',
    ),
    part(
      typed('curl -m 3 http://203.0.113.10/'),
      'network',
      'A guest from an allowed range: KUBE-FW-…, KUBE-EXT-…, KUBE-SVL-…. The Pod sees 203.0.113.9 itself.',
      '来自允许的网段：KUBE-FW-…、KUBE-EXT-…、KUBE-SVL-…。Pod 看到的就是 203.0.113.9 本身。',
    ),
    part(apply(CLOSED), 'network', 'The range is another one now.', '现在换成另一个网段。'),
    part(
      typed('curl -m 3 http://203.0.113.10/'),
      'network',
      'KUBE-FW-… no longer matches; no DNAT happens, and filter/KUBE-PROXY-FIREWALL drops the packet without a word.',
      'KUBE-FW-… 不再匹配，不做 DNAT，filter/KUBE-PROXY-FIREWALL 一声不响地丢掉数据包。',
    ),
  ],
};
