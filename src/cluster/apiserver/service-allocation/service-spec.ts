import { equalJson } from '../../../base/equality.ts';

// Models pkg/registry/core/service/strategy.go (v1.36)

export interface ServicePort {
  readonly [field: string]: unknown;
  readonly port: number;
  readonly protocol?: string;
  readonly nodePort?: number;
}

export interface ServiceSpec {
  readonly [field: string]: unknown;
  readonly type?: string;
  readonly clusterIP?: string;
  readonly clusterIPs?: readonly string[];
  readonly ipFamilies?: readonly string[];
  readonly ipFamilyPolicy?: string;
  readonly selector?: { readonly [key: string]: string };
  readonly ports?: readonly ServicePort[];
  readonly healthCheckNodePort?: number;
}

const EXTERNAL: ReadonlySet<string> = new Set(['NodePort', 'LoadBalancer']);
const OF_BALANCER = ['allocateLoadBalancerNodePorts', 'loadBalancerClass'];
const OF_EXTERNAL = [
  'externalTrafficPolicy',
  'allocateLoadBalancerNodePorts',
  'loadBalancerClass',
  'healthCheckNodePort',
];
const OF_ADDRESS = ['clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy', 'internalTrafficPolicy'];

/** External names have no address of their own. */
export function usesAddress({ type = 'ClusterIP' }: ServiceSpec): boolean {
  return type !== 'ExternalName';
}

export function usesNodePorts({ type = 'ClusterIP', allocateLoadBalancerNodePorts, ports }: ServiceSpec): boolean {
  if (type === 'NodePort') return true;
  if (type !== 'LoadBalancer') return false;
  return allocateLoadBalancerNodePorts !== false || (ports ?? []).some((port) => (port.nodePort ?? 0) !== 0);
}

export function wantsHealthCheckPort({ type, externalTrafficPolicy }: ServiceSpec): boolean {
  return type === 'LoadBalancer' && externalTrafficPolicy === 'Local';
}

/** All that a Service holds of the range of node ports. */
export function nodePortsOf({ ports = [], healthCheckNodePort = 0 }: ServiceSpec): ReadonlySet<number> {
  const found = new Set<number>();
  for (const { nodePort = 0 } of ports) if (nodePort !== 0) found.add(nodePort);
  if (healthCheckNodePort !== 0) found.add(healthCheckNodePort);
  return found;
}

/** A Service that changes its type loses what only the old one has, unless the user changed it himself. */
// Models dropTypeDependentFields of the same file (v1.36)
export function withoutFieldsOfOtherType(spec: ServiceSpec, before: ServiceSpec | undefined): ServiceSpec {
  if (before === undefined) return spec;
  let next = spec;
  const isExternal = EXTERNAL.has(spec.type ?? '');
  if (EXTERNAL.has(before.type ?? '') && !isExternal) {
    next = withoutUnchanged(next, before, OF_EXTERNAL);
    const ports = spec.ports ?? [];
    const kept = ports.every(
      (port, at) => port.nodePort === undefined || port.nodePort === before.ports?.[at]?.nodePort,
    );
    if (kept && ports.some(({ nodePort }) => nodePort !== undefined))
      next = { ...next, ports: ports.map(withoutNodePort) };
  }
  if (before.type === 'LoadBalancer' && spec.type !== 'LoadBalancer')
    next = withoutUnchanged(next, before, OF_BALANCER);
  if (usesAddress(before) && !usesAddress(spec)) next = withoutUnchanged(next, before, OF_ADDRESS);
  if (wantsHealthCheckPort(before) && !wantsHealthCheckPort(spec)) {
    next = withoutUnchanged(next, before, ['healthCheckNodePort']);
  }
  return next;
}

function withoutUnchanged(spec: ServiceSpec, before: ServiceSpec, fields: readonly string[]): ServiceSpec {
  const same = (field: string) => equalJson(spec[field], before[field]);
  const dropped = new Set(fields.filter((field) => spec[field] !== undefined && same(field)));
  if (dropped.size === 0) return spec;
  return Object.fromEntries(Object.entries(spec).filter(([field]) => !dropped.has(field)));
}

function withoutNodePort(port: ServicePort): ServicePort {
  const { nodePort: _, ...rest } = port;
  return rest as ServicePort;
}
