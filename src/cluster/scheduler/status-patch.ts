// Models pkg/scheduler/util/utils.go PatchPodStatus (v1.36)

import { rfc3339 } from '../../api/time.ts';
import type { Pod, PodCondition } from '../../api/types/core.ts';

/** What the scheduler wants to say about a pod that it could not place. */
export interface Failure {
  readonly reason: 'Unschedulable' | 'SchedulerError';
  readonly message: string;
  readonly nominatedNodeName: string | undefined;
}

/**
 * The strategic merge patch of the condition PodScheduled; undefined when nothing would change.
 * Models pkg/scheduler/schedule_one.go updatePod and pkg/scheduler/util/utils.go PatchPodStatus (v1.36)
 */
export function failurePatch(pod: Pod, failure: Failure, now: number): object | undefined {
  const before = pod.status.conditions?.find((condition) => condition.type === 'PodScheduled');
  const condition = conditionPatch(before, failure, pod.metadata.generation ?? 1, now);
  const { nominatedNodeName } = failure;
  const nominates = nominatedNodeName !== undefined && nominatedNodeName !== (pod.status.nominatedNodeName ?? '');
  if (condition === undefined && !nominates) return undefined;
  const order = (pod.status.conditions ?? []).map(({ type }) => ({ type }));
  if (before === undefined) order.push({ type: 'PodScheduled' });
  const conditions =
    condition === undefined
      ? {}
      : pod.status.conditions === undefined
        ? { conditions: [condition] }
        : { '$setElementOrder/conditions': order, conditions: [condition] };
  return { status: { ...conditions, ...(nominates ? { nominatedNodeName } : {}) } };
}

function conditionPatch(
  before: PodCondition | undefined,
  failure: Failure,
  generation: number,
  now: number,
): object | undefined {
  const { reason, message } = failure;
  if (before === undefined) {
    return {
      lastProbeTime: null,
      lastTransitionTime: rfc3339(now),
      message,
      observedGeneration: generation,
      reason,
      status: 'False',
      type: 'PodScheduled',
    };
  }
  const change: { [field: string]: unknown } = {};
  if (before.status !== 'False') change.lastTransitionTime = rfc3339(now);
  if (before.message !== message) change.message = message;
  if (before.observedGeneration !== generation) change.observedGeneration = generation;
  if (before.reason !== reason) change.reason = reason;
  if (before.status !== 'False') change.status = 'False';
  return Object.keys(change).length === 0 ? undefined : { ...change, type: 'PodScheduled' };
}
