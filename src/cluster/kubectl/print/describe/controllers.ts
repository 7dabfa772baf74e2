// Models staging/src/k8s.io/kubectl/pkg/describe/describe.go describeDaemonSet, describeStatefulSet, describeJob (v1.36)

import { formatSelector } from '../../../../api/selectors/selectors.ts';
import { classOf } from '../../../../api/storage/persistent-volumes.ts';
import type { DaemonSet, StatefulSet } from '../../../../api/types/apps.ts';
import type { CronJob, Job } from '../../../../api/types/batch.ts';
import type { Event, Pod } from '../../../../api/types/core.ts';
import { humanDuration } from '../../../../api/values/duration.ts';
import { parseTime } from '../../../../api/values/time.ts';
import { DescribeWriter, rfc1123z } from '../indented-writer.ts';
import { describeEvents } from './events.ts';
import { controlledBy } from './pod.ts';
import { describePodTemplate } from './pod-template.ts';
import { podsText } from './workloads.ts';

export function describeDaemonSet(set: DaemonSet, pods: readonly Pod[], events: readonly Event[], now: number): string {
  const writer = new DescribeWriter();
  const { metadata, spec, status } = set;
  writer.line(0, `Name:\t${metadata.name}`);
  writer.line(0, `Namespace:\t${metadata.namespace}`);
  writer.line(0, `Selector:\t${formatSelector(spec.selector)}`);
  writer.line(0, `Node-Selector:\t${selectorText(spec.template.spec.nodeSelector)}`);
  writer.labels('Labels', metadata.labels);
  writer.annotations('Annotations', metadata.annotations);
  writer.line(0, `Desired Number of Nodes Scheduled: ${status?.desiredNumberScheduled ?? 0}`);
  writer.line(0, `Current Number of Nodes Scheduled: ${status?.currentNumberScheduled ?? 0}`);
  writer.line(0, `Number of Nodes Scheduled with Up-to-date Pods: ${status?.updatedNumberScheduled ?? 0}`);
  writer.line(0, `Number of Nodes Scheduled with Available Pods: ${status?.numberAvailable ?? 0}`);
  writer.line(0, `Number of Nodes Misscheduled: ${status?.numberMisscheduled ?? 0}`);
  writer.line(0, `Pods Status:\t${podsText(pods, metadata.uid)}`);
  describePodTemplate(writer, spec.template);
  describeEvents(writer, events, now);
  return writer.aligned();
}

export function describeStatefulSet(
  set: StatefulSet,
  pods: readonly Pod[],
  events: readonly Event[],
  now: number,
): string {
  const writer = new DescribeWriter();
  const { metadata, spec, status } = set;
  writer.line(0, `Name:\t${metadata.name}`);
  writer.line(0, `Namespace:\t${metadata.namespace}`);
  writer.line(0, `CreationTimestamp:\t${rfc1123z(metadata.creationTimestamp)}`);
  writer.line(0, `Selector:\t${formatSelector(spec.selector)}`);
  writer.labels('Labels', metadata.labels);
  writer.annotations('Annotations', metadata.annotations);
  writer.line(0, `Replicas:\t${spec.replicas ?? 1} desired | ${status?.replicas ?? 0} total`);
  const { type, rollingUpdate } = spec.updateStrategy ?? {};
  writer.line(0, `Update Strategy:\t${type ?? ''}`);
  if (rollingUpdate?.partition !== undefined) writer.line(1, `Partition:\t${rollingUpdate.partition}`);
  writer.line(0, `Pods Status:\t${podsText(pods, metadata.uid)}`);
  describePodTemplate(writer, spec.template);
  const claims = spec.volumeClaimTemplates ?? [];
  writer.line(0, claims.length === 0 ? 'Volume Claims:\t<none>' : 'Volume Claims:');
  for (const claim of claims) {
    writer.line(1, `Name:\t${claim.metadata.name}`);
    writer.line(1, `StorageClass:\t${classOf(claim)}`);
    writer.labels('  Labels', claim.metadata.labels);
    writer.labels('  Annotations', claim.metadata.annotations);
    writer.line(1, `Capacity:\t${claim.spec.resources?.requests?.storage ?? '<default>'}`);
    writer.line(1, `Access Modes:\t[${(claim.spec.accessModes ?? []).join(' ')}]`);
  }
  describeEvents(writer, events, now);
  return writer.aligned();
}

