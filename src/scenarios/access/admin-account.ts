import type { Scenario } from '../scenario.ts';
import { part, typed } from '../typed.ts';

const FILE = 'my-admin.yaml';
const ADMIN = `apiVersion: v1
kind: ServiceAccount
metadata:
  name: my-admin
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  name: myadmin
subjects:
- kind: ServiceAccount
  name: my-admin
  namespace: default
roleRef:
  kind: ClusterRole
  name: cluster-admin
  apiGroup: rbac.authorization.k8s.io
`;
const SERVER = 'https://10.123.0.1:6443';
const curl = (path: string, more = '') =>
  typed(`curl -k ${more}--header "Authorization: Bearer $TOKEN" ${SERVER}${path}`);

/** A ServiceAccount that may do everything, used from outside. */
export const adminAccount: Scenario = {
  id: 'admin-account',
  place: 10,
  topics: ['3.4', '3.3', '3.5'],
  title: { en: 'An administrator’s token, and curl from outside', zh: '管理员令牌与集群外的 curl' },
  goal: {
    en: 'cluster-admin is a role like any other, with one rule that matches everything. Bound to a ServiceAccount it turns a token into a key to all doors: curl reads, writes and watches with it from anywhere. Once such tokens lay in Secrets and never ended; since v1.24 one asks for them, and they end after an hour.',
    zh: 'cluster-admin 与其他角色一样，只是有一条匹配一切的规则。把它绑定到 ServiceAccount，令牌就成了万能钥匙：curl 可以从任何地方读、写、监视。过去这类令牌存放在 Secret 中且永不过期；自 v1.24 起需要主动申请，一小时后失效。',
  },
  cluster: { nodes: 1, latencies: 'realistic' },
  files: [{ name: FILE, text: ADMIN }],
  parts: [
    part(
      typed(`kubectl apply -f ${FILE}`, { [FILE]: ADMIN }),
      'object',
      'An account, and a binding of cluster-admin to it.',
      '一个账号，以及与 cluster-admin 的绑定。',
      { subject: 'clusterrolebindings.rbac.authorization.k8s.io/myadmin' },
    ),
    part(
      typed('kubectl get serviceaccount my-admin -o yaml'),
      'object',
      'No secrets: the old way to its token through .secrets[0] finds nothing any more.',
      '没有 secrets：过去通过 .secrets[0] 取令牌的方法已经行不通。',
      { subject: 'serviceaccounts/default/my-admin' },
    ),
    part(
      typed('TOKEN=$(kubectl create token my-admin)'),
      'access',
      'A TokenRequest: the server signs a token for this account, good for an hour.',
      'TokenRequest：服务器为该账号签发一个有效期一小时的令牌。',
    ),
    part(curl('/'), 'api', 'Every path that the server has.', '服务器的所有路径。'),
    part(
      curl('/api/v1/namespaces/kube-system/serviceaccounts?limit=1'),
      'access',
      'RBAC allows by ClusterRoleBinding "myadmin" of ClusterRole "cluster-admin".',
      'RBAC 依据 ClusterRoleBinding "myadmin"（ClusterRole "cluster-admin"）放行。',
    ),
    part(
      curl(
        '/api/v1/namespaces/default/configmaps',
        `-d '{"metadata":{"name":"made-by-curl"},"data":{"by":"curl"}}' -H "Content-Type: application/json" `,
      ),
      'object',
      'A POST makes an object; managedFields say curl.',
      'POST 创建一个对象；managedFields 中写着 curl。',
      { subject: 'configmaps/default/made-by-curl' },
    ),
    part(
      typed(`curl -k --header "Authorization: Bearer wrong" ${SERVER}/api/v1/namespaces`),
      'access',
      'Another token: 401, and no word about why.',
      '换一个令牌：401，且不说明原因。',
    ),
    part(
      typed(`curl -k ${SERVER}/api/v1/namespaces`),
      'access',
      'No token at all: system:anonymous, 403.',
      '没有令牌：system:anonymous，403。',
    ),
  ],
};
