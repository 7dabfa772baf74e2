import type { Scenario } from '../scenario.ts';
import { part, typed } from '../typed.ts';

const rightsOf = (cluster: boolean): string => {
  const suffix = cluster ? '-cluster' : '';
  const kind = cluster ? 'ClusterRole' : 'Role';
  const place = cluster ? '' : '\n  namespace: client-ns';
  return `apiVersion: v1
kind: Namespace
metadata:
  name: client-ns
---
apiVersion: v1
kind: ServiceAccount
metadata:
  name: grpc-lb-client-sa${suffix}
  namespace: client-ns
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ${kind}
metadata:
  name: grpc-endpoint-reader${suffix}${place}
rules:
- apiGroups: [""]
  resources: [endpoints, pods]
  verbs: [get, list, watch]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ${kind}Binding
metadata:
  name: bind-grpc-endpoint-reader${suffix}${place}
subjects:
- kind: ServiceAccount
  name: grpc-lb-client-sa${suffix}
  namespace: client-ns
roleRef:
  kind: ${kind}
  name: grpc-endpoint-reader${suffix}
  apiGroup: rbac.authorization.k8s.io
---
apiVersion: v1
kind: Pod
metadata:
  name: my-client
  namespace: client-ns
spec:
  serviceAccountName: grpc-lb-client-sa${suffix}
  containers:
  - name: nginx
    image: nginx:1.27
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: my-nginx-app
  namespace: client-ns
spec:
  replicas: 1
  selector:
    matchLabels:
      app: my-nginx-app
  template:
    metadata:
      labels:
        app: my-nginx-app
    spec:
      containers:
      - name: nginx
        image: nginx:1.27
        ports:
        - containerPort: 80
`;
};

const TOKEN = 'TOKEN=$(cat /var/run/secrets/kubernetes.io/serviceaccount/token)';
const asked = (path: string) =>
  typed(
    `kubectl exec -n client-ns my-client -- sh -c '${TOKEN}; curl -sk -H "Authorization: Bearer $TOKEN" https://kubernetes.default.svc${path}'`,
  );

const FILE = 'rights-in-a-namespace.yaml';
const WIDE = 'rights-in-the-cluster.yaml';

export const rightsByRole: Scenario = {
  id: 'rights-role',
  place: 7,
  topics: ['2.11', '2.12', '0.6'],
  title: {
    en: 'Rights, example 1: a Role lets a Pod watch its namespace',
    zh: '授权示例 1：Role 允许 Pod 监视本命名空间',
  },
  goal: {
    en: 'A ServiceAccount, a Role that may get, list and watch endpoints and Pods, and a binding, all in client-ns. A Pod that runs as this account opens a watch with its mounted token and sees each change of the Deployment beside it as it is scaled. Another namespace stays closed.',
    zh: '在 client-ns 中有一个 ServiceAccount、一个可以 get、list、watch endpoints 与 Pod 的 Role，以及一个绑定。以该账号运行的 Pod 用挂载的令牌打开 watch，在旁边的 Deployment 伸缩时看到每次变化。其他命名空间仍然不可访问。',
  },
  cluster: { nodes: 2, latencies: 'realistic' },
  files: [{ name: FILE, text: rightsOf(false) }],
  parts: [
    part(
      typed(`kubectl apply -f ${FILE}`, { [FILE]: rightsOf(false) }),
      'object',
      'Five objects and a namespace for them.',
      '五个对象以及它们的命名空间。',
      { subject: 'roles.rbac.authorization.k8s.io/client-ns/grpc-endpoint-reader' },
    ),
    part(
      asked('/api/v1/namespaces/client-ns/pods?watch=true'),
      'access',
      'From inside the Pod: a watch with the mounted token. RBAC allows it by the RoleBinding. What exists comes first as ADDED; the command goes on.',
      '从 Pod 内部用挂载的令牌发起 watch。RBAC 依据 RoleBinding 放行。已存在的对象首先以 ADDED 出现；命令继续运行。',
    ),
    part(
      typed('kubectl scale deployment my-nginx-app -n client-ns --replicas=2'),
      'step',
      'Look at the output of the command before: ADDED for the new Pod, and MODIFIED for each change of it.',
      '查看上一条命令的输出：新 Pod 为 ADDED，之后的每次变化为 MODIFIED。',
    ),
    part({ type: 'interrupt', command: 2 }, 'step', 'Ctrl+C ends the watch.', 'Ctrl+C 结束 watch。'),
    part(
      asked('/api/v1/namespaces/default/pods'),
      'access',
      'The namespace default: 403. A Role reaches no further than its namespace.',
      '命名空间 default：403。Role 的效力不超出自己的命名空间。',
    ),
  ],
};

