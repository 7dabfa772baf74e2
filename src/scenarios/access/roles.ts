import type { Scenario } from '../scenario.ts';
import { part, typed } from '../typed.ts';

const FILE = 'pod-reader.yaml';
const POD_READER = `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  namespace: default
  name: pod-reader
rules:
- apiGroups: [""]
  resources: [pods]
  verbs: [get, watch, list]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  name: read-pods
  namespace: default
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: Role
  name: pod-reader
subjects:
- apiGroup: rbac.authorization.k8s.io
  kind: User
  name: jane
`;
const PROMETHEUS = 'prometheus.yaml';
const SCRAPER = `apiVersion: v1
kind: ServiceAccount
metadata:
  name: prometheus
  namespace: default
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: prometheus
rules:
- apiGroups: [""]
  resources: [nodes, nodes/proxy, services, endpoints, pods]
  verbs: [get, list, watch]
- apiGroups: [networking.k8s.io]
  resources: [ingresses]
  verbs: [get, list, watch]
- nonResourceURLs: [/metrics]
  verbs: [get]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  name: prometheus
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ClusterRole
  name: prometheus
subjects:
- kind: ServiceAccount
  name: prometheus
  namespace: default
`;

/** Refused, given a role, allowed: with the rule that matched. */
export const roles: Scenario = {
  id: 'roles',
  place: 6,
  topics: ['0.7', '1.6', '2.11'],
  title: { en: 'jane gets a role', zh: 'jane 获得角色' },
  goal: {
    en: 'A Role says what may be done in one namespace, a binding says who may do it; ClusterRole and ClusterRoleBinding say so for all namespaces, and for paths that are no resources. jane is refused, gets a role, is allowed; the access panel names the rule that matched, and who else may do the same.',
    zh: 'Role 说明在一个命名空间中可以做什么，绑定说明谁可以做；ClusterRole 与 ClusterRoleBinding 则针对所有命名空间以及非资源路径。jane 先被拒绝，获得角色后被放行；访问面板指出匹配的规则，以及还有谁可以做同样的事。',
  },
  cluster: { nodes: 1, latencies: 'realistic' },
  files: [
    { name: FILE, text: POD_READER },
    { name: PROMETHEUS, text: SCRAPER },
  ],
  parts: [
    part(
      typed('kubectl get pods --user=jane'),
      'access',
      'Her certificate is good: authentication says yes. Node and RBAC have no opinion, so the answer is 403.',
      '她的证书有效：认证通过。Node 与 RBAC 均无意见，因此响应为 403。',
    ),
    part(
      typed(`kubectl apply -f ${FILE}`, { [FILE]: POD_READER }),
      'object',
      'A role with one rule, and a binding of it to jane, in the namespace default.',
      '一个含一条规则的角色，以及在 default 命名空间中与 jane 的绑定。',
      { subject: 'rolebindings.rbac.authorization.k8s.io/default/read-pods' },
    ),
    part(
      typed('kubectl get pods --user=jane'),
      'access',
      'Allowed, and RBAC says by which binding and role.',
      '放行，RBAC 说明由哪个绑定和角色允许。',
    ),
    part(
      typed('kubectl get pods -n kube-system --user=jane'),
      'access',
      'Another namespace: the role does not reach there.',
      '另一个命名空间：该角色不适用。',
    ),
    part(
      typed('kubectl delete pod web --user=jane'),
      'access',
      'Another verb: the rule does not name it.',
      '另一个动词：规则中没有。',
    ),
    part(
      typed('kubectl auth can-i --list --user=jane'),
      'access',
      'All that jane may do, by her own question.',
      'jane 自己查询她能做的一切。',
    ),
    part(
      typed(`kubectl apply -f ${PROMETHEUS}`, { [PROMETHEUS]: SCRAPER }),
      'object',
      'A cluster role with a nonResourceURL, bound to a ServiceAccount.',
      '带有 nonResourceURL 的集群角色，绑定给 ServiceAccount。',
      { subject: 'clusterrolebindings.rbac.authorization.k8s.io/prometheus' },
    ),
    part(
      typed('kubectl get --raw /metrics --as=system:serviceaccount:default:prometheus'),
      'access',
      'Impersonated: the administrator may speak for the account. RBAC matched by the path /metrics.',
      '模拟身份：管理员可以代表该账号。RBAC 通过路径 /metrics 匹配。',
      { access: 'get /metrics' },
    ),
    part(typed('kubectl get --raw /metrics --user=jane'), 'access', 'jane still may not.', 'jane 仍然不可以。', {
      access: 'get /metrics',
    }),
  ],
};
