import type { apiserver as kinds } from '../../steps/apiserver.ts';
import { grantOf, programOf } from '../facts.ts';
import type { Texts } from '../text.ts';

const METHODS: { readonly [method: string]: string | undefined } = {
  x509: '凭**客户端证书**认出了调用者',
  serviceaccount: '凭 **ServiceAccount 令牌**认出了调用者',
  'static-token': '凭启动时配置的**静态令牌**认出了调用者',
  anonymous: '没有看到**任何凭据**，于是把调用者当作匿名用户',
};

const EVENTS: { readonly [event: string]: string | undefined } = {
  ADDED: '是新对象',
  MODIFIED: '有了变化',
  DELETED: '已经消失',
};

const STORED: { readonly [operation: string]: string | undefined } = {
  create: '已**存入** etcd',
  update: '已**以新的内容存储**',
  delete: '**已从存储中删除**，或已被标记为待删除',
};

const ALLOCATED: { readonly [what: string]: string | undefined } = {
  'cluster IP': '集群 IP',
  'node port': '节点端口',
};

export const apiserver: Texts<typeof kinds> = {
  bootstrapped: {
    say: '集群一开始就有 **{objects} 个对象**，这些是每个集群都有的：命名空间、角色、优先级等。',
    why: '控制平面不能从零开始：没有内置角色，任何组件都无权读写。真实的 API server 在启动时写入这些对象，被人删掉也会补回来。',
  },
  received: {
    say: ({ userAgent }) =>
      `API server 收到${userAgent === '' ? '' : `来自 ${programOf(userAgent)} 的`}请求 **{method}** {path}，并把它解读为 **{verb}**。`,
    why: '集群中的每个变化，都始于发给这一个服务器的 HTTP 请求。它根据方法和路径得出动词、资源、命名空间和名称：对集合的 GET 是 list，带 watch=true 的 GET 是 watch。从鉴权到审计，后面各环节谈的都是这些，而不再是路径。',
  },
  authenticated: {
    say: ({ method }) => `它${METHODS[method] ?? `通过 ${method} 认出了调用者`}：**{user}**。`,
    why: 'Kubernetes 不存储用户。每个请求的用户名和组都取自它自己的凭据：人和节点用证书，Pod 和控制器用签名的令牌。认证只回答“是谁”，还没有允许任何事。',
  },
  unauthenticated: {
    say: '无法确认调用者的身份：**{reason}**。',
    why: '凭据错误的请求会以 401 被拒绝，到此为止。它不会变成匿名请求：只有完全不带凭据的请求才算匿名。客户端只会看到“Unauthorized”，这样就无法借此试探令牌。',
  },
  audited: {
    say: '请求被记入**审计日志**，阶段为 {stage}。',
    why: '审计日志在事后回答谁在何时做了什么。它在鉴权之前写入，所以被拒绝的请求也有记录。每个请求保留多少内容，由审计策略决定。',
  },
  classified: {
    say: '按 FlowSchema **{schema}**，请求归入优先级 **{level}**。',
    why: '每个优先级都分到服务器并发处理能力的一部分。某个客户端即使塞满自己的优先级，节点和领导者选举的请求仍能通过。否则一个失控的控制器就能让所有节点看起来都失联。',
  },
  authorized: {
    say: ({ authorizer, reason }) => {
      if (authorizer === 'privileged groups') return '允许 **{verb}**：**system:masters** 组的成员可以做任何事。';
      if (authorizer === 'Node') return '**Node** 鉴权器允许 kubelet 对与本节点有关的对象执行 **{verb}**。';
      const grant = grantOf(reason);
      return grant === undefined
        ? '**{authorizer}** 允许 **{verb}**。'
        : `**RBAC** 允许 **{verb}**：${grant.binding} 授予了 ${grant.role}。`;
    },
    why: '鉴权器依次被询问，第一个表示允许的就作出了决定。RBAC 规则只能增加权限，没有表示禁止的规则。谁都不允许的请求会被拒绝。',
  },
  forbidden: {
    say: '**{user}** 无权执行 **{verb}**：请求以 **403** 被拒绝。',
    why: '没有鉴权器允许它，而未被允许就是禁止。服务器很清楚是谁在请求：403 表示认识但无权，401 才表示不认识。常见原因是缺少 RoleBinding，或者 RoleBinding 在别的命名空间。',
  },
  decoded: {
    say: ({ defaulted }) =>
      defaulted
        ? '请求体被解码为 {apiVersion} 的 **{kind}**，省略的字段补上**默认值**。'
        : '请求体被解码为 {apiVersion} 的 **{kind}**，没有需要补的默认值。',
    why: '文本在这里变成有类型的对象。默认值立即填入并随对象一起存储，因此以后的版本即使改了默认值，也不会影响已在运行的东西。所以 kubectl 会显示许多没有人写过的字段。',
  },
  decodeFailed: {
    say: '请求体无法解读：**{error}**',
    why: '字段类型不对、类型未知，或在严格校验下字段名拼错，请求都会在这里以 400 结束，什么也没有存储。猜测只会更糟：被忽略的字段，作者却以为它已生效。',
  },
  patched: {
    say: ({ changed }) =>
      changed ? '把 **{type}** 合并到对象当前的内容上。' : '合并 **{type}** 之后发现，对象本来就是这个样子。',
    why: 'patch 只携带差异，由服务器与当前对象合并。两个客户端修改不同字段时互不妨碍；若中间有人写入，服务器会重新合并。strategic merge 知道哪些列表以名称为键，例如 containers；普通的 merge patch 会替换整个列表。',
  },
  mutated: {
    say: ({ changed }) =>
      changed === '' ? '**{plugin}** 没有要修改的内容。' : `**{plugin}** 修改了对象：${change(changed)}。`,
    why: '鉴权只知道谁、什么动词、什么资源；准入才看得到对象本身。会修改对象的插件先逐个运行，这样后面校验的就是最终的对象。',
  },
  mutationFailed: {
    say: '**{plugin}** 拒绝了请求：{message}',
    why: '负责补全对象的插件，补不了就必须拒绝：指定了不存在的 ServiceAccount 的 Pod，永远拿不到令牌。此时什么也没有存储。收到错误的是请求的发送者，往往是某个控制器而不是你，它稍后会再试。',
  },
  validated: {
    say: ({ errors }) =>
      errors === 0 ? '**{kind}** 的字段逐一通过**校验**。' : '**{kind}** **没有通过校验**：有 {errors} 处错误。',
    why: '校验在准入的所有修改之后进行，因此检查的正是将要存储的内容。更新还要与旧对象比较，因为有些字段永远不能改。所有错误会一次性报告，试一次就能全部看到。',
  },
  approved: {
    say: ({ note }) => (note === '' ? '**{plugin}** 没有异议。' : '**{plugin}** 没有异议：{note}。'),
    why: '这些插件可以拒绝，但不能再修改。配额就在其中：它统计的必须是最终的对象，并且在存储之前的最后一刻才计数。',
  },
  rejected: {
    say: '**{plugin}** 拒绝了请求：{message}',
    why: '对象本身没有问题，但集群或命名空间的规则不允许。什么也没有存储。如果请求来自控制器，要到它所处理对象的事件和状况里找原因：创建那个对象的命令早就成功了。',
  },
  prepared: {
    say: ({ operation, generation }) =>
      `${preparing(operation)}${generation > 0 ? `，generation 为 ${generation}` : ''}。`,
    why: '客户端不能决定的内容由服务器填写：uid、创建时间、generation，以及自动生成的名称后缀。只有 spec 变化时 generation 才会增长；控制器上报了相同的数字，就说明它看到了最新的期望。',
  },
  retried: {
    say: '别人抢先写入了：服务器取**较新的对象**重试。',
    why: '写入的前提是读到的修订版本仍是最新的，而现在已经不是。patch 和删除可以由服务器自己重做；写明了 resourceVersion 的完整更新则不行，客户端会得到 409 Conflict。',
  },
  unchanged: {
    say: '**{subject}** 不会有任何变化，所以**什么也不写**。',
    why: '没有差异的写入不产生新的修订版本，也不会惊动任何监视。否则反复写入相同状态的控制器会没完没了地互相唤醒。在认定没有变化之前，服务器会确认比较的是最新的对象。',
  },
  stored: {
    say: ({ operation }) => `{subject} ${STORED[operation] ?? '已**存储**'}，修订版本 **{revision}**。`,
    why: '存下来的只是一个期望，命令所做的也仅此而已。没有启动任何 Pod，也没有调用任何控制器：它们会通过各自的监视发现新的修订版本，然后各做各的部分。从这里开始，没有谁在指挥。',
  },
  fetched: {
    say: ({ from }) =>
      from === 'cache'
        ? '它在自己的**缓存**里找到 {subject}，修订版本 {revision}。'
        : '它从 **etcd** 读取 {subject}，修订版本 {revision}。',
    why: '普通的 get 会询问 etcd，因此得到最新的状态。能接受稍旧数据的客户端会用 resourceVersion=0 说明，由内存作答，从而减轻 etcd 的负担。',
  },
  listed: {
    say: ({ from }) =>
      `它列出 **{items} 个对象**，修订版本 {revision}，取自${from === 'watch cache' ? '监视缓存' : ` ${from}`}。`,
    why: '整个列表对应同一个时刻：其中每个对象都是同一修订版本时的样子。从这个修订版本开始监视，就不会漏掉任何变化。服务器会先确认缓存与 etcd 一样新。',
  },
  tokenIssued: {
    say: ({ boundTo, seconds }) =>
      `它为 ServiceAccount {serviceAccount} 签发**令牌**，有效期 ${Math.round(seconds / 60)} 分钟${boundTo === '' ? '' : '，并绑定到 **{boundTo}**'}。`,
    why: '令牌并不存储，签名就是凭证。它绑定到一个 Pod，随 Pod 一起失效，kubelet 会在到期之前早早续换。旧版本把令牌放在永不过期的 Secret 里：泄露一次就永远有效。',
  },
  allocated: {
    say: ({ what }) => `**{subject}** 分到${ALLOCATED[what] ?? ` ${what}`} **{value}**。`,
    why: '地址和节点端口在集群内必须唯一，所以由服务器在存储 Service 时分配，存储失败就收回。如果由客户端自己挑选，同一时刻的另一个客户端可能选到同一个。',
  },
  responded: {
    say: ({ code, reason }) =>
      reason === '' ? `它答复 **${code}**${meaning(code)}。` : `它答复 **${code}**：{reason}`,
    why: '答复说明期望是否被接受，而不是是否已经实现。创建 Deployment 得到 201，只表示存储里有了这个对象，它的 Pod 还没有出现。',
  },
  watchOpened: {
    say: ({ since, selector }) =>
      `对 {subject} 的**监视**已建立${selector === '' ? '' : `，条件是 **${selector}**`}：${since === 'now' ? '先发送现有的对象，再发送每个变化' : `发送修订版本 ${since} 之后的每个变化`}。`,
    why: '监视的响应不会结束：它是一个流，服务器把事件一个接一个写进去。成千上万的客户端能同时监视，是因为服务器只从 etcd 读取每个变化一次，再分别为它们过滤。',
  },
  watchClosed: {
    say: '对 {subject} 的一个监视**结束**了。',
    why: '服务器会在几分钟后的某个随机时刻结束每个监视，让负载重新分摊到所有服务器。客户端从最后看到的修订版本开始新的监视，不会遗漏。',
  },
  bookmarked: {
    say: '对 {subject} 的 {watchers} 个监视收到**书签**：已到达修订版本 {revision}。',
    why: '所有资源共用一个修订版本计数，所以某种资源即使毫无变化也会落后。有了书签，重连的客户端就能报出较新的修订版本；没有书签，它报出的版本可能已被 etcd 遗忘，只好重新列出全部对象。',
  },
  cached: {
    say: ({ event, watchers }) =>
      `监视缓存得知 **{subject}** ${EVENTS[event] ?? '有了变化'}（修订版本 {revision}），${
        watchers === 0 ? '**没有监视**关心它' : '并通知 **{watchers} 个监视**'
      }。`,
    why: '服务器自己也在监视 etcd，每种资源一个监视，并把对象保存在内存里。它拿每个变化与各个监视的选择条件比对：kubelet 只会听到自己节点上的 Pod。不再符合条件的对象，在那个监视看来就像被删除了，其实它还在。',
  },
  graphUpdated: {
    say: ({ node, edges }) =>
      node === ''
        ? 'Node 鉴权器记下：{subject} **不在任何节点上**。'
        : edges === 0
          ? 'Node 鉴权器记下：**{node}** 不需要为 {subject} 读取**任何对象**。'
          : 'Node 鉴权器记下：为了 {subject}，**{node}** 现在可以读取 {edges} 个对象。',
    why: '只有当本节点上的 Pod 用到某个 Secret 或 ConfigMap 时，kubelet 才能读取它。服务器把这种关系保存为从对象到 Pod 再到节点的图。这样即使一个节点被攻破，其他节点的机密也拿不到。',
  },
};

