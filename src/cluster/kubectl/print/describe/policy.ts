// Models staging/src/k8s.io/kubectl/pkg/describe/describe.go describeHorizontalPodAutoscalerV2, describePodDisruptionBudgetV1 and their like (v1.36)

import { formatSelector } from '../../../../api/selectors/selectors.ts';
import type { HorizontalPodAutoscaler } from '../../../../api/types/autoscaling-v2.ts';
import type { Event, Pod, ReplicationController } from '../../../../api/types/core.ts';
import type { KObject } from '../../../../api/types/meta.ts';
import type { PodDisruptionBudget } from '../../../../api/types/policy.ts';
import type { PriorityClass } from '../../../../api/types/scheduling.ts';
import { DescribeWriter, labelText, rfc1123z } from '../indented-writer.ts';
import { describeEvents } from './events.ts';
import { describePodTemplate } from './pod-template.ts';
import { head } from './storage.ts';
import { describeConditions, podsText } from './workloads.ts';

/** What the describer reads of a metric, whatever its type. */
interface Measured {
  readonly name?: string;
  readonly container?: string;
  readonly metric?: { readonly name: string };
  readonly describedObject?: { readonly kind: string; readonly name: string };
  readonly target?: Amounts;
  readonly current?: Amounts;
}
interface Amounts {
  readonly value?: string;
  readonly averageValue?: string;
  readonly averageUtilization?: number;
}

export function describeAutoscaler(
  { metadata, spec, status }: HorizontalPodAutoscaler,
  events: readonly Event[],
  now: number,
): string {
  const writer = head(metadata);
  writer.line(0, `CreationTimestamp:\t${rfc1123z(metadata.creationTimestamp)}`);
  const { kind, name } = spec.scaleTargetRef;
  writer.line(0, `Reference:\t${kind}/${name}`);
  writer.line(0, 'Metrics:\t( current / target )');
  const current = status?.currentMetrics ?? [];
  for (const [at, metric] of (spec.metrics ?? []).entries()) writer.line(1, metricLine(metric, current[at]));
  writer.line(0, `Min replicas:\t${spec.minReplicas ?? '<unset>'}`);
  writer.line(0, `Max replicas:\t${spec.maxReplicas}`);
  if (spec.behavior !== undefined) {
    writer.line(0, 'Behavior:');
    describeScaling(writer, 'Scale Up', spec.behavior.scaleUp);
    describeScaling(writer, 'Scale Down', spec.behavior.scaleDown);
  }
  writer.line(0, `${kind} pods:\t${status?.currentReplicas ?? 0} current / ${status?.desiredReplicas ?? 0} desired`);
  const conditions = status?.conditions ?? [];
  if (conditions.length > 0) {
    writer.line(0, 'Conditions:');
    writer.line(1, 'Type\tStatus\tReason\tMessage');
    writer.line(1, '----\t------\t------\t-------');
    for (const one of conditions) {
      writer.line(1, `${one.type}\t${one.status}\t${one.reason ?? ''}\t${one.message ?? ''}`);
    }
  }
  describeEvents(writer, events, now);
  return writer.aligned();
}

const FIELDS: ReadonlyMap<string, string> = new Map([
  ['Resource', 'resource'],
  ['ContainerResource', 'containerResource'],
  ['Pods', 'pods'],
  ['Object', 'object'],
  ['External', 'external'],
]);

function metricLine(metric: object, status: object | undefined): string {
  const { type } = metric as { readonly type: string };
  const field = FIELDS.get(type) ?? '';
  const read = (from: object | undefined) => (from as { readonly [field: string]: Measured } | undefined)?.[field];
  const wanted = read(metric) ?? {};
  const amounts = wanted.target ?? {};
  const now = read(status)?.current;
  const pair = (key: 'value' | 'averageValue') => `${now?.[key] ?? '<unknown>'} / ${amounts[key] ?? ''}`;
  const averaged = amounts.averageValue !== undefined;
  const metricName = JSON.stringify(wanted.metric?.name ?? '');
  switch (type) {
    case 'Pods':
      return `${metricName} on pods:\t${pair('averageValue')}`;
    case 'Object': {
      const { kind = '', name = '' } = wanted.describedObject ?? {};
      const what = averaged ? `(target average value):\t${pair('averageValue')}` : `(target value):\t${pair('value')}`;
      return `${metricName} on ${kind}/${name} ${what}`;
    }
    case 'External':
      return averaged
        ? `${metricName} (target average value):\t${pair('averageValue')}`
        : `${metricName} (target value):\t${pair('value')}`;
    default: {
      const whose = wanted.container === undefined ? '' : ` of container "${wanted.container}"`;
      const start = `resource ${wanted.name ?? ''}${whose} on pods`;
      if (averaged) return `${start}:\t${pair('averageValue')}`;
      const used = now?.averageUtilization;
      const shown = used === undefined ? '<unknown>' : `${used}% (${now?.averageValue ?? ''})`;
      const target = amounts.averageUtilization;
      return `${start}  (as a percentage of request):\t${shown} / ${target === undefined ? '<auto>' : `${target}%`}`;
    }
  }
}

