import { isFailure, type Status } from '../../../api/errors/status.ts';
import type { ReplicaSet } from '../../../api/types/apps.ts';
import type { Pod } from '../../../api/types/core.ts';
import type { Process } from '../../../engine/index.ts';
import { deploymentSteps } from '../../../steps/controllers/deployment.ts';
import { controllerOf } from '../shared/owner.ts';
import { isFinished } from '../shared/pods.ts';
import { isComplete, syncRolloutStatus } from './progress.ts';
import { replicaSetsOf } from './replica-sets.ts';
import { cleanUp, scaleOne } from './scale.ts';
import {
  active,
  availableOf,
  maxSurge,
  maxUnavailable,
  newReplicaSetSize,
  sizeOf,
  totalAvailable,
  totalReplicas,
  totalSize,
  wantedReplicas,
} from './sizes.ts';
import { failed, type ReplicaSets, type Work } from './work.ts';

/** True when something was scaled: one kind of action a sync, then the status. */
type Scaled = boolean | Status;

/** Models pkg/controller/deployment/rolling.go rolloutRolling (v1.36) */
export function* rollOut(work: Work): Process<Status | undefined> {
  const answer = yield* replicaSetsOf(work, true);
  if (isFailure(answer)) return answer;
  const sets = answer;
  const { deployment } = work;
  work.ctx.step(deploymentSteps.rollout, work.subject, {
    surge: maxSurge(deployment),
    unavailable: maxUnavailable(deployment),
    total: totalSize(sets.all),
    desired: wantedReplicas(deployment),
  });
  const up = yield* scaleNew(work, sets);
  if (isFailure(up)) return up;
  if (up === true) return yield* syncRolloutStatus(work, sets);
  const running = active(sets.old).sort(byAge);
  if (running.length > 0 && (yield* scaleOld(work, sets, running))) return yield* syncRolloutStatus(work, sets);
  return (yield* cleanUpWhenComplete(work, sets)) ?? (yield* syncRolloutStatus(work, sets));
}

function* scaleNew(work: Work, { newest, all }: ReplicaSets): Process<Scaled> {
  if (newest === undefined) return false;
  const size = sizeOf(newest);
  const wanted = wantedReplicas(work.deployment);
  if (size === wanted) return false;
  const to = size > wanted ? wanted : newReplicaSetSize(work.deployment, all, size);
  if (to === size) return false;
  return (yield* scaleOne(work, newest, to)) ?? true;
}

/** A refusal is passed over in silence: the status is written all the same, and the next sync tries again. */
function* scaleOld(work: Work, { newest, all }: ReplicaSets, running: ReplicaSet[]): Process<boolean> {
  const total = totalSize(all);
  const minAvailable = wantedReplicas(work.deployment) - maxUnavailable(work.deployment);
  const newUnavailable = newest === undefined ? 0 : sizeOf(newest) - availableOf(newest);
  const budget = total - minAvailable - newUnavailable;
  work.ctx.step(deploymentSteps.scaleDownBudget, work.subject, { total, minAvailable, newUnavailable, budget });
  if (budget <= 0) return false;
  const cleaned = yield* removeUnhealthy(work, running, budget);
  if (cleaned === undefined) return false;
  const scaled = yield* scaleDownAvailable(work, running, newest, minAvailable);
  return scaled !== undefined && cleaned + scaled > 0;
}

/**
 * Pods that are not available are no loss: they go first. `running` takes over what the server answers. Undefined: it
 * cannot be done, as when the status still counts more available Pods than there shall be.
 */
function* removeUnhealthy(work: Work, running: ReplicaSet[], budget: number): Process<number | undefined> {
  let removed = 0;
  for (const [index, rs] of running.entries()) {
    if (removed >= budget) break;
    const size = sizeOf(rs);
    if (size === 0 || size === availableOf(rs)) continue;
    const count = Math.min(budget - removed, size - availableOf(rs));
    if (count < 0) return undefined;
    const answer = yield* work.scale(rs, size - count);
    if (failed(answer)) return undefined;
    running[index] = answer;
    removed += count;
  }
  return removed;
}

function* scaleDownAvailable(
  work: Work,
  running: readonly ReplicaSet[],
  newest: ReplicaSet | undefined,
  minAvailable: number,
): Process<number | undefined> {
  const surplus = totalAvailable([...running, newest]) - minAvailable;
  let removed = 0;
  for (const rs of running) {
    if (removed >= surplus) break;
    const size = sizeOf(rs);
    if (size === 0) continue;
    const count = Math.min(size, surplus - removed);
    const answer = yield* work.scale(rs, size - count);
    if (failed(answer)) return undefined;
    removed += count;
  }
  return removed;
}

/** Models pkg/controller/deployment/recreate.go rolloutRecreate (v1.36) */
export function* recreate(work: Work): Process<Status | undefined> {
  let answer = yield* replicaSetsOf(work, false);
  if (isFailure(answer)) return answer;
  let sets = answer;
  const running = active(sets.old);
  for (const rs of running) {
    const error = yield* scaleOne(work, rs, 0);
    if (error !== undefined) return error;
  }
  if (running.length > 0) return yield* syncRolloutStatus(work, sets);
  const oldPods = countOldPods(work.pods, sets);
  work.ctx.step(deploymentSteps.recreate, work.subject, { oldPods });
  if (oldPods > 0) return yield* syncRolloutStatus(work, sets);
  if (sets.newest === undefined) {
    answer = yield* replicaSetsOf(work, true);
    if (isFailure(answer)) return answer;
    sets = answer;
  }
  if (sets.newest !== undefined) {
    const error = yield* scaleOne(work, sets.newest, wantedReplicas(work.deployment));
    if (error !== undefined) return error;
  }
  return (yield* cleanUpWhenComplete(work, sets)) ?? (yield* syncRolloutStatus(work, sets));
}

/** Old ReplicaSets beyond the limit go once the rollout is complete. */
function* cleanUpWhenComplete(work: Work, { old }: ReplicaSets): Process<Status | undefined> {
  const { deployment } = work;
  return isComplete(deployment, deployment.status) ? yield* cleanUp(work, old) : undefined;
}

function countOldPods(pods: readonly Pod[], { newest, old }: ReplicaSets): number {
  const counted = totalReplicas(old);
  if (counted > 0) return counted;
  return pods.filter((pod) => controllerOf(pod)?.uid !== newest?.metadata.uid && !isFinished(pod)).length;
}

function byAge(a: ReplicaSet, b: ReplicaSet): number {
  const [left = '', right = ''] = [a.metadata.creationTimestamp, b.metadata.creationTimestamp];
  return left < right ? -1 : left > right ? 1 : 0;
}
