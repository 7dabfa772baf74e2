import type { Scenario } from '../scenario.ts';
import { part, typed } from '../typed.ts';
import { CLIENT, NAME_CLIENT, web } from './manifests.ts';

const FILE = 'web.yaml';
const apply = (text: string) => typed(`kubectl apply -f ${FILE}`, { [FILE]: text });

const SELF = `${web(1, '')}---\n${CLIENT}`;

/** A Pod that calls its own Service. */
export const hairpin: Scenario = {
  id: 'hairpin',
  place: 7,
  topics: ['2.7'],
  title: { en: 'A Pod that cannot reach itself', zh: '访问不到自己的 Pod' },
  goal: {
    en: 'A Pod asks its own Service, and the draw falls on itself. The packet must leave the node’s bridge through the very cable that it came from, which a bridge does only in hairpin mode. This network’s bridges are not in that mode: everybody reaches the Service except the one Pod behind it.',
    zh: 'Pod 访问自己的 Service，抽中的正好是自己。数据包必须从来时的那根网线离开节点的网桥，而网桥只有在 hairpin 模式下才会这样做。这个网络的网桥没有开启：谁都能访问这个 Service，唯独它后面的那个 Pod 不行。',
  },
  cluster: { nodes: 1, latencies: 'realistic', network: { hairpin: false } },
  files: [{ name: FILE, text: SELF }],
  parts: [
    part(
      apply(SELF),
      'network',
      'One web server behind a Service, and a Pod to ask from.',
      '一个 Service 后面有一个 Web 服务器，还有一个用来发问的 Pod。',
    ),
    part(
      typed('kubectl exec shell -- curl http://web/'),
      'network',
      'From another Pod on the same node all is well.',
      '从同一节点的另一个 Pod 访问，一切正常。',
    ),
    part(
      typed('kubectl exec deploy/web -- curl -m 3 http://web/'),
      'network',
      'From the Pod itself: KUBE-SEP-… has a rule for just this, -s its own address, and marks the packet for masquerading. Then the bridge drops it without a word. Look at the last stop of the route.',
      '从 Pod 自己访问：KUBE-SEP-… 里正好有一条 -s 自身地址的规则，给数据包打上伪装标记。然后网桥一声不响地丢掉它。看路线的最后一站。',
    ),
  ],
};

const WRONG = web(2, '', 'app: wbe');
const RIGHT = web(2, '');

/** Refused at once, or silence: two ways to be without an endpoint. */
export const noEndpoints: Scenario = {
  id: 'no-endpoints',
  place: 4,
  topics: ['2.7'],
  title: { en: 'A Service without endpoints', zh: '没有端点的 Service' },
  goal: {
    en: 'A selector with a typing error selects nothing. kube-proxy writes a REJECT, so a client hears “connection refused” at once, which looks as if the program had crashed. The EndpointSlice tells the truth; with the right selector chains appear in the place of the refusal.',
    zh: '选择算符拼错，什么也选不到。kube-proxy 写下 REJECT，客户端立刻看到 “connection refused”，仿佛程序崩溃了。真相在 EndpointSlice 里；选择算符改对后，拒绝规则被链取代。',
  },
  cluster: { nodes: 2, latencies: 'realistic' },
  files: [{ name: FILE, text: WRONG }],
  parts: [
    part(
      apply(WRONG),
      'network',
      'Two Pods run, and the Service selects app=wbe. Look for REJECT in the chain filter/KUBE-SERVICES.',
      '两个 Pod 在运行，而 Service 选择的是 app=wbe。在链 filter/KUBE-SERVICES 中找 REJECT。',
      { node: 'node-1', chain: 'filter/KUBE-SERVICES' },
    ),
    part(
      typed('ssh node-1 curl http://web.default.svc/'),
      'network',
      'A node does not know names of Services: only Pods ask the cluster’s DNS.',
      '节点不认识 Service 的名字：只有 Pod 才询问集群 DNS。',
    ),
    part(
      typed('kubectl exec deploy/web -- curl http://web/'),
      'network',
      'From a Pod the name is found, and the packet is refused by the rule in filter/KUBE-SERVICES: an ICMP error comes back at once.',
      '从 Pod 里能解析名字，数据包被 filter/KUBE-SERVICES 中的规则拒绝：立刻返回 ICMP 错误。',
    ),
    part(
      typed('kubectl get endpointslices -l kubernetes.io/service-name=web'),
      'object',
      'No endpoints: ask this first when a Service refuses.',
      '没有端点：Service 拒绝连接时，先查这个。',
      { subject: 'endpointslices.discovery.k8s.io/default/web-kphzv' },
    ),
    part(
      apply(RIGHT),
      'network',
      'The selector is corrected. The slice fills, and every kube-proxy replaces the refusal by chains.',
      '选择算符改正了。切片被填充，每个 kube-proxy 都用链替换掉拒绝规则。',
    ),
    part(typed('kubectl exec deploy/web -- curl http://web/'), 'network', 'Now a Pod answers.', '现在有 Pod 应答了。'),
  ],
};

const STICKY = web(3, '  clusterIP: 10.96.0.78\n  sessionAffinity: ClientIP\n');

