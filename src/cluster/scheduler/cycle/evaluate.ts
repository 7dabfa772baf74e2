// Models pkg/scheduler/schedule_one.go (v1.36)

import type { Random } from '../../../engine/index.ts';
import type { Chance } from '../../ports/environment.ts';
import { type ClusterView, type Plugin, type Refusal, Rejection, refusal, Skip } from '../framework/framework.ts';
import type { NodeInfo } from '../objects/node-info.ts';
import type { PodInfo } from '../objects/pod-info.ts';
import { FILTERS, SCORERS, type Weighted } from './profile.ts';

export interface Refused {
  /** Place of the refusing plugin in FILTERS. */
  readonly plugin: number;
  readonly refusal: Refusal;
}

export interface PluginScores {
  readonly plugin: Plugin;
  readonly weight: number;
  /** Why the plugin bowed out; then there are no numbers. */
  readonly skipped: string | undefined;
  readonly state: unknown;
  readonly raw: readonly number[];
  readonly normalised: readonly number[];
}

/** Everything one scheduling cycle found out. */
export interface Evaluation {
  readonly total: number;
  readonly evaluated: readonly NodeInfo[];
  /** How many of these filters have looked at. */
  readonly looked: number;
  /** For each evaluated node, by whom it was refused. */
  readonly refused: readonly (Refused | undefined)[];
  readonly feasible: readonly NodeInfo[];
  /** For each filter, why it bowed out. */
  readonly skippedFilters: readonly (string | undefined)[];
  readonly rejection: { readonly plugin: Plugin; readonly rejection: Rejection } | undefined;
  /** Empty when at most one node is feasible: nothing to compare. */
  readonly scores: readonly PluginScores[];
  readonly totals: readonly number[];
  readonly chosen: NodeInfo | undefined;
  readonly tied: number;
}

const MIN_FEASIBLE = 100;

/** How many feasible nodes are enough. Models pkg/scheduler/schedule_one.go numFeasibleNodesToFind (v1.36) */
export function enoughNodes(total: number): number {
  if (total < MIN_FEASIBLE) return total;
  const percentage = Math.max(5, 50 - Math.trunc(total / 125));
  return Math.max(MIN_FEASIBLE, Math.trunc((total * percentage) / 100));
}

interface ActiveFilter {
  /** The plugin's own, taken out of it: plugins have as many shapes as there are. */
  readonly filter: NonNullable<Plugin['filter']>;
  readonly index: number;
  readonly state: unknown;
}

/** The filters that have something to say about a pod, with what they worked out for it. */
export interface PreparedFilters {
  readonly active: readonly ActiveFilter[];
  readonly skipped: readonly (string | undefined)[];
  readonly rejection: Evaluation['rejection'];
}

export function prepareFilters(pod: PodInfo, cluster: ClusterView): PreparedFilters {
  const active: ActiveFilter[] = [];
  const skipped: (string | undefined)[] = new Array(FILTERS.length).fill(undefined);
  for (let index = 0; index < FILTERS.length; index += 1) {
    const plugin = FILTERS[index] as Plugin;
    const state = plugin.preFilter?.(pod, cluster);
    if (state instanceof Rejection) return { active, skipped, rejection: { plugin, rejection: state } };
    if (state instanceof Skip) skipped[index] = state.why;
    else if (plugin.filter !== undefined) active.push({ filter: plugin.filter, index, state });
  }
  return { active, skipped, rejection: undefined };
}

function filterNode(filters: PreparedFilters, pod: PodInfo, node: NodeInfo): Refused | undefined {
  for (const { filter, index, state } of filters.active) {
    const refusal = filter(state, pod, node);
    if (refusal !== undefined) return { plugin: index, refusal };
  }
  return undefined;
}

/**
 * Pods that were promised the node count as if they were there; a pod that needs them must also fit without them.
 * Models pkg/scheduler/framework/runtime/framework.go RunFilterPluginsWithNominatedPods (v1.36)
 */
export function filterContested(
  filters: PreparedFilters,
  pod: PodInfo,
  node: NodeInfo,
  cluster: ClusterView,
): Refused | undefined {
  const { cache, nominator } = cluster;
  if (nominator.size === 0) return filterNode(filters, pod, node);
  const rivals = nominator.rivals(pod, node.name);
  if (rivals.length > 0) {
    for (const rival of rivals) cache.addPod(rival, node.name);
    const crowded = prepareFilters(pod, cluster);
    const refused =
      crowded.rejection === undefined
        ? filterNode(crowded, pod, node)
        : { plugin: FILTERS.indexOf(crowded.rejection.plugin), refusal: { reasons: [], unresolvable: false } };
    for (const rival of rivals) cache.removePod(rival.uid);
    if (refused !== undefined) return refused;
  }
  return filterNode(filters, pod, node);
}

/** Models pkg/scheduler/schedule_one.go findNodesThatFitPod, nodes that PreFilter has left out (v1.36) */
const NOT_NAMED: Refused = {
  plugin: FILTERS.findIndex(({ name }) => name === 'NodeAffinity'),
  refusal: { ...refusal("node(s) didn't satisfy plugin(s) [NodeAffinity]", true), beforehand: true },
};