export function describeJob(job: Job, events: readonly Event[], now: number): string {
  const writer = new DescribeWriter();
  const { metadata, spec, status } = job;
  writer.line(0, `Name:\t${metadata.name}`);
  writer.line(0, `Namespace:\t${metadata.namespace}`);
  writer.line(0, `Selector:\t${formatSelector(spec.selector ?? {})}`);
  writer.labels('Labels', metadata.labels);
  writer.annotations('Annotations', metadata.annotations);
  const controller = controlledBy(metadata);
  if (controller !== undefined) writer.line(0, `Controlled By:\t${controller}`);
  writer.line(0, `Parallelism:\t${spec.parallelism ?? '<unset>'}`);
  writer.line(0, `Completions:\t${spec.completions ?? '<unset>'}`);
  if (spec.completionMode !== undefined) writer.line(0, `Completion Mode:\t${spec.completionMode}`);
  if (spec.suspend !== undefined) writer.line(0, `Suspend:\t${spec.suspend}`);
  writer.line(0, `Backoff Limit:\t${spec.backoffLimit ?? 6}`);
  if (spec.ttlSecondsAfterFinished !== undefined) {
    writer.line(0, `TTL Seconds After Finished:\t${spec.ttlSecondsAfterFinished}`);
  }
  const { startTime, completionTime } = status ?? {};
  if (startTime !== undefined) writer.line(0, `Start Time:\t${rfc1123z(startTime)}`);
  if (completionTime !== undefined) writer.line(0, `Completed At:\t${rfc1123z(completionTime)}`);
  if (startTime !== undefined && completionTime !== undefined)
    writer.line(0, `Duration:\t${duration(startTime, completionTime)}`);
  if (spec.activeDeadlineSeconds !== undefined)
    writer.line(0, `Active Deadline Seconds:\t${spec.activeDeadlineSeconds}s`);
  const { active = 0, ready, succeeded = 0, failed = 0 } = status ?? {};
  const activity = ready === undefined ? `${active} Active` : `${active} Active (${ready} Ready)`;
  writer.line(0, `Pods Statuses:\t${activity} / ${succeeded} Succeeded / ${failed} Failed`);
  if (spec.completionMode === 'Indexed') {
    writer.line(0, `Completed Indexes:\t${indexesText(status?.completedIndexes)}`);
  }
  describePodTemplate(writer, spec.template);
  describeEvents(writer, events, now);
  return writer.aligned();
}

export function describeCronJob(cronJob: CronJob, events: readonly Event[], now: number): string {
  const writer = new DescribeWriter();
  const { metadata, spec, status } = cronJob;
  const orUnset = (value: string | number | undefined, unit = '') => (value === undefined ? UNSET : `${value}${unit}`);
  const suspended = spec.suspend === undefined ? UNSET : spec.suspend ? 'True' : 'False';
  const job = spec.jobTemplate.spec;
  writer.line(0, `Name:\t${metadata.name}`);
  writer.line(0, `Namespace:\t${metadata.namespace}`);
  writer.labels('Labels', metadata.labels);
  writer.annotations('Annotations', metadata.annotations);
  writer.line(0, `Schedule:\t${spec.schedule}`);
  writer.line(0, `Concurrency Policy:\t${spec.concurrencyPolicy ?? ''}`);
  writer.line(0, `Suspend:\t${suspended}`);
  writer.line(0, `Time Zone:\t${orUnset(spec.timeZone)}`);
  writer.line(0, `Successful Job History Limit:\t${orUnset(spec.successfulJobsHistoryLimit)}`);
  writer.line(0, `Failed Job History Limit:\t${orUnset(spec.failedJobsHistoryLimit)}`);
  writer.line(0, `Starting Deadline Seconds:\t${orUnset(spec.startingDeadlineSeconds, 's')}`);
  writer.line(0, `Selector:\t${job.selector === undefined ? UNSET : formatSelector(job.selector)}`);
  writer.line(0, `Parallelism:\t${orUnset(job.parallelism)}`);
  writer.line(0, `Completions:\t${orUnset(job.completions)}`);
  if (job.activeDeadlineSeconds !== undefined)
    writer.line(0, `Active Deadline Seconds:\t${job.activeDeadlineSeconds}s`);
  describePodTemplate(writer, job.template);
  const last = status?.lastScheduleTime;
  writer.line(0, `Last Schedule Time:\t${last === undefined ? UNSET : rfc1123z(last)}`);
  writer.line(0, `Active Jobs:\t${(status?.active ?? []).map(({ name }) => name).join(', ') || '<none>'}`);
  describeEvents(writer, events, now);
  return writer.aligned();
}

const LONGEST_INDEXES = 50;

/** Cut behind a comma. */
function indexesText(indexes = ''): string {
  if (indexes === '') return '<none>';
  if (indexes.length <= LONGEST_INDEXES) return indexes;
  const cut = indexes.slice(0, LONGEST_INDEXES);
  return `${cut.slice(0, cut.lastIndexOf(',') + 1)}...`;
}

const UNSET = '<unset>';

function duration(from: string, to: string): string {
  return humanDuration((parseTime(to) ?? 0) - (parseTime(from) ?? 0));
}

function selectorText(selector: { readonly [key: string]: string } | undefined): string {
  const pairs = Object.entries(selector ?? {}).map(([key, value]) => `${key}=${value}`);
  return pairs.sort().join(',') || '<none>';
}
