import { matchesLabels } from '../../../api/selectors/selectors.ts';
import type { Node, Pod, PodAffinityTerm, TopologySpreadConstraint } from '../../../api/types/core.ts';
import type { LabelSelector } from '../../../api/types/meta.ts';
import type { NodeAnswer } from '../../../protocol/diagnosis-view.ts';
import type { World } from '../world.ts';

type Numbers = Pick<NodeAnswer, 'asked' | 'has' | 'short'>;

interface Asked {
  readonly world: World;
  readonly pod: Pod;
  readonly node: Node;
}

/** How many more Pods of a kind a domain would have than the emptiest one, and how many it may. */
export function spreadAnswers({ world, pod, node }: Asked): readonly Numbers[] {
  return (pod.spec?.topologySpreadConstraints ?? [])
    .filter(({ whenUnsatisfiable }) => whenUnsatisfiable === 'DoNotSchedule')
    .flatMap((constraint) => skewOn(world, pod, node, constraint));
}

function skewOn(world: World, pod: Pod, node: Node, constraint: TopologySpreadConstraint): readonly Numbers[] {
  const { topologyKey, maxSkew, labelSelector } = constraint;
  const domain = node.metadata.labels?.[topologyKey];
  if (domain === undefined) return [{ asked: topologyKey, has: '', short: '' }];
  const counts = new Map<string, number>();
  for (const each of world.all<Node>('nodes')) {
    const at = each.metadata.labels?.[topologyKey];
    if (at !== undefined) counts.set(at, (counts.get(at) ?? 0) + matching(world, pod, each, labelSelector).length);
  }
  const own = matchesLabels(labelSelector, pod.metadata.labels) ? 1 : 0;
  const skew = (counts.get(domain) ?? 0) + own - Math.min(...counts.values());
  if (skew <= maxSkew) return [];
  const has = [...counts].map(([at, count]) => `${at}: ${count}`).join(', ');
  return [{ asked: `maxSkew ${maxSkew} (${topologyKey})`, has, short: `skew ${skew}` }];
}

/** Who is there that it must not meet, or that it must and does not. */
export function affinityAnswers({ world, pod, node }: Asked): readonly Numbers[] {
  const { podAffinity, podAntiAffinity } = pod.spec?.affinity ?? {};
  const apart = (podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []).flatMap((term) => {
    const there = inDomain(world, pod, node, term);
    return there.length === 0 ? [] : [{ asked: `no ${textOf(term)}`, has: namesOf(there), short: '' }];
  });
  const together = (podAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []).flatMap((term) => {
    const there = inDomain(world, pod, node, term);
    return there.length > 0 ? [] : [{ asked: textOf(term), has: '0 Pods', short: '1 Pod' }];
  });
  return [...apart, ...together];
}

function inDomain(world: World, pod: Pod, node: Node, { topologyKey, labelSelector }: PodAffinityTerm): readonly Pod[] {
  const domain = node.metadata.labels?.[topologyKey];
  return world
    .all<Node>('nodes')
    .filter(({ metadata }) => domain !== undefined && metadata.labels?.[topologyKey] === domain)
    .flatMap((each) => matching(world, pod, each, labelSelector));
}

function matching(world: World, { metadata }: Pod, node: Node, selector: LabelSelector | undefined): readonly Pod[] {
  return world
    .podsOn(node.metadata.name ?? '')
    .filter(
      (each) =>
        each.metadata.namespace === metadata.namespace &&
        each.metadata.deletionTimestamp === undefined &&
        each.status?.phase !== 'Succeeded' &&
        each.status?.phase !== 'Failed' &&
        matchesLabels(selector, each.metadata.labels),
    );
}

function textOf({ labelSelector, topologyKey }: PodAffinityTerm): string {
  const labels = Object.entries(labelSelector?.matchLabels ?? {}).map(([key, value]) => `${key}=${value}`);
  const others = (labelSelector?.matchExpressions ?? []).map(
    ({ key, operator, values }) => `${key} ${operator}${values === undefined ? '' : ` (${values.join(', ')})`}`,
  );
  return `${[...labels, ...others].join(', ')} (${topologyKey})`;
}

const MOST_NAMES = 3;

function namesOf(pods: readonly Pod[]): string {
  const names = pods.map(({ metadata }) => metadata.name ?? '');
  return `${names.slice(0, MOST_NAMES).join(', ')}${names.length > MOST_NAMES ? ', …' : ''}`;
}
