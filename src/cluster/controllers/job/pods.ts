import type { Job } from '../../../api/types/batch.ts';
import type { Pod } from '../../../api/types/core.ts';
import { parseTime } from '../../../api/values/time.ts';
import { SECOND } from '../../../base/time/units.ts';
import { controllerReference } from '../shared/owner.ts';
import { readyCondition } from '../shared/pods.ts';
import { TRACKING } from './parts.ts';

const COMPLETION_INDEX = 'batch.kubernetes.io/job-completion-index';
const INDEX_VARIABLE = 'JOB_COMPLETION_INDEX';
const MOST_PREFIX = 58;

/** A pod that is deleted counts as failed at once, unless replacements must wait for its end. */
export function hasFailed(pod: Pod, job: Job): boolean {
  if (pod.status?.phase === 'Failed') return true;
  if (replacesOnlyFailed(job)) return false;
  return pod.metadata.deletionTimestamp !== undefined && pod.status?.phase !== 'Succeeded';
}

export function replacesOnlyFailed(job: Job): boolean {
  return job.spec.podReplacementPolicy === 'Failed';
}

export function isIndexed(job: Job): boolean {
  return job.spec.completionMode === 'Indexed';
}

/** Undefined when the pod has none or one that the Job does not count. */
export function indexOf(pod: Pod, job: Job): number | undefined {
  const text = pod.metadata.annotations?.[COMPLETION_INDEX];
  const index = Number(text);
  if (text === undefined || !Number.isInteger(index) || index < 0) return undefined;
  return index < (job.spec.completions ?? 0) ? index : undefined;
}

/** When the pod ended, as far as can be told. Models pkg/controller/job/backoff_utils.go getFinishedTime (v1.36) */
export function endedAt(pod: Pod): number {
  return containersEnd(pod) ?? notReadySince(pod) ?? askedToEnd(pod) ?? parseTime(pod.metadata.creationTimestamp) ?? 0;
}

function containersEnd({ status }: Pod): number | undefined {
  let latest: number | undefined;
  for (const { state } of status?.containerStatuses ?? []) {
    const at = parseTime(state?.terminated?.finishedAt);
    if (at === undefined) return undefined;
    if (latest === undefined || at > latest) latest = at;
  }
  return latest;
}

function notReadySince(pod: Pod): number | undefined {
  const ready = readyCondition(pod);
  return ready?.status === 'False' ? parseTime(ready.lastTransitionTime) : undefined;
}

function askedToEnd({ metadata }: Pod): number | undefined {
  const until = parseTime(metadata.deletionTimestamp);
  return until === undefined ? undefined : until - (metadata.deletionGracePeriodSeconds ?? 0) * SECOND;
}

/** How many pods should run now. Models pkg/controller/job/job_controller.go manageJob (v1.36) */
export function wanted({ spec }: Job, active: number, succeeded: number): number {
  if (spec.suspend === true) return 0;
  const { parallelism = 1, completions } = spec;
  if (completions === undefined) return succeeded > 0 ? active : parallelism;
  return Math.max(0, Math.min(parallelism, completions - succeeded));
}

/** How often containers that are restarted in place have failed. */
export function restartsOf(pods: readonly Pod[]): number {
  let restarts = 0;
  for (const { status } of pods) {
    if (status?.phase !== 'Running' && status?.phase !== 'Pending') continue;
    for (const one of [...(status.initContainerStatuses ?? []), ...(status.containerStatuses ?? [])])
      restarts += one.restartCount;
  }
  return restarts;
}

/** A pod of the Job, for a completion index if it has them. Models pkg/controller/job/indexed_job_utils.go (v1.36) */
export function podFor(job: Job, index: number | undefined, marks?: { readonly [key: string]: string }): object {
  const { metadata, spec } = job.spec.template;
  const { labels, annotations, finalizers = [] } = metadata ?? {};
  const name = job.metadata.name ?? '';
  const owned = {
    ownerReferences: [controllerReference(job, 'batch/v1', 'Job')],
    finalizers: finalizers.includes(TRACKING) ? finalizers : [...finalizers, TRACKING],
  };
  if (index === undefined) {
    const own = { generateName: `${name}-`, ...(labels && { labels }), ...(annotations && { annotations }), ...owned };
    return { kind: 'Pod', apiVersion: 'v1', metadata: own, spec, status: {} };
  }
  const mark = { [COMPLETION_INDEX]: String(index) };
  return {
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: {
      generateName: prefixFor(name, index),
      labels: { ...labels, ...mark },
      annotations: { ...annotations, ...mark, ...marks },
      ...owned,
    },
    spec: {
      ...spec,
      containers: spec.containers.map(knowsIndex),
      ...(spec.initContainers && { initContainers: spec.initContainers.map(knowsIndex) }),
      hostname: `${name}-${index}`,
    },
    status: {},
  };
}

/** What the server adds must still fit behind it. */
function prefixFor(name: string, index: number): string {
  const end = `-${index}-`;
  return name.length + end.length > MOST_PREFIX ? `${name.slice(0, MOST_PREFIX - end.length)}${end}` : `${name}${end}`;
}

function knowsIndex<C extends { readonly env?: readonly { readonly name: string }[] }>(container: C): C {
  if (container.env?.some(({ name }) => name === INDEX_VARIABLE) === true) return container;
  const fieldRef = { apiVersion: 'v1', fieldPath: `metadata.labels['${COMPLETION_INDEX}']` };
  return { ...container, env: [...(container.env ?? []), { name: INDEX_VARIABLE, valueFrom: { fieldRef } }] };
}