export const affinity: Scenario = {
  id: 'affinity',
  place: 6,
  topics: ['2.7'],
  title: { en: 'A client that stays with its Pod', zh: '会话保持' },
  goal: {
    en: 'With sessionAffinity ClientIP the first connection of a client draws a lot, and a rule notes the client in a list of that endpoint. The next ones find it in the list before any lot is drawn, for three hours after the last.',
    zh: '设置 sessionAffinity: ClientIP 后，客户端的第一个连接抽签，并有规则把它记入那个端点的名单。之后的连接在抽签之前就在名单里找到它，最后一次之后还保持三小时。',
  },
  cluster: { nodes: 2, latencies: 'realistic' },
  files: [{ name: FILE, text: STICKY }],
  parts: [
    part(
      apply(STICKY),
      'network',
      'The chain KUBE-SVC-… has, behind the rule that marks and before the rules that draw, one rule for each endpoint that asks its list: recent: CHECK.',
      '链 KUBE-SVC-… 在打标记的规则之后、抽签规则之前，为每个端点写一条查询名单的规则：recent: CHECK。',
      { node: 'node-1', chain: 'nat/KUBE-SVC-CDGGSHYLG3RE2FKL' },
    ),
    part(
      typed('ssh node-1 curl http://10.96.0.78/'),
      'network',
      'No list has this client, so lots are drawn; KUBE-SEP-… notes the client (-m recent --set, printed as recent: SET).',
      '名单里没有这个客户端，于是抽签；KUBE-SEP-… 把它记下（-m recent --set，打印为 recent: SET）。',
    ),
    part(
      typed('ssh node-1 curl http://10.96.0.78/'),
      'network',
      'Now a list has it: the same Pod answers, and no lot is drawn.',
      '现在名单里有它：同一个 Pod 应答，不再抽签。',
    ),
    part(
      typed('ssh node-2 curl http://10.96.0.78/'),
      'network',
      'Another node has lists of its own: it draws for itself.',
      '另一个节点有自己的名单：它自己抽签。',
    ),
  ],
};

const LOCAL = `${web(1, '  type: NodePort\n  externalTrafficPolicy: Local\n')}    nodePort: 30080\n`;

export const localPolicy: Scenario = {
  id: 'local-policy',
  place: 5,
  topics: ['2.7'],
  title: {
    en: 'Local traffic only, and a node without an endpoint',
    zh: 'externalTrafficPolicy: Local 与没有端点的节点',
  },
  goal: {
    en: 'externalTrafficPolicy: Local keeps the client’s address, since no node has to put its own in the place of it. The price: a node without an endpoint of its own drops what comes from outside, without a word. Load balancers therefore ask each node’s health check port.',
    zh: 'externalTrafficPolicy: Local 会保留客户端的地址，因为没有节点需要换上自己的地址。代价是：自己没有端点的节点会把外来的数据包一声不响地丢掉。所以负载均衡器要询问每个节点的健康检查端口。',
  },
  cluster: { nodes: 2, latencies: 'realistic' },
  files: [{ name: FILE, text: LOCAL }],
  parts: [
    part(
      apply(LOCAL),
      'network',
      'One Pod, on one of two nodes. Choose each node in the Network tab: one has KUBE-SVL-…, the other a DROP in filter/KUBE-EXTERNAL-SERVICES.',
      '两个节点中只有一个上有 Pod。在“网络”标签页分别选两个节点：一个有 KUBE-SVL-…，另一个在 filter/KUBE-EXTERNAL-SERVICES 里是 DROP。',
      { node: 'node-2', chain: 'filter/KUBE-EXTERNAL-SERVICES' },
    ),
    part(
      typed('kubectl get pods -o wide'),
      'object',
      'Where the Pod runs decides which node answers.',
      'Pod 在哪个节点，就由哪个节点应答。',
      { subject: 'pods/default/web-596556dd5f-9fmq8' },
    ),
    part(
      typed('curl -m 4 http://node-1:30080/'),
      'network',
      'To node-1 from outside. If the Pod is there, it sees 203.0.113.9, the client itself.',
      '从外部访问 node-1。如果 Pod 在那里，它看到的就是客户端本身 203.0.113.9。',
    ),
    part(
      typed('curl -m 4 http://node-2:30080/'),
      'network',
      'To node-2. Without an endpoint there the SYN is dropped, sent again after one and three seconds, and given up.',
      '访问 node-2。那里没有端点时 SYN 被丢弃，一秒和三秒后重发，最后放弃。',
    ),
    part(
      typed('ssh node-1 curl -m 4 http://node-2:30080/'),
      'network',
      'From another node it is dropped or answered just the same: what counts is the node that is asked.',
      '从另一个节点访问，同样被丢弃或应答：关键在于被问到的是哪个节点。',
    ),
  ],
};

const LARGE = `${web(2, '')}---\n${CLIENT}`;

