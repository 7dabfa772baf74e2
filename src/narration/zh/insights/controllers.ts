import { alike, type Change, changesIn, duration, listed, nodeIn } from '../../insight-args.ts';
import type { InsightTexts } from '../../text.ts';
import { and, who } from './who.ts';

const PLUGINS: { readonly [plugin: string]: ((behind: string) => string) | undefined } = {
  PodTopologySpread: (behind) => `${behind} 已经有这一组的 Pod`,
  NodeResourcesFit: (behind) => `它的空余比 ${behind} 多`,
  NodeResourcesBalancedAllocation: () => '放在它上面，CPU 和内存用得最均衡',
  ImageLocality: (behind) => `它已经有镜像，或者比 ${behind} 有得多`,
  NodeAffinity: () => 'Pod 更愿意去那里',
  InterPodAffinity: () => '就这个 Pod 想靠近或避开的 Pod 而言，它更合适',
  TaintToleration: (behind) => `${behind} 有 Pod 最好避开的污点`,
};

const FIELDS: { readonly [name: string]: string | undefined } = {
  replicas: '个 Pod',
  readyReplicas: '个就绪',
  availableReplicas: '个可用',
  updatedReplicas: '个是新模板',
  unavailableReplicas: '个还缺',
};

export const controllers: InsightTexts<
  | 'newReplicaSet'
  | 'made'
  | 'podsMissing'
  | 'expects'
  | 'heardOfAll'
  | 'oneFirst'
  | 'counted'
  | 'complete'
  | 'removed'
  | 'tainted'
  | 'onlyNode'
  | 'drawnByLot'
  | 'nodeWins'
  | 'bound'
> = {
  newReplicaSet: {
    say: ({ others }) =>
      `Deployment 控制器一比较：要 **{replicas} 个 Pod**，而**没有一个 ReplicaSet** 是这个模板${
        others > 0 ? `（${others} 个是旧模板）` : ''
      }。它要写一个，以模板的哈希命名：**{replicaSet}**。`,
  },
  made: {
    say: ({ client, kind, node, replicas, owner }) => {
      if (kind === 'Pod' && node === '')
        return 'Pod **{name}** 已存储，修订版本 {revision}，但**没有节点**：它存在，却不在任何地方运行。';
      const wish = replicas > 0 && kind !== 'Pod' ? `，期望 **${replicas}** 个` : '';
      return `${who(client)}写下了 **{kind} {name}**${wish}，修订版本 {revision}${owner === '' ? '' : '。它属于 {owner}'}。`;
    },
  },
  podsMissing: {
    say: 'ReplicaSet 控制器要 **{want}** 个，有 **{have}** 个：它要再创建 {missing} 个 Pod。',
  },
  expects: {
    say: ({ client, adds, deletions }) =>
      `${who(client)}记下：它**等着听到 ${adds > 0 ? `${adds} 个新 Pod` : `${deletions} 个 Pod 消失`}**。没听到之前它不再计数，这样就绝不会${adds > 0 ? '多建' : '多删'}。`,
  },
  heardOfAll: {
    say: ({ client, adds, deletions }) =>
      `${who(client)}等的 **${adds > 0 ? adds : deletions}** 个都听到了：从现在起它**可以重新计数**。`,
  },
  oneFirst: {
    say: ({ size, others }) =>
      size === 1 && others > 0
        ? '它不一下子全建：**先建一个**，万一全都会被拒绝呢；之后每次翻倍。'
        : size === 1
          ? '它向 API 服务器要**一个 Pod**。'
          : '它一次要 **{size} 个 Pod**：前面的都成功了。',
  },
  counted: {
    say: ({ client, kind, changes, want, isRetry }) => {
      const all = changesIn(changes);
      if (kind === 'Pod')
        return nodeIn(client) === undefined
          ? `${who(client)}写进 Pod {name} 的状态：${podNews(all)}。`
          : `${who(client)}报告：${podNews(all)}。`;
      const counts = all
        .filter(({ isCondition, name }) => !isCondition && FIELDS[name] !== undefined)
        .map(({ name, to }) => `**${want > 0 ? `${want} 个中 ` : ''}${to === '' ? '0' : to} ${FIELDS[name]}**`);
      const others = all
        .filter(({ isCondition, name }) => !isCondition && FIELDS[name] === undefined)
        .map(({ name, to }) => (to === '' ? `不再有 ${name}` : `${name} **${to}**`));
      const conditions = conditionNews(all.filter(({ isCondition }) => isCondition));
      return `${who(client)}${isRetry ? '**这次成功了**，' : ''}写进 {kind} {name} 的状态：${[...counts, ...others, ...conditions].join('、')}。`;
    },
  },
  complete: {
    say: ({ micros, pulling }) =>
      `**{replicas} 个中有 {available} 个**可用：你要的**已经成真**，离按下回车 ${duration(micros)}${
        pulling > 0 ? `，其中 **${duration(pulling)}** 用来拉取镜像` : ''
      }。`,
  },
  removed: {
    say: ({ client, isMarked }) =>
      isMarked
        ? `${who(client)}删除 **{name}**。它暂时只是**打上了标记**：等还在处理它的一方做完，它才消失。`
        : `${who(client)}删除 **{name}**：它没有了。`,
  },
  tainted: {
    say: ({ added, removed, left }) => {
      if (added === '')
        return `{name} 的污点 **${and(listed(removed))}** 去掉了${left === '' ? '：它不再有污点' : `；还剩 ${and(listed(left))}`}。`;
      const means = added.includes(':NoExecute')
        ? '不容忍它的 Pod 必须离开，或立刻，或等容忍的时间到了'
        : added.includes(':NoSchedule')
          ? '调度器不再把新的 Pod 放到那里'
          : '调度器尽量把 Pod 放到别处';
      return `{name} 有了污点 **${and(listed(added))}**：${means}。`;
    },
  },
  onlyNode: {
    say: ({ nodes, refused }) => {
      if (nodes <= 1) return '只有一个节点 **{node}**，Pod 放得下：没什么可比的。';
      const why = refused
        .split(';')
        .filter((each) => each !== '')
        .map((each) => each.split('|').join('：'));
      return `{nodes} 个节点里只剩 **{node}**${why.length === 0 ? '' : `（${why.join('；')}）`}：没什么可比的。`;
    },
  },
  drawnByLot: {
    say: ({ tied, feasible, behind, others }) =>
      tied === feasible
        ? '放得下的 **{feasible} 个节点**都是 {total} 分：**抽签**选中 **{node}**。'
        : `{feasible} 个节点里有 **{tied} 个**并列第一，都是 {total} 分，**抽签**选中 **{node}**。${and(listed(behind))}是 ${and(listed(others))} 分。`,
  },
  nodeWins: {
    say: ({ plugin, behind, others }) =>
      `**{node}** 胜出，**{total}** 分对 ${and(listed(others))} 分：${PLUGINS[plugin]?.(and(listed(behind))) ?? '差别在于 {plugin}'}。`,
  },
  bound: {
    say: '事情**还没办成**，调度器就当它已办成，好让下一个 Pod 避开它。然后绑定：一个 POST 写下 **spec.nodeName {node}**。',
  },
};

