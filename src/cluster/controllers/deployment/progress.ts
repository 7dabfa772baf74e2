import type { Status } from '../../../api/errors/status.ts';
import type { Deployment, DeploymentCondition, DeploymentStatus, ReplicaSet } from '../../../api/types/apps.ts';
import { parseTime } from '../../../api/values/time.ts';
import { equalUnlessEmpty } from '../../../base/equality.ts';
import { SECOND } from '../../../base/time/units.ts';
import type { Writable } from '../../../base/writable.ts';
import type { Process } from '../../../engine/index.ts';
import { deploymentSteps } from '../../../steps/controllers/deployment.ts';
import { type Conditions, conditionOf, makeCondition, removeCondition, setCondition } from './conditions.ts';
import {
  maxUnavailable,
  totalAvailable,
  totalReady,
  totalReplicas,
  totalSize,
  totalTerminating,
  wantedReplicas,
} from './sizes.ts';

import type { ReplicaSets, Work } from './work.ts';

const AVAILABLE = 'NewReplicaSetAvailable';
const TIMED_OUT = 'ProgressDeadlineExceeded';

/** Models pkg/controller/deployment/sync.go calculateStatus (v1.36) */
export function calculateStatus(d: Deployment, { newest, all }: ReplicaSets, timestamp: string): DeploymentStatus {
  const replicas = totalReplicas(all);
  const available = totalAvailable(all);
  const unavailable = Math.max(0, totalSize(all) - available);
  const terminatingReplicas = totalTerminating(all);
  const { collisionCount } = d.status ?? {};
  const enough = available >= wantedReplicas(d) - maxUnavailable(d);
  const availability = enough
    ? makeCondition('Available', 'True', 'MinimumReplicasAvailable', 'Deployment has minimum availability.', timestamp)
    : makeCondition(
        'Available',
        'False',
        'MinimumReplicasUnavailable',
        'Deployment does not have minimum availability.',
        timestamp,
      );
  return statusOf(
    d.metadata.generation ?? 0,
    [replicas, totalReplicas([newest]), totalReady(all), available, unavailable],
    terminatingReplicas,
    setCondition(d.status?.conditions ?? [], availability),
    collisionCount,
  );
}

/** Numbers that are zero are left out, as they are in JSON. */
function statusOf(
  observedGeneration: number,
  counts: readonly [number, number, number, number, number],
  terminatingReplicas: number | undefined,
  conditions: Conditions,
  collisionCount: number | undefined,
): DeploymentStatus {
  const [replicas, updatedReplicas, readyReplicas, availableReplicas, unavailableReplicas] = counts;
  const status: Writable<DeploymentStatus> = { conditions };
  if (observedGeneration !== 0) status.observedGeneration = observedGeneration;
  if (replicas !== 0) status.replicas = replicas;
  if (updatedReplicas !== 0) status.updatedReplicas = updatedReplicas;
  if (readyReplicas !== 0) status.readyReplicas = readyReplicas;
  if (availableReplicas !== 0) status.availableReplicas = availableReplicas;
  if (unavailableReplicas !== 0) status.unavailableReplicas = unavailableReplicas;
  if (terminatingReplicas !== undefined) status.terminatingReplicas = terminatingReplicas;
  if (collisionCount !== undefined) status.collisionCount = collisionCount;
  return status;
}

/** Models pkg/controller/deployment/util/deployment_util.go DeploymentComplete (v1.36) */
export function isComplete(d: Deployment, status: DeploymentStatus | undefined): boolean {
  const wanted = wantedReplicas(d);
  return (
    (status?.updatedReplicas ?? 0) === wanted &&
    (status?.replicas ?? 0) === wanted &&
    (status?.availableReplicas ?? 0) === wanted &&
    (status?.observedGeneration ?? 0) >= (d.metadata.generation ?? 0)
  );
}

function isProgressing(before: DeploymentStatus | undefined, after: DeploymentStatus): boolean {
  const old = (status: DeploymentStatus | undefined): number =>
    (status?.replicas ?? 0) - (status?.updatedReplicas ?? 0);
  return (
    (after.updatedReplicas ?? 0) > (before?.updatedReplicas ?? 0) ||
    old(after) < old(before) ||
    (after.readyReplicas ?? 0) > (before?.readyReplicas ?? 0) ||
    (after.availableReplicas ?? 0) > (before?.availableReplicas ?? 0)
  );
}

function isTimedOut(work: Work, conditions: Conditions): boolean {
  const condition = conditionOf(conditions, 'Progressing');
  if (condition === undefined || condition.reason === AVAILABLE) return false;
  if (condition.reason === TIMED_OUT) return true;
  return deadlineOf(work, condition) < work.ctx.wall;
}

function deadlineOf({ deployment }: Work, condition: DeploymentCondition): number {
  const seconds = deployment.spec.progressDeadlineSeconds ?? 0;
  return (parseTime(condition.lastUpdateTime) ?? 0) + seconds * SECOND;
}

/** Writes the status of a rollout, with what it says about progress. Models pkg/controller/deployment/progress.go syncRolloutStatus (v1.36) */
export function* syncRolloutStatus(work: Work, sets: ReplicaSets): Process<Status | undefined> {
  const { deployment, timestamp } = work;
  const status: Writable<DeploymentStatus> = calculateStatus(deployment, sets, timestamp);
  status.conditions = failuresAfter(sets, progressAfter(work, sets, status));
  if (sameStatus(deployment.status, status)) {
    work.ctx.step(deploymentSteps.statusUnchanged, work.subject);
    requeueStuck(work, status);
    return undefined;
  }
  announce(work, sets, status);
  work.setStatus(status);
  return yield* work.writeStatus();
}

