// Models pkg/scheduler/framework/preemption/preemption.go (v1.36)

import { isEmptySelector } from '../../../api/selectors/selectors.ts';
import type { Pod } from '../../../api/types/core.ts';
import type { LabelSelector } from '../../../api/types/meta.ts';
import type { PodDisruptionBudget } from '../../../api/types/policy.ts';
import { compareStrings } from '../../../base/order.ts';
import type { SchedulerCache } from '../cache/cache.ts';
import { type ClusterView, type Refusal, refusal } from '../framework/framework.ts';
import { labelTest } from '../objects/match.ts';
import type { NodeInfo } from '../objects/node-info.ts';
import type { PodInfo } from '../objects/pod-info.ts';
import { type Evaluation, filterContested, prepareFilters } from './evaluate.ts';
import { countReasons, histogram } from './fit-error.ts';

export interface Candidate {
  readonly node: NodeInfo;
  readonly victims: readonly PodInfo[];
  readonly violations: number;
}

export interface PreemptionResult {
  readonly candidate: Candidate | undefined;
  /** The end of the failure's message. */
  readonly message: string;
  /** No node can be made free: a node that was promised before is not waited for any more. */
  readonly hopeless?: boolean;
}

/** The PodDisruptionBudgets of a namespace. */
export type Budgets = (namespace: string) => readonly PodDisruptionBudget[];

const NOT_HELPFUL = ['Preemption is not helpful for scheduling'];
const NO_VICTIMS = refusal('No preemption victims found for incoming pod', true);

/** Models pkg/scheduler/framework/preemption/preemption.go (v1.36); extenders are not modelled, candidates are tried in node order. */
export function preempt(
  pod: PodInfo,
  evaluation: Evaluation,
  cluster: ClusterView,
  budgets: Budgets,
  /** The answer of the plugin of devices, which is asked first. */
  devices = 'no new claims to deallocate',
): PreemptionResult {
  const prefix = `${devices}, preemption: `;
  if (pod.pod.spec.preemptionPolicy === 'Never') {
    return { candidate: undefined, message: `${prefix}not eligible due to preemptionPolicy=Never.` };
  }
  if (waitsForVictims(pod, evaluation, cluster.cache)) {
    return { candidate: undefined, message: `${prefix}not eligible due to a terminating pod on the nominated node.` };
  }
  const counts = new Map<string, number>();
  const candidates: Candidate[] = [];
  evaluation.evaluated.forEach((node, index) => {
    if (evaluation.refused[index]?.refusal.unresolvable !== false) {
      countReasons(counts, NOT_HELPFUL);
      return;
    }
    const found = tryNode(pod, node, cluster, budgets);
    if ('victims' in found) candidates.push(found);
    else countReasons(counts, found.reasons);
  });
  if (candidates.length > 0) return { candidate: pick(candidates), message: '' };
  const reasons = evaluation.rejection === undefined ? histogram(counts) : `${evaluation.total} ${NOT_HELPFUL[0]}`;
  const message = `${prefix}0/${evaluation.total} nodes are available: ${reasons}.`;
  return { candidate: undefined, message, hopeless: true };
}

/** Models defaultpreemption/default_preemption.go PodEligibleToPreemptOthers (v1.36) */
function waitsForVictims(pod: PodInfo, { evaluated, refused, rejection }: Evaluation, cache: SchedulerCache): boolean {
  const nominated = pod.pod.status.nominatedNodeName ?? '';
  if (nominated === '' || rejection?.rejection.unresolvable === true) return false;
  const at = evaluated.findIndex(({ name }) => name === nominated);
  if (refused[at]?.refusal.unresolvable === true) return false;
  for (const other of cache.node(nominated)?.pods.values() ?? [])
    if (other.priority < pod.priority && isVictim(other)) return true;
  return false;
}

/** Told to go by a scheduler: who goes for another reason is not waited for. */
function isVictim({ terminating, pod: { status } }: PodInfo): boolean {
  const told = status.conditions?.find(({ type }) => type === 'DisruptionTarget');
  return terminating && told?.status === 'True' && told.reason === 'PreemptionByScheduler';
}

