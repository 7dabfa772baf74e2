// Models staging/src/k8s.io/kubectl/pkg/describe/describe.go (v1.36)

import { withActualResources } from '../../../../api/pods/actual-resources.ts';
import type { Amounts } from '../../../../api/quota/amounts.ts';
import { podAmounts, type QuotaPodSpec } from '../../../../api/quota/pod-usage.ts';
import type { Lease } from '../../../../api/types/coordination.ts';
import type { Event, Node, Pod, Taint } from '../../../../api/types/core.ts';
import { addQuantity, canonicalQuantity, milliValue } from '../../../../api/values/quantity.ts';
import { compareStrings } from '../../../../base/order.ts';
import { DescribeWriter, rfc1123z } from '../indented-writer.ts';
import { describeEvents, since } from './events.ts';

const ROLE_PREFIX = 'node-role.kubernetes.io/';

/** What describe shows about a node besides the node. `pods` is undefined when the user may not list them. */
export interface NodeSurroundings {
  /** Or why it could not be read. */
  readonly lease: Lease | string;
  readonly pods: readonly Pod[] | undefined;
  readonly events: readonly Event[];
}

/** Models staging/src/k8s.io/kubectl/pkg/describe/describe.go describeNode (v1.36) */
export function describeNode(node: Node, { lease, pods, events }: NodeSurroundings, now: number): string {
  const writer = new DescribeWriter();
  const { metadata, spec, status } = node;
  writer.line(0, `Name:\t${metadata.name}`);
  writer.line(0, `Roles:\t${rolesOf(node).join(',') || '<none>'}`);
  writer.labels('Labels', metadata.labels);
  writer.annotations('Annotations', metadata.annotations);
  writer.line(0, `CreationTimestamp:\t${rfc1123z(metadata.creationTimestamp)}`);
  describeTaints(writer, spec.taints ?? []);
  writer.line(0, `Unschedulable:\t${spec.unschedulable === true}`);
  describeLease(writer, lease);
  describeConditions(writer, node);
  writer.line(0, 'Addresses:');
  for (const { type, address } of status.addresses ?? []) writer.line(1, `${type}:\t${address}`);
  describeQuantities(writer, 'Capacity', status.capacity);
  describeQuantities(writer, 'Allocatable', status.allocatable);
  describeSystem(writer, node);
  if (spec.podCIDR) writer.line(0, `PodCIDR:\t${spec.podCIDR}`);
  if ((spec.podCIDRs ?? []).length > 0) writer.line(0, `PodCIDRs:\t${spec.podCIDRs?.join(',')}`);
  if (spec.providerID) writer.line(0, `ProviderID:\t${spec.providerID}`);
  if (pods === undefined) writer.line(0, 'Pods:\tnot authorized');
  else describePods(writer, node, pods, now);
  describeEvents(writer, events, now);
  return writer.aligned();
}

function rolesOf({ metadata }: Node): readonly string[] {
  const roles: string[] = [];
  for (const [key, value] of Object.entries(metadata.labels ?? {})) {
    if (key.startsWith(ROLE_PREFIX) && key.length > ROLE_PREFIX.length) roles.push(key.slice(ROLE_PREFIX.length));
    else if (key === 'kubernetes.io/role' && value !== '') roles.push(value);
  }
  return roles.sort();
}

function describeTaints(writer: DescribeWriter, taints: readonly Taint[]): void {
  if (taints.length === 0) writer.line(0, 'Taints:\t<none>');
  const byEffect = [...taints].sort((a, b) => compareStrings(`${a.effect},${a.key}`, `${b.effect},${b.key}`));
  const texts = byEffect.map(({ key, value, effect }) => `${key}${value ? `=${value}` : ''}:${effect}`);
  texts.forEach((text, at) => {
    writer.line(0, `${at === 0 ? 'Taints:' : ''}\t${text}`);
  });
}

function describeLease(writer: DescribeWriter, lease: Lease | string): void {
  if (typeof lease === 'string') {
    writer.line(0, `Lease:\tFailed to get lease: ${lease}`);
    return;
  }
  const { holderIdentity, acquireTime, renewTime } = lease.spec ?? {};
  writer.line(0, 'Lease:');
  writer.line(1, `HolderIdentity:\t${holderIdentity ?? '<unset>'}`);
  writer.line(1, `AcquireTime:\t${acquireTime ? rfc1123z(acquireTime) : '<unset>'}`);
  writer.line(1, `RenewTime:\t${renewTime ? rfc1123z(renewTime) : '<unset>'}`);
}