export const rightsByClusterRole: Scenario = {
  id: 'rights-cluster-role',
  place: 8,
  topics: ['2.11', '2.12'],
  title: {
    en: 'Rights, example 2: a ClusterRole lets a Pod watch everywhere',
    zh: '授权示例 2：ClusterRole 允许 Pod 监视所有命名空间',
  },
  goal: {
    en: 'The same account and the same rule, but as a ClusterRole with a ClusterRoleBinding: now the path without a namespace works, and Pods of other namespaces are seen too.',
    zh: '相同的账号和规则，但使用 ClusterRole 与 ClusterRoleBinding：现在不带命名空间的路径也可用，能看到其他命名空间的 Pod。',
  },
  cluster: { nodes: 2, latencies: 'realistic' },
  files: [{ name: WIDE, text: rightsOf(true) }],
  parts: [
    part(
      typed(`kubectl apply -f ${WIDE}`, { [WIDE]: rightsOf(true) }),
      'object',
      'A cluster role has no namespace of its own.',
      '集群角色没有自己的命名空间。',
      { subject: 'clusterroles.rbac.authorization.k8s.io/grpc-endpoint-reader-cluster' },
    ),
    part(
      asked('/api/v1/pods/?watch=true'),
      'access',
      'A watch of all namespaces, allowed by the ClusterRoleBinding.',
      '对所有命名空间的 watch，由 ClusterRoleBinding 放行。',
    ),
    part(
      typed('kubectl run nginx12345 --image=nginx:1.27'),
      'step',
      'A Pod in the namespace default: the watch in client-ns sees it, first as Pending without a node.',
      'default 命名空间中的 Pod：client-ns 中的 watch 也能看到，最初是没有节点的 Pending。',
    ),
    part({ type: 'interrupt', command: 2 }, 'step', 'Ctrl+C ends the watch.', 'Ctrl+C 结束 watch。'),
    part(
      asked('/api/v1/nodes'),
      'access',
      'Nodes are not in the rule: 403, everywhere.',
      '规则中没有 nodes：无论哪里都是 403。',
    ),
  ],
};

export const rightsOfAPerson: Scenario = {
  id: 'rights-person',
  place: 9,
  topics: ['2.11', '0.7', '1.4'],
  title: { en: 'Rights, example 3: a person may get, and nothing else', zh: '授权示例 3：用户只能 get' },
  goal: {
    en: 'jane is a person with a certificate in her kubeconfig; there is no object for her. A Role with the verb get alone lets her read a Pod that she can name: she can neither list nor watch, so kubectl get pods fails where kubectl get pod web works.',
    zh: 'jane 是 kubeconfig 中持有证书的用户；集群里没有她的对象。只含动词 get 的 Role 让她能读取已知名称的 Pod：不能 list 也不能 watch，因此 kubectl get pods 失败，而 kubectl get pod web 成功。',
  },
  cluster: { nodes: 1, latencies: 'realistic' },
  files: [],
  parts: [
    part(typed('kubectl run web --image=nginx:1.27'), 'object', 'Something to read.', '可供读取的对象。', {
      subject: 'pods/default/web',
    }),
    part(
      typed('kubectl config view'),
      'step',
      'The users of the kubeconfig and how each proves who it is.',
      'kubeconfig 中的用户及其各自的凭据方式。',
    ),
    part(
      typed('kubectl get pod web --user=jane'),
      'access',
      'Authenticated, not authorized: 403.',
      '通过认证，未获授权：403。',
    ),
    part(typed('kubectl create role pod-getter --verb=get --resource=pods'), 'object', 'One verb.', '只有一个动词。', {
      subject: 'roles.rbac.authorization.k8s.io/default/pod-getter',
    }),
    part(
      typed('kubectl create rolebinding jane-gets --role=pod-getter --user=jane'),
      'object',
      'The subject is a name: nothing checks that there is such a person.',
      'subject 只是一个名称：没有任何东西检查是否存在这个人。',
      { subject: 'rolebindings.rbac.authorization.k8s.io/default/jane-gets' },
    ),
    part(typed('kubectl get pod web --user=jane'), 'access', 'get by name: allowed.', '按名称 get：放行。'),
    part(typed('kubectl get pods --user=jane'), 'access', 'list is another verb: 403.', 'list 是另一个动词：403。', {
      access: 'list pods default',
    }),
    part(typed('kubectl auth can-i --list --user=jane'), 'access', 'Asked for all she may do.', '查询她能做的一切。'),
  ],
};
