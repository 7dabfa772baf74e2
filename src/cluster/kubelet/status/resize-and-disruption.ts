// Models pkg/kubelet/kubelet_pods.go determinePodResizeStatus (v1.36)

import { DISRUPTION_TARGET } from '../../../api/pods/disruption-target.ts';
import type { Container, Pod, PodCondition } from '../../../api/types/core.ts';
import { rfc3339 } from '../../../api/values/time.ts';
import type { Resize } from '../pods/pod-allocation.ts';

/** What is said of a wish for other resources; nothing once it is fulfilled. */
export function resizeConditions(
  { pending, inProgress }: Resize,
  known: readonly PodCondition[],
  now: number,
): readonly PodCondition[] {
  const said: PodCondition[] = [];
  const say = (type: string, generation: number, reason?: string, message?: string): void => {
    const before = known.find((condition) => condition.type === type);
    const isSame = before?.reason === reason && before?.message === message;
    if (before !== undefined && isSame && before.observedGeneration === generation) {
      said.push(before);
      return;
    }
    const isOlder = type === PENDING && before?.reason === reason;
    const time = rfc3339(now);
    said.push({
      type,
      observedGeneration: generation,
      status: 'True',
      lastProbeTime: time,
      lastTransitionTime: isOlder ? (before?.lastTransitionTime ?? time) : time,
      ...(reason !== undefined && { reason }),
      ...(message !== undefined && { message }),
    });
  };
  if (pending !== undefined) say(PENDING, pending.generation, pending.reason, pending.message);
  if (inProgress !== undefined) {
    const { generation, error } = inProgress;
    say('PodResizeInProgress', generation, error === undefined ? undefined : 'Error', error);
  }
  return said;
}

const PENDING = 'PodResizePending';

/** The kubelet ends the pod so that others can go on. */
export function disruption(pod: Pod, message: string, known: readonly PodCondition[], now: number): PodCondition {
  const type = DISRUPTION_TARGET;
  const said = known.find((condition) => condition.type === type);
  if (said !== undefined) return said;
  const observedGeneration = pod.metadata.generation ?? 1;
  const times = { lastProbeTime: null, lastTransitionTime: rfc3339(now) };
  return { type, observedGeneration, status: 'True', ...times, reason: 'TerminationByKubelet', message };
}

/** Of a spec that may have other resources for the same container. */
export function resourcesIn(spec: Pod['spec'], { name, resources }: Container): Container['resources'] {
  const found =
    spec.containers.find((each) => each.name === name) ?? spec.initContainers?.find((each) => each.name === name);
  return found === undefined ? resources : found.resources;
}