function describeConditions(writer: DescribeWriter, { status }: Node): void {
  const conditions = status.conditions ?? [];
  if (conditions.length === 0) return;
  writer.line(0, 'Conditions:');
  writer.line(1, 'Type\tStatus\tLastHeartbeatTime\tLastTransitionTime\tReason\tMessage');
  writer.line(1, '----\t------\t-----------------\t------------------\t------\t-------');
  for (const { type, status: value, lastHeartbeatTime, lastTransitionTime, reason, message } of conditions) {
    const times = `${rfc1123z(lastHeartbeatTime)} \t${rfc1123z(lastTransitionTime)}`;
    writer.line(1, `${type} \t${value} \t${times} \t${reason ?? ''} \t${message ?? ''}`);
  }
}

function describeQuantities(
  writer: DescribeWriter,
  title: string,
  list: { readonly [name: string]: string } | undefined,
): void {
  const names = Object.keys(list ?? {}).sort();
  if (names.length > 0) writer.line(0, `${title}:`);
  for (const name of names) writer.line(1, `${name}:\t${canonicalQuantity(list?.[name] ?? '0')}`);
}

function describeSystem(writer: DescribeWriter, { status }: Node): void {
  const info = status.nodeInfo;
  writer.line(0, 'System Info:');
  writer.line(1, `Machine ID:\t${info?.machineID ?? ''}`);
  writer.line(1, `System UUID:\t${info?.systemUUID ?? ''}`);
  writer.line(1, `Boot ID:\t${info?.bootID ?? ''}`);
  writer.line(1, `Kernel Version:\t${info?.kernelVersion ?? ''}`);
  writer.line(1, `OS Image:\t${info?.osImage ?? ''}`);
  writer.line(1, `Operating System:\t${info?.operatingSystem ?? ''}`);
  writer.line(1, `Architecture:\t${info?.architecture ?? ''}`);
  writer.line(1, `Container Runtime Version:\t${info?.containerRuntimeVersion ?? ''}`);
  writer.line(1, `Kubelet Version:\t${info?.kubeletVersion ?? ''}`);
}

const STANDARD = ['cpu', 'memory', 'ephemeral-storage'];
const WISHES = ['requests', 'limits'] as const;
type Wish = (typeof WISHES)[number];

/** Of all containers together. Models staging/src/k8s.io/component-helpers/resource/helpers.go PodRequests, PodLimits (v1.36) */
function amountsOf(pod: Pod): { readonly [wish in Wish]: Amounts } {
  const spec = withActualResources(pod) as QuotaPodSpec;
  return { requests: podAmounts(spec, 'requests'), limits: podAmounts(spec, 'limits') };
}

function describePods(writer: DescribeWriter, node: Node, pods: readonly Pod[], now: number): void {
  const allocatable = node.status.allocatable ?? node.status.capacity ?? {};
  const shown = (name: string, amount = '0') => `${canonicalQuantity(amount)} (${percent(amount, allocatable[name])}%)`;
  writer.line(0, `Non-terminated Pods:\t(${pods.length} in total)`);
  writer.line(1, 'Namespace\tName\t\tCPU Requests\tCPU Limits\tMemory Requests\tMemory Limits\tAge');
  writer.line(1, '---------\t----\t\t------------\t----------\t---------------\t-------------\t---');
  const rows = pods.map((pod) => ({ pod, amounts: amountsOf(pod) }));
  for (const { pod, amounts } of rows) {
    const cells = ['cpu', 'memory'].flatMap((name) => WISHES.map((wish) => shown(name, amounts[wish][name])));
    const { namespace, name, creationTimestamp } = pod.metadata;
    writer.line(1, `${namespace}\t${name}\t\t${cells.join('\t')}\t${since(creationTimestamp, now)}`);
  }
  writer.line(0, 'Allocated resources:');
  writer.line(1, '(Total limits may be over 100 percent, i.e., overcommitted.)');
  writer.line(1, 'Resource\tRequests\tLimits');
  writer.line(1, '--------\t--------\t------');
  const total = (wish: Wish, name: string) =>
    rows.reduce((sum, { amounts }) => addQuantity(sum, amounts[wish][name] ?? '0'), '0');
  const names = Object.keys(allocatable).sort();
  const huge = names.filter((name) => name.startsWith('hugepages-'));
  for (const name of [...STANDARD, ...huge]) {
    writer.line(1, `${name}\t${WISHES.map((wish) => shown(name, total(wish, name))).join('\t')}`);
  }
  for (const name of names.filter((each) => ![...STANDARD, ...huge, 'pods'].includes(each))) {
    writer.line(1, `${name}\t${WISHES.map((wish) => total(wish, name)).join('\t')}`);
  }
}

function percent(amount: string, whole: string | undefined): number {
  const all = milliValue(whole);
  return all === 0 ? 0 : Math.trunc((milliValue(amount) / all) * 100);
}

/** The sum over containers, or the biggest init container if that is more. */