interface Scaling {
  readonly stabilizationWindowSeconds?: number;
  readonly selectPolicy?: string;
  readonly policies?: readonly { readonly type: string; readonly value: number; readonly periodSeconds: number }[];
}

function describeScaling(writer: DescribeWriter, title: string, rules: Scaling | undefined): void {
  if (rules === undefined) return;
  writer.line(1, `${title}:`);
  if (rules.stabilizationWindowSeconds !== undefined) {
    writer.line(2, `Stabilization Window: ${rules.stabilizationWindowSeconds} seconds`);
  }
  const policies = rules.policies ?? [];
  if (policies.length === 0) return;
  writer.line(2, `Select Policy: ${rules.selectPolicy ?? 'Max'}`);
  writer.line(2, 'Policies:');
  for (const { type, value, periodSeconds } of policies) {
    writer.line(3, `- Type: ${type}\tValue: ${value}\tPeriod: ${periodSeconds} seconds`);
  }
}

export function describeBudget(
  { metadata, spec, status }: PodDisruptionBudget,
  events: readonly Event[],
  now: number,
): string {
  const writer = new DescribeWriter();
  writer.line(0, `Name:\t${metadata.name}`);
  writer.line(0, `Namespace:\t${metadata.namespace}`);
  if (spec?.minAvailable !== undefined) writer.line(0, `Min available:\t${spec.minAvailable}`);
  else if (spec?.maxUnavailable !== undefined) writer.line(0, `Max unavailable:\t${spec.maxUnavailable}`);
  writer.line(0, `Selector:\t${spec?.selector ? formatSelector(spec.selector) : '<unset>'}`);
  writer.line(0, 'Status:');
  writer.line(2, `Allowed disruptions:\t${status?.disruptionsAllowed ?? 0}`);
  writer.line(2, `Current:\t${status?.currentHealthy ?? 0}`);
  writer.line(2, `Desired:\t${status?.desiredHealthy ?? 0}`);
  writer.line(2, `Total:\t${status?.expectedPods ?? 0}`);
  describeEvents(writer, events, now);
  return writer.aligned();
}

export function describePriorityClass(priority: PriorityClass, events: readonly Event[], now: number): string {
  const { metadata, value, globalDefault = false, preemptionPolicy, description = '' } = priority;
  const writer = new DescribeWriter();
  writer.line(0, `Name:\t${metadata.name}`);
  writer.line(0, `Value:\t${value}`);
  writer.line(0, `GlobalDefault:\t${globalDefault}`);
  writer.line(0, `PreemptionPolicy:\t${preemptionPolicy ?? ''}`);
  writer.line(0, `Description:\t${description}`);
  writer.line(0, `Annotations:\t${labelText(metadata.annotations)}`);
  describeEvents(writer, events, now);
  return writer.aligned();
}

export function describeReplicationController(
  { metadata, spec, status }: ReplicationController,
  pods: readonly Pod[],
  events: readonly Event[],
  now: number,
): string {
  const writer = new DescribeWriter();
  writer.line(0, `Name:\t${metadata.name}`);
  writer.line(0, `Namespace:\t${metadata.namespace}`);
  writer.line(0, `Selector:\t${labelText(spec?.selector)}`);
  writer.labels('Labels', metadata.labels);
  writer.annotations('Annotations', metadata.annotations);
  writer.line(0, `Replicas:\t${status?.replicas ?? 0} current / ${spec?.replicas ?? 1} desired`);
  writer.line(0, `Pods Status:\t${podsText(pods, metadata.uid)}`);
  if (spec?.template !== undefined) describePodTemplate(writer, spec.template);
  describeConditions(writer, status?.conditions ?? []);
  describeEvents(writer, events, now);
  return writer.aligned();
}

export function describeServiceAccount(account: KObject, events: readonly Event[], now: number): string {
  const writer = head(account.metadata);
  const { imagePullSecrets = [] } = account as { readonly imagePullSecrets?: readonly { readonly name?: string }[] };
  if (imagePullSecrets.length === 0) writer.line(0, 'Image pull secrets:\t<none>');
  imagePullSecrets.forEach(({ name }, at) => {
    writer.line(0, `${at === 0 ? 'Image pull secrets:' : ''}\t${name}`);
  });
  describeEvents(writer, events, now);
  return writer.aligned();
}
