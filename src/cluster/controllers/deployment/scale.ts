import { isFailure, type Status } from '../../../api/errors/status.ts';
import type { ReplicaSet } from '../../../api/types/apps.ts';
import type { Process } from '../../../engine/index.ts';
import { deploymentSteps } from '../../../steps/controllers/deployment.ts';
import { desiredReplicas, revisionOf } from './annotations.ts';
import { replicaSetsOf } from './replica-sets.ts';
import { active, sizeOf, wantedReplicas } from './sizes.ts';
import { byCreation } from './template.ts';
import { failed, replicaSetInfo, type Work } from './work.ts';

/** Somebody changed spec.replicas: a ReplicaSet's note of the wanted size differs. Models pkg/controller/deployment/sync.go isScalingEvent (v1.36) */
export function* isScalingEvent(work: Work): Process<boolean | Status> {
  const sets = yield* replicaSetsOf(work, false);
  if (isFailure(sets)) return sets;
  const replicas = wantedReplicas(work.deployment);
  for (const rs of active(sets.all)) {
    const annotated = desiredReplicas(rs);
    if (annotated === undefined || annotated === replicas) continue;
    const replicaSet = rs.metadata.name ?? '';
    work.ctx.step(deploymentSteps.scalingEvent, work.subject, { replicaSet, annotated, replicas });
    return true;
  }
  return false;
}

export function* scaleOne(work: Work, rs: ReplicaSet, to: number): Process<Status | undefined> {
  if (sizeOf(rs) === to) return undefined;
  const answer = yield* work.scale(rs, to);
  return failed(answer) ? answer : undefined;
}

/** Old ReplicaSets beyond the limit of revisions go. Models pkg/controller/deployment/sync.go cleanupDeployment (v1.36) */
export function* cleanUp(work: Work, old: readonly ReplicaSet[]): Process<Status | undefined> {
  const limit = work.deployment.spec.revisionHistoryLimit;
  if (limit === undefined || limit === 2_147_483_647) return undefined;
  const candidates = old.filter((rs) => rs.metadata.deletionTimestamp === undefined);
  const surplus = candidates.length - limit;
  if (surplus <= 0) return undefined;
  candidates.sort((a, b) => Number(revisionOf(a) - revisionOf(b)) || byCreation(a, b));
  for (const rs of candidates.slice(0, surplus)) {
    const unsynced = (rs.metadata.generation ?? 0) > (rs.status?.observedGeneration ?? 0);
    if ((rs.status?.replicas ?? 0) !== 0 || sizeOf(rs) !== 0 || unsynced) continue;
    const { name = '', namespace } = rs.metadata;
    const deleting = work.ctx.step(deploymentSteps.cleanUp, work.subject, { replicaSet: name });
    const answer = yield* work.tools.client.delete(deleting, replicaSetInfo, namespace, name);
    if (failed(answer) && answer.reason !== 'NotFound') return answer;
  }
  return undefined;
}
