// Models pkg/controller/job/job_controller.go manageJob, deleteJobPods, deleteActivePods, activePodsForRemoval (v1.36)

import { isFailure } from '../../../api/errors/status.ts';
import type { Job } from '../../../api/types/batch.ts';
import type { Pod } from '../../../api/types/core.ts';
import { all, type Context, type Process } from '../../../engine/index.ts';
import { jobSteps } from '../../../steps/controllers/job.ts';
import { objectKey, type RestClient } from '../../clientgo/index.ts';
import { createPod, deletePod, PODS, slowStart } from '../shared/pod-control.ts';
import { rankForDeletion } from '../shared/ranking.ts';
import { isTracked, type JobParts, ownerFor, TRACKING } from './parts.ts';
import { failureMarks, type PerIndex } from './per-index.ts';
import { indexOf, isIndexed, podFor } from './pods.ts';

/** Takes the finalizer off a pod, so that nobody waits for its result any more. */
export function* untrack(ctx: Context, client: RestClient, pod: Pod): Process<'done' | 'failed'> {
  const { namespace, name = '' } = pod.metadata;
  const body = { metadata: { '$deleteFromPrimitiveList/finalizers': [TRACKING] } };
  const answer = yield* client.patch(ctx, PODS, namespace, name, { type: 'strategic', body });
  return isFailure(answer) && answer.reason !== 'NotFound' ? 'failed' : 'done';
}

/** One, two, four …, like ReplicaSets; the answer is how many there are now. */
export function* createPods(
  ctx: Context,
  parts: JobParts,
  job: Job,
  key: string,
  indexes: readonly (number | undefined)[],
  perIndex: PerIndex | undefined,
): Process<number> {
  const owner = ownerFor(job, key);
  const creating = ctx.step(jobSteps.pods, owner.subject, { create: indexes.length, remove: 0 });
  parts.expectations.expectCreations(creating, owner.subject, key, indexes.length);
  const marks = (index: number | undefined) =>
    perIndex === undefined || index === undefined ? undefined : failureMarks(job, perIndex.waiting.get(index));
  const { done } = yield* slowStart(
    creating,
    indexes.length,
    () => creating,
    (batch, at) => createPod(batch, parts, owner, podFor(job, indexes[at], marks(indexes[at]))),
  );
  const missing = indexes.length - done;
  if (missing > 0) parts.expectations.creationObserved(creating, owner.subject, key, missing);
  return done;
}

/** There are more than wanted: these go for good and are not counted. */
export function* removePods(
  ctx: Context,
  parts: JobParts,
  job: Job,
  key: string,
  victims: readonly Pod[],
): Process<readonly Pod[]> {
  const owner = ownerFor(job, key);
  const deleting = ctx.step(jobSteps.pods, owner.subject, { create: 0, remove: victims.length });
  parts.expectations.expectDeletions(deleting, owner.subject, key, victims.map(objectKey));
  function* remove(pod: Pod): Process<boolean> {
    if (isTracked(pod) && (yield* untrack(deleting, parts.client, pod)) === 'failed') {
      parts.expectations.deletionObserved(deleting, owner.subject, key, objectKey(pod));
      return false;
    }
    return (yield* deletePod(deleting, parts, owner, pod)) === undefined;
  }
  const removed = yield* all(deleting, victims.map(remove));
  return victims.filter((_, at) => removed[at]);
}

/** The Job is decided: what still runs is asked to end, and counted when its finalizer goes. */
export function* endPods(
  ctx: Context,
  parts: JobParts,
  job: Job,
  key: string,
  active: readonly Pod[],
): Process<readonly Pod[]> {
  if (active.length === 0) return active;
  const owner = ownerFor(job, key);
  const deleting = ctx.step(jobSteps.pods, owner.subject, { create: 0, remove: active.length });
  const errors = yield* all(
    deleting,
    active.map((pod) => deletePod(deleting, parts, owner, pod)),
  );
  return active.filter((_, at) => errors[at] === undefined);
}

/** Which of the active pods are too many: first those whose index somebody else has, or that have none. */
export function surplusPods(job: Job, active: readonly Pod[], atLeast: number, now: number): readonly Pod[] {
  const useless = isIndexed(job) ? withoutOwnIndex(job, active, now) : [];
  if (useless.length >= atLeast) return useless;
  const others = useless.length === 0 ? active : active.filter((pod) => !useless.includes(pod));
  return [...useless, ...ranked(others, now).slice(0, atLeast - useless.length)];
}

function withoutOwnIndex(job: Job, active: readonly Pod[], now: number): readonly Pod[] {
  const byIndex = new Map<number, Pod[]>();
  const useless: Pod[] = [];
  for (const pod of active) {
    const index = indexOf(pod, job);
    if (index === undefined) useless.push(pod);
    else byIndex.set(index, [...(byIndex.get(index) ?? []), pod]);
  }
  for (const same of byIndex.values()) if (same.length > 1) useless.push(...ranked(same, now).slice(0, -1));
  return useless;
}

function ranked(pods: readonly Pod[], now: number): readonly Pod[] {
  return rankForDeletion(pods, new Map(), now);
}
