import { grantOf } from '../../facts.ts';
import { duration, isHeader, listed, nodeIn } from '../../insight-args.ts';
import type { InsightTexts } from '../../text.ts';
import { and, who } from './who.ts';

const PROOFS: { readonly [method: string]: string | undefined } = {
  x509: '**证书**上就是这么写的，不必去问任何人',
  serviceaccount: '**令牌**上就是这么写的，服务器自己就能验证签名',
  'static-token': '令牌在服务器启动时拿到的**名单**上',
  anonymous: '**没有任何凭据**，凡是这样的都算这个用户',
};

/** 准入插件做了什么，凡是它自己的说法太短的。 */
const PLUGINS: { readonly [plugin: string]: ((change: string) => string) | undefined } = {
  ServiceAccount: (change) =>
    change.includes('token') ? '**ServiceAccount** 挂上一个带令牌的卷' : '**ServiceAccount** 指定了运行身份',
  DefaultTolerationSeconds: () => '**DefaultTolerationSeconds** 让它在节点失联时再等 300 秒',
  Priority: (change) => `**Priority** 把优先级设为 ${change.replace(/^priority /, '')}`,
};

export const requests: InsightTexts<
  | 'asked'
  | 'discovered'
  | 'discoveredFromCache'
  | 'known'
  | 'knownByToken'
  | 'allowed'
  | 'notThere'
  | 'readForYou'
  | 'defaulted'
  | 'admitted'
  | 'stored'
  | 'gone'
  | 'invalid'
  | 'forbidden'
  | 'printed'
  | 'answeredByHand'
  | 'refused'
  | 'conflict'
  | 'heard'
  | 'watchesAgain'
  | 'tooOld'
  | 'throttled'
