import { isFailure, type Status } from '../../../api/errors/status.ts';
import type { ReplicaSet } from '../../../api/types/apps.ts';
import type { Process } from '../../../engine/index.ts';
import { deploymentSteps } from '../../../steps/controllers/deployment.ts';
import { rollbackTo } from './annotations.ts';
import { syncStatus } from './progress.ts';
import { replicaSetsOf } from './replica-sets.ts';
import { cleanUp, scaleOne } from './scale.ts';
import {
  active,
  isRollingUpdate,
  isSaturated,
  maxSurge,
  proportionOf,
  sizeOf,
  totalSize,
  wantedReplicas,
} from './sizes.ts';
import { byCreation } from './template.ts';
import { failed, type ReplicaSets, type Work } from './work.ts';

/** Scales without rolling out. Models pkg/controller/deployment/sync.go sync (v1.36) */
export function* syncScale(work: Work): Process<Status | undefined> {
  const answer = yield* replicaSetsOf(work, false);
  if (isFailure(answer)) return answer;
  const sets = answer;
  const error = yield* scale(work, sets);
  if (error !== undefined) return error;
  if (work.deployment.spec.paused === true && rollbackTo(work.deployment) === undefined) {
    const failure = yield* cleanUp(work, sets.old);
    if (failure !== undefined) return failure;
  }
  return yield* syncStatus(work, sets);
}

function* scale(work: Work, { newest, old }: ReplicaSets): Process<Status | undefined> {
  const wanted = wantedReplicas(work.deployment);
  const only = activeOrLatest(newest, old);
  if (only !== undefined) return sizeOf(only) === wanted ? undefined : yield* scaleOne(work, only, wanted);
  if (isSaturated(work.deployment, newest)) {
    for (const rs of active(old)) {
      const error = yield* scaleOne(work, rs, 0);
      if (error !== undefined) return error;
    }
    return undefined;
  }
  return isRollingUpdate(work.deployment) ? yield* scaleProportionally(work, active([...old, newest])) : undefined;
}

function activeOrLatest(newest: ReplicaSet | undefined, old: readonly ReplicaSet[]): ReplicaSet | undefined {
  const running = active([...old, newest]);
  if (running.length > 1) return undefined;
  return running[0] ?? newest ?? [...old].sort(byCreation).at(-1);
}

/** In the middle of a rollout a change of size is spread over the ReplicaSets, so that the risk keeps its proportion. */
function* scaleProportionally(work: Work, sets: readonly ReplicaSet[]): Process<Status | undefined> {
  const { deployment, ctx, subject } = work;
  const wanted = wantedReplicas(deployment);
  const toAdd = (wanted > 0 ? wanted + maxSurge(deployment) : 0) - totalSize(sets);
  const verb = toAdd > 0 ? 'up' : 'down';
  const sorted = [...sets].sort((a, b) => sizeOf(b) - sizeOf(a) || (toAdd > 0 ? byCreation(b, a) : byCreation(a, b)));
  const targets: number[] = [];
  let added = 0;
  for (const rs of sorted) {
    const share = toAdd === 0 ? 0 : proportionOf(rs, deployment, toAdd, added);
    added += share;
    targets.push(sizeOf(rs) + share);
  }
  if (toAdd !== 0) targets[0] = Math.max(0, (targets[0] ?? 0) + toAdd - added);
  for (const [index, rs] of sorted.entries()) {
    const target = targets[index] ?? sizeOf(rs);
    const args = { replicaSet: rs.metadata.name ?? '', size: sizeOf(rs), target, share: target - sizeOf(rs) };
    ctx.step(deploymentSteps.proportion, subject, args);
    const answer = yield* work.scale(rs, target, verb);
    if (failed(answer)) return answer;
  }
  return undefined;
}
