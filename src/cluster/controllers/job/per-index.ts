// Models pkg/controller/job/indexed_job_utils.go and backoff_utils.go, what is counted for each index by itself (v1.36)

import type { Job, JobStatus } from '../../../api/types/batch.ts';
import type { Pod } from '../../../api/types/core.ts';
import { backoffLeft } from './backoff.ts';
import { parseIndexes } from './indexes.ts';
import { endedAt, hasFailed, indexOf, isIndexed } from './pods.ts';
import { matchOf } from './policies.ts';

const FAILURES = 'batch.kubernetes.io/job-index-failure-count';
const IGNORED_FAILURES = 'batch.kubernetes.io/job-index-ignored-failure-count';
const MOST = 2 ** 31 - 1;

/** What is known of indexes that have a limit each. */
export interface PerIndex {
  /** With those of pods that have just ended. */
  readonly failed: ReadonlySet<number>;
  /** The last failed pod of an index that nobody has replaced yet: its annotations are still needed. */
  readonly waiting: ReadonlyMap<number, Pod>;
}

export function limitsIndexes(job: Job): boolean {
  return isIndexed(job) && job.spec.backoffLimitPerIndex !== undefined;
}

export function perIndexOf(
  job: Job,
  status: JobStatus,
  tracked: readonly Pod[],
  active: readonly Pod[],
  succeeded: ReadonlySet<number>,
): PerIndex {
  const failed = parseIndexes(status.failedIndexes, job.spec.completions);
  for (const pod of tracked) {
    const index = indexOf(pod, job);
    if (index !== undefined && failsIndex(job, pod)) failed.add(index);
  }
  const taken = new Set(active.map((pod) => indexOf(pod, job)));
  const waiting = new Map<number, Pod>();
  for (const pod of tracked) {
    const index = indexOf(pod, job);
    if (index === undefined || !hasFailed(pod, job)) continue;
    if (taken.has(index) || succeeded.has(index) || failed.has(index)) continue;
    const known = waiting.get(index);
    if (known === undefined || isLater(pod, known)) waiting.set(index, pod);
  }
  return { failed, waiting };
}

function failsIndex(job: Job, pod: Pod): boolean {
  if (!hasFailed(pod, job)) return false;
  const action = matchOf(job, pod)?.action;
  if (action === 'FailIndex') return true;
  return action !== 'Ignore' && countOf(pod, FAILURES) >= (job.spec.backoffLimitPerIndex ?? 0);
}

function isLater(pod: Pod, known: Pod): boolean {
  return failuresOf(known) <= failuresOf(pod) && endedAt(pod) >= endedAt(known);
}

function failuresOf(pod: Pod): number {
  return countOf(pod, FAILURES) + countOf(pod, IGNORED_FAILURES);
}

/** Anything that is not a number of failures counts as none. */
function countOf(pod: Pod, annotation: string): number {
  const text = pod.metadata.annotations?.[annotation] ?? '';
  const count = /^[+-]?\d+$/.test(text) ? Number(text) : 0;
  return count < 0 || count > MOST ? 0 : count;
}

/** What a pod says of the failures of its index before it. */
export function failureMarks(job: Job, replaced: Pod | undefined): { readonly [key: string]: string } {
  if (replaced === undefined) return { [FAILURES]: '0' };
  const ignored = matchOf(job, replaced)?.action === 'Ignore';
  const failures = countOf(replaced, FAILURES) + (ignored ? 0 : 1);
  const passed = countOf(replaced, IGNORED_FAILURES) + (ignored ? 1 : 0);
  return { [FAILURES]: String(failures), ...(passed > 0 && { [IGNORED_FAILURES]: String(passed) }) };
}

export interface DueIndexes {
  readonly due: readonly number[];
  /** The one whose turn comes first, when none is due. */
  readonly next: { readonly index: number; readonly failures: number; readonly left: number } | undefined;
}

/** Which indexes may have a pod now: each waits for its own failures. */
export function dueIndexes(indexes: readonly number[], { waiting }: PerIndex, now: number): DueIndexes {
  const due: number[] = [];
  let next: DueIndexes['next'];
  for (const index of indexes) {
    const failed = waiting.get(index);
    const failures = failed === undefined ? 0 : failuresOf(failed) + 1;
    const left = failed === undefined ? 0 : backoffLeft({ failures, lastFailure: endedAt(failed) }, now);
    if (left === 0) due.push(index);
    else if (next === undefined || left < next.left) next = { index, failures, left };
  }
  return { due, next: due.length > 0 ? undefined : next };
}
