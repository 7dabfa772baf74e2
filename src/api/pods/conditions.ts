// Models pkg/api/v1/pod/util.go UpdatePodCondition and pkg/util/pod/pod.go PatchPodStatus (v1.36)

import type { Pod, PodCondition } from '../types/core.ts';
import { rfc3339 } from '../values/time.ts';
import { DISRUPTION_TARGET } from './disruption-target.ts';

/** A condition as somebody wants it to be. */
export type WantedCondition = Pick<PodCondition, 'type' | 'status' | 'reason' | 'message' | 'observedGeneration'>;

/** The strategic merge patch of a status that brings one condition about: all of it, or what differs; undefined when nothing does. */
export function conditionsPatch(pod: Pod, wanted: WantedCondition, now: number): object | undefined {
  const present = pod.status?.conditions;
  const before = present?.find(({ type }) => type === wanted.type);
  const condition =
    before === undefined
      ? { lastProbeTime: null, lastTransitionTime: rfc3339(now), ...wanted }
      : difference(before, wanted, now);
  if (condition === undefined) return undefined;
  if (present === undefined) return { conditions: [condition] };
  const order = present.map(({ type }) => ({ type }));
  if (before === undefined) order.push({ type: wanted.type });
  return { '$setElementOrder/conditions': order, conditions: [condition] };
}

/** A condition that keeps its status keeps its time. */
function difference(before: PodCondition, wanted: WantedCondition, now: number): object | undefined {
  const { type, status, reason, message, observedGeneration } = wanted;
  const change: { [field: string]: unknown } = {};
  if (before.status !== status) {
    change.status = status;
    change.lastTransitionTime = rfc3339(now);
  }
  if (before.message !== message) change.message = message;
  if (before.observedGeneration !== observedGeneration) change.observedGeneration = observedGeneration;
  if (before.reason !== reason) change.reason = reason;
  return Object.keys(change).length === 0 ? undefined : { ...change, type };
}

/** Says of a pod who is about to end it; undefined when it says so already. */
export function disruptionPatch(pod: Pod, reason: string, message: string, now: number): object | undefined {
  const { generation } = pod.metadata;
  const observed = generation === undefined ? undefined : { observedGeneration: generation };
  return conditionsPatch(pod, { type: DISRUPTION_TARGET, status: 'True', reason, message, ...observed }, now);
}
