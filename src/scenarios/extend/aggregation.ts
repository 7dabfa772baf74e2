import type { Scenario } from '../scenario.ts';
import { asked, part, typed } from '../typed.ts';

const FILE = 'metrics-server.yaml';
const SERVER = `apiVersion: v1
kind: Service
metadata:
  name: metrics-server
  namespace: kube-system
spec:
  selector:
    k8s-app: metrics-server
  ports:
  - port: 443
    targetPort: 8080
---
apiVersion: v1
kind: Pod
metadata:
  name: metrics-server
  namespace: kube-system
  labels:
    k8s-app: metrics-server
spec:
  containers:
  - name: metrics-server
    image: registry.k8s.io/echoserver:1.10
    ports:
    - containerPort: 8080
`;
const API = 'api-service.yaml';
const API_SERVICE = `apiVersion: apiregistration.k8s.io/v1
kind: APIService
metadata:
  name: v1beta1.metrics.k8s.io
spec:
  group: metrics.k8s.io
  version: v1beta1
  groupPriorityMinimum: 100
  versionPriority: 100
  insecureSkipTLSVerify: true
  service:
    name: metrics-server
    namespace: kube-system
`;
const NODES = '/apis/metrics.k8s.io/v1beta1/nodes';

/** An API server behind the API server. */
export const aggregation: Scenario = {
  id: 'aggregation',
  topics: ['0.9', '3.3'],
  title: { en: 'Another API server behind the first', zh: 'API server 背后的另一个 API server' },
  goal: {
    en: 'Definitions are data; an aggregated server is a program that answers for a whole group itself. An APIService says which group goes to which Service. The request still passes authentication, authorization and flow control here, and is then handed on with the user’s name in headers. While nobody answers there, the group is unavailable and says so.',
    zh: '定义只是数据；聚合服务器是一个自己负责整个组的程序。APIService 说明哪个组交给哪个 Service。请求仍然要先在这里通过认证、鉴权和流量控制，然后带着写有用户名的头转交出去。那里无人应答时，该组不可用并会说明原因。',
  },
  cluster: { nodes: 1, latencies: 'realistic' },
  files: [
    { name: API, text: API_SERVICE },
    { name: FILE, text: SERVER },
  ],
  parts: [
    part(asked('GET', NODES), 'api', 'Nobody serves the group: 404.', '没有谁提供这个组：404。'),
    part(
      typed(`kubectl apply -f ${API}`, { [API]: API_SERVICE }),
      'object',
      'The group is given to a Service that does not exist: condition Available is False.',
      '该组被交给一个不存在的 Service：状况 Available 为 False。',
      { subject: 'apiservices.apiregistration.k8s.io/v1beta1.metrics.k8s.io' },
    ),
    part(
      asked('GET', NODES),
      'api',
      '503: the path is known, and nobody answers there.',
      '503：路径已知，但无人应答。',
    ),
    part(
      typed(`kubectl apply -f ${FILE}`, { [FILE]: SERVER }),
      'object',
      'The Service, and a Pod behind it.',
      'Service 及其后面的 Pod。',
      { subject: 'apiservices.apiregistration.k8s.io/v1beta1.metrics.k8s.io' },
    ),
    part(
      typed('sleep 40'),
      'object',
      'The aggregator asks again every now and then: Available becomes True.',
      '聚合器会定期再次询问：Available 变为 True。',
      { subject: 'apiservices.apiregistration.k8s.io/v1beta1.metrics.k8s.io' },
    ),
    part(
      asked('GET', NODES),
      'access',
      'Answered by the server behind; the way through authentication and authorization was the same.',
      '由背后的服务器应答；通过认证和鉴权的过程相同。',
    ),
    part(typed('kubectl top nodes'), 'step', 'What kubectl makes of it.', 'kubectl 由此打印的内容。'),
  ],
};
