// Models pkg/scheduler/framework/preemption/preemption.go (v1.36)

import type { Pod } from '../../api/types/core.ts';
import { compareStrings } from '../../base/order.ts';
import type { SchedulerCache } from './cache.ts';
import { type Evaluation, filterContested, prepareFilters } from './evaluate.ts';
import { histogram } from './fit-error.ts';
import type { ClusterView } from './framework.ts';
import type { NodeInfo } from './node-info.ts';
import type { PodInfo } from './pod-info.ts';

export interface Candidate {
  readonly node: NodeInfo;
  readonly victims: readonly PodInfo[];
  readonly violations: number;
}

export interface PreemptionResult {
  readonly candidate: Candidate | undefined;
  /** What the message of the failure ends with. */
  readonly message: string;
}

/** Whether a PodDisruptionBudget forbids to remove a pod now. */
export type BudgetCheck = (pod: PodInfo) => boolean;

const NOT_HELPFUL = 'Preemption is not helpful for scheduling';
const NO_VICTIMS = 'No preemption victims found for incoming pod';

/** Models pkg/scheduler/framework/preemption/preemption.go (v1.36); extenders are not modelled, candidates are tried in node order. */
export function preempt(
  pod: PodInfo,
  evaluation: Evaluation,
  cluster: ClusterView,
  violates: BudgetCheck,
  /** What the plugin of devices could do for the Pod: it is asked first. */
  devices = 'no new claims to deallocate',
): PreemptionResult {
  const prefix = `${devices}, preemption: `;
  if (pod.pod.spec.preemptionPolicy === 'Never') {
    return { candidate: undefined, message: `${prefix}not eligible due to preemptionPolicy=Never.` };
  }
  if (waitsForVictims(pod, cluster.cache)) {
    return { candidate: undefined, message: `${prefix}not eligible due to a terminating pod on the nominated node.` };
  }
  const counts = new Map<string, number>();
  const count = (reason: string) => counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const candidates: Candidate[] = [];
  evaluation.evaluated.forEach((node, index) => {
    if (evaluation.refused[index]?.refusal.unresolvable !== false) {
      count(NOT_HELPFUL);
      return;
    }
    const candidate = tryNode(pod, node, cluster, violates);
    if (candidate === undefined) count(NO_VICTIMS);
    else candidates.push(candidate);
  });
  if (candidates.length > 0) return { candidate: pick(candidates), message: '' };
  const reasons = evaluation.rejection === undefined ? histogram(counts) : `${evaluation.total} ${NOT_HELPFUL}`;
  return { candidate: undefined, message: `${prefix}0/${evaluation.total} nodes are available: ${reasons}.` };
}

function waitsForVictims(pod: PodInfo, cache: SchedulerCache): boolean {
  const nominated = pod.pod.status.nominatedNodeName;
  if (nominated === undefined || nominated === '') return false;
  for (const other of cache.node(nominated)?.pods.values() ?? []) {
    if (other.terminating && other.priority < pod.priority) return true;
  }
  return false;
}

/** Takes away all pods of lower priority; if the pod fits then, gives back as many as possible, the most important first. */
function tryNode(pod: PodInfo, node: NodeInfo, cluster: ClusterView, violates: BudgetCheck): Candidate | undefined {
  const lower = [...node.pods.values()].filter((other) => other.priority < pod.priority);
  if (lower.length === 0) return undefined;
  const { cache } = cluster;
  for (const other of lower) cache.removePod(other.uid);
  const fitsNow = () => {
    const filters = prepareFilters(pod, cluster);
    return filters.rejection === undefined && filterContested(filters, pod, node, cluster) === undefined;
  };
  const victims: PodInfo[] = [];
  let violations = 0;
  const works = fitsNow();
  const ranked = lower.map((other) => ({ other, violating: violates(other) }));
  ranked.sort((a, b) => Number(b.violating) - Number(a.violating) || byImportance(a.other, b.other));
  for (const { other, violating } of ranked) {
    cache.addPod(other, node.name);
    if (!works || fitsNow()) continue;
    cache.removePod(other.uid);
    victims.push(other);
    if (violating) violations += 1;
  }
  for (const victim of victims) cache.addPod(victim, node.name);
  return works && victims.length > 0 ? { node, victims, violations } : undefined;
}

function byImportance(a: PodInfo, b: PodInfo): number {
  return b.priority - a.priority || compareStrings(startOf(a.pod), startOf(b.pod));
}

function startOf(pod: Pod): string {
  return pod.status.startTime ?? pod.metadata.creationTimestamp ?? '';
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
