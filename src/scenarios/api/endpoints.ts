import type { Scenario } from '../scenario.ts';
import { asked, part, typed } from '../typed.ts';

const FILE = 'metrics-reader.yaml';
const READER = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: metrics-reader
rules:
- nonResourceURLs: [/metrics]
  verbs: [get]
`;

/** Paths that are about the server itself. */
export const endpoints: Scenario = {
  id: 'endpoints',
  place: 5,
  topics: ['3.8', '0.7'],
  title: { en: 'Is the server well? Health, metrics, version', zh: '服务器健康吗？健康、指标、版本' },
  goal: {
    en: 'Some paths are no resources: health in three forms, metrics, the version, the OpenAPI documents. They pass the same filters, and RBAC grants them by nonResourceURLs: everybody may see the version and the health, the metrics only who was given them.',
    zh: '有些路径不是资源：三种健康检查、指标、版本、OpenAPI 文档。它们经过同样的过滤器，RBAC 通过 nonResourceURLs 授权：所有人都能查看版本和健康状态，指标只对获授权者开放。',
  },
  cluster: { nodes: 1, latencies: 'realistic' },
  files: [{ name: FILE, text: READER }],
  parts: [
    part(asked('GET', '/healthz'), 'api', 'The old form: one word.', '旧形式：一个词。'),
    part(
      asked('GET', '/livez?verbose'),
      'api',
      'Alive: each check with its result. Only who fails this is restarted.',
      '存活：逐项检查及结果。只有它失败时才会被重启。',
    ),
    part(
      asked('GET', '/readyz?verbose'),
      'api',
      'Ready: whether its informers are filled and etcd takes writes, too; who fails this gets no requests.',
      '就绪：还检查 informer 是否已填满、etcd 是否可写；失败者不会收到请求。',
    ),
    part(asked('GET', '/version'), 'api', 'Which version speaks.', '服务器的版本。'),
    part(
      asked('GET', '/metrics'),
      'access',
      'kubernetes-admin may read metrics: its group may do everything, nonResourceURLs included.',
      'kubernetes-admin 可以读取指标：它所在的组可以做一切，包括 nonResourceURLs。',
    ),
    part(
      { type: 'request', method: 'GET', path: '/metrics', user: 'jane' },
      'access',
      'jane may not: no rule of hers names /metrics.',
      'jane 不可以：她没有任何规则包含 /metrics。',
      { access: 'get /metrics' },
    ),
    part(
      { type: 'request', method: 'GET', path: '/version', user: 'anonymous' },
      'access',
      'Anybody may ask for the version: see which binding lets system:unauthenticated in.',
      '任何人都可以查询版本：查看是哪个绑定放行了 system:unauthenticated。',
      { access: 'get /version' },
    ),
    part(
      typed(`kubectl apply -f ${FILE}`, { [FILE]: READER }),
      'object',
      'A role for a path that is no resource.',
      '为非资源路径创建的角色。',
      { subject: 'clusterroles.rbac.authorization.k8s.io/metrics-reader' },
    ),
    part(
      typed('kubectl create clusterrolebinding jane-metrics --clusterrole=metrics-reader --user=jane'),
      'access',
      'Bound to jane.',
      '绑定给 jane。',
      { access: 'get /metrics' },
    ),
    part(
      { type: 'request', method: 'GET', path: '/metrics', user: 'jane' },
      'access',
      'The rule that matched is named in the answer of the authorizer.',
      '鉴权器的回答中指明了匹配的规则。',
    ),
    part(
      asked('GET', '/openapi/v3/apis/apps/v1'),
      'api',
      'The schemas of one group and version: kubectl explain and editors read them.',
      '单个组和版本的模式：kubectl explain 和编辑器会读取。',
    ),
  ],
};
