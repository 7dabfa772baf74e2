import type { Scenario } from '../scenario.ts';
import { part, typed } from '../typed.ts';
import { CRD_ARRAY_WATCHER } from './crd-array-watcher-manifest.ts';

const FILE = 'crd-array-watcher.yaml';
const CHAIN = {
  en: 'Walk the chains on the map: each rule that is asked is a step.',
  zh: '在图上走查各链：每条被询问的规则都是一步。',
};

/** Minikube's machine, where 33 Pods have come and gone before. */
export const crdArrayWatcher: Scenario = {
  id: 'crd-array-watcher',
  place: 6,
  topics: ['2.7', '2.6'],
  title: { en: 'A node port, chain by chain', zh: 'NodePort 逐链走查' },
  goal: {
    en: 'Service crd-array-watcher with node port 32198 on one machine. A packet comes in by PREROUTING, one from the node itself by OUTPUT; both go through KUBE-SERVICES, KUBE-NODEPORTS or the cluster IP’s chain, KUBE-SVC-…, KUBE-SEP-… and are sent on by DNAT, marked for masquerading where they must be. The counters rise with them, and the listing at the end is the one that iptables prints.',
    zh: '单机上的 Service crd-array-watcher，节点端口 32198。外来数据包经 PREROUTING 进入，节点自身的经 OUTPUT；都依次通过 KUBE-SERVICES、KUBE-NODEPORTS 或集群 IP 的链、KUBE-SVC-…、KUBE-SEP-…，由 DNAT 转发，必要时打上伪装标记。计数器随之增长，最后的列表与 iptables 打印的一致。',
  },
  cluster: {
    nodes: 1,
    latencies: 'realistic',
    machines: [{ name: 'minikube', address: '192.168.49.2', podCIDR: '10.244.0.0/24', lastPodAddress: 34 }],
  },
  files: [{ name: FILE, text: CRD_ARRAY_WATCHER }],
  parts: [
    part(
      typed(`kubectl apply -f ${FILE}`, { [FILE]: CRD_ARRAY_WATCHER }),
      'network',
      'A Deployment and a Service. kube-proxy hears of the Service and of its endpoint, and writes the chains.',
      '一个 Deployment 和一个 Service。kube-proxy 得知 Service 及其端点后写入各条链。',
    ),
    part(
      typed('ssh minikube curl http://10.100.116.139:8080/'),
      'network',
      `From the node to the cluster IP: OUTPUT, KUBE-SERVICES, KUBE-SVC-…, KUBE-SEP-…, DNAT. ${CHAIN.en}`,
      `从节点访问集群 IP：OUTPUT、KUBE-SERVICES、KUBE-SVC-…、KUBE-SEP-…、DNAT。${CHAIN.zh}`,
    ),
    part(
      typed('ssh minikube curl http://10.100.116.139:8080/'),
      'network',
      'Once more: a new connection, so the nat table is asked again.',
      '再来一次：新的连接，因此再次询问 nat 表。',
    ),
    part(
      typed('curl http://192.168.49.2:32198/'),
      'network',
      'From outside to the node port: PREROUTING, and KUBE-NODEPORTS at the end of KUBE-SERVICES.',
      '从外部访问节点端口：PREROUTING，以及 KUBE-SERVICES 末尾的 KUBE-NODEPORTS。',
    ),
    part(
      typed('curl http://192.168.49.2:32198/'),
      'network',
      'The mark set here is what POSTROUTING masquerades by.',
      '这里打上的标记供 POSTROUTING 做地址伪装。',
    ),
    part(
      typed('ssh minikube iptables -t nat -L KUBE-SVC-HW2XM7FRY33HEVYM -v -n --line-numbers'),
      'network',
      'Four packets went to the endpoint. The first rule here marked two of them, those to the cluster IP; the two to the node port had been marked by KUBE-EXT-… before they came.',
      '四个包到达端点。这里的第一条规则给其中两个打了标记，即发往集群 IP 的；发往节点端口的两个在到来之前已由 KUBE-EXT-… 打上标记。',
    ),
    part(
      typed('ssh minikube iptables -t nat -L KUBE-SEP-PLQTWCYKKRRVAV4U -v -n --line-numbers'),
      'network',
      'The endpoint’s chain: nothing came from the Pod itself, all four were translated.',
      '端点的链：没有来自该 Pod 自身的包，四个全部做了转换。',
    ),
  ],
};