const NO_SCORES: readonly PluginScores[] = [];
const NO_NUMBERS: readonly number[] = [];

/**
 * Filter, score and choose. Nodes are visited round-robin from `start`, and no further than is enough.
 * Models pkg/scheduler/schedule_one.go schedulePod (v1.36)
 */
export function evaluate(
  pod: PodInfo,
  cluster: ClusterView,
  start: number,
  random: Random,
  given?: Chance,
): Evaluation {
  const { nodes } = cluster.cache;
  const filters = prepareFilters(pod, cluster);
  const evaluated: NodeInfo[] = [];
  const refused: (Refused | undefined)[] = [];
  const feasible: NodeInfo[] = [];
  let looked = 0;
  if (filters.rejection === undefined) {
    const enough = enoughNodes(nodes.length);
    const first = evaluatedFirst(pod, cluster);
    const { nodeNames } = pod;
    for (let visited = 0; visited < nodes.length && feasible.length < enough; visited += 1) {
      const at = start + visited;
      const node = nodes[at < nodes.length ? at : at - nodes.length] as NodeInfo;
      const isNamed = nodeNames === undefined || nodeNames.has(node.name);
      const refusal = isNamed ? filterContested(filters, pod, node, cluster) : NOT_NAMED;
      evaluated.push(node);
      refused.push(refusal);
      if (isNamed) looked += 1;
      if (refusal === undefined) feasible.push(node);
    }
    // A pod that was promised a node after preemption takes it when it can.
    if (first !== undefined && feasible.includes(first)) feasible.splice(0, feasible.length, first);
  }
  const drawn = feasible.length === 0 ? undefined : given?.nodeFor?.(pod.pod);
  const isScored = feasible.length > 1;
  const scores = isScored ? scoreNodes(pod, cluster, feasible) : NO_SCORES;
  const totals = isScored ? sum(scores, feasible.length) : NO_NUMBERS;
  const { index, tied } = isScored
    ? highest(totals, random, drawn === undefined ? -1 : feasible.findIndex(isCalled(drawn)))
    : { index: 0, tied: feasible.length };
  return {
    total: nodes.length,
    evaluated,
    looked,
    refused,
    feasible,
    skippedFilters: filters.skipped,
    rejection: filters.rejection,
    scores,
    totals,
    chosen: feasible[index],
    tied,
  };
}

function evaluatedFirst(pod: PodInfo, cluster: ClusterView): NodeInfo | undefined {
  const nominated = pod.pod.status.nominatedNodeName;
  return nominated === undefined || nominated === '' ? undefined : cluster.cache.node(nominated);
}

function scoreNodes(pod: PodInfo, cluster: ClusterView, nodes: readonly NodeInfo[]): readonly PluginScores[] {
  const scores: PluginScores[] = [];
  for (const scorer of SCORERS) scores.push(scoresOf(scorer, pod, cluster, nodes));
  return scores;
}

function scoresOf(
  { plugin, weight }: Weighted,
  pod: PodInfo,
  cluster: ClusterView,
  nodes: readonly NodeInfo[],
): PluginScores {
  const state = plugin.preScore?.(pod, cluster, nodes);
  if (state instanceof Skip)
    return { plugin, weight, skipped: state.why, state: undefined, raw: NO_NUMBERS, normalised: NO_NUMBERS };
  const { score } = plugin;
  const raw: number[] = [];
  for (const node of nodes) raw.push(score?.(state, pod, node) ?? 0);
  const normalised = plugin.normalize === undefined ? raw : raw.slice();
  plugin.normalize?.(state, normalised, nodes);
  return { plugin, weight, skipped: undefined, state, raw, normalised };
}

function sum(scores: readonly PluginScores[], count: number): readonly number[] {
  const totals: number[] = new Array(count).fill(0);
  for (const { weight, normalised } of scores) {
    for (let i = 0; i < normalised.length; i += 1)
      totals[i] = (totals[i] as number) + weight * (normalised[i] as number);
  }
  return totals;
}

function isCalled(name: string): (node: NodeInfo) => boolean {
  return (node) => node.name === name;
}

/** The highest total; among equals the one that is given, or one at random. */
function highest(
  totals: readonly number[],
  random: Random,
  given: number,
): { readonly index: number; readonly tied: number } {
  let best = Number.NEGATIVE_INFINITY;
  let tied: number[] = [];
  for (let i = 0; i < totals.length; i += 1) {
    const total = totals[i] as number;
    if (total > best) {
      best = total;
      tied = [i];
    } else if (total === best) tied.push(i);
  }
  if (tied.includes(given)) return { index: given, tied: tied.length };
  return { index: tied[tied.length === 1 ? 0 : random.below(tied.length)] as number, tied: tied.length };
}

/** A plugin has not refused a node but failed. */
export function hasError({ refused }: Evaluation): boolean {
  return refused.some((each) => each?.refusal.error !== undefined);
}