/** 因同样的原因变成同样的状况，一起讲。 */
function conditionNews(changes: readonly Change[]): readonly string[] {
  return alike(changes).map((group) => {
    const { to, reason } = group[0] as Change;
    const names = and(group.map(({ name }) => `**${name}**`));
    const news = to === 'True' ? '成立' : to === 'False' ? '不成立' : '未知';
    return `${names} ${news}${reason === '' ? '' : `（${reason}）`}`;
  });
}

/** kubelet 对一个 Pod 的说法：已经怎样，还没有怎样。 */
function podNews(changes: readonly Change[]): string {
  const phase = changes.find(({ name }) => name === 'phase')?.to;
  const ip = changes.find(({ name }) => name === 'podIP')?.to;
  const promised = changes.find(({ name }) => name === 'nominatedNodeName')?.to;
  const conditions = changes.filter(({ isCondition }) => isCondition);
  const yes = conditions.filter(({ to }) => to === 'True').map(({ name }) => name);
  const no = conditions.filter(({ to }) => to !== 'True');
  const notYet = (suffix: string, some: readonly Change[]): readonly string[] => {
    const reasons = [...new Set(some.map(({ reason }) => reason).filter((reason) => reason !== ''))];
    const why = reasons.length === 0 ? '' : `（${reasons.join('、')}）`;
    return some.length === 0 ? [] : [`${some.map(({ name }) => name).join('、')} ${suffix}${why}`];
  };
  const parts = [
    ...(phase === undefined ? [] : [`它是 **${phase}**`]),
    ...(yes.length === 0 ? [] : [`**${yes.join('、')}** 已成立`]),
    ...(ip === undefined || ip === '' ? [] : [`地址是 **${ip}**`]),
    ...(promised === undefined ? [] : [promised === '' ? '不再给它留节点' : `**${promised}** 留给它`]),
    ...notYet(
      '还不成立',
      no.filter(({ from }) => from !== 'True'),
    ),
    ...notYet(
      '不再成立',
      no.filter(({ from }) => from === 'True'),
    ),
  ];
  return parts.length === 0 ? '看得见的都没有变' : parts.join('；');
}
