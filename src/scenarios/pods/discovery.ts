import type { Scenario } from '../scenario.ts';
import { asked, part, typed } from '../typed.ts';

/** Groups and versions: asked for once, remembered after. */
export const discovery: Scenario = {
  id: 'discovery',
  place: 6,
  topics: ['1.3', '3.3'],
  title: { en: 'What does the server serve?', zh: '服务器提供哪些资源？' },
  goal: {
    en: 'kubectl knows no resources by itself: “pods” becomes a path only after the server has said what it serves. The first command asks for that, in two requests, and keeps the answer in a cache on disk; the second command finds it there.',
    zh: 'kubectl 本身不认识任何资源：只有当服务器说明提供什么之后，“pods” 才能变成路径。第一条命令为此发出两个请求，并把回答保存在磁盘缓存中；第二条命令直接使用缓存。',
  },
  cluster: { nodes: 1, latencies: 'realistic' },
  files: [],
  parts: [
    part(
      typed('kubectl get pods'),
      'step',
      'Three requests: /api and /apis with aggregated discovery, then the list. On the map they leave one after another.',
      '三个请求：带聚合发现的 /api 与 /apis，然后才是列表。在图上可以看到它们依次发出。',
    ),
    part(
      typed('kubectl get pods'),
      'step',
      'The same command: one request. The cache answered the rest.',
      '同一条命令：只有一个请求。其余由缓存回答。',
    ),
    part(
      typed('kubectl api-resources --api-group=apps'),
      'step',
      'api-resources does not trust the cache: it asks /api and /apis again, and prints name, short name, version and kind.',
      'api-resources 不信任缓存：它再次请求 /api 和 /apis，然后打印名称、短名、版本和 kind。',
    ),
    part(
      asked('GET', '/apis'),
      'api',
      'What discovery looks like on the wire: every group with its versions, the preferred one named.',
      '发现文档的原样：每个组及其版本，并指明首选版本。',
    ),
    part(
      asked('GET', '/apis/apps/v1'),
      'api',
      'One group and version: each resource with its verbs, and its subresources beside it.',
      '一个组和版本：每个资源及其动词，旁边是它的子资源。',
    ),
    part(
      asked('GET', '/openapi/v3'),
      'api',
      'Schemas come from here; explain and validation use them.',
      '模式由此而来；explain 和校验都会用到。',
    ),
    part(
      typed('kubectl explain deployment.spec.replicas'),
      'step',
      'The schema of one field: two requests, the second for the group and version of Deployments alone.',
      '单个字段的模式：两个请求，第二个只取 Deployment 所在的组和版本。',
    ),
  ],
};
