// Models pkg/scheduler/util/utils.go PatchPodStatus (v1.36)

import { conditionsPatch } from '../../../api/pods/conditions.ts';
import type { Pod } from '../../../api/types/core.ts';

/** The condition of a pod that could not be placed. */
export interface Failure {
  readonly reason: 'Unschedulable' | 'SchedulerError';
  readonly message: string;
  /** Empty: what was promised is taken back; undefined: it stays. */
  readonly nominatedNodeName: string | undefined;
}

/**
 * The strategic merge patch of the condition PodScheduled; undefined when nothing would change.
 * Models pkg/scheduler/schedule_one.go updatePod and pkg/scheduler/util/utils.go PatchPodStatus (v1.36)
 */
export function failurePatch(pod: Pod, failure: Failure, now: number): object | undefined {
  const { reason, message, nominatedNodeName } = failure;
  const observedGeneration = pod.metadata.generation ?? 1;
  const told = conditionsPatch(
    pod,
    { type: 'PodScheduled', status: 'False', reason, message, observedGeneration },
    now,
  );
  const nominates = nominatedNodeName !== undefined && nominatedNodeName !== (pod.status.nominatedNodeName ?? '');
  if (told === undefined && !nominates) return undefined;
  const nominated = nominatedNodeName === '' ? null : nominatedNodeName;
  return { status: { ...told, ...(nominates ? { nominatedNodeName: nominated } : {}) } };
}
