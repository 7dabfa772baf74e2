import type { Scenario } from '../scenario.ts';
import { asked, part } from '../typed.ts';

/** The forms of a path, and how the server reads each. */
export const paths: Scenario = {
  id: 'paths',
  place: 1,
  topics: ['2.8', '3.3'],
  title: { en: 'How to read a path', zh: '如何读懂一个路径' },
  goal: {
    en: 'Every object has one address. The core group lives under /api/v1 for historic reasons, every other group under /apis/GROUP/VERSION. Namespaced resources have /namespaces/NAME in the middle, others do not; a subresource comes last. Type a path of your own into the API panel and see what the server makes of it.',
    zh: '每个对象都有唯一的地址。由于历史原因，核心组在 /api/v1 之下，其他组都在 /apis/组/版本 之下。带命名空间的资源中间有 /namespaces/名称，其余没有；子资源在最后。在 API 面板中输入你自己的路径，看服务器如何解读。',
  },
  cluster: { nodes: 2, latencies: 'realistic' },
  files: [],
  parts: [
    part(asked('GET', '/'), 'api', 'The root lists every path that is served.', '根路径列出所有提供的路径。'),
    part(
      asked('GET', '/api/v1/namespaces/kube-system/serviceaccounts?limit=2'),
      'api',
      'Core group, namespaced: version v1, namespace kube-system, resource serviceaccounts, verb list.',
      '核心组、带命名空间：版本 v1，命名空间 kube-system，资源 serviceaccounts，动词 list。',
    ),
    part(
      asked('GET', '/api/v1/nodes/node-1'),
      'api',
      'Core group, of the whole cluster: no namespace in the path; a name makes the verb get.',
      '核心组、集群级：路径中没有命名空间；带名称时动词为 get。',
    ),
    part(
      asked('GET', '/apis/rbac.authorization.k8s.io/v1/clusterroles/view'),
      'api',
      'A named group: /apis, group, version, resource, name.',
      '具名组：/apis、组、版本、资源、名称。',
    ),
    part(
      asked('GET', '/apis/apps/v1/deployments'),
      'api',
      'A namespaced resource without a namespace: all of them.',
      '带命名空间的资源省略命名空间：列出所有命名空间的。',
    ),
    part(
      asked('GET', '/api/v1/namespaces/default/services/kubernetes'),
      'api',
      'One object. Choose the grain “detail”: the step after its arrival is the “request info”, with group, version, resource, namespace, name and verb.',
      '单个对象。选择粒度“细节”：到达之后的一步就是“请求信息”，含组、版本、资源、命名空间、名称和动词。',
    ),
    part(
      asked('GET', '/api/v1/nodes/node-1/status'),
      'api',
      'A subresource: it has rights and verbs of its own.',
      '子资源：有自己的权限和动词。',
    ),
    part(
      asked('GET', '/api/v1/namespaces/default/podz'),
      'api',
      'No such resource: 404, and the answer names none.',
      '没有这样的资源：404，响应中也没有资源名称。',
    ),
    part(
      asked('DELETE', '/api/v1/namespaces/default/pods/status'),
      'api',
      'A name may look like a subresource. Here status is the name of a Pod that does not exist.',
      '名称可能看起来像子资源。这里 status 是一个不存在的 Pod 的名称。',
    ),
  ],
};
