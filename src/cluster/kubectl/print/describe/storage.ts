// Models staging/src/k8s.io/kubectl/pkg/describe/describe.go describePersistentVolume and its like (v1.36)

import { claimNameOf } from '../../../../api/pods/claims.ts';
import { classOf } from '../../../../api/storage/persistent-volumes.ts';
import type { Event, Pod } from '../../../../api/types/core.ts';
import type { PersistentVolume, PersistentVolumeClaim } from '../../../../api/types/core-volumes.ts';
import type { KObject, ObjectMeta, StringMap } from '../../../../api/types/meta.ts';
import type { CSINode, StorageClass } from '../../../../api/types/storage.ts';
import { canonicalQuantity } from '../../../../api/values/quantity.ts';
import { DescribeWriter, labelText, rfc1123z } from '../indented-writer.ts';
import { describeEvents } from './events.ts';
import { volumeLines } from './volumes.ts';

const MODES: ReadonlyMap<string, string> = new Map([
  ['ReadWriteOnce', 'RWO'],
  ['ReadOnlyMany', 'ROX'],
  ['ReadWriteMany', 'RWX'],
  ['ReadWriteOncePod', 'RWOP'],
]);

const modesText = (modes: readonly string[] = []): string =>
  [...MODES]
    .filter(([mode]) => modes.includes(mode))
    .map(([, short]) => short)
    .join(',');

/** Name, labels and annotations; the namespace where there is one. */
export function head(metadata: ObjectMeta): DescribeWriter {
  const writer = new DescribeWriter();
  writer.line(0, `Name:\t${metadata.name}`);
  if (metadata.namespace !== undefined) writer.line(0, `Namespace:\t${metadata.namespace}`);
  writer.labels('Labels', metadata.labels);
  writer.annotations('Annotations', metadata.annotations);
  return writer;
}

/** Annotations on one line, as labels are. */
const finalizersText = ({ finalizers = [] }: ObjectMeta): string => `[${finalizers.join(' ')}]`;

export function describePersistentVolume(
  { metadata, spec, status }: PersistentVolume,
  events: readonly Event[],
  now: number,
): string {
  const writer = head(metadata);
  writer.line(0, `Finalizers:\t${finalizersText(metadata)}`);
  writer.line(0, `StorageClass:\t${classOf({ metadata, spec })}`);
  writer.line(0, `Status:\t${status?.phase ?? ''}`);
  const claim = spec.claimRef;
  writer.line(0, `Claim:\t${claim === undefined ? '' : `${claim.namespace}/${claim.name}`}`);
  writer.line(0, `Reclaim Policy:\t${spec.persistentVolumeReclaimPolicy ?? ''}`);
  writer.line(0, `Access Modes:\t${modesText(spec.accessModes)}`);
  if (spec.volumeMode !== undefined) writer.line(0, `VolumeMode:\t${spec.volumeMode}`);
  writer.line(0, `Capacity:\t${canonicalQuantity(spec.capacity?.storage ?? '0')}`);
  describeAffinity(writer, spec.nodeAffinity);
  writer.line(0, `Message:\t${status?.message ?? ''}`);
  writer.line(0, 'Source:');
  for (const line of volumeLines({ name: '', ...spec } as Parameters<typeof volumeLines>[0])) writer.line(2, line);
  describeEvents(writer, events, now);
  return writer.aligned();
}

function describeAffinity(writer: DescribeWriter, affinity: PersistentVolume['spec']['nodeAffinity']): void {
  const terms = affinity?.required?.nodeSelectorTerms;
  if (terms === undefined) {
    writer.line(0, 'Node Affinity:\t<none>');
    return;
  }
  writer.line(0, 'Node Affinity:\t');
  writer.line(1, terms.length === 0 ? 'Required Terms:\t<none>' : 'Required Terms:\t');
  terms.forEach(({ matchExpressions = [] }, at) => {
    if (matchExpressions.length === 0) writer.line(2, `Term ${at}:\t<none>`);
    matchExpressions.forEach(({ key, operator, values = [] }, place) => {
      const among = values.length === 0 ? '' : ` [${values.join(', ')}]`;
      writer.line(2, `${place === 0 ? `Term ${at}:` : ''}\t${key} ${operator.toLowerCase()}${among}`);
    });
  });
}

