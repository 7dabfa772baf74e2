import type { StatefulSet, StatefulSetStatus } from '../../../api/types/apps.ts';
import type { Pod } from '../../../api/types/core.ts';
import { isPodAvailable, isPodReady } from '../shared/pods.ts';
import { revisionNameOf } from './identity.ts';

export interface Revisions {
  readonly current: string;
  readonly update: string;
  readonly collisionCount: number;
}

export function isCreated(pod: Pod): boolean {
  return (pod.status?.phase ?? '') !== '';
}

function isRunningAndReady(pod: Pod): boolean {
  return pod.status?.phase === 'Running' && isPodReady(pod);
}

export function isRunningAndAvailable(pod: Pod, set: StatefulSet, now: number): boolean {
  return isRunningAndReady(pod) && isPodAvailable(pod, set.spec.minReadySeconds ?? 0, now);
}

export function isTerminating(pod: Pod): boolean {
  return pod.metadata.deletionTimestamp !== undefined;
}

/** Models pkg/controller/statefulset/stateful_set_control.go updateStatus and completeRollingUpdate (v1.36) */
export function statefulStatus(
  set: StatefulSet,
  pods: readonly Pod[],
  { current, update, collisionCount }: Revisions,
  now: number,
): StatefulSetStatus {
  const wanted = set.spec.replicas ?? 1;
  const created = pods.filter(isCreated);
  const lasting = created.filter((pod) => !isTerminating(pod));
  const ready = pods.filter(isRunningAndReady);
  const available = ready.filter((pod) => isRunningAndAvailable(pod, set, now)).length;
  const updated = lasting.filter((pod) => revisionNameOf(pod) === update).length;
  const complete =
    (set.spec.updateStrategy?.type ?? 'RollingUpdate') === 'RollingUpdate' &&
    updated === wanted &&
    ready.length === wanted &&
    created.length === wanted;
  const reached = complete ? update : current;
  const ofCurrent = complete ? updated : lasting.filter((pod) => revisionNameOf(pod) === current).length;
  const { conditions } = set.status ?? {};
  return {
    observedGeneration: set.metadata.generation ?? 0,
    replicas: created.length,
    ...(ready.length === 0 ? undefined : { readyReplicas: ready.length }),
    ...(ofCurrent === 0 ? undefined : { currentReplicas: ofCurrent }),
    ...(updated === 0 ? undefined : { updatedReplicas: updated }),
    currentRevision: reached,
    updateRevision: update,
    collisionCount,
    ...(conditions === undefined ? undefined : { conditions }),
    availableReplicas: available,
  };
}

/** A Pod that was deleted in this very sync counts no more, though the cache still has it as it was. */
export function withOneLessCurrent({ currentReplicas, ...status }: StatefulSetStatus): StatefulSetStatus {
  const left = (currentReplicas ?? 0) - 1;
  return left === 0 ? status : { ...status, currentReplicas: left };
}

/** Models pkg/controller/statefulset/stateful_set_utils.go inconsistentStatus (v1.36) */
export function sameStatefulStatus(before: StatefulSetStatus | undefined, next: StatefulSetStatus): boolean {
  return (
    before !== undefined &&
    (before.observedGeneration ?? 0) >= (next.observedGeneration ?? 0) &&
    before.replicas === next.replicas &&
    (before.currentReplicas ?? 0) === (next.currentReplicas ?? 0) &&
    (before.readyReplicas ?? 0) === (next.readyReplicas ?? 0) &&
    (before.updatedReplicas ?? 0) === (next.updatedReplicas ?? 0) &&
    (before.availableReplicas ?? 0) === next.availableReplicas &&
    before.currentRevision === next.currentRevision &&
    before.updateRevision === next.updateRevision
  );
}
