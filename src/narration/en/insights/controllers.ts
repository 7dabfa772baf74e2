import { alike, type Change, changesIn, duration, listed, nodeIn } from '../../insight-args.ts';
import type { InsightTexts } from '../../text.ts';
import { counted } from '../words.ts';
import { and, or, Who } from './who.ts';

const PLUGINS: { readonly [plugin: string]: ((behind: string) => string) | undefined } = {
  PodTopologySpread: (behind) => `${behind} already ${behind.includes(' and ') ? 'run' : 'runs'} a Pod of this set`,
  NodeResourcesFit: (behind) => `it has more room left than ${behind}`,
  NodeResourcesBalancedAllocation: () => 'its cpu and memory would be used most evenly',
  ImageLocality: (behind) => `it has the image already, or more of it than ${behind}`,
  NodeAffinity: () => 'the Pod would rather be there',
  InterPodAffinity: () => 'of the Pods that this one likes or avoids, it has the better ones',
  TaintToleration: (behind) =>
    `${behind} ${behind.includes(' and ') ? 'have' : 'has'} taints that the Pod would rather avoid`,
};

/** What people call the fields of a status. */
const FIELDS: { readonly [name: string]: string | undefined } = {
  replicas: 'Pods',
  readyReplicas: 'ready',
  availableReplicas: 'available',
  updatedReplicas: 'with the new template',
  unavailableReplicas: 'missing',
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
    say: ({ replicas, others }) =>
      `The Deployment controller compares: **${counted(replicas, 'Pod', 'Pods')}** wanted, and **no ReplicaSet** has this template${
        others > 0 ? ` (${others} ${others === 1 ? 'has an older one' : 'have older ones'})` : ''
      }. It will write one, named after the template’s hash: **{replicaSet}**.`,
  },
  made: {
    say: ({ client, kind, node, replicas, owner }) => {
      if (kind === 'Pod' && node === '')
        return 'Pod **{name}** is stored, revision {revision}, **without a node**: it exists, and it runs nowhere.';
      const wish = replicas > 0 && kind !== 'Pod' ? ` with the wish for **${replicas}**` : '';
      return `${Who(client)} has written **{kind} {name}**${wish}, revision {revision}${owner === '' ? '' : '. It belongs to {owner}'}.`;
    },
  },
  podsMissing: {
    say: ({ missing }) =>
      `The ReplicaSet controller wants **{want}** and has **{have}**: it will make ${missing === 1 ? 'one Pod' : `${missing} Pods`}.`,
  },
  expects: {
    say: ({ client, adds, deletions }) =>
      `${Who(client)} notes that it **expects to hear of ${
        adds > 0 ? counted(adds, 'new Pod', 'new Pods') : counted(deletions, 'Pod’s end', 'Pods’ ends')
      }**. Until it has, it will not count again, so that it never ${adds > 0 ? 'makes' : 'removes'} too many.`,
  },
  heardOfAll: {
    say: ({ client, adds, deletions }) => {
      const count = adds > 0 ? adds : deletions;
      return `${Who(client)} has now heard of ${count > 1 ? (count === 2 ? '**both**' : `**all ${count}**`) : '**the one**'} that it expected: from here on it **may count again**.`;
    },
  },
  oneFirst: {
    say: ({ size, others }) =>
      size === 1 && others > 0
        ? 'It does not make them at once: **one first**, in case all would be refused, and then twice as many each time.'
        : size === 1
          ? 'It asks the API server for **one Pod**.'
          : 'It asks for **{size} Pods** at once: what went before has worked.',
  },
  counted: {
    say: ({ client, kind, changes, want, isRetry }) => {
      const all = changesIn(changes);
      if (kind === 'Pod')
        return nodeIn(client) === undefined
          ? `${Who(client)} writes into the status of Pod {name}: ${podNews(all)}.`
          : `${Who(client)} reports: ${podNews(all)}.`;
      const counts = all
        .filter(({ isCondition, name }) => !isCondition && FIELDS[name] !== undefined)
        .map(({ name, to }) => `**${to === '' ? '0' : to}${want > 0 ? ` of ${want}` : ''}** ${FIELDS[name]}`);
      const others = all
        .filter(({ isCondition, name }) => !isCondition && FIELDS[name] === undefined)
        .map(({ name, to }) => (to === '' ? `no ${name} any more` : `${name} **${to}**`));
      const news = [...counts, ...others, ...conditionNews(all.filter(({ isCondition }) => isCondition))];
      return `${Who(client)} writes into the status of {kind} {name}${isRetry ? ', and **this time it is taken**' : ''}: ${and(news)}.`;
    },
  },
  complete: {
    say: ({ micros, pulling }) =>
      `**{available} of {replicas}** are available: what you asked for **is true**, ${duration(micros)} after Enter${
        pulling > 0 ? `. **${duration(pulling)}** of it went into fetching the image` : ''
      }.`,
  },
  removed: {
    say: ({ client, isMarked }) =>
      isMarked
        ? `${Who(client)} deletes **{name}**. It is only **marked** for now: it goes when whoever still works on it is done.`
        : `${Who(client)} deletes **{name}**: it is gone.`,
  },
  tainted: {
    say: ({ added, removed, left }) => {
      if (added === '')
        return `The taint **${and(listed(removed))}** of {name} is gone${left === '' ? ': it has none any more' : `; ${and(listed(left))} is left`}.`;
      const means = added.includes(':NoExecute')
        ? 'Pods that do not tolerate it must go, at once or when their time is up'
        : added.includes(':NoSchedule')
          ? 'the scheduler sends no new Pods there'
          : 'the scheduler sends Pods elsewhere if it can';
      return `{name} gets the taint **${and(listed(added))}**: ${means}.`;
    },
  },
  onlyNode: {
    say: ({ nodes, refused }) => {
      if (nodes <= 1) return 'There is one node, **{node}**, and the Pod fits: nothing to compare.';
      const why = refused
        .split(';')
        .filter((each) => each !== '')
        .map((each) => each.split('|').join(': '));
      return `Only **{node}** is left of ${nodes} nodes${why.length === 0 ? '' : ` (${why.join('; ')})`}: nothing to compare.`;
    },
  },
  drawnByLot: {
    say: ({ tied, feasible, behind, others }) =>
      tied === feasible
        ? `**${feasible === 2 ? 'Both nodes' : `All ${feasible} nodes`}** that fit have the same {total} points: the **lot** decides for **{node}**.`
        : `**${tied} of ${feasible} nodes** share first place with {total} points, and the **lot** decides for **{node}**. ${and(listed(behind))} ${
            listed(behind).length > 1 ? 'have' : 'has'
          } ${and(listed(others))}.`,
  },
  nodeWins: {
    say: ({ plugin, behind, others }) =>
      `**{node}** wins, **{total}** to ${and(listed(others))}: ${PLUGINS[plugin]?.(and(listed(behind))) ?? 'what {plugin} says makes the difference'}.`,
  },
  bound: {
    say: 'The scheduler takes it as done **before it is**, so that the next Pod is placed around this one. Then it binds: one POST writes **spec.nodeName {node}**.',
  },
};

