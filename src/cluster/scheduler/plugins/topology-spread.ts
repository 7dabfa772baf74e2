// Models pkg/scheduler/framework/plugins/podtopologyspread (v1.36)

import { ownValue } from '../../../base/own.ts';
import { pureOfText } from '../../../base/pure.ts';
import { type ClusterView, MAX_SCORE, type Plugin, refusal, Skip } from '../framework/framework.ts';
import { countOn, type LabelSet } from '../objects/label-index.ts';
import type { LabelTest } from '../objects/match.ts';
import { naturalLog } from '../objects/natural-log.ts';
import { HOSTNAME, type NodeInfo, ZONE } from '../objects/node-info.ts';
import { type PodInfo, type SpreadConstraint, untoleratedTaint } from '../objects/pod-info.ts';

const MISSING = refusal("node(s) didn't match pod topology spread constraints (missing required label)", true);
const NOTHING_REQUIRED = new Skip('no required spread constraints');
const NO_OWNER = new Skip('belongs to no Service or controller');
const SKEW = refusal("node(s) didn't match pod topology spread constraints");

interface HardConstraint {
  readonly constraint: SpreadConstraint;
  readonly perDomain: Map<string, number>;
  readonly lowest: number;
  /** 1 when the pod itself matches its selector. */
  readonly self: number;
}

interface SoftConstraint {
  readonly topologyKey: string;
  readonly maxSkew: number;
  readonly weight: number;
  readonly sets: readonly LabelSet[];
  /** Undefined for hostnames: counted for each node when it is scored. */
  readonly perDomain: Map<string, number> | undefined;
}

interface ScoreState {
  readonly constraints: readonly SoftConstraint[];
  /** Undefined: none. */
  readonly ignored: ReadonlySet<NodeInfo> | undefined;
  readonly systemDefault: boolean;
}

/** Models pkg/scheduler/framework/plugins/podtopologyspread (v1.36) */
export const podTopologySpread: Plugin<readonly HardConstraint[], ScoreState> = {
  name: 'PodTopologySpread',
  preFilter: (pod, cluster) =>
    pod.hardSpread.length === 0
      ? NOTHING_REQUIRED
      : pod.hardSpread.map((constraint) => hardConstraint(pod, constraint, cluster)),
  filter(state, _pod, node) {
    for (const { constraint, perDomain, lowest, self } of state) {
      const domain = node.labels[constraint.topologyKey];
      if (domain === undefined) return MISSING;
      if ((perDomain.get(domain) ?? 0) + self - lowest > constraint.maxSkew) return SKEW;
    }
    return undefined;
  },
  preScore: scoreState,
  score(state, _pod, node) {
    if (state.ignored?.has(node) === true) return 0;
    let sum = 0;
    for (const constraint of state.constraints) {
      if (constraint.perDomain?.size === 0) continue;
      const count = countFor(constraint, node);
      if (count !== undefined) sum += count * constraint.weight + (constraint.maxSkew - 1);
    }
    return Math.round(sum);
  },
  normalize(state, scores, nodes) {
    let lowest = Number.MAX_SAFE_INTEGER;
    let highest = 0;
    for (let i = 0; i < scores.length; i += 1) {
      if (state.ignored?.has(nodes[i] as NodeInfo) === true) continue;
      lowest = Math.min(lowest, scores[i] as number);
      highest = Math.max(highest, scores[i] as number);
    }
    for (let i = 0; i < scores.length; i += 1) {
      if (state.ignored?.has(nodes[i] as NodeInfo) === true) scores[i] = 0;
      else if (highest === 0) scores[i] = MAX_SCORE;
      else scores[i] = Math.trunc((MAX_SCORE * (highest + lowest - (scores[i] as number))) / highest);
    }
  },
  explain: (state) => ({
    note: state.systemDefault ? 'topologySpreadDefault' : 'topologySpread',
    rows: state.constraints.flatMap((constraint) => [
      {
        name: `${constraint.topologyKey} pods`,
        value: (node: NodeInfo) => countFor(constraint, node) ?? Number.NaN,
        text: (count: number) => (Number.isNaN(count) ? '-' : String(count)),
      },
      {
        name: `${weightText(constraint.weight)} × pods + ${constraint.maxSkew - 1}`,
        value: (node: NodeInfo) =>
          (countFor(constraint, node) ?? Number.NaN) * constraint.weight + constraint.maxSkew - 1,
        text: (score: number) => (Number.isNaN(score) ? '-' : hundredths(score, 2)),
      },
    ]),
  }),
};

/** As many as clusters have different numbers of nodes. */
const MOST_WEIGHTS = 256;

/** Each decision tells its weights, which are those of the decision before. */
const weightText = pureOfText(MOST_WEIGHTS, (weight: number) => hundredths(weight, 3));

function hundredths(value: number, digits: number): string {
  return value.toFixed(digits);
}

