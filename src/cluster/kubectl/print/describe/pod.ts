// Models staging/src/k8s.io/kubectl/pkg/describe/describe.go (v1.36)

import type { Event, Pod } from '../../../../api/types/core.ts';
import type { ObjectMeta } from '../../../../api/types/meta.ts';
import { DescribeWriter, rfc1123z } from '../indented-writer.ts';
import { describeContainers, describeResources } from './containers.ts';
import { describeEvents, since } from './events.ts';
import { describeSpread, describeTolerations } from './placement.ts';
import { describeVolumes } from './volumes.ts';

/** Models staging/src/k8s.io/kubectl/pkg/describe/describe.go describePod (v1.36) */
export function describePod(pod: Pod, events: readonly Event[], now: number): string {
  const writer = new DescribeWriter();
  describeHead(writer, pod, now);
  describeAddresses(writer, pod);
  const { spec, status } = pod;
  const value = (path: string) => fieldValue(pod, path);
  const { initContainers = [] } = spec;
  if (spec.resources !== undefined) {
    writer.line(0, 'Resources:');
    describeResources(writer, spec.resources, 1);
  }
  if (initContainers.length > 0) {
    const statuses = status?.initContainerStatuses ?? [];
    describeContainers(writer, 'Init Containers', initContainers, statuses, false, value);
  }
  describeContainers(writer, 'Containers', spec.containers, status?.containerStatuses ?? [], false, value);
  const { ephemeralContainers = [] } = spec;
  if (ephemeralContainers.length > 0) {
    const statuses = status?.ephemeralContainerStatuses ?? [];
    describeContainers(writer, 'Ephemeral Containers', ephemeralContainers, statuses, false, value);
  }
  describeConditions(writer, pod);
  describeVolumes(writer, spec.volumes ?? [], false);
  writer.line(0, `QoS Class:\t${status?.qosClass ?? ''}`);
  writer.labels('Node-Selectors', spec.nodeSelector);
  describeTolerations(writer, 'Tolerations', spec.tolerations);
  describeSpread(writer, '', spec.topologySpreadConstraints);
  describeEvents(writer, events, now);
  return writer.aligned();
}

function describeHead(writer: DescribeWriter, pod: Pod, now: number): void {
  const { metadata, spec, status } = pod;
  writer.line(0, `Name:\t${metadata.name}`);
  writer.line(0, `Namespace:\t${metadata.namespace}`);
  if (spec.priority !== undefined) writer.line(0, `Priority:\t${spec.priority}`);
  if (spec.priorityClassName) writer.line(0, `Priority Class Name:\t${spec.priorityClassName}`);
  if (spec.runtimeClassName) writer.line(0, `Runtime Class Name:\t${spec.runtimeClassName}`);
  if (spec.serviceAccountName) writer.line(0, `Service Account:\t${spec.serviceAccountName}`);
  writer.line(0, spec.nodeName ? `Node:\t${spec.nodeName}/${status?.hostIP ?? ''}` : 'Node:\t<none>');
  if (status?.startTime) writer.line(0, `Start Time:\t${rfc1123z(status.startTime)}`);
  writer.labels('Labels', metadata.labels);
  writer.annotations('Annotations', metadata.annotations);
  describePhase(writer, pod, now);
  if (status?.reason) writer.line(0, `Reason:\t${status.reason}`);
  if (status?.message) writer.line(0, `Message:\t${status.message}`);
  const seccomp = spec.securityContext?.seccompProfile;
  if (seccomp !== undefined) writer.line(0, `SeccompProfile:\t${seccomp.type}`);
}

function describePhase(writer: DescribeWriter, { metadata, status }: Pod, now: number): void {
  const phase = status?.phase ?? '';
  if (metadata.deletionTimestamp === undefined || phase === 'Failed' || phase === 'Succeeded') {
    writer.line(0, `Status:\t${phase}`);
    return;
  }
  writer.line(0, `Status:\tTerminating (lasts ${since(metadata.deletionTimestamp, now)})`);
  writer.line(0, `Termination Grace Period:\t${metadata.deletionGracePeriodSeconds ?? 0}s`);
}

function describeAddresses(writer: DescribeWriter, { metadata, status }: Pod): void {
  writer.line(0, `IP:\t${status?.podIP ?? ''}`);
  const addresses = status?.podIPs ?? [];
  writer.line(0, `IPs:${addresses.length === 0 ? '\t<none>' : ''}`);
  for (const { ip } of addresses) writer.line(1, `IP:\t${ip}`);
  const controller = controlledBy(metadata);
  if (controller !== undefined) writer.line(0, `Controlled By:\t${controller}`);
  if (status?.nominatedNodeName) writer.line(0, `NominatedNodeName:\t${status.nominatedNodeName}`);
}

export function controlledBy(metadata: ObjectMeta): string | undefined {
  const owner = metadata.ownerReferences?.find(({ controller }) => controller === true);
  return owner === undefined ? undefined : `${owner.kind}/${owner.name}`;
}

function describeConditions(writer: DescribeWriter, { spec, status }: Pod): void {
  const conditions = status?.conditions ?? [];
  const gates = spec.readinessGates ?? [];
  if (gates.length > 0) {
    writer.line(0, 'Readiness Gates:');
    writer.line(1, 'Type\tStatus');
    for (const { conditionType } of gates) {
      const found = conditions.find(({ type }) => type === conditionType);
      writer.line(1, `${conditionType} \t${found?.status ?? '<none>'} `);
    }
  }
  if (conditions.length === 0) return;
  writer.line(0, 'Conditions:');
  writer.line(1, 'Type\tStatus');
  for (const { type, status: value } of conditions) writer.line(1, `${type} \t${value} `);
}

/** What kubectl looks up of the downward API: metadata alone. */
function fieldValue({ metadata }: Pod, path: string): string {
  switch (path) {
    case 'metadata.name':
      return metadata.name ?? '';
    case 'metadata.namespace':
      return metadata.namespace ?? '';
    case 'metadata.uid':
      return metadata.uid ?? '';
    default:
      return '';
  }
}