export const tooBig: Scenario = {
  id: 'mtu',
  place: 8,
  topics: ['2.7'],
  title: { en: 'Small requests work, large answers are too big', zh: 'MTU：小请求正常，大应答太大' },
  goal: {
    en: 'Between nodes a packet travels inside another one, which costs 50 bytes. These Pods were told that 1500 bytes fit, as on the wire outside. Small answers pass; a full packet does not fit into the tunnel, the node says so with an ICMP error, and the sender makes smaller ones. Where such errors are filtered, the answer hangs for ever.',
    zh: '节点之间，数据包装在另一个数据包里走，要多花 50 字节。这里的 Pod 被告知能装 1500 字节，和外面的网线一样。小应答能通过；装满的包放不进隧道，节点用 ICMP 错误告知，发送者就改发小包。如果这种错误被过滤掉，应答就永远卡住。',
  },
  cluster: { nodes: 2, latencies: 'realistic', network: { podMtu: 1500 } },
  files: [{ name: FILE, text: LARGE }],
  parts: [
    part(
      apply(LARGE),
      'network',
      'Two web servers on two nodes, and a Pod to ask from.',
      '两个节点上各一个 Web 服务器，还有一个用来发问的 Pod。',
    ),
    part(
      typed('kubectl exec shell -- curl http://web/'),
      'network',
      'A small answer passes, from whichever node.',
      '小应答无论来自哪个节点都能通过。',
    ),
    part(
      typed('kubectl exec shell -- curl http://10.244.2.3/bytes/4000'),
      'network',
      'An answer of 4000 bytes, from the Pod on the same node: full packets of 1500 bytes pass over the bridge.',
      '4000 字节的应答，来自同一节点上的 Pod：装满 1500 字节的数据包经网桥通过。',
    ),
    part(
      typed('kubectl exec shell -- curl http://10.244.1.2/bytes/4000'),
      'network',
      'The same from the Pod on the other node. Look for “too big for the way”: the error names what fits, 1450 bytes, and the same bytes go again in smaller packets.',
      '同样的应答，来自另一节点上的 Pod。看“对这条路来说太大”：错误里写着能装多少，即 1450 字节，同样的字节改用小包重发。',
    ),
    part(
      typed('kubectl exec shell -- curl http://web/bytes/4000'),
      'network',
      'By the Service it is a matter of luck which of the two one meets: this time the other node again. The list of connections has the number of packets of each.',
      '通过 Service 访问时，遇到两者中的哪一个全凭运气：这次又是另一个节点。连接列表里有每个连接的数据包数量。',
    ),
  ],
};

const NAMES = `${web(1, '')}---\n${NAME_CLIENT}`;

export const names: Scenario = {
  id: 'dns-failure',
  place: 9,
  topics: ['2.7'],
  title: { en: 'When names are not found', zh: '名字找不到的时候' },
  goal: {
    en: 'A Pod’s resolver tries a short name with each suffix of its search list, one packet to the address of kube-dns and one back for each. See the questions that a wrong name costs, and what is left when the DNS Service is gone: addresses work, names do not.',
    zh: 'Pod 的解析器把短名字依次加上搜索列表中的后缀去问，每问一次就有一个去 kube-dns 地址的数据包和一个应答。看看一个写错的名字要问多少次，以及 DNS 的 Service 没了以后还剩什么：地址可用，名字不可用。',
  },
  cluster: { nodes: 2, latencies: 'realistic' },
  files: [{ name: FILE, text: NAMES }],
  parts: [
    part(
      apply(NAMES),
      'node',
      'A web server, its Service, and a Pod to ask from.',
      '一个 Web 服务器、它的 Service，还有一个用来发问的 Pod。',
    ),
    part(
      typed('kubectl exec shell -- cat /etc/resolv.conf'),
      'node',
      'What the kubelet wrote for the Pod: the server, the search list, ndots:5.',
      'kubelet 为 Pod 写的内容：服务器、搜索列表、ndots:5。',
      { node: 'node-2', section: 'names' },
    ),
    part(
      typed('kubectl exec shell -- dig +search +noall +answer web'),
      'network',
      'The first suffix fits: one question, one answer, over UDP through the rules of the node.',
      '第一个后缀就对了：一问一答，经 UDP 走过节点的规则。',
    ),
    part(
      typed('kubectl exec shell -- dig +search wbe'),
      'network',
      'A wrong name is asked four times: with three suffixes, and as it is.',
      '写错的名字要问四次：三个后缀各一次，再照原样一次。',
    ),
    part(
      typed('kubectl exec shell -- dig +short web.default.svc.cluster.local.'),
      'network',
      'A dot at the end: it is asked as it is, once.',
      '末尾加一个点：照原样只问一次。',
    ),
    part(
      typed('kubectl delete service kube-dns -n kube-system'),
      'network',
      'The Service of the DNS is deleted: rules for 10.96.0.10 go from every node.',
      'DNS 的 Service 被删除：各节点上 10.96.0.10 的规则随之消失。',
    ),
    part(
      typed('kubectl exec shell -- curl http://web/'),
      'network',
      'Nobody answers for 10.96.0.10 any more. The program says “Could not resolve host”, though the web server is well.',
      '10.96.0.10 不再有人应答。程序说 “Could not resolve host”，而 Web 服务器其实好好的。',
    ),
  ],
};