/** Takes away all pods of lower priority; if the pod fits then, gives back as many as possible, the most important first. Otherwise says what is still in the way. */
function tryNode(pod: PodInfo, node: NodeInfo, cluster: ClusterView, budgets: Budgets): Candidate | Refusal {
  const lower = [...node.pods.values()].filter((other) => other.priority < pod.priority).sort(byImportance);
  if (lower.length === 0) return NO_VICTIMS;
  const { cache } = cluster;
  const assumed = new Set(lower.filter(({ uid }) => cache.isAssumed(uid)));
  const giveBack = (other: PodInfo): void => {
    if (assumed.has(other)) cache.assume(other, node.name);
    else cache.addPod(other, node.name);
  };
  for (const other of lower) cache.removePod(other.uid);
  const refusedNow = (): Refusal | undefined => {
    const filters = prepareFilters(pod, cluster);
    if (filters.rejection === undefined) return filterContested(filters, pod, node, cluster)?.refusal;
    return refusal(filters.rejection.rejection.message);
  };
  const still = refusedNow();
  if (still !== undefined) {
    for (const other of lower) giveBack(other);
    return still;
  }
  const victims: PodInfo[] = [];
  const violating = violators(lower, budgets);
  const ranked = [...violating, ...lower.filter((other) => !violating.has(other))];
  for (const other of ranked) {
    giveBack(other);
    if (refusedNow() === undefined) continue;
    cache.removePod(other.uid);
    victims.push(other);
  }
  for (const victim of victims) giveBack(victim);
  return { node, victims, violations: victims.filter((victim) => violating.has(victim)).length };
}

/** Whose end a budget does not allow: each pod that it chooses uses up one of those that may go. Models defaultpreemption filterPodsWithPDBViolation (v1.36) */
function violators(pods: readonly PodInfo[], budgets: Budgets): ReadonlySet<PodInfo> {
  const found = new Set<PodInfo>();
  const allowed = new Map<PodDisruptionBudget, number>();
  for (const pod of pods) {
    for (const budget of budgets(pod.namespace)) {
      const { spec, status } = budget;
      if (!chooses(spec.selector, pod) || status?.disruptedPods?.[pod.pod.metadata.name ?? ''] !== undefined) continue;
      const left = (allowed.get(budget) ?? status?.disruptionsAllowed ?? 0) - 1;
      allowed.set(budget, left);
      if (left < 0) found.add(pod);
    }
  }
  return found;
}

/** Here an empty selector chooses nothing, and a pod without labels is not chosen. */
function chooses(selector: LabelSelector | undefined, { labels }: PodInfo): boolean {
  return (
    selector !== undefined &&
    !isEmptySelector(selector) &&
    Object.keys(labels).length > 0 &&
    labelTest(selector)(labels)
  );
}

function byImportance(a: PodInfo, b: PodInfo): number {
  return b.priority - a.priority || compareStrings(startOf(a.pod), startOf(b.pod));
}

/** Sorts behind every time: a pod that has not started counts as the latest. */
const LATEST = '9';

function startOf(pod: Pod): string {
  return pod.status.startTime ?? LATEST;
}

/** Fewest broken budgets, lowest highest priority, lowest sum, fewest victims, latest start; then the first. */
function pick(candidates: readonly Candidate[]): Candidate {
  const measures: ((candidate: Candidate) => number)[] = [
    (candidate) => candidate.violations,
    (candidate) => Math.max(...candidate.victims.map((victim) => victim.priority)),
    (candidate) => candidate.victims.reduce((total, victim) => total + victim.priority + 2 ** 31, 0),
    (candidate) => candidate.victims.length,
  ];
  let best = candidates;
  for (const measure of measures) {
    const lowest = Math.min(...best.map(measure));
    best = best.filter((candidate) => measure(candidate) === lowest);
    if (best.length === 1) return best[0] as Candidate;
  }
  const earliest = (candidate: Candidate) => {
    const top = Math.max(...candidate.victims.map((victim) => victim.priority));
    return (
      candidate.victims
        .filter((victim) => victim.priority === top)
        .map((victim) => startOf(victim.pod))
        .sort(compareStrings)[0] ?? ''
    );
  };
  return [...best].sort((a, b) => compareStrings(earliest(b), earliest(a)))[0] as Candidate;
}
