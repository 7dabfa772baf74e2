import type { Node, Pod, Taint } from '../../../api/types/core.ts';
import { toleratesAll } from '../../../cluster/scheduler/objects/match.ts';
import type { NodeAnswer } from '../../../protocol/diagnosis-view.ts';
import type { World } from '../world.ts';
import { freeOn, requestOf, shown } from './amounts.ts';
import { affinityAnswers, spreadAnswers } from './near-others.ts';
import { bindingAnswers, limitAnswers } from './volume-answers.ts';

/** So many nodes are told of one by one. */
const MOST_NODES = 50;

interface Refused {
  readonly node: string;
  readonly plugin: string;
  readonly reason: string;
}

type Numbers = Pick<NodeAnswer, 'asked' | 'has' | 'short'>;
const NOTHING: Numbers = { asked: '', has: '', short: '' };

/** What each node said of a Pod, with what was asked and what it has, by the tables; a line for each thing that is short. */
export function answersOf(world: World, pod: Pod, refused: readonly Refused[]): readonly NodeAnswer[] {
  return refused.slice(0, MOST_NODES).flatMap(({ node: name, plugin, reason }) => {
    const node = world.get<Node>(`nodes/${name}`);
    const found = node === undefined ? [] : (PLUGINS[plugin]?.({ world, pod, node, reason }) ?? []);
    return (found.length > 0 ? found : [NOTHING]).map((numbers) => ({ node: name, plugin, reason, ...numbers }));
  });
}

interface Asked {
  readonly world: World;
  readonly pod: Pod;
  readonly node: Node;
  readonly reason: string;
}

const PLUGINS: { readonly [plugin: string]: ((asked: Asked) => readonly Numbers[]) | undefined } = {
  NodeResourcesFit: ({ world, pod, node, reason }) => {
    const short = [...reason.matchAll(/Insufficient ([^,;]+)/g)].map(([, resource = '']) => {
      const asked = requestOf(pod, resource);
      const free = Math.max(0, freeOn(world, node, resource));
      const of = (amount: number) => `${shown(amount, resource)} ${resource}`;
      return { asked: of(asked), has: of(free), short: of(asked - free) };
    });
    if (!reason.includes('Too many pods')) return short;
    const there = world.podsOn(node.metadata.name ?? '').length;
    return [
      ...short,
      { asked: '1 pods', has: `${Number(node.status?.allocatable?.pods ?? 0) - there} pods`, short: '1 pods' },
    ];
  },
  TaintToleration: ({ pod, node }) =>
    (node.spec?.taints ?? [])
      .filter((taint) => taint.effect !== 'PreferNoSchedule' && !toleratesAll(pod.spec?.tolerations ?? [], taint))
      .slice(0, 1)
      .map((taint) => ({ ...NOTHING, has: taintText(taint) })),
  NodeUnschedulable: () => [{ ...NOTHING, has: 'spec.unschedulable: true' }],
  NodeName: ({ pod, node }) => [{ ...NOTHING, asked: pod.spec?.nodeName ?? '', has: node.metadata.name ?? '' }],
  PodTopologySpread: spreadAnswers,
  InterPodAffinity: affinityAnswers,
  VolumeBinding: bindingAnswers,
  VolumeZone: bindingAnswers,
  NodeVolumeLimits: limitAnswers,
  NodeAffinity: ({ pod, node }) => [...selectorAnswers(pod, node), ...requiredAnswers(pod, node)],
  NodePorts: ({ world, pod, node }) =>
    hostPorts(pod).flatMap((port) => {
      const taken = world.podsOn(node.metadata.name ?? '').find((each) => hostPorts(each).includes(port));
      return taken === undefined ? [] : [{ ...NOTHING, asked: `hostPort ${port}`, has: taken.metadata.name ?? '' }];
    }),
};

function selectorAnswers(pod: Pod, node: Node): readonly Numbers[] {
  return Object.entries(pod.spec?.nodeSelector ?? {})
    .filter(([key, wanted]) => node.metadata.labels?.[key] !== wanted)
    .map(([key, wanted]) => {
      const own = node.metadata.labels?.[key];
      return { ...NOTHING, asked: `${key}=${wanted}`, has: own === undefined ? '' : `${key}=${own}` };
    });
}

/** Each label that the required terms ask for, beside the node's own. */
function requiredAnswers(pod: Pod, node: Node): readonly Numbers[] {
  const required = pod.spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  return (required?.nodeSelectorTerms ?? []).flatMap(({ matchExpressions = [] }) =>
    matchExpressions.map(({ key, operator, values = [] }) => {
      const own = node.metadata.labels?.[key];
      return {
        ...NOTHING,
        asked: `${key} ${operator} ${values.join(', ')}`.trim(),
        has: own === undefined ? '' : `${key}=${own}`,
      };
    }),
  );
}

export function taintText({ key, value, effect }: Taint): string {
  return `${key}${value === undefined ? '' : `=${value}`}:${effect}`;
}

function hostPorts({ spec }: Pod): readonly number[] {
  return (spec?.containers ?? []).flatMap(({ ports }) => (ports ?? []).flatMap(({ hostPort }) => hostPort ?? []));
}
