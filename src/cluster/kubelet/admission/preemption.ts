// Models pkg/kubelet/preemption/preemption.go (v1.36). Deviation: the kubelet goes on with other Pods meanwhile.

import type { Pod } from '../../../api/types/core.ts';
import { milliValue, value } from '../../../api/values/quantity.ts';
import { type Context, Deferred, type Process } from '../../../engine/index.ts';
import { kubelet as kinds } from '../../../steps/kubelet.ts';
import type { NodeServices } from '../node/services.ts';
import type { PodState } from '../pods/pod-state.ts';
import { podAsks } from '../pods/resources.ts';
import type { Lack } from './admission.ts';

/** As far as a system may not do without it. */
const CRITICAL = 2_000_000_000;
const REASON = 'Preempting';
const SOURCE = 'kubernetes.io/config.source';
const MESSAGE = 'Preempted in order to admit critical pod';
const DISRUPTION = 'Pod was preempted by Kubelet to accommodate a critical pod.';
const CLASSES: readonly (string | undefined)[] = ['BestEffort', 'Burstable', 'Guaranteed'];

interface Need {
  readonly name: string;
  readonly amount: number;
}

function priorityOf({ spec }: Pod): number {
  return spec.priority ?? 0;
}

/** So is what the node runs by itself. */
export function isCritical(pod: Pod): boolean {
  return priorityOf(pod) >= CRITICAL || pod.metadata.annotations?.[SOURCE] === 'file';
}

/** Models pkg/kubelet/types/pod_update.go Preemptable (v1.36) */
function mayPreempt(preemptor: Pod, pod: Pod): boolean {
  return (isCritical(preemptor) && !isCritical(pod)) || priorityOf(preemptor) > priorityOf(pod);
}

/** Who must go so that a critical pod gets what is lacking; undefined when that would not be enough. */
export function victimsFor(
  pod: Pod,
  lacks: readonly Lack[],
  others: Iterable<PodState>,
): readonly PodState[] | undefined {
  const needs = lacks.map(({ name, requested, used, capacity }) => ({ name, amount: requested + used - capacity }));
  const groups = groupsOf(pod, others);
  const left: (readonly Need[])[] = [needs];
  for (const group of groups) left.push(after(left[left.length - 1] as readonly Need[], group));
  if ((left[groups.length] as readonly Need[]).length > 0) return undefined;
  // Each group gives what those below it cannot, although all of them would go.
  const victims: PodState[] = [];
  for (let at = groups.length - 1; at >= 0; at -= 1)
    victims.push(...nearest(groups[at] as readonly PodState[], after(left[at] as readonly Need[], victims)));
  return victims;
}

/** In the words of the error. */
export function noVictims(lacks: readonly Lack[]): string {
  const needs = lacks.map(
    ({ name, requested, used, capacity }) => `(res: ${name}, q: ${requested + used - capacity}), `,
  );
  const why = `preemption: error finding a set of pods to preempt: no set of running pods found to reclaim resources: [${needs.join('')}]`;
  return `Unexpected error while attempting to recover from admission failure: ${why}`;
}

/** Those of equal priority and class, the least important first. */
function groupsOf(preemptor: Pod, others: Iterable<PodState>): readonly (readonly PodState[])[] {
  const rankOf = ({ status }: Pod): number => CLASSES.indexOf(status.qosClass);
  const compare = ({ pod: a }: PodState, { pod: b }: PodState): number =>
    Number(mayPreempt(a, b)) - Number(mayPreempt(b, a)) || rankOf(a) - rankOf(b);
  const groups: PodState[][] = [];
  const may = [...others].filter(
    ({ allocation: { committed }, pod }) => committed !== undefined && mayPreempt(preemptor, pod),
  );
  for (const state of may.sort(compare)) {
    const last = groups[groups.length - 1];
    const [one] = last ?? [];
    if (last !== undefined && one !== undefined && compare(one, state) === 0) last.push(state);
    else groups.push([state]);
  }
  return groups;
}

function asked({ allocation: { committed }, pod }: PodState, name: string): number {
  if (name === 'pods') return 1;
  const amount = podAsks((committed ?? pod).spec)?.[name];
  return name === 'cpu' ? milliValue(amount) : value(amount);
}

/** What is lacking still when these are gone. */
function after(needs: readonly Need[], gone: readonly PodState[]): readonly Need[] {
  const left = needs.map(({ name, amount }) => ({
    name,
    amount: gone.reduce((sum, state) => sum - asked(state, name), amount),
  }));
  return left.filter(({ amount }) => amount > 0);
}

/** One after the other who gives most of what is lacking; of two that give as much, who asks for less. */
function nearest(group: readonly PodState[], needs: readonly Need[]): readonly PodState[] {
  const among = [...group];
  const chosen: PodState[] = [];
  for (let left = needs; left.length > 0; left = after(left, chosen.slice(-1))) {
    let best = 0;
    for (let at = 1; at < among.length; at += 1)
      if (isBetter(among[at] as PodState, among[best] as PodState, left)) best = at;
    chosen.push(among[best] as PodState);
    // The last one takes its place.
    among[best] = among[among.length - 1] as PodState;
    among.pop();
  }
  return chosen;
}

function isBetter(a: PodState, b: PodState, needs: readonly Need[]): boolean {
  const [here, there] = [distance(a, needs), distance(b, needs)];
  if (here !== there) return here < there;
  const [memory, cpu] = [asked(a, 'memory') - asked(b, 'memory'), asked(a, 'cpu') - asked(b, 'cpu')];
  return memory < 0 || (memory === 0 && cpu <= 0);
}

function distance(state: PodState, needs: readonly Need[]): number {
  let sum = 0;
  for (const { name, amount } of needs) {
    const part = Math.max(0, amount - asked(state, name)) / amount;
    sum += part * part;
  }
  return sum;
}

/** Ends them one after the other, each with its own grace; then the pod they left for begins. */
export function* preempt(
  ctx: Context,
  { recorder }: NodeServices,
  victims: readonly PodState[],
  pod: PodState,
): Process {
  let at = ctx;
  for (const victim of victims) {
    if (victim.allocation.committed === undefined) continue;
    at = at.step(kinds.preempted, victim.subject, { critical: pod.subject });
    recorder?.event(at, victim.eventObject, 'Warning', REASON, MESSAGE);
    victim.end.kill({ reason: REASON, message: MESSAGE, isKill: true, disruption: DISRUPTION });
    victim.end.stopped ??= new Deferred();
    victim.wake(at);
    yield* victim.end.stopped.wait();
  }
  pod.wake(at);
}
