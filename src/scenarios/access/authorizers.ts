import type { Scenario } from '../scenario.ts';
import { asked, part, typed } from '../typed.ts';

const PODS = '/api/v1/namespaces/default/pods';

/** What somebody may do, by every authorizer. */
export const authorizers: Scenario = {
  id: 'authorizers',
  place: 3,
  topics: ['1.6', '0.7'],
  title: { en: 'May you? Four authorizers in a row', zh: '你可以吗？四个鉴权器依次回答' },
  goal: {
    en: 'Authorizers are asked in order: the first that allows or denies decides, “no opinion” hands on, and who is allowed by none is refused. Here all four are on: Node, RBAC, ABAC and a webhook. Switch each off in the access panel: the same requests run again, and you see who else would have said yes.',
    zh: '鉴权器按顺序被询问：第一个允许或拒绝的决定结果，“无意见”则交给下一个，没有任何一个允许就被拒绝。这里四个全部开启：Node、RBAC、ABAC 和 webhook。在访问面板中逐个关闭：同样的请求会重新执行，可以看到还有谁会放行。',
  },
  cluster: { nodes: 1, latencies: 'realistic', authorization: ['Node', 'RBAC', 'ABAC', 'Webhook'] },
  files: [],
  parts: [
    part(
      asked('GET', PODS),
      'access',
      'kubernetes-admin: the group system:masters is let through before any of the four is asked.',
      'kubernetes-admin：组 system:masters 在询问四个鉴权器之前就被放行。',
    ),
    part(
      asked('GET', PODS, undefined, 'sam'),
      'access',
      'sam is in the group ops: RBAC has no opinion, an ABAC policy lets ops read everything.',
      'sam 属于 ops 组：RBAC 无意见，ABAC 策略允许 ops 读取一切。',
    ),
    part(
      asked('DELETE', `${PODS}/none`, undefined, 'sam'),
      'access',
      'Reading only: ABAC has no opinion on a delete, nor has the webhook.',
      '仅限读取：对删除操作 ABAC 无意见，webhook 也无意见。',
    ),
    part(
      asked('GET', PODS, undefined, 'olga'),
      'access',
      'olga is a developer of the identity provider: the webhook allows.',
      'olga 是身份提供方中的开发者：webhook 放行。',
    ),
    part(
      asked('GET', PODS, undefined, 'anonymous'),
      'access',
      'The webhook denies, and says why: the directory knows no such person. A no is the end, whoever else might have allowed it.',
      'webhook 拒绝并说明原因：the directory knows no such person。否决即是终点，无论还有谁可能放行。',
    ),
    part(
      asked('GET', PODS, undefined, 'jane'),
      'access',
      'Nobody has an opinion on jane: 403.',
      '没有任何鉴权器对 jane 有意见：403。',
    ),
    part(
      typed('kubectl run web --image=nginx:1.27'),
      'access',
      'Look at the kubelet’s requests in this story: the Node authorizer lets it touch its own Pod, and what that Pod refers to.',
      '查看这个故事中 kubelet 的请求：Node 鉴权器允许它访问自己的 Pod 及其引用的对象。',
    ),
  ],
};
