// Models staging/src/k8s.io/kubectl/pkg/describe/describe.go describeIngressV1, describeNetworkPolicy and their like (v1.36)

import { formatSelector } from '../../../../api/selectors/selectors.ts';
import type { Endpoints, Event } from '../../../../api/types/core.ts';
import type { EndpointSlice } from '../../../../api/types/discovery.ts';
import type { KObject, LabelSelector } from '../../../../api/types/meta.ts';
import type { Ingress, IngressBackend, IngressClass, NetworkPolicy } from '../../../../api/types/networking.ts';
import { DescribeWriter, rfc1123z } from '../indented-writer.ts';
import { describeEvents } from './events.ts';
import { head } from './storage.ts';

export function describeEndpoints(
  { metadata, subsets = [] }: Endpoints,
  events: readonly Event[],
  now: number,
): string {
  const writer = head(metadata);
  writer.line(0, 'Subsets:');
  for (const { addresses = [], notReadyAddresses = [], ports = [] } of subsets) {
    writer.line(1, `Addresses:\t${addresses.map(({ ip }) => ip).join(',') || '<none>'}`);
    writer.line(1, `NotReadyAddresses:\t${notReadyAddresses.map(({ ip }) => ip).join(',') || '<none>'}`);
    if (ports.length > 0) {
      writer.line(1, 'Ports:');
      writer.line(2, 'Name\tPort\tProtocol');
      writer.line(2, '----\t----\t--------');
      for (const { name, port, protocol } of ports) writer.line(2, `${name || '<unset>'}\t${port}\t${protocol ?? ''}`);
    }
    writer.line(0, '');
  }
  describeEvents(writer, events, now);
  return writer.aligned();
}

export function describeSlice(slice: EndpointSlice, events: readonly Event[], now: number): string {
  const writer = head(slice.metadata);
  writer.line(0, `AddressType:\t${slice.addressType}`);
  const { ports, endpoints } = slice;
  if (!ports || ports.length === 0) writer.line(0, 'Ports: <unset>');
  else {
    writer.line(0, 'Ports:');
    writer.line(1, 'Name\tPort\tProtocol');
    writer.line(1, '----\t----\t--------');
    for (const { name, port, protocol } of ports) {
      writer.line(1, `${name || '<unset>'}\t${port ?? '<unset>'}\t${protocol ?? ''}`);
    }
  }
  if (!endpoints || endpoints.length === 0) writer.line(0, 'Endpoints: <none>');
  else {
    writer.line(0, 'Endpoints:');
    for (const { addresses, conditions, hostname, targetRef, nodeName, zone } of endpoints) {
      writer.line(1, `- Addresses:\t${addresses.join(',') || '<none>'}`);
      writer.line(2, 'Conditions:');
      writer.line(3, `Ready:\t${conditions?.ready ?? '<unset>'}`);
      writer.line(2, `Hostname:\t${hostname || '<unset>'}`);
      if (targetRef !== undefined) writer.line(2, `TargetRef:\t${targetRef.kind}/${targetRef.name}`);
      writer.line(2, `NodeName:\t${nodeName || '<unset>'}`);
      writer.line(2, `Zone:\t${zone || '<unset>'}`);
    }
  }
  describeEvents(writer, events, now);
  return writer.aligned();
}

/** What stands behind a backend: addresses, or why there are none. */
export type Backends = (backend: IngressBackend) => string;

export function describeIngress(
  { metadata, spec = {}, status }: Ingress,
  backends: Backends,
  events: readonly Event[],
  now: number,
): string {
  const writer = new DescribeWriter();
  writer.line(0, `Name:\t${metadata.name}`);
  writer.labels('Labels', metadata.labels);
  writer.line(0, `Namespace:\t${metadata.namespace}`);
  const addresses = new Set((status?.loadBalancer?.ingress ?? []).map(({ ip, hostname }) => ip || hostname || ''));
  addresses.delete('');
  writer.line(0, `Address:\t${[...addresses].sort().join(',')}`);
  writer.line(0, `Ingress Class:\t${spec.ingressClassName ?? '<none>'}`);
  const fallback = spec.defaultBackend === undefined ? '<default>' : backends(spec.defaultBackend);
  writer.line(0, `Default backend:\t${fallback}`);
  if ((spec.tls ?? []).length > 0) {
    writer.line(0, 'TLS:');
    for (const { secretName, hosts = [] } of spec.tls ?? []) {
      writer.line(1, secretName ? `${secretName} terminates ${hosts.join(',')}` : `SNI routes ${hosts.join(',')}`);
    }
  }
  writer.line(0, 'Rules:');
  writer.line(1, 'Host\tPath\tBackends');
  writer.line(1, '----\t----\t--------');
  const rules = (spec.rules ?? []).filter(({ http }) => http !== undefined);
  for (const { host, http } of rules) {
    writer.line(1, `${host || '*'}\t`);
    for (const { path = '', backend } of http?.paths ?? []) writer.line(2, `\t${path} \t${backends(backend)}`);
  }
  if (rules.length === 0) writer.line(1, `*\t*\t${fallback}`);
  writer.annotations('Annotations', metadata.annotations);
  describeEvents(writer, events, now);
  return writer.aligned();
}

export function describeIngressClass({ metadata, spec }: IngressClass, events: readonly Event[], now: number): string {
  const writer = head(metadata);
  writer.line(0, `Controller:\t${spec?.controller ?? ''}`);
  const parameters = spec?.parameters;
  if (parameters) {
    writer.line(0, 'Parameters:');
    if (parameters.apiGroup !== undefined) writer.line(1, `APIGroup:\t${parameters.apiGroup}`);
    writer.line(1, `Kind:\t${parameters.kind}`);
    writer.line(1, `Name:\t${parameters.name}`);
  }
  describeEvents(writer, events, now);
  return writer.aligned();
}

