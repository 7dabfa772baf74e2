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
const OWN = 'wardle.yaml';
const OWN_SERVER = `# A server of one's own: the annotation stands for the program in the Pod.
apiVersion: v1
kind: Service
metadata:
  name: wardle
  namespace: kube-system
  annotations:
    apiserver.kubestep.dev/resources: |
      flunders Flunder Namespaced fl
spec:
  selector:
    app: wardle
  ports:
  - port: 443
    targetPort: 8080
---
apiVersion: v1
kind: Pod
metadata:
  name: wardle
  namespace: kube-system
  labels:
    app: wardle
spec:
  containers:
  - name: wardle
    image: registry.k8s.io/echoserver:1.10
    ports:
    - containerPort: 8080
---
apiVersion: apiregistration.k8s.io/v1
kind: APIService
metadata:
  name: v1alpha1.wardle.example.com
spec:
  group: wardle.example.com
  version: v1alpha1
  groupPriorityMinimum: 1000
  versionPriority: 15
  insecureSkipTLSVerify: true
  service:
    name: wardle
    namespace: kube-system
`;
const FLUNDERS = '/apis/wardle.example.com/v1alpha1/namespaces/default/flunders';
const FLUNDER = { metadata: { name: 'my-first-flunder' }, spec: { reference: 'another' } };
const NODES = '/apis/metrics.k8s.io/v1beta1/nodes';

/** An API server behind the API server. */
export const aggregation: Scenario = {
  id: 'aggregation',
  place: 7,
  topics: ['0.9', '3.3'],
  title: { en: 'Another API server behind the first', zh: 'API 服务器背后的另一个 API 服务器' },
  goal: {
    en: 'Definitions are data; an aggregated server is a program that answers for a whole group itself. An APIService says which group goes to which Service. The request still passes authentication, authorization and flow control here, and is then handed on with the user’s name in headers. While nobody answers there, the group is unavailable and says so.',
    zh: '定义只是数据；聚合服务器是一个自己负责整个组的程序。APIService 说明哪个组交给哪个 Service。请求仍然要先在这里通过认证、鉴权和流量控制，然后带着写有用户名的头转交出去。那里无人应答时，该组不可用并会说明原因。',
  },
  cluster: { nodes: 1, latencies: 'realistic' },
  files: [
    { name: API, text: API_SERVICE },
    { name: FILE, text: SERVER },
    { name: OWN, text: OWN_SERVER },
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
      'The Service, and a Pod behind it. Once the Pod is ready the aggregator asks it, and Available becomes True.',
      'Service 及其后面的 Pod。Pod 就绪后，聚合器询问它，Available 变为 True。',
      { subject: 'apiservices.apiregistration.k8s.io/v1beta1.metrics.k8s.io' },
    ),
    part(
      asked('GET', NODES),
      'access',
      'Answered by the server behind; the way through authentication and authorization was the same.',
      '由背后的服务器应答；通过认证和鉴权的过程相同。',
    ),
    part(typed('kubectl top nodes'), 'step', 'What kubectl makes of it.', 'kubectl 由此打印的内容。'),
    part(
      typed(`kubectl apply -f ${OWN}`, { [OWN]: OWN_SERVER }),
      'object',
      'A second server, with objects of its own: they are in no key of this cluster’s etcd. Once its Pod is ready, it is asked for its resources, and is available.',
      '第二个服务器，有自己的对象：它们不在本集群 etcd 的任何键中。其 Pod 就绪后，聚合器询问它的资源，于是可用。',
      { subject: 'apiservices.apiregistration.k8s.io/v1alpha1.wardle.example.com' },
    ),
    part(
      typed('kubectl api-resources --api-group=wardle.example.com'),
      'api',
      'Its resources stand in the discovery documents beside those of this server.',
      '它的资源与本服务器的资源一起列在发现文档中。',
    ),
    part(
      asked('POST', FLUNDERS, FLUNDER),
      'access',
      'Authenticated and authorized here, then handed on with X-Remote-User. Admission of this server never sees the object.',
      '在这里认证和鉴权，再带着 X-Remote-User 转交。本服务器的准入从不看到该对象。',
    ),
    part(typed('kubectl get fl'), 'step', 'Read like any other object.', '像其他对象一样读取。'),
    part(
      typed('kubectl annotate service wardle -n kube-system apiserver.kubestep.dev/status=503'),
      'object',
      'The program breaks: the next check fails, and the condition says with which answer: 503.',
      '程序出了故障：下一次检查失败，状况写明得到的应答：503。',
      { subject: 'apiservices.apiregistration.k8s.io/v1alpha1.wardle.example.com' },
    ),
    part(asked('GET', FLUNDERS), 'api', '503 until it is well again.', '在它恢复之前都是 503。'),
  ],
};
