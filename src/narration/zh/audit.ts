import type { auditSteps } from '../../steps/audit.ts';
import type { Texts } from '../text.ts';

const PROOFS: { readonly [proof: string]: string } = {
  revision: '请求中写明了这个修订版本',
  owner: '对象中写明了这个属主',
  object: '请求就是针对这个对象的',
};

const VERBS: { readonly [verb: string]: string } = {
  create: '创建',
  update: '更新',
  patch: '修补',
  delete: '删除',
  deletecollection: '全部删除',
};

/** Of a part of an object: a status, a binding. */
const PARTS: { readonly [verb: string]: string } = {
  'create binding': '绑定',
  'create eviction': '驱逐',
  'update status': '更新状态：',
  'patch status': '修补状态：',
  'update scale': '伸缩',
  'patch scale': '伸缩',
};

const doing = (verb: string, part: string): string => PARTS[`${verb} ${part}`] ?? VERBS[verb] ?? '{verb}';

const at = (revision: number): string => (revision === 0 ? '' : '（修订版本 {revision}）');

/** What its sender knew, in a sentence of its own. */
function knew({ cause, revision, proof }: { cause: string; revision: number; proof: string }): string {
  if (cause === '') return '';
  if (proof === '') return `推测：因为 {cause} 有了变化${at(revision)}。`;
  return `它已看到 {cause}${at(revision)}：${PROOFS[proof] ?? '请求说明了这一点'}。`;
}

export const audit: Texts<typeof auditSteps> = {
  begun: {
    say: '审计日志开始：发往一个 API 服务器的 {requests} 个请求。',
    why: '审计日志记下每个请求：谁发出、何时、由哪条规则允许、结果如何。这里讲述的一切都在日志中；凡是推测的原因，句子里都会写明。',
  },
  fixed: {
    say: '这次运行不能再提要求：**它由日志讲述**，已发生的事不会改变。',
    why: '日志记下真实 API 服务器被要求什么、怎样答复。想要试验，请用那个集群的对象开始一次运行。',
  },
  command: {
    say: '**{user}** 提出要求，相关请求涉及 `{line}`。',
    why: '日志里只有请求，没有命令行。同一客户端紧接着发出的请求被看作一条命令，命令的文字由写入的内容推测而来。',
  },
  did: {
    say: ({ verb, subresource, code, message, ...known }) =>
      code < 400
        ? `**{who} ${doing(verb, subresource)} {object}**。${knew(known)}`
        : `**{who} 被拒绝**（{code}），它想${doing(verb, subresource)} {object}${message === '' ? '' : '：{message}'}${/[.。]$/.test(message) ? '' : '。'}${knew(known)}`,
    why: '日志里有请求、允许它的规则和答复。更新所依据的版本由带回的修订版本证明，为谁创建由写明的属主证明；其他原因都是推测，并且会写明。',
  },
  seen: {
    say: ({ proof, revision }) => `它已看到 **{object}**${at(revision)}：${PROOFS[proof] ?? '请求说明了这一点'}。`,
    why: '更新对象时会带回读到的修订版本，替别的对象创建对象时会写明属主：这证明了发送者写入时知道什么。',
  },
  supposed: {
    say: ({ revision }) => `推测，并无证据：**{object}** 有了变化${at(revision)}。`,
    why: '日志不会说明为什么写入。这是请求所涉及的对象最近一次由他人作出的变化，监视它的控制器很可能是据此行动的。',
  },
};
