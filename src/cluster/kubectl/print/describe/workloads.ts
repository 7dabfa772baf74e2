import { formatSelector } from '../../../../api/selectors/selectors.ts';
import type { Deployment, ReplicaSet } from '../../../../api/types/apps.ts';
import type { Event, Pod } from '../../../../api/types/core.ts';
import { DescribeWriter, rfc1123z } from '../indented-writer.ts';
import { describeEvents } from './events.ts';
import { controlledBy } from './pod.ts';
import { describePodTemplate } from './pod-template.ts';

/** Models staging/src/k8s.io/kubectl/pkg/describe/describe.go describeDeployment (v1.36) */
export function describeDeployment(
  deployment: Deployment,
  older: readonly ReplicaSet[],
  current: ReplicaSet | undefined,
  events: readonly Event[],
  now: number,
): string {
  const writer = new DescribeWriter();
  const { metadata, spec, status } = deployment;
  writer.line(0, `Name:\t${metadata.name}`);
  writer.line(0, `Namespace:\t${metadata.namespace}`);
  writer.line(0, `CreationTimestamp:\t${rfc1123z(metadata.creationTimestamp)}`);
  writer.labels('Labels', metadata.labels);
  writer.annotations('Annotations', metadata.annotations);
  writer.line(0, `Selector:\t${formatSelector(spec.selector)}`);
  writer.line(
    0,
    `Replicas:\t${spec.replicas ?? 1} desired | ${status?.updatedReplicas ?? 0} updated | ${status?.replicas ?? 0} total | ${status?.availableReplicas ?? 0} available | ${status?.unavailableReplicas ?? 0} unavailable`,
  );
  writer.line(0, `StrategyType:\t${spec.strategy?.type ?? ''}`);
  writer.line(0, `MinReadySeconds:\t${spec.minReadySeconds ?? 0}`);
  const rolling = spec.strategy?.rollingUpdate;
  if (rolling !== undefined) {
    const text = `${rolling.maxUnavailable} max unavailable, ${rolling.maxSurge} max surge`;
    writer.line(0, `RollingUpdateStrategy:\t${text}`);
  }
  describePodTemplate(writer, spec.template);
  describeConditions(writer, status?.conditions ?? []);
  if (older.length > 0 || current !== undefined) {
    writer.line(0, `OldReplicaSets:\t${replicaSetsText(older)}`);
    writer.line(0, `NewReplicaSet:\t${replicaSetsText(current === undefined ? [] : [current])}`);
  }
  describeEvents(writer, events, now);
  return writer.aligned();
}

function replicaSetsText(sets: readonly ReplicaSet[]): string {
  const texts = sets.map(
    ({ metadata, spec, status }) =>
      `${metadata.name} (${status?.replicas ?? 0}/${spec.replicas ?? 1} replicas created)`,
  );
  return texts.join(', ') || '<none>';
}

interface ConditionLike {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
}

export function describeConditions(writer: DescribeWriter, conditions: readonly ConditionLike[]): void {
  if (conditions.length === 0) return;
  writer.line(0, 'Conditions:');
  writer.line(1, 'Type\tStatus\tReason');
  writer.line(1, '----\t------\t------');
  for (const { type, status, reason = '' } of conditions) writer.line(1, `${type} \t${status}\t${reason}`);
}

/** Models staging/src/k8s.io/kubectl/pkg/describe/describe.go describeReplicaSet (v1.36) */
export function describeReplicaSet(
  set: ReplicaSet,
  pods: readonly Pod[],
  events: readonly Event[],
  now: number,
): string {
  const writer = new DescribeWriter();
  const { metadata, spec, status } = set;
  writer.line(0, `Name:\t${metadata.name}`);
  writer.line(0, `Namespace:\t${metadata.namespace}`);
  writer.line(0, `Selector:\t${formatSelector(spec.selector)}`);
  writer.labels('Labels', metadata.labels);
  writer.annotations('Annotations', metadata.annotations);
  const controller = controlledBy(metadata);
  if (controller !== undefined) writer.line(0, `Controlled By:\t${controller}`);
  writer.line(0, `Replicas:\t${status?.replicas ?? 0} current / ${spec.replicas ?? 1} desired`);
  writer.line(0, `Pods Status:\t${podsText(pods, metadata.uid)}`);
  describePodTemplate(writer, spec.template);
  describeConditions(writer, status?.conditions ?? []);
  describeEvents(writer, events, now);
  return writer.aligned();
}

export function podsText(pods: readonly Pod[], owner: string | undefined): string {
  const mine = pods.filter(({ metadata }) =>
    metadata.ownerReferences?.some(({ controller, uid }) => controller === true && uid === owner),
  );
  const count = (wanted: string) => mine.filter(({ status }) => status?.phase === wanted).length;
  return `${count('Running')} Running / ${count('Pending')} Waiting / ${count('Succeeded')} Succeeded / ${count('Failed')} Failed`;
}
