// Models pkg/proxy/ipvs/proxier.go syncProxyRules (v1.36)

import type { IpvsScheduler, VirtualServer } from '../../ports/netfilter.ts';
import type { RuleSettings } from '../iptables/service-rules.ts';
import type { EndpointInfo } from '../shared/endpoint.ts';
import { type IPFamily, rangeContains } from '../shared/family.ts';
import type { ServicePortInfo } from '../shared/service-port.ts';
import { categorizeEndpoints } from '../shared/topology.ts';

/** A member of an ipset, by the set's name. */
export type Member = readonly [set: string, member: string];

export interface PortServers {
  readonly servers: readonly VirtualServer[];
  readonly members: readonly Member[];
  readonly endpoints: number;
}

/** What one port of a Service contributes. */
export function portServers(
  info: ServicePortInfo,
  endpoints: readonly EndpointInfo[],
  settings: RuleSettings,
  nodeAddresses: readonly string[],
  scheduler: IpvsScheduler = 'rr',
): PortServers {
  const found = categorizeEndpoints(endpoints, info, settings);
  const { protocol, port, nodePort, externalPolicyLocal: local } = info;
  const members: Member[] = [];
  const servers: VirtualServer[] = [];
  const own = { protocol, scheduler, persistent: info.affinitySeconds };
  const serve = (address: string, at: number, targets: readonly EndpointInfo[]) =>
    servers.push({ ...own, address, port: at, servers: targets.map(realServer) });
  const entry = (address: string) => `${address},${protocol}:${port}`;
  const outside = local ? found.local : found.cluster;
  for (const { ip, port: target, node } of found.reachable) {
    if (node === settings.node) members.push(['KUBE-LOOP-BACK', `${ip},${protocol}:${target},${ip}`]);
  }
  members.push(['KUBE-CLUSTER-IP', entry(info.clusterIP)], ['KUBE-IPVS-IPS', info.clusterIP]);
  serve(info.clusterIP, port, info.internalPolicyLocal ? found.local : found.cluster);
  for (const address of info.externalIPs) {
    members.push([local ? 'KUBE-EXTERNAL-IP-LOCAL' : 'KUBE-EXTERNAL-IP', entry(address)], ['KUBE-IPVS-IPS', address]);
    serve(address, port, outside);
  }
  for (const address of info.loadBalancerVIPs) {
    members.push(['KUBE-LOAD-BALANCER', entry(address)], ['KUBE-IPVS-IPS', address]);
    if (local) members.push(['KUBE-LOAD-BALANCER-LOCAL', entry(address)]);
    if (info.loadBalancerSourceRanges.length > 0) members.push(['KUBE-LOAD-BALANCER-FW', entry(address)]);
    for (const range of info.loadBalancerSourceRanges) {
      members.push(['KUBE-LOAD-BALANCER-SOURCE-CIDR', `${entry(address)},${range}`]);
    }
    // The node itself asks with the balancer's address as its own.
    if (info.loadBalancerSourceRanges.some((range) => rangeContains(range, settings.nodeIP)))
      members.push(['KUBE-LOAD-BALANCER-SOURCE-IP', `${entry(address)},${address}`]);
    serve(address, port, outside);
  }
  if (nodePort !== 0) {
    const kind = protocol === 'sctp' ? 'SCTP-HASH' : protocol.toUpperCase();
    for (const address of nodeAddresses) {
      const member = protocol === 'sctp' ? `${address},sctp:${nodePort}` : String(nodePort);
      members.push([`KUBE-NODE-PORT-${kind}`, member]);
      if (local) members.push([`KUBE-NODE-PORT-LOCAL-${kind}`, member]);
      serve(address, nodePort, outside);
    }
  }
  if (info.healthCheckNodePort !== 0) members.push(['KUBE-HEALTH-CHECK-NODE-PORT', String(info.healthCheckNodePort)]);
  return { servers, members, endpoints: endpoints.length };
}

function realServer({ ip, port }: EndpointInfo): VirtualServer['servers'][number] {
  return { ip, port, weight: 1 };
}

/** Every set, in the order in which they are made; empty ones exist too. */
export const SETS: readonly (readonly [name: string, type: string])[] = [
  ['KUBE-LOOP-BACK', 'hash:ip,port,ip'],
  ['KUBE-CLUSTER-IP', 'hash:ip,port'],
  ['KUBE-EXTERNAL-IP', 'hash:ip,port'],
  ['KUBE-EXTERNAL-IP-LOCAL', 'hash:ip,port'],
  ['KUBE-LOAD-BALANCER', 'hash:ip,port'],
  ['KUBE-LOAD-BALANCER-LOCAL', 'hash:ip,port'],
  ['KUBE-LOAD-BALANCER-FW', 'hash:ip,port'],
  ['KUBE-LOAD-BALANCER-SOURCE-IP', 'hash:ip,port,ip'],
  ['KUBE-LOAD-BALANCER-SOURCE-CIDR', 'hash:ip,port,net'],
  ['KUBE-NODE-PORT-TCP', 'bitmap:port'],
  ['KUBE-NODE-PORT-LOCAL-TCP', 'bitmap:port'],
  ['KUBE-NODE-PORT-UDP', 'bitmap:port'],
  ['KUBE-NODE-PORT-LOCAL-UDP', 'bitmap:port'],
  ['KUBE-NODE-PORT-SCTP-HASH', 'hash:ip,port'],
  ['KUBE-NODE-PORT-LOCAL-SCTP-HASH', 'hash:ip,port'],
  ['KUBE-HEALTH-CHECK-NODE-PORT', 'bitmap:port'],
  ['KUBE-IPVS-IPS', 'hash:ip'],
];

/** The kernel takes no longer ones. */
const LONGEST_NAME = 31;

/** Sets of both families exist side by side, so those of IPv6 have names of their own. Models pkg/proxy/ipvs/ipset.go (v1.36) */
export function setName(name: string, family: IPFamily): string {
  return family === 'IPv4' ? name : name.replace(/^KUBE-/, 'KUBE-6-').slice(0, LONGEST_NAME);
}