/** Conditions that became the same for the same reason are told together. */
function conditionNews(changes: readonly Change[]): readonly string[] {
  return alike(changes).map((group) => {
    const { to, reason } = group[0] as Change;
    const names = group.map(({ name }) => `**${name}**`);
    const news = to === 'True' ? and(names) : to === 'False' ? `not ${or(names)}` : `${and(names)} unknown`;
    return `${news}${reason === '' ? '' : ` (${reason})`}`;
  });
}

/** What a kubelet says of a Pod: what it is by now, and what it is not yet. */
function podNews(changes: readonly Change[]): string {
  const phase = changes.find(({ name }) => name === 'phase')?.to;
  const ip = changes.find(({ name }) => name === 'podIP')?.to;
  const promised = changes.find(({ name }) => name === 'nominatedNodeName')?.to;
  const conditions = changes.filter(({ isCondition }) => isCondition);
  const yes = conditions.filter(({ to }) => to === 'True').map(({ name }) => name);
  const no = conditions.filter(({ to }) => to !== 'True');
  const notYet = (prefix: string, some: readonly Change[]): readonly string[] => {
    const reasons = [...new Set(some.map(({ reason }) => reason).filter((reason) => reason !== ''))];
    const why = reasons.length === 0 ? '' : ` (${reasons.join(', ')})`;
    return some.length === 0 ? [] : [`${prefix} ${or(some.map(({ name }) => name))}${why}`];
  };
  const parts = [
    ...(phase === undefined ? [] : [`it is **${phase}**`]),
    ...(yes.length === 0 ? [] : [`**${and(yes)}**`]),
    ...(ip === undefined || ip === '' ? [] : [`its address is **${ip}**`]),
    ...(promised === undefined ? [] : [promised === '' ? 'no node is kept for it' : `**${promised}** is kept for it`]),
    ...notYet(
      'not yet',
      no.filter(({ from }) => from !== 'True'),
    ),
    ...notYet(
      'no longer',
      no.filter(({ from }) => from === 'True'),
    ),
  ];
  return parts.length === 0 ? 'nothing that one sees has changed' : parts.join('; ');
}
