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

const PATCHES: { readonly [type: string]: string | undefined } = {
  'strategic-merge-patch+json': '**strategic merge patch**',
  'merge-patch+json': '**merge patch**',
  'json-patch+json': '**JSON patch**',
  'apply-patch+yaml': '**apply 配置**',
};

const STORED: { readonly [operation: string]: string | undefined } = {
  create: '{subject} **已存储**',
  update: '{subject} 已**以新的内容存储**',
  delete: '{subject} **已删除**，或已被标记为待删除',
};

const ALLOCATED: { readonly [what: string]: string | undefined } = {
  'cluster IP': '集群 IP',
  'node port': '节点端口',
};

export const apiserver: Texts<typeof kinds> = {
  bootstrapped: {
    say: '集群一开始就有 **{objects} 个对象**，这些是每个集群都有的：命名空间、角色、优先级等。',
    why: 'API 服务器保证一些对象始终存在：自带的命名空间、默认角色、两个优先级类、名为 kubernetes 的 Service。没有它们，谁都得不到任何权限。',
  },
  turnedAway: {
    say: 'API 服务器无法应答 **{method}** {path}：在这次运行中，**每一千个请求有 {perMille} 个**会自行失败。',
    why: '你所要求的故障是运行的一部分：重复这次运行时，同样的请求会再次失败。请求方收到 503，应当重试；而为节点报平安的一方若太久没有被听到，就会被视为失联。',
  },
  received: {
    say: ({ userAgent, method, verb }) =>
      `API 服务器收到${userAgent === '' ? '' : `来自 ${programOf(userAgent)} 的`}请求 **{method}** {path}${verb === method.toLowerCase() ? '' : '，动词是 **{verb}**'}。`,
    why: 'Kubernetes 里的一切都通过这一扇门互相交流。每个请求都按同样的顺序经过同样的过滤器，其中每一个都可能终止它。',
  },
  requestInfo: {
    say: ({ group, resource, subresource, namespace, name }) =>
      resource === ''
        ? '从路径读出**请求信息**：动词 **{verb}**，没有资源。'
        : `从路径读出**请求信息**：动词 **{verb}**，${group === '' ? '核心组' : '组 {group}'}，版本 {version}，资源 **{resource}**${subresource === '' ? '' : '，子资源 **{subresource}**'}${namespace === '' ? '' : '，命名空间 {namespace}'}${name === '' ? '' : '，名称 {name}'}。`,
    why: '路径在拆解之前只是文本。从这里起没有谁再看它：谁可以这样做、在哪个队列等待、审计日志记下什么、交给哪个处理程序，都由这份描述决定。',
  },
  authenticated: {
    say: ({ method }) => `它${METHODS[method] ?? '通过 {method} 认出了调用者'}：**{user}**。`,
    why: '在问“能做什么”之前，先要问“是谁”。认证器依次尝试：客户端证书、令牌，最后才是匿名。Kubernetes 不保存用户：名字和组来自证书或令牌。',
  },
  unauthenticated: {
    say: '无法确认调用者的身份：**{reason}**。',
    why: '出示了令牌但令牌无效，会立即被拒绝，而不会退回为匿名。客户端只会听到 “Unauthorized”，原因留在服务器上。',
  },
  audited: {
    say: '请求被记入**审计日志**，阶段为 {stage}。',
    why: '审计日志日后可以回答谁在何时做了什么。它在请求被裁决之前就写下，所以被拒绝的请求也在其中。',
  },
  impersonated: {
    say: '从这里起，**{by}** 以 **{user}** 的身份行事。',
    why: '有权模拟他人的用户可以试出别人能做什么，kubectl 的 --as 就是如此。之后的一切都按该用户判断；审计日志同时记下两者。',
  },
  classified: {
    say: '按 FlowSchema **{schema}**，请求归入优先级 **{level}**。',
    why: '服务器繁忙时，请求按优先级排队，并在用户之间公平分配。这样失控的客户端不会让 kubelet 无法工作。属于 system:masters 的管理员不受限制。',
  },
  queued: {
    say: '优先级 **{level}** 的席位都已占用：请求**在队列 {queue} 中等待**。',
    why: '每个流只分到该级别的少数几个队列，并加入其中最短的一个。请求过多的客户端只会填满自己的那几个，其他流仍能找到短队列。',
  },
  seated: {
    say: '**{level}** 有了空席位：请求继续处理。',
    why: '同一级别的各个队列轮流得到席位，每个流都有自己的一份。',
  },
  overloaded: {
    say: '优先级 **{level}** 及其队列都满了：**429**，请稍后再试。',
    why: '与其让所有人都变慢，服务器宁可请走一部分请求。答复写明几秒后再来，客户端会照办。',
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
    why: '鉴权器被逐个询问，第一个允许的就结束查找。RBAC 只有许可，没有禁止：没有规则授予的一律拒绝。kubelet 由 Node 鉴权器判断，它知道哪些 Pod 属于哪个节点。',
  },
  forbidden: {
    say: '**{user}** 无权执行 **{verb}**：请求以 **403** 被拒绝。',
    why: '没有任何鉴权器允许这个请求。回答中写明了用户、动词、资源和命名空间，这正是一个新角色需要包含的内容。',
  },
  decoded: {
    say: ({ defaulted }) =>
      defaulted
        ? '请求体被解码为 {apiVersion} 的 **{kind}**，省略的字段补上**默认值**。'
        : '请求体被解码为 {apiVersion} 的 **{kind}**，没有需要补的默认值。',
    why: '服务器严格读取请求体：不存在的字段按客户端的要求报错或给出警告。然后补上省略的内容。所以读回来的对象比提交的清单更长。',
  },
  decodeFailed: {
    say: '请求体无法解读：**{error}**',
    why: '类型错误或未知字段会让请求在任何控制器误解它之前就停下。错误文本会指出是哪个字段。',
  },
  patched: {
    say: ({ type, changed }) =>
      changed
        ? `把 ${PATCHES[type] ?? '**{type}**'} 合并到对象当前的内容上。`
        : `合并 ${PATCHES[type] ?? '**{type}**'} 之后发现，对象本来就是这个样子。`,
    why: '补丁只说明哪里应当不同。服务器自己把它应用到最新版本上；如果别人抢先一步，就再应用一次，所以补丁很少冲突。',
  },
  mutated: {
    say: ({ changed }) =>
      changed === '' ? '**{plugin}** 没有要修改的内容。' : `**{plugin}** 修改了对象：${change(changed)}。`,
    why: '变更准入插件可以按固定顺序修改进来的对象，补上策略和便利所需的内容：ServiceAccount、容忍度、默认限额。它们加的字段不属于任何字段管理者。',
  },
  mutationFailed: {
    say: '**{plugin}** 拒绝了请求：{message}',
    why: '如果插件无法让对象变得可以接受，请求就此停止。什么都没有存储。',
  },
  webhookCalled: {
    say: '调用 webhook **{webhook}**（{url}）：**{outcome}**。',
    why: '准入可以由 API 服务器之外的程序扩展：服务器发送一个 AdmissionReview，并在超时时间内等待答复；没有答复时，由 failurePolicy 决定写入是否失败。',
  },
  validated: {
    say: ({ errors }) =>
      errors === 0 ? '**{kind}** 的字段逐一通过**校验**。' : '**{kind}** **没有通过校验**：有 {errors} 处错误。',
    why: '每种对象都有自己的规则：名称、范围、必须一起出现的字段、不可更改的字段。它们在变更之后、对即将存储的对象执行。所有错误会一次报告。',
  },
  approved: {
    say: ({ note }) => (note === '' ? '**{plugin}** 没有异议。' : `**{plugin}** 没有异议：${approval(note)}。`),
    why: '这些插件只能说“不”。它们最后执行，此时对象不会再变。配额在最末尾计算。',
  },
  rejected: {
    say: '**{plugin}** 拒绝了请求：{message}',
    why: '集群或命名空间的策略禁止这个对象。它被整体拒绝，什么都没有存储。',
  },
  prepared: {
    say: ({ operation, generation }) =>
      `${preparing(operation)}${generation > 0 ? `，generation 为 ${generation}` : ''}。`,
    why: '每种资源都有自己的策略：客户端无权设置的内容被重置，status 与 spec 分开，spec 变化会让 generation 加一。创建时，uid 和时间戳就在这里产生。',
  },
  retried: {
    say: '别人抢先写入了：服务器取**较新的对象**重试。',
    why: '服务器读取了对象、算好了变更，写入时却发现对象已经变了，于是在新版本上重做一遍。只有坚持某个版本的客户端才会得到冲突。',
  },
  unchanged: {
    say: '**{subject}** 不会有任何变化，所以**什么也不写**。',
    why: '一个字节都不变的更新不会触及 etcd。因此没有新的修订版本，没有监视事件，也没有控制器被白白唤醒。',
  },
  stored: {
    say: ({ operation }) => `${STORED[operation] ?? '{subject} 已**存储**'}，修订版本 **{revision}**。`,
    why: '这个期望现在是集群状态的一部分，API 服务器所做的也仅此而已。它不启动容器，也不调用控制器。正在监视的组件自会发现。',
  },
  passedToNode: {
    say: 'API 服务器把 **{subresource}** 请求转给节点 **{node}** 的 kubelet。',
    why: '日志和正在运行的进程只在节点上。API 服务器先检查谁可以请求，再连接该节点的 10250 端口，在两个方向上转发字节。因此客户端不需要直接访问节点；与控制平面断开的节点也就看不到日志。',
  },
  dialed: {
    say: 'API 服务器自己充当客户端，把请求转发到 **{url}**。',
    why: '通过 `proxy` 子资源，它查出 Service、Pod 或 Node 背后的一个地址，并从自己所在的位置连接。只要能访问 API 服务器并被允许 `services/proxy`，就能到达没有对外入口的程序。请求直接发往 Pod：Service 的地址和 kube-proxy 都不参与。',
  },
  fetched: {
    say: ({ from }) =>
      from === 'cache'
        ? '它在自己的**缓存**里找到 {subject}，修订版本 {revision}。'
        : '它从 **etcd** 读取 {subject}，修订版本 {revision}。',
    why: '普通的 GET 由 etcd 回答，因此绝不会过时。只要较新状态的客户端可以要求 resourceVersion 0，从缓存得到答案。',
  },
  listed: {
    say: ({ from }) =>
      `它列出 **{items} 个对象**，修订版本 {revision}，取自${from === 'watch cache' ? '监视缓存' : ` ${from}`}。`,
    why: '列表来自内存，但缓存会先确认自己和 etcd 一样新。整个列表带有同一个修订版本：监视可以正好从那里开始。',
  },
  tokenIssued: {
    say: ({ boundTo, seconds, honoured }) =>
      `它为 ServiceAccount {serviceAccount} 签发**令牌**，有效期 ${Math.round(seconds / 60)} 分钟${boundTo === '' ? '' : '，并绑定到 **{boundTo}**'}${honoured > seconds ? '；服务器会承认它一年' : ''}。`,
    why: 'Pod 不持有密码。kubelet 请求一个只对这个 Pod 有效、约一小时到期的令牌，并负责续期。旧程序只读一次文件：为了照顾它们，服务器会承认这种令牌一年，并统计谁用了过期的令牌。什么都不存储：签名即是证明，令牌随 Pod 一起失效。',
  },
  allocated: {
    say: ({ what }) => `Service 分到${ALLOCATED[what] ?? ' {what}'} **{value}**。`,
    why: 'Service 的地址来自同一个网段，不存在于任何网卡上。它们在集群内必须唯一，所以由 API 服务器分配。',
  },
  responded: {
    say: ({ code, reason }) =>
      reason === '' ? `它答复 **${code}**${meaning(code)}。` : `它答复 **${code}**：{reason}`,
    why: ({ code }) => whyAnswered(code),
  },
  watchOpened: {
    say: ({ since, selector }) =>
      `对 {subject} 的**监视**已建立${selector === '' ? '' : `，条件是 **${selector}**`}：${since === 'now' ? '先发送现有的对象，再发送每个变化' : '发送修订版本 {since} 之后的每个变化'}。`,
    why: '客户端不必反复询问，而是保持一个长请求，按修订版本的顺序得知每个变化。所有控制器和 kubelet 都依赖监视。',
  },
  watchClosed: {
    say: '对 {subject} 的一个监视**结束**了。',
    why: '监视在客户端要求的时间到了之后结束（没有要求时为半小时或更久），或者随客户端离开而结束。客户端从见过的最后一个修订版本重新开始，什么都不会错过。',
  },
  bookmarked: {
    say: '对 {subject} 的 {watchers} 个监视收到**书签**：已到达修订版本 {revision}。',
    why: '很少变化的资源上的监视只知道很旧的修订版本。书签告诉它存储已经走到哪里，这样以后可以继续，而不必重新列出。',
  },
  cached: {
    say: ({ event, watchers }) =>
      `监视缓存得知 **{subject}** ${EVENTS[event] ?? '有了变化'}（修订版本 {revision}），${
        watchers === 0 ? '**没有监视**关心它' : '并通知 **{watchers} 个监视**'
      }。`,
    why: '对 etcd 的一个监视供给每种资源的一个缓存，缓存再服务所有其他人。监视按所求内容分类，因此 Pod 的变化直达它的 kubelet，不必询问其余成千上万个。',
  },
  graphUpdated: {
    say: ({ node, edges }) =>
      node === ''
        ? 'Node 鉴权器记下：{subject} **不在任何节点上**。'
        : edges === 0
          ? 'Node 鉴权器记下：**{node}** 不需要为 {subject} 读取**任何对象**。'
          : 'Node 鉴权器记下：为了 {subject}，**{node}** 现在可以读取 {edges} 个对象。',
    why: 'kubelet 只能读取自己的 Pod 需要的东西。为此鉴权器维护一张节点、Pod、Secret 和 ConfigMap 的图。它跟随监视，因此可能滞后：动作很快的 kubelet 可能在最新的 Pod 上得到一次 403。',
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

function approval(note: string): string {
  if (note === 'no policy is about this') return '没有与此相关的策略';
  return note.startsWith('kept: ') ? `已遵守 ${note.slice('kept: '.length)}` : note;
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

/** A refusal brings no object back. */
function whyAnswered(code: number): string {
  if (code < 400)
    return '答复里是所请求的内容，或存储后的对象，包含服务器补充的一切。对客户端来说请求结束了；对集群来说，也许才刚刚开始。';
  if (code === 409)
    return '要么名称已被占用，要么在调用者读取之后别人又写过这个对象：它手里的 resourceVersion 已不是最新的。这样不会有改动被悄悄覆盖，也没有人需要等锁。落后的一方重新读取，再作决定。';
  if (code === 403) return '调用者是谁已经清楚，但没有规则允许它这样做，或者准入控制不同意。什么都没有写入。';
  if (code === 404)
    return '这个路径下没有这样的对象，或者没有提供这样的资源。对 kubectl apply 来说这不是错误：它说明这个对象需要创建。';
  return '拒绝也是一个对象，类型是 Status：包含状态码、给程序看的原因和给人看的消息。什么都没有写入。客户端根据原因决定是否重试。';
}