> = {
  asked: {
    say: ({ line, file, objects, kind, replicas, images, user, server, isNew }) => {
      const [, seconds] = /^sleep (\d+)$/.exec(line) ?? [];
      if (seconds !== undefined) return `你等 **${seconds} 秒**。这期间发生的事都是自己发生的。`;
      if (file === '' && server === '') return '你输入 `{line}`。';
      if (file === '')
        return isNew
          ? `你输入 \`{line}\`。kubectl 目前只读了自己的配置：它将${user === '' ? '' : '以 **{user}** 的身份'}访问 {server}。`
          : '你输入 `{line}`。';
      if (objects === 0) return '你把 **{file}** 交给 kubectl，它在里面**没有找到对象**。';
      const what =
        kind === ''
          ? `把 **{file}** 交给 kubectl，里面有 ${objects} 个对象`
          : `要一个 **{kind}**${replicas > 0 && images !== '' ? `，带 **${replicas} 个 ${images} Pod**` : ''}${objects > 1 ? `，另外还有 ${objects - 1} 个对象` : ''}`;
      return isNew
        ? `你${what}。kubectl 目前只读了 {file}：**还没有任何东西离开你的机器**。`
        : `你${what}${kind === '' ? '' : '，写在 {file} 里'}。`;
    },
  },
  discovered: {
    say: ({ schema }) =>
      `kubectl 先问 API 服务器会什么：{requests} 个请求，${schema ? '问清单该怎么写，' : ''}也问它有哪些资源，一共 **{resources} 种**。这份列表存到磁盘上，下一条命令就不必再问。`,
  },
  discoveredFromCache: {
    say: '这次什么都不用问：服务器有哪 **{resources} 种资源**，kubectl 的**磁盘缓存**里都有。',
  },
  known: {
    say: ({ method, groups }) => {
      const belongs = method === 'anonymous' ? '它的组是 {groups}。' : '所属的组也由此得知：{groups}。';
      return `请求以 **{user}** 的身份到来：${PROOFS[method] ?? '{method} 认出了它'}。${groups === '' ? '' : belongs}`;
    },
  },
  knownByToken: {
    say: ({ client }) => `${who(client)}和别的客户端没有两样，并没有后门。它的**令牌**说明它是谁：**{user}**。`,
  },
  allowed: {
    say: ({ authorizer, reason, client, user }) => {
      const name = client === 'kubectl' ? `**${user}**` : who(client);
      if (authorizer === 'privileged groups')
        return `允许：${name}属于 **system:masters**，这个组什么都可以做。角色**根本没有查**。`;
      if (authorizer === 'Node')
        return `**Node 鉴权器**允许${name}执行 {verb} {resource}，因为这一个与它**自己的节点**有关。别的节点的事，它无权知道。`;
      const grant = grantOf(reason);
      return grant === undefined
        ? `**{authorizer}** 允许${name}执行 **{verb} {resource}**。`
        : `一个**角色**允许${name}执行 {verb} {resource}：${grant.binding} 授予了 ${grant.role}。`;
    },
  },
  notThere: {
    say: '**404**：{name} 还不存在。所以 kubectl 要用 **POST** 创建它，而不是用 PATCH 修改。',
  },
  readForYou: {
    say: ({ items, from, isApply, isPlural }) => {
      if (items >= 0)
        return `答复是 **{resource}** 的列表，${items === 0 ? '里面**什么都没有**' : `有 ${items} 个对象`}，${from === 'etcd' ? '从 etcd 读出' : '来自监视缓存，没有去问 etcd'}。`;
      if (isPlural) return '答复是 **{resource}** 的列表。';
      return isApply
        ? '**{name}** 已经存在，于是 kubectl 拿它与你的文件比较。'
        : `kubectl 取得 **{name}** 现在的样子${from === 'etcd' ? '，直接来自 etcd' : ''}。`;
    },
  },
  defaulted: {
    say: ({ fields, others }) =>
      fields === ''
        ? '{kind} 里省略的字段补上了**默认值**。'
        : `你没写的都补上了：${and(fields.split('; ').map((field) => `**${field}**`))}${
            others > 0 ? `，还有 ${others} 项` : ''
          }。**这些不是你写的**，但一样算数。`,
  },
  admitted: {
    say: ({ plugins, changes }) => {
      const done = listed(plugins).map((plugin, at) => {
        const change = changes.split('\n')[at] ?? '';
        return PLUGINS[plugin]?.(change) ?? `**${plugin}**：${change}`;
      });
      return `对象在进门的路上变了，而**没有人要求过**：${done.join('；')}。`;
    },
  },
  stored: {
    say: ({ isNew, isGone, isMarked, finalizers, subresource, changes, isFirst }) => {
      if (isGone) return '**{kind} {name}** 已从存储中消失，修订版本 **{revision}**。';
      if (isMarked)
        return finalizers === ''
          ? '{kind} {name} 并没有消失，只是**标记为待删除**，修订版本 {revision}：别人得先放手。'
          : '{kind} {name} 并没有消失，只是**标记为待删除**：要等有人摘掉 {finalizers}。';
      if (isNew) return `已存储：**{key}**，修订版本 **{revision}**。${isFirst ? '从这一刻起它才是真的。' : ''}`;
      const by = subresource === '' || subresource === 'status' ? '' : `通过 ${subresource} `;
      return `已存储，修订版本 **{revision}**：**{kind} {name}** ${subresource === 'status' ? '的状态' : ''}${by}变了${changes === '' ? '。' : '：**{changes}**。'}`;
    },
  },
  gone: {
    say: ({ client, kind }) =>
      kind === 'Pod' && nodeIn(client) !== undefined
        ? `Pod **{name}** **从存储中消失**，修订版本 {revision}：${who(client)}提出的请求，因为这个 Pod 在那里已经什么都不剩。`
        : `${who(client)}移除了 **{kind} {name}**：它**从存储中消失**，修订版本 {revision}。`,
  },
  invalid: {
    say: ({ errors }) =>
      `写法没错，内容却**不合格**：${errors === 1 ? '1 处错误' : `${errors} 处错误，一次全部指出`}。{message}`,
  },
  forbidden: {
    say: ({ name, namespace, resource, tried, denied, reason }) => {
      const what = resource.startsWith('/') ? '{verb} {resource}' : `{verb} {resource}${name === '' ? '' : ' {name}'}`;
      const where = namespace === '' ? '' : '在命名空间 {namespace} 中';
      const why =
        denied === ''
          ? `问过 ${and(listed(tried))}，**没有一个允许**`
          : `**{denied} 说不行**${reason === '' ? '' : '（{reason}）'}，到此为止`;
      return `**{user} 无权**${where} ${what}：${why}。答复是 **403**。`;
    },
  },
  printed: {
    say: ({ line, code, lines, first, noPods, answer, program, alone, part }) => {
      if (part !== '') {
        const wrote = lines === 0 ? '**什么也没写出**' : `写出了 **${lines} 行**`;
        return `\`{part}\` ${code === 0 ? '完成了' : '放弃了，退出码 **{code}**'}，${wrote}。它只是一行命令的一部分，shell **继续执行这一行**。`;
      }
      const typed = alone && program !== '' ? '你输入 `{line}`：' : '';
      const name = `${typed}${program === '' ? '命令' : program}`;
      if (code !== 0) return `${name}放弃了，退出码 **{code}**${lines === 0 ? '。' : '：“{first}”'}`;
      if (noPods) return `kubectl 拿到 **${answer}**，打印“{first}”，任务完成。而此刻**一个 Pod 都没有**。`;
      const asked = typed === '' ? '' : '没有问过任何人。';
      const [, seconds] = /^sleep (\d+)$/.exec(line) ?? [];
      if (seconds !== undefined) return `**${seconds} 秒**过去了。`;
      if (lines === 0) return `${name}完成了，没有什么可打印的。${asked}`;
      if (lines === 1) return `${name}打印“**{first}**”，任务完成。${asked}`;
      return isHeader(first)
        ? `${name}打印一张 **${lines - 1} 行**的表，任务完成。${asked}`
        : `${name}打印 **{lines} 行**，任务完成。${asked}第一行是“{first}”`;
    },
  },
  watchesAgain: {
    say: ({ client, revision }) =>
      revision === 'now'
        ? `${who(client)}对 {resource} 打开一个**新的监视**：先是已有的全部，然后是每一次变化。`
        : `${who(client)}请求**重新监视** {resource}，要听修订版本 **{revision}** 之后的变化，那是它知道的最后一个。`,
  },
  tooOld: {
    say: ({ client }) =>
      `**410**：${who(client)}想从修订版本 {revision} 接着听，而服务器对 {resource} 的记忆从 **{oldest}** 才开始。中间的它无从得知：于是重新要**整个列表**。`,
  },
  throttled: {
    say: ({ client, wait }) =>
      `${who(client)}发送之前**先等 ${duration(wait)}**：它每秒只准发 {qps} 个请求，而要发的不止这些。`,
  },
  answeredByHand: {
    say: ({ code, items, message, isStream, from, object, says }) => {
      if (isStream) return '服务器答复 **{code}**，连接一直开着：有变化就会送来。';
      if (message !== '') return '服务器答复 **{code}**：{message}';
      if (code === 404) return '服务器答复 **404**：{path} 这里什么都没有。';
      if (items >= 0) return '服务器答复 **{code}**，带一个 **{items} 个对象**的列表。';
      if (object !== '')
        return `服务器答复 **{code}**，给出 **{object}**${from === 'etcd' ? '此刻在 etcd 里的样子' : ''}。`;
      return `服务器答复 **{code}**${says === '' ? '' : '：“{says}”'}。`;
    },
  },
  refused: {
    say: ({ client, message, reason }) =>
      `${who(client)}对 {resource} 的 {verb} 得到 **{code}${reason === '' ? '' : ' {reason}'}**${message === '' ? '' : '：{message}'}。`,
  },
  conflict: {
    say: ({ client, writer, micros }) => {
      const when = micros > 0 ? `${duration(micros)} 之前` : '这期间';
      const by = writer === client ? `${when}${who(client)}自己刚写过，却还没听说` : `${when}${who(writer)}写过它`;
      return `**409 Conflict**：{name} 已到修订版本 **{revision}**：${by}。什么都没丢：它重新读，**再试一次**。`;
    },
  },
  heard: {
    say: ({ watchers, count, handlers, busy, resource, event }) => {
      if (watchers === '') return `有 **${count} 个监视**匹配，都会得知。`;
      const nodes = listed(watchers).filter((each) => each.startsWith('kubelet/'));
      const told = handlers === '' ? listed(watchers) : listed(handlers);
      const others = told.filter((each) => !listed(busy).includes(each) && !nodes.includes(each));
      const doers = listed(busy);
      const idle =
        others.length === 0
          ? '别人都听不到'
          : others.length < 3
            ? `${and(others.map(who))}只是听到`
            : `另外 ${others.length} 个只是听到`;
      const work =
        doers.length === 0
          ? `${who(told[0] ?? '')}${told.length > 1 ? `和另外 ${told.length - 1} 个` : ''}听到了，但**谁都没有事可做**。`
          : `**${doers.length === 1 ? '只有' : ''}${and(doers.map(who))}**有事可做；${idle}。`;
      const kubelets =
        resource !== 'pods'
          ? ''
          : nodes.length > 0
            ? '别的 kubelet 什么都听不到：每个只监视**自己的节点**。'
            : event === 'ADDED'
              ? '**kubelet 什么都听不到**：它还不是任何节点的 Pod。'
              : '';
      return `有 ${count} 个监视匹配。${work}${kubelets}`;
    },
  },
};
