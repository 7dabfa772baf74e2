import type { Event, Service, ServicePort } from '../../../../api/types/core.ts';
import type { EndpointSlice } from '../../../../api/types/discovery.ts';
import { joinHostPort } from '../../../../base/address.ts';
import { DescribeWriter, labelText } from '../indented-writer.ts';
import { describeEvents } from './events.ts';

const MAX_ENDPOINTS = 3;

/** Models staging/src/k8s.io/kubectl/pkg/describe/describe.go describeService (v1.36) */
export function describeService(
  service: Service,
  slices: readonly EndpointSlice[],
  events: readonly Event[],
  now: number,
): string {
  const writer = new DescribeWriter();
  const { metadata, spec } = service;
  writer.line(0, `Name:\t${metadata.name}`);
  writer.line(0, `Namespace:\t${metadata.namespace}`);
  writer.labels('Labels', metadata.labels);
  writer.annotations('Annotations', metadata.annotations);
  writer.line(0, `Selector:\t${labelText(spec?.selector)}`);
  writer.line(0, `Type:\t${spec?.type ?? ''}`);
  describeAddresses(writer, service);
  for (const port of spec?.ports ?? []) describePort(writer, port, slices);
  writer.line(0, `Session Affinity:\t${spec?.sessionAffinity ?? ''}`);
  if (spec?.externalTrafficPolicy) writer.line(0, `External Traffic Policy:\t${spec.externalTrafficPolicy}`);
  if (spec?.internalTrafficPolicy) writer.line(0, `Internal Traffic Policy:\t${spec.internalTrafficPolicy}`);
  if (spec?.healthCheckNodePort) writer.line(0, `HealthCheck NodePort:\t${spec.healthCheckNodePort}`);
  const ranges = spec?.loadBalancerSourceRanges ?? [];
  if (ranges.length > 0) writer.line(0, `LoadBalancer Source Ranges:\t${ranges.join(',')}`);
  if (spec?.trafficDistribution) writer.line(0, `Traffic Distribution:\t${spec.trafficDistribution}`);
  describeEvents(writer, events, now);
  return writer.aligned();
}

function describeAddresses(writer: DescribeWriter, { spec, status }: Service): void {
  if (spec?.ipFamilyPolicy) writer.line(0, `IP Family Policy:\t${spec.ipFamilyPolicy}`);
  writer.line(0, `IP Families:\t${(spec?.ipFamilies ?? []).join(',') || '<none>'}`);
  writer.line(0, `IP:\t${spec?.clusterIP ?? ''}`);
  writer.line(0, `IPs:\t${(spec?.clusterIPs ?? []).join(',') || '<none>'}`);
  const external = spec?.externalIPs ?? [];
  if (external.length > 0) writer.line(0, `External IPs:\t${external.join(',')}`);
  if (spec?.loadBalancerIP) writer.line(0, `Desired LoadBalancer IP:\t${spec.loadBalancerIP}`);
  if (spec?.externalName) writer.line(0, `External Name:\t${spec.externalName}`);
  const ingress = (status?.loadBalancer?.ingress ?? []).map(({ ip, ipMode, hostname }) => {
    const mode = ipMode === undefined ? '' : ` (${ipMode})`;
    return ip === undefined ? (hostname ?? '') : `${ip}${mode}`;
  });
  if (ingress.length > 0) writer.line(0, `LoadBalancer Ingress:\t${ingress.join(', ')}`);
}

function describePort(writer: DescribeWriter, port: ServicePort, slices: readonly EndpointSlice[]): void {
  const name = port.name || '<unset>';
  const protocol = port.protocol ?? 'TCP';
  writer.line(0, `Port:\t${name}\t${port.port}/${protocol}`);
  writer.line(0, `TargetPort:\t${port.targetPort ?? port.port}/${protocol}`);
  if (port.appProtocol !== undefined) writer.line(0, `AppProtocol:\t${port.appProtocol}`);
  if (port.nodePort) writer.line(0, `NodePort:\t${name}\t${port.nodePort}/${protocol}`);
  writer.line(0, `Endpoints:\t${endpointsText(slices, port.name ?? '')}`);
}

/** The first three ready addresses of the port. */
export function endpointsText(slices: readonly EndpointSlice[], portName: string): string {
  if (slices.length === 0) return '<none>';
  const ready: string[] = [];
  for (const { ports, endpoints } of slices) {
    for (const { name, port } of ports ?? []) {
      if ((name ?? '') !== portName) continue;
      for (const { conditions, addresses } of endpoints ?? []) {
        if (conditions?.ready !== false) ready.push(...addresses.map((address) => joinHostPort(address, `${port}`)));
      }
    }
  }
  const shown = ready.slice(0, MAX_ENDPOINTS).join(',');
  return ready.length > MAX_ENDPOINTS ? `${shown} + ${ready.length - MAX_ENDPOINTS} more...` : shown;
}
