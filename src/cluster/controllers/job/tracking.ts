import type { Job, JobCondition, JobStatus } from '../../../api/types/batch.ts';
import type { Pod } from '../../../api/types/core.ts';
import { isPodActive } from '../shared/pods.ts';
import { formatIndexes, parseIndexes } from './indexes.ts';
import { isTracked } from './parts.ts';
import { limitsIndexes, type PerIndex, perIndexOf } from './per-index.ts';
import { hasFailed, indexOf, isIndexed } from './pods.ts';
import { counts } from './policies.ts';

export interface Uncounted {
  readonly succeeded: ReadonlySet<string>;
  readonly failed: ReadonlySet<string>;
}

export function uncountedOf({ uncountedTerminatedPods: uncounted }: JobStatus): Uncounted {
  return { succeeded: new Set(uncounted?.succeeded), failed: new Set(uncounted?.failed) };
}

const uidOf = (pod: Pod): string => pod.metadata.uid ?? '';

/** What a sync sees of a Job's pods. */
export interface Ended {
  /** Pods that still carry the finalizer. */
  readonly tracked: readonly Pod[];
  /** Ended and in no count and no list yet. */
  readonly succeeded: readonly Pod[];
  readonly failed: readonly Pod[];
  /** Of an Indexed Job, with those of the pods above. */
  readonly indexes: ReadonlySet<number>;
  /** Of an Indexed Job with `backoffLimitPerIndex`. */
  readonly perIndex: PerIndex | undefined;
}

/** Models pkg/controller/job/job_controller.go getNewFinishedPods and indexed_job_utils.go calculateSucceededIndexes (v1.36) */
export function endedPods(job: Job, status: JobStatus, pods: readonly Pod[], removing: ReadonlySet<string>): Ended {
  const uncounted = uncountedOf(status);
  const mine = pods.filter((pod) => isTracked(pod) && !removing.has(uidOf(pod)));
  // Indexes are noted in their order, whatever has none of its own first.
  const order = (pod: Pod): number => indexOf(pod, job) ?? -1;
  const tracked = isIndexed(job) ? mine.sort((a, b) => order(a) - order(b)) : mine;
  const known = (pod: Pod): boolean => uncounted.succeeded.has(uidOf(pod)) || uncounted.failed.has(uidOf(pod));
  const valid = isIndexed(job) ? (pod: Pod): boolean => indexOf(pod, job) !== undefined : () => true;
  const fresh = tracked.filter((pod) => !known(pod) && valid(pod));
  const indexes = isIndexed(job) ? parseIndexes(status.completedIndexes, job.spec.completions) : new Set<number>();
  if (isIndexed(job)) {
    for (const pod of tracked) {
      const index = pod.status?.phase === 'Succeeded' ? indexOf(pod, job) : undefined;
      if (index !== undefined) indexes.add(index);
    }
  }
  return {
    tracked,
    succeeded: fresh.filter((pod) => pod.status?.phase === 'Succeeded'),
    failed: fresh.filter((pod) => hasFailed(pod, job)),
    indexes,
    perIndex: limitsIndexes(job) ? perIndexOf(job, status, tracked, pods.filter(isPodActive), indexes) : undefined,
  };
}

/** So many pods are noted by one sync, so that the status stays small and other Jobs get their turn. */
const MOST_NOTED = 500;

export interface Noted {
  readonly status: JobStatus;
  /** Pods whose result is in the status then. */
  readonly release: readonly Pod[];
  /** There are more than one sync may note: it is not over yet. */
  readonly full: boolean;
  readonly changed: boolean;
}

/**
 * The status with all ended pods noted: by uid, or by their completion index.
 * Models pkg/controller/job/job_controller.go trackJobStatusAndRemoveFinalizers (v1.36)
 */
export function noteEnded(job: Job, status: JobStatus, ended: Ended, verdict: JobCondition | undefined): Noted {
  const cleaned = countReleased(status, new Set(ended.tracked.map(uidOf)));
  const { succeeded, failed } = uncountedOf(cleaned);
  const [addSucceeded, addFailed] = [new Set(succeeded), new Set(failed)];
  const release: Pod[] = [];
  const indexed = isIndexed(job);
  const indexes = indexed ? parseIndexes(status.completedIndexes, job.spec.completions) : new Set<number>();
  const indexesBefore = indexes.size;
  const failing = verdict?.type === 'FailureTarget';
  let full = false;
  for (const pod of ended.tracked) {
    const [uid, done, lost] = [uidOf(pod), pod.status?.phase === 'Succeeded', hasFailed(pod, job)];
    const over = verdict !== undefined || job.metadata.deletionTimestamp !== undefined;
    if (!done && !over && (!lost || isNeeded(job, ended, pod))) continue;
    release.push(pod);
    if (done && !failed.has(uid)) {
      const index = indexed ? indexOf(pod, job) : undefined;
      if (!indexed) addSucceeded.add(uid);
      else if (index !== undefined) indexes.add(index);
    } else if ((lost || failing) && (!indexed || indexOf(pod, job) !== undefined) && counts(job, pod))
      addFailed.add(uid);
    if (indexes.size - indexesBefore + addSucceeded.size + addFailed.size < MOST_NOTED) continue;
    full = true;
    break;
  }
  let next = withUncounted(cleaned, addSucceeded, addFailed);
  let changed = cleaned !== status || addSucceeded.size > succeeded.size || addFailed.size > failed.size;
  if (indexed) {
    const completedIndexes = formatIndexes(indexes);
    if (completedIndexes !== (status.completedIndexes ?? '')) {
      changed = true;
      next = { ...next, completedIndexes, succeeded: indexes.size };
    }
  }
  const failedIndexes = ended.perIndex && formatIndexes(ended.perIndex.failed);
  if (indexed && failedIndexes !== status.failedIndexes) {
    changed = true;
    const { failedIndexes: _, ...others } = next;
    next = failedIndexes === undefined ? others : { ...others, failedIndexes };
  }
  return { status: next, release, full, changed };
}

/** The pod that comes next for its index is to learn from this one how often the index has failed. */
function isNeeded(job: Job, { perIndex }: Ended, pod: Pod): boolean {
  const index = perIndex === undefined ? undefined : indexOf(pod, job);
  return index !== undefined && perIndex?.waiting.get(index)?.metadata.uid === pod.metadata.uid;
}

/** What has lost its finalizer is counted; the same status when there is nothing of the kind. */
export function countReleased(status: JobStatus, tracked: ReadonlySet<string>): JobStatus {
  const { succeeded, failed } = uncountedOf(status);
  const stillSucceeded = new Set([...succeeded].filter((uid) => tracked.has(uid)));
  const stillFailed = new Set([...failed].filter((uid) => tracked.has(uid)));
  const moved = [succeeded.size - stillSucceeded.size, failed.size - stillFailed.size] as const;
  if (moved[0] === 0 && moved[1] === 0) return status;
  const next: JobStatus = {
    ...status,
    ...(moved[0] > 0 && { succeeded: (status.succeeded ?? 0) + moved[0] }),
    ...(moved[1] > 0 && { failed: (status.failed ?? 0) + moved[1] }),
  };
  return withUncounted(next, stillSucceeded, stillFailed);
}

function withUncounted(status: JobStatus, succeeded: ReadonlySet<string>, failed: ReadonlySet<string>): JobStatus {
  const uncountedTerminatedPods = {
    ...(succeeded.size > 0 && { succeeded: [...succeeded] }),
    ...(failed.size > 0 && { failed: [...failed] }),
  };
  return { ...status, uncountedTerminatedPods };
}