function preparing(operation: string): string {
  switch (operation) {
    case 'create':
      return '对象得到**名称、uid 和创建时间**：{subject}';
    case 'bind':
      return '**节点名**写入 {subject}';
    case 'evict':
      return '对 {subject} 的**驱逐**转为删除';
    case 'remove':
      return '{subject} 将**从存储中移除**';
    case 'mark for deletion':
      return '{subject} 记下**删除时间**，暂时保留';
    case 'update status':
      return '只采纳 {subject} 的 **status** 部分';
    default:
      return '**{subject}** 的新内容已准备好存储';
  }
}

/** What built-in plugins report is English. */
function change(text: string): string {
  const account = /^runs as (.*), token volume mounted$/.exec(text)?.[1];
  if (account !== undefined) return `以 ServiceAccount ${account} 运行，并挂载令牌卷`;
  if (text.startsWith('priority ')) return `优先级为 ${text.slice('priority '.length)}`;
  if (text.startsWith('class ')) return `类为 ${text.slice('class '.length)}`;
  return CHANGES[text] ?? text;
}

const CHANGES: { readonly [text: string]: string | undefined } = {
  changed: '内容有改动',
  'defaults set': '补上了默认值',
  'finalizer added': '加上了 finalizer',
  'tainted not-ready:NoSchedule': '加上污点 not-ready:NoSchedule',
  'tolerates not-ready and unreachable for 300 s': '容忍 not-ready 和 unreachable 污点 300 秒',
};

function meaning(code: number): string {
  switch (code) {
    case 200:
      return ' OK';
    case 201:
      return ' Created';
    default:
      return '';
  }
}
