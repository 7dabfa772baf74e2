// Models pkg/proxy/serviceport.go (v1.36)

import type { Service } from '../../../api/types/core.ts';
import { pureOfObject } from '../../../base/pure.ts';
import { familyOf, type IPFamily } from './family.ts';

/** One port of one Service, as kube-proxy thinks of it. Models pkg/proxy/serviceport.go (v1.36) */
export interface ServicePortInfo {
  /** `namespace/name`, and `:port` when the port has a name. */
  readonly key: string;
  /** `namespace/name` of the Service. */
  readonly service: string;
  readonly portName: string;
  readonly clusterIP: string;
  readonly port: number;
  readonly protocol: 'tcp' | 'udp' | 'sctp';
  readonly nodePort: number;
  readonly externalIPs: readonly string[];
  /** Addresses of the load balancer that arrive here as they were sent. */
  readonly loadBalancerVIPs: readonly string[];
  readonly loadBalancerSourceRanges: readonly string[];
  readonly healthCheckNodePort: number;
  /** ClientIP affinity: how long a client is remembered; 0 without affinity. */
  readonly affinitySeconds: number;
  readonly externalPolicyLocal: boolean;
  readonly internalPolicyLocal: boolean;
  readonly externallyAccessible: boolean;
  readonly usesClusterEndpoints: boolean;
  readonly usesLocalEndpoints: boolean;
}

const DEFAULT_AFFINITY = 10800;
const NOTHING: readonly ServicePortInfo[] = [];

/** The ports of a Service that this family of addresses serves; the same list for every node that asks. */
// Models pkg/proxy/servicechangetracker.go serviceToServiceMap (v1.36)
export function servicePortsOf(service: Service, family: IPFamily): readonly ServicePortInfo[] {
  return PORTS_OF[family](service);
}

const PORTS_OF: { readonly [family in IPFamily]: (service: Service) => readonly ServicePortInfo[] } = {
  IPv4: pureOfObject((service) => infosOf(service, 'IPv4')),
  IPv6: pureOfObject((service) => infosOf(service, 'IPv6')),
};

/** Headless Services and external names have no address of their own: there is nothing to forward. */
function infosOf(service: Service, family: IPFamily): readonly ServicePortInfo[] {
  const { spec, metadata, status } = service;
  const { type = 'ClusterIP', clusterIP = '', clusterIPs = [clusterIP] } = spec;
  if (type === 'ExternalName' || clusterIP === '' || clusterIP === 'None') return NOTHING;
  const own = clusterIPs.find((address) => familyOf(address) === family);
  if (own === undefined) return NOTHING;
  const ofFamily = (addresses: readonly string[]) => addresses.filter((address) => familyOf(address) === family);
  const externalIPs = ofFamily(spec.externalIPs ?? []);
  const balancers = (status?.loadBalancer?.ingress ?? []).filter(({ ipMode }) => ipMode !== 'Proxy');
  const loadBalancerVIPs = ofFamily(balancers.map(({ ip = '' }) => ip));
  const loadBalancerSourceRanges = ofFamily((spec.loadBalancerSourceRanges ?? []).map((range) => range.trim()));
  const hasNodePorts = type === 'NodePort' || type === 'LoadBalancer';
  const outside = hasNodePorts || externalIPs.length > 0;
  const externalPolicyLocal = spec.externalTrafficPolicy === 'Local' && outside;
  const internalPolicyLocal = spec.internalTrafficPolicy === 'Local';
  const timeout = spec.sessionAffinityConfig?.clientIP?.timeoutSeconds ?? DEFAULT_AFFINITY;
  const name = `${metadata.namespace}/${metadata.name}`;
  return (spec.ports ?? []).map((port): ServicePortInfo => {
    const { name: portName = '', nodePort = 0 } = port;
    const externallyAccessible = nodePort !== 0 || loadBalancerVIPs.length > 0 || externalIPs.length > 0;
    return {
      key: portName === '' ? name : `${name}:${portName}`,
      service: name,
      portName,
      clusterIP: own,
      port: port.port,
      protocol: (port.protocol ?? 'TCP').toLowerCase() as ServicePortInfo['protocol'],
      nodePort,
      externalIPs,
      loadBalancerVIPs,
      loadBalancerSourceRanges,
      healthCheckNodePort: type === 'LoadBalancer' && externalPolicyLocal ? (spec.healthCheckNodePort ?? 0) : 0,
      affinitySeconds: spec.sessionAffinity === 'ClientIP' ? timeout : 0,
      externalPolicyLocal,
      internalPolicyLocal,
      externallyAccessible,
      usesClusterEndpoints: !internalPolicyLocal || externallyAccessible,
      usesLocalEndpoints: internalPolicyLocal || (externalPolicyLocal && externallyAccessible),
    };
  });
}