function countFor(constraint: SoftConstraint, node: NodeInfo): number | undefined {
  const domain = node.domainIn(constraint.topologyKey);
  if (domain === undefined) return undefined;
  return constraint.perDomain === undefined
    ? countOn(constraint.sets, node.slot)
    : (constraint.perDomain.get(domain) ?? 0);
}

/** Counts by domain, over the nodes that the constraint looks at. */
function hardConstraint(pod: PodInfo, constraint: SpreadConstraint, { cache }: ClusterView): HardConstraint {
  const sets = cache.labels.matching(pod.namespace, constraint.test);
  const perDomain = new Map<string, number>();
  for (const node of cache.nodes) {
    const domain = node.labels[constraint.topologyKey];
    if (domain === undefined || !hasAllKeys(node, pod.hardSpread) || !included(pod, constraint, node)) continue;
    perDomain.set(domain, (perDomain.get(domain) ?? 0) + countOn(sets, node.slot));
  }
  let lowest = Number.MAX_SAFE_INTEGER;
  for (const count of perDomain.values()) lowest = Math.min(lowest, count);
  if (perDomain.size < constraint.minDomains || perDomain.size === 0) lowest = 0;
  return { constraint, perDomain, lowest, self: constraint.test(pod.labels) ? 1 : 0 };
}

/** A node that lacks the label of one constraint counts for none of them. */
function hasAllKeys(node: NodeInfo, constraints: readonly { readonly topologyKey: string }[]): boolean {
  return constraints.every(({ topologyKey }) => ownValue(node.labels, topologyKey) !== undefined);
}

function included(pod: PodInfo, constraint: SpreadConstraint, node: NodeInfo): boolean {
  if (constraint.honorAffinity && pod.nodeTest?.matches(node.name, node.labels) === false) return false;
  return !constraint.honorTaints || untoleratedTaint(pod, node.taints) === undefined;
}

/** A pod without constraints of its own that belongs to a Service or a controller is spread over hosts and zones. */
function scoreState(pod: PodInfo, cluster: ClusterView, nodes: readonly NodeInfo[]): ScoreState | Skip {
  const own = pod.pod.spec.topologySpreadConstraints;
  if (own !== undefined && own.length > 0) {
    if (pod.softSpread.length === 0) return new Skip('no preferred spread constraints');
    const without = nodes.filter((node) => !hasAllKeys(node, pod.softSpread));
    const ignored = without.length === 0 ? undefined : new Set(without);
    const all = { pod, cluster, nodes: ignored === undefined ? nodes : nodes.filter((node) => !ignored.has(node)) };
    return {
      constraints: pod.softSpread.map((one) => softConstraint(all, one, setsOf(all, one.test), one)),
      ignored,
      systemDefault: false,
    };
  }
  const test = cluster.ownerSelector(pod);
  if (test === undefined) return NO_OWNER;
  const all = { pod, cluster, nodes };
  const sets = setsOf(all, test);
  return {
    constraints: [softConstraint(all, DEFAULT_HOSTS, sets), softConstraint(all, DEFAULT_ZONES, sets)],
    ignored: undefined,
    systemDefault: true,
  };
}

type Spread = Pick<SpreadConstraint, 'topologyKey' | 'maxSkew'>;
const DEFAULT_HOSTS: Spread = { topologyKey: HOSTNAME, maxSkew: 3 };
const DEFAULT_ZONES: Spread = { topologyKey: ZONE, maxSkew: 5 };

/** Who is to be spread, and over which nodes. */
interface Scored {
  readonly pod: PodInfo;
  readonly cluster: ClusterView;
  readonly nodes: readonly NodeInfo[];
}

function setsOf({ pod, cluster }: Scored, test: LabelTest): readonly LabelSet[] {
  return cluster.cache.labels.matching(pod.namespace, test);
}

function softConstraint(
  { pod, cluster: { cache }, nodes }: Scored,
  { topologyKey, maxSkew }: Spread,
  sets: readonly LabelSet[],
  constraint?: SpreadConstraint,
): SoftConstraint {
  if (topologyKey === HOSTNAME)
    return { topologyKey, maxSkew, weight: naturalLog(nodes.length + 2), sets, perDomain: undefined };
  const perDomain = new Map<string, number>();
  for (const node of nodes) {
    const domain = node.domainIn(topologyKey);
    if (domain !== undefined) perDomain.set(domain, 0);
  }
  if (perDomain.size > 0) {
    for (const node of cache.nodes) {
      const domain = node.domainIn(topologyKey);
      if (domain === undefined || !perDomain.has(domain)) continue;
      if (
        constraint !== undefined
          ? !hasAllKeys(node, pod.softSpread) || !included(pod, constraint, node)
          : pod.nodeTest?.matches(node.name, node.labels) === false
      )
        continue;
      perDomain.set(domain, (perDomain.get(domain) as number) + countOn(sets, node.slot));
    }
  }
  return { topologyKey, maxSkew, weight: naturalLog(perDomain.size + 2), sets, perDomain };
}