export function describeServiceCidr(cidr: KObject, events: readonly Event[], now: number): string {
  const writer = head(cidr.metadata);
  const { spec, status } = cidr as {
    readonly spec?: { readonly cidrs?: readonly string[] };
    readonly status?: { readonly conditions?: readonly Condition[] };
  };
  writer.line(0, `CIDRs:\t${(spec?.cidrs ?? []).join(', ')}`);
  const conditions = status?.conditions ?? [];
  if (conditions.length > 0) {
    writer.line(0, 'Status:');
    writer.line(0, 'Conditions:');
    writer.line(1, 'Type\tStatus\tLastTransitionTime\tReason\tMessage');
    writer.line(1, '----\t------\t------------------\t------\t-------');
    for (const { type, status: holds, lastTransitionTime, reason, message } of conditions) {
      writer.line(1, `${type}\t${holds}\t${rfc1123z(lastTransitionTime)}\t${reason}\t${message}`);
    }
  }
  describeEvents(writer, events, now);
  return writer.aligned();
}

export function describeIpAddress(address: KObject, events: readonly Event[], now: number): string {
  const writer = head(address.metadata);
  const { spec } = address as { readonly spec?: { readonly parentRef?: { readonly [field: string]: string } } };
  const parent = spec?.parentRef;
  if (parent !== undefined) {
    writer.line(0, 'Parent Reference:');
    writer.line(1, `Group:\t${parent.group ?? ''}`);
    writer.line(1, `Resource:\t${parent.resource ?? ''}`);
    writer.line(1, `Namespace:\t${parent.namespace ?? ''}`);
    writer.line(1, `Name:\t${parent.name ?? ''}`);
  }
  describeEvents(writer, events, now);
  return writer.aligned();
}

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly lastTransitionTime?: string;
  readonly reason: string;
  readonly message: string;
}

interface Peer {
  readonly podSelector?: LabelSelector;
  readonly namespaceSelector?: LabelSelector;
  readonly ipBlock?: { readonly cidr: string; readonly except?: readonly string[] };
}
interface PolicyPort {
  readonly port?: number | string;
  readonly endPort?: number;
  readonly protocol?: string;
}
interface Direction {
  readonly ports: readonly PolicyPort[];
  readonly peers: readonly Peer[];
}

export function describeNetworkPolicy({ metadata, spec }: NetworkPolicy): string {
  const writer = new DescribeWriter();
  writer.line(0, `Name:\t${metadata.name}`);
  writer.line(0, `Namespace:\t${metadata.namespace}`);
  const created = (metadata.creationTimestamp ?? '').replace('T', ' ').replace('Z', ' +0000 UTC');
  writer.line(0, `Created on:\t${created}`);
  writer.labels('Labels', metadata.labels);
  writer.annotations('Annotations', metadata.annotations);
  writer.line(0, 'Spec:');
  const all = '<none> (Allowing the specific traffic to all pods in this namespace)';
  const selector = formatSelector(spec?.podSelector ?? {});
  writer.line(1, `PodSelector:     ${selector === '<none>' || selector === '' ? all : selector}`);
  const types = spec?.policyTypes ?? [];
  const ingress = (spec?.ingress ?? []).map(({ ports = [], from = [] }) => ({ ports, peers: from as readonly Peer[] }));
  const egress = (spec?.egress ?? []).map(({ ports = [], to = [] }) => ({ ports, peers: to as readonly Peer[] }));
  describeTraffic(writer, types.includes('Ingress'), 'ingress', 'From', 'source', ingress);
  describeTraffic(writer, types.includes('Egress'), 'egress', 'To', 'destination', egress);
  writer.line(1, `Policy Types: ${types.join(', ')}`);
  return writer.aligned();
}

function describeTraffic(
  writer: DescribeWriter,
  affected: boolean,
  kind: string,
  where: string,
  end: string,
  rules: readonly Direction[],
): void {
  if (!affected) {
    writer.line(1, `Not affecting ${kind} traffic`);
    return;
  }
  writer.line(1, `Allowing ${kind} traffic:`);
  if (rules.length === 0) writer.line(2, `<none> (Selected pods are isolated for ${kind} connectivity)`);
  rules.forEach(({ ports, peers }, at) => {
    if (ports.length === 0) writer.line(2, 'To Port: <any> (traffic allowed to all ports)');
    for (const { port, endPort, protocol = 'TCP' } of ports) {
      writer.line(
        2,
        endPort === undefined
          ? `To Port: ${port ?? '<nil>'}/${protocol}`
          : `To Port Range: ${port}-${endPort}/${protocol}`,
      );
    }
    if (peers.length === 0) writer.line(2, `${where}: <any> (traffic not restricted by ${end})`);
    for (const peer of peers) {
      writer.line(2, `${where}:`);
      for (const line of peerLines(peer)) writer.line(3, line);
    }
    if (at < rules.length - 1) writer.line(2, '----------');
  });
}

function peerLines({ podSelector, namespaceSelector, ipBlock }: Peer): readonly string[] {
  const shown = (selector: LabelSelector) => formatSelector(selector) || '<none>';
  const lines: string[] = [];
  if (namespaceSelector !== undefined) lines.push(`NamespaceSelector: ${shown(namespaceSelector)}`);
  if (podSelector !== undefined) lines.push(`PodSelector: ${shown(podSelector)}`);
  if (lines.length > 0 || ipBlock === undefined) return lines;
  return ['IPBlock:', `  CIDR: ${ipBlock.cidr}`, `  Except: ${(ipBlock.except ?? []).join(', ')}`];
}
