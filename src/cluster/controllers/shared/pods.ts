import type { Pod, PodCondition } from '../../../api/types/core.ts';
import { parseTime } from '../../../api/values/time.ts';
import { SECOND } from '../../../base/time/units.ts';

/** Models pkg/api/v1/pod/util.go (v1.36) */
export function readyCondition(pod: Pod): PodCondition | undefined {
  const conditions = pod.status?.conditions;
  if (conditions === undefined) return undefined;
  for (let at = 0; at < conditions.length; at += 1) if (conditions[at]?.type === 'Ready') return conditions[at];
  return undefined;
}

export function isPodReady(pod: Pod): boolean {
  return readyCondition(pod)?.status === 'True';
}

/** Since when the pod has been ready, in microseconds; undefined when it is not. */
export function readySince(pod: Pod): number | undefined {
  const ready = readyCondition(pod);
  return ready?.status === 'True' ? parseTime(ready.lastTransitionTime) : undefined;
}

/** Ready for at least `minReadySeconds`. Models pkg/api/v1/pod/util.go IsPodAvailable (v1.36) */
export function isPodAvailable(pod: Pod, minReadySeconds: number, now: number): boolean {
  if (!isPodReady(pod)) return false;
  if (minReadySeconds === 0) return true;
  const since = readySince(pod);
  return since !== undefined && since + minReadySeconds * SECOND <= now;
}

export function isFinished(pod: Pod): boolean {
  const phase = pod.status?.phase;
  return phase === 'Succeeded' || phase === 'Failed';
}

/** Models pkg/controller/controller_utils.go IsPodActive (v1.36) */
export function isPodActive(pod: Pod): boolean {
  return pod.metadata.deletionTimestamp === undefined && !isFinished(pod);
}

/** Models pkg/controller/controller_utils.go IsPodTerminating (v1.36) */
export function isPodTerminating(pod: Pod): boolean {
  return pod.metadata.deletionTimestamp !== undefined && !isFinished(pod);
}

/** In how many microseconds the next ready pod becomes available by the mere passing of time. Models pkg/controller/controller_utils.go FindMinNextPodAvailabilityCheck (v1.36) */
export function nextAvailability(pods: readonly Pod[], minReadySeconds: number, now: number): number | undefined {
  if (minReadySeconds === 0) return undefined;
  let least: number | undefined;
  for (const pod of pods) {
    const since = readySince(pod);
    if (since === undefined) continue;
    const left = since + minReadySeconds * SECOND - now;
    if (left > 0 && (least === undefined || left < least)) least = left;
  }
  return least;
}