/** Writes the status of a Deployment that is paused or was just scaled. Models pkg/controller/deployment/sync.go syncDeploymentStatus (v1.36) */
export function* syncStatus(work: Work, sets: ReplicaSets): Process<Status | undefined> {
  const status = calculateStatus(work.deployment, sets, work.timestamp);
  if (sameStatus(work.deployment.status, status)) {
    work.ctx.step(deploymentSteps.statusUnchanged, work.subject);
    return undefined;
  }
  work.setStatus(status);
  return yield* work.writeStatus();
}

function progressAfter(work: Work, { newest }: ReplicaSets, status: DeploymentStatus): Conditions {
  const { deployment, timestamp } = work;
  const conditions = status.conditions ?? [];
  if (!work.hasDeadline) return removeCondition(conditions, 'Progressing');
  const current = conditionOf(deployment.status?.conditions, 'Progressing');
  if ((status.replicas ?? 0) === (status.updatedReplicas ?? 0) && current?.reason === AVAILABLE) return conditions;
  const what =
    newest === undefined ? `Deployment "${deployment.metadata.name}"` : `ReplicaSet "${newest.metadata.name}"`;
  if (isComplete(deployment, status)) {
    const message = `${what} has successfully progressed.`;
    return setCondition(conditions, makeCondition('Progressing', 'True', AVAILABLE, message, timestamp));
  }
  if (isProgressing(deployment.status, status)) {
    const condition = makeCondition('Progressing', 'True', 'ReplicaSetUpdated', `${what} is progressing.`, timestamp);
    const lastTransitionTime = current?.status === 'True' ? current.lastTransitionTime : timestamp;
    return setCondition(removeCondition(conditions, 'Progressing'), { ...condition, lastTransitionTime });
  }
  if (!isTimedOut(work, conditions)) return conditions;
  const message = `${what} has timed out progressing.`;
  return setCondition(conditions, makeCondition('Progressing', 'False', TIMED_OUT, message, timestamp));
}

/** A ReplicaSet that cannot make pods is the Deployment's failure too; the new one's comes first. */
function failuresAfter({ newest, all }: ReplicaSets, conditions: Conditions): Conditions {
  const failure = failureOf(newest) ?? all.map(failureOf).find((condition) => condition !== undefined);
  return failure === undefined ? removeCondition(conditions, 'ReplicaFailure') : setCondition(conditions, failure);
}

function failureOf(rs: ReplicaSet | undefined): DeploymentCondition | undefined {
  const failure = rs?.status?.conditions?.find(({ type }) => type === 'ReplicaFailure');
  if (failure === undefined) return undefined;
  const { type, status, lastTransitionTime, reason, message } = failure;
  return { type, status, lastUpdateTime: lastTransitionTime, lastTransitionTime, reason, message };
}

function sameStatus(before: DeploymentStatus | undefined, after: DeploymentStatus): boolean {
  return equalUnlessEmpty(before ?? {}, after);
}

function announce(work: Work, { newest }: ReplicaSets, status: DeploymentStatus): void {
  const before = conditionOf(work.deployment.status?.conditions, 'Progressing');
  const after = conditionOf(status.conditions, 'Progressing');
  if (after === undefined || after.reason === before?.reason) return;
  const { type, status: value, reason = '' } = after;
  work.ctx.step(deploymentSteps.condition, work.subject, { type, status: value, reason });
  if (reason === AVAILABLE) {
    work.ctx.step(deploymentSteps.complete, work.subject, { replicaSet: newest?.metadata.name ?? '' });
  }
}

/** Nobody tells a Deployment that its deadline passes. Models pkg/controller/deployment/progress.go requeueStuckDeployment (v1.36) */
function requeueStuck(work: Work, status: DeploymentStatus): void {
  const current = conditionOf(work.deployment.status?.conditions, 'Progressing');
  if (!work.hasDeadline || current === undefined) return;
  if (isComplete(work.deployment, status) || current.reason === TIMED_OUT) return;
  const left = deadlineOf(work, current) - work.ctx.wall;
  if (left < SECOND) {
    work.tools.requeueRateLimited(work.ctx, work.key);
    return;
  }
  const after = left + SECOND;
  const waiting = work.ctx.step(deploymentSteps.deadline, work.subject, { after });
  work.tools.requeue(waiting, work.key, after);
}

/** Models pkg/controller/deployment/sync.go checkPausedConditions (v1.36) */
export function* checkPaused(work: Work): Process<Status | undefined> {
  if (!work.hasDeadline) return undefined;
  const { spec, status } = work.deployment;
  const current = conditionOf(status?.conditions, 'Progressing');
  if (current?.reason === TIMED_OUT) return undefined;
  const paused = current?.reason === 'DeploymentPaused';
  const wanted = spec.paused === true;
  if (wanted === paused) return undefined;
  const condition = wanted
    ? makeCondition('Progressing', 'Unknown', 'DeploymentPaused', 'Deployment is paused', work.timestamp)
    : makeCondition('Progressing', 'Unknown', 'DeploymentResumed', 'Deployment is resumed', work.timestamp);
  work.setCondition(condition);
  return yield* work.writeStatus();
}