export function describeClaim(
  { metadata, spec, status }: PersistentVolumeClaim,
  pods: readonly Pod[],
  events: readonly Event[],
  now: number,
): string {
  const writer = new DescribeWriter();
  writer.line(0, `Name:\t${metadata.name}`);
  writer.line(0, `Namespace:\t${metadata.namespace}`);
  writer.line(0, `StorageClass:\t${classOf({ metadata, spec })}`);
  writer.line(0, `Status:\t${status?.phase ?? ''}`);
  writer.line(0, `Volume:\t${spec.volumeName ?? ''}`);
  writer.labels('Labels', metadata.labels);
  writer.annotations('Annotations', metadata.annotations);
  writer.line(0, `Finalizers:\t${finalizersText(metadata)}`);
  const bound = (spec.volumeName ?? '') !== '';
  const capacity = status?.capacity?.storage;
  writer.line(0, `Capacity:\t${bound ? canonicalQuantity(capacity ?? '0') : ''}`);
  writer.line(0, `Access Modes:\t${bound ? modesText(status?.accessModes) : ''}`);
  if (spec.volumeMode !== undefined) writer.line(0, `VolumeMode:\t${spec.volumeMode}`);
  const source = spec.dataSource;
  if (source !== undefined) {
    writer.line(0, 'DataSource:');
    if (source.apiGroup !== undefined && source.apiGroup !== null) writer.line(1, `APIGroup:\t${source.apiGroup}`);
    writer.line(1, `Kind:\t${source.kind}`);
    writer.line(1, `Name:\t${source.name}`);
  }
  const users = pods.filter((pod) =>
    pod.spec.volumes?.some((volume) => claimNameOf(pod.metadata.name, volume) === metadata.name),
  );
  if (users.length === 0) writer.line(0, 'Used By:\t<none>');
  for (const [at, pod] of users.entries()) writer.line(0, `${at === 0 ? 'Used By:' : ''}\t${pod.metadata.name}`);
  const conditions = status?.conditions ?? [];
  if (conditions.length > 0) {
    writer.line(0, 'Conditions:');
    writer.line(1, 'Type\tStatus\tLastProbeTime\tLastTransitionTime\tReason\tMessage');
    writer.line(1, '----\t------\t-----------------\t------------------\t------\t-------');
    for (const { type, status: holds, lastProbeTime, lastTransitionTime, reason = '', message = '' } of conditions) {
      const times = [lastProbeTime, lastTransitionTime].map((time) => rfc1123z(time ?? undefined));
      writer.line(1, `${type} \t${holds} \t${times.join('\t')} \t${reason} \t${message}`);
    }
  }
  describeEvents(writer, events, now);
  return writer.aligned();
}

const DEFAULT_CLASS = 'storageclass.kubernetes.io/is-default-class';

export function describeStorageClass(storageClass: StorageClass, events: readonly Event[], now: number): string {
  const { metadata, parameters, mountOptions = [], allowVolumeExpansion } = storageClass;
  const writer = new DescribeWriter();
  writer.line(0, `Name:\t${metadata.name}`);
  writer.line(0, `IsDefaultClass:\t${metadata.annotations?.[DEFAULT_CLASS] === 'true' ? 'Yes' : 'No'}`);
  writer.line(0, `Annotations:\t${labelText(metadata.annotations)}`);
  writer.line(0, `Provisioner:\t${storageClass.provisioner}`);
  writer.line(0, `Parameters:\t${labelText(parameters)}`);
  const expansion = allowVolumeExpansion === undefined ? '<unset>' : allowVolumeExpansion ? 'True' : 'False';
  writer.line(0, `AllowVolumeExpansion:\t${expansion}`);
  if (mountOptions.length === 0) writer.line(0, 'MountOptions:\t<none>');
  else {
    writer.line(0, 'MountOptions:');
    for (const option of mountOptions) writer.line(1, option);
  }
  if (storageClass.reclaimPolicy !== undefined) writer.line(0, `ReclaimPolicy:\t${storageClass.reclaimPolicy}`);
  if (storageClass.volumeBindingMode !== undefined) {
    writer.line(0, `VolumeBindingMode:\t${storageClass.volumeBindingMode}`);
  }
  describeTopologies(writer, storageClass.allowedTopologies);
  describeEvents(writer, events, now);
  return writer.aligned();
}

function describeTopologies(writer: DescribeWriter, topologies: StorageClass['allowedTopologies']): void {
  if (topologies === undefined) return;
  writer.line(0, `AllowedTopologies:\t${topologies.length === 0 ? '<none>' : ''}`);
  topologies.forEach(({ matchLabelExpressions = [] }, at) => {
    if (matchLabelExpressions.length === 0) writer.line(1, `Term ${at}:\t<none>`);
    matchLabelExpressions.forEach(({ key, values }, place) => {
      const among = values.length === 0 ? '' : ` [${values.join(', ')}]`;
      writer.line(1, `${place === 0 ? `Term ${at}:` : ''}\t${key} in${among}`);
    });
  });
}

interface AttributesClass extends KObject {
  readonly driverName: string;
  readonly parameters?: StringMap;
}

export function describeVolumeAttributesClass(object: KObject, events: readonly Event[], now: number): string {
  const { metadata, driverName, parameters } = object as AttributesClass;
  const writer = new DescribeWriter();
  writer.line(0, `Name:\t${metadata.name}`);
  writer.line(0, `Annotations:\t${labelText(metadata.annotations)}`);
  writer.line(0, `DriverName:\t${driverName}`);
  writer.line(0, `Parameters:\t${labelText(parameters)}`);
  describeEvents(writer, events, now);
  return writer.aligned();
}

export function describeCsiNode({ metadata, spec }: CSINode, events: readonly Event[], now: number): string {
  const writer = head(metadata);
  writer.line(0, `CreationTimestamp:\t${rfc1123z(metadata.creationTimestamp)}`);
  writer.line(0, 'Spec:');
  if (spec.drivers) {
    writer.line(1, 'Drivers:');
    for (const driver of spec.drivers) {
      writer.line(2, `${driver.name}:`);
      writer.line(3, `Node ID:\t${driver.nodeID}`);
      if (driver.allocatable?.count !== undefined) {
        writer.line(3, 'Allocatables:');
        writer.line(4, `Count:\t${driver.allocatable.count}`);
      }
      if (driver.topologyKeys) writer.line(3, `Topology Keys:\t[${driver.topologyKeys.join(' ')}]`);
    }
  }
  describeEvents(writer, events, now);
  return writer.aligned();
}
