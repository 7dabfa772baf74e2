import { matchesMap } from '../../../api/selectors/selectors.ts';
import type { ReplicaSet, ReplicaSetCondition, ReplicaSetStatus } from '../../../api/types/apps.ts';
import type { Pod } from '../../../api/types/core.ts';
import type { Writable } from '../../../base/writable.ts';
import { isPodAvailable, isPodReady } from '../shared/pods.ts';

export interface Managed {
  /** The error of creating or deleting pods, if any. */
  readonly error: string | undefined;
  readonly timestamp: string;
}

const NO_CONDITIONS: readonly ReplicaSetCondition[] = [];

/** What a status counts. */
export interface PodCounts {
  readonly active: number;
  readonly fullyLabeled: number;
  readonly ready: number;
  readonly available: number;
}

export function countPods(rs: ReplicaSet, active: readonly Pod[], now: number): PodCounts {
  const { minReadySeconds = 0, template } = rs.spec;
  // The older kind may have none.
  const templateLabels = template?.metadata?.labels ?? {};
  let fullyLabeled = 0;
  let ready = 0;
  let available = 0;
  for (const pod of active) {
    if (matchesMap(templateLabels, pod.metadata.labels)) fullyLabeled += 1;
    if (!isPodReady(pod)) continue;
    ready += 1;
    if (isPodAvailable(pod, minReadySeconds, now)) available += 1;
  }
  return { active: active.length, fullyLabeled, ready, available };
}

/** Models pkg/controller/replicaset/replica_set_utils.go calculateStatus (v1.36) */
export function calculateStatus(
  rs: ReplicaSet,
  { active, fullyLabeled, ready, available }: PodCounts,
  terminating: number | undefined,
  { error, timestamp }: Managed,
): ReplicaSetStatus {
  const wanted = rs.spec.replicas ?? 1;
  const conditions = conditionsAfter(rs.status?.conditions ?? NO_CONDITIONS, error, active < wanted, timestamp);
  // A field after the other: a literal of parts gets a hidden class of its own each time.
  const status: Writable<ReplicaSetStatus> = { replicas: active };
  if (fullyLabeled !== 0) status.fullyLabeledReplicas = fullyLabeled;
  if (ready !== 0) status.readyReplicas = ready;
  if (available !== 0) status.availableReplicas = available;
  if (terminating !== undefined) status.terminatingReplicas = terminating;
  status.observedGeneration = rs.metadata.generation ?? 0;
  if (conditions.length > 0) status.conditions = conditions;
  return status;
}

function conditionsAfter(
  before: readonly ReplicaSetCondition[],
  error: string | undefined,
  creating: boolean,
  timestamp: string,
): readonly ReplicaSetCondition[] {
  const failed = before.some(({ type }) => type === 'ReplicaFailure');
  if (error === undefined) return failed ? before.filter(({ type }) => type !== 'ReplicaFailure') : before;
  if (failed) return before;
  const reason = creating ? 'FailedCreate' : 'FailedDelete';
  return [...before, { type: 'ReplicaFailure', status: 'True', lastTransitionTime: timestamp, reason, message: error }];
}

/** Whether the status says the same, for this generation. */
export function sameStatus(rs: ReplicaSet, next: ReplicaSetStatus): boolean {
  const { status } = rs;
  return (
    (status?.replicas ?? 0) === next.replicas &&
    (status?.fullyLabeledReplicas ?? 0) === (next.fullyLabeledReplicas ?? 0) &&
    (status?.readyReplicas ?? 0) === (next.readyReplicas ?? 0) &&
    (status?.availableReplicas ?? 0) === (next.availableReplicas ?? 0) &&
    status?.terminatingReplicas === next.terminatingReplicas &&
    rs.metadata.generation === status?.observedGeneration &&
    (status?.conditions ?? NO_CONDITIONS) === (next.conditions ?? NO_CONDITIONS)
  );
}
