import type { Scenario } from '../scenario.ts';
import { part, typed } from '../typed.ts';

const FILE = 'db.yaml';
const SERVICE = `apiVersion: v1
kind: Service
metadata:
  name: db
spec:
  clusterIP: 10.96.0.90
  ports:
  - port: 5432
`;
const endpoints = (...ips: readonly string[]) => `${SERVICE}---
apiVersion: v1
kind: Endpoints
metadata:
  name: db
subsets:
- addresses:
${ips.map((ip) => `  - ip: ${ip}\n`).join('')}  ports:
  - port: 5432
`;
const apply = (text: string) => typed(`kubectl apply -f ${FILE}`, { [FILE]: text });
const ONE = endpoints('192.0.2.10');
const slices = typed('kubectl get endpointslices -l kubernetes.io/service-name=db');

/** Endpoints that a person writes, and the slices that follow them. */
export const withoutSelector: Scenario = {
  id: 'without-selector',
  place: 14,
  topics: ['2.7'],
  title: { en: 'A Service without a selector: mirrored Endpoints', zh: '没有选择算符的 Service：镜像 Endpoints' },
  goal: {
    en: 'A database outside the cluster gets a Service. Nobody chooses Pods for it: a person writes the Endpoints, as was done before there were slices. kube-proxy reads slices alone, so a controller mirrors what was written, follows its changes, and stops when told to.',
    zh: '给集群外的数据库一个 Service。没有谁替它挑选 Pod：由人写 Endpoints，这是有切片之前的做法。kube-proxy 只读切片，所以有一个控制器把写下的内容镜像成切片，跟随变化，要它停就停。',
  },
  cluster: { nodes: 1, latencies: 'realistic' },
  files: [{ name: FILE, text: ONE }],
  parts: [
    part(
      apply(ONE),
      'queues',
      'kubectl prints a warning of the server: Endpoints are deprecated. Watch endpointslicemirroring-controller write a slice in their place.',
      'kubectl 打印服务器的警告：Endpoints 已弃用。看 endpointslicemirroring-controller 为它写出切片。',
    ),
    part(
      slices,
      'object',
      'The slice: its name is drawn, its owner is the Endpoints, its label managed-by names the mirroring controller.',
      '切片：名字是抽出来的，属主是 Endpoints，标签 managed-by 写着负责镜像的控制器。',
      { subject: 'endpointslices.discovery.k8s.io/default/db-kphzv' },
    ),
    part(
      apply(endpoints('192.0.2.10', '192.0.2.11')),
      'queues',
      'A second address: the same slice is changed.',
      '第二个地址：改的还是同一个切片。',
    ),
    part(
      typed('ssh node-1 iptables-save -t nat'),
      'network',
      'Two KUBE-SEP-… have come of it, written by kube-proxy. Their addresses belong to no Pod.',
      '由此得到两个 KUBE-SEP-…，是 kube-proxy 写的。它们的地址不属于任何 Pod。',
    ),
    part(
      typed('kubectl label endpoints db endpointslice.kubernetes.io/skip-mirror=true'),
      'queues',
      'With this label the controller keeps away, and takes back what it had written.',
      '有了这个标签，控制器就不再管它，并收回写过的切片。',
    ),
    part(slices, 'object', 'No slice is left.', '一个切片也没有了。', {
      subject: 'endpointslices.discovery.k8s.io/default/db-kphzv',
    }),
    part(
      typed('ssh node-1 iptables-save -t filter'),
      'network',
      'Nobody stands behind the Service now: kube-proxy writes a REJECT.',
      '现在 Service 后面没有人：kube-proxy 写下一条 REJECT。',
    ),
  ],
};
