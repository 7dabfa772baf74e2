// Models pkg/proxy/ipvs/proxier.go syncProxyRules (v1.36)

import type { EndpointInfo } from '../endpoint.ts';
import type { RuleSettings } from '../iptables/service-rules.ts';
import type { ServicePortInfo } from '../service-port.ts';
import { categorizeEndpoints } from '../topology.ts';

/** An address and port at which the kernel balances. */
export interface VirtualServer {
  readonly address: string;
  readonly port: number;
  readonly protocol: 'tcp' | 'udp' | 'sctp';
  /** Seconds for which a client stays with its endpoint; 0 without affinity. */
  readonly persistent: number;
  readonly targets: readonly EndpointInfo[];
}

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
): PortServers {
  const found = categorizeEndpoints(endpoints, info, settings);
  const { protocol, port, nodePort, externalPolicyLocal: local } = info;
  const members: Member[] = [];
  const servers: VirtualServer[] = [];
  const serve = (address: string, at: number, targets: readonly EndpointInfo[]) =>
    servers.push({ address, port: at, protocol, persistent: info.affinitySeconds, targets });
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
    serve(address, port, outside);
  }
  if (nodePort !== 0) {
    const kind = protocol.toUpperCase();
    const member = protocol === 'sctp' ? `${settings.nodeIP},sctp:${nodePort}` : String(nodePort);
    members.push([`KUBE-NODE-PORT-${kind}`, member]);
    if (local) members.push([`KUBE-NODE-PORT-LOCAL-${kind}`, member]);
    serve(settings.nodeIP, nodePort, outside);
  }
  if (info.healthCheckNodePort !== 0) members.push(['KUBE-HEALTH-CHECK-NODE-PORT', String(info.healthCheckNodePort)]);
  return { servers, members, endpoints: endpoints.length };
}

/** What `ipvsadm -Ln` prints. */
export function ipvsadmLines(servers: readonly VirtualServer[]): readonly string[] {
  const lines = [
    'IP Virtual Server version 1.2.1 (size=4096)',
    'Prot LocalAddress:Port Scheduler Flags',
    '  -> RemoteAddress:Port           Forward Weight ActiveConn InActConn',
  ];
  for (const { protocol, address, port, persistent, targets } of servers) {
    const flags = persistent > 0 ? ` persistent ${persistent}` : '';
    lines.push(`${protocol.toUpperCase().padEnd(4)} ${address}:${port} rr${flags}`);
    for (const target of targets) {
      lines.push(`  -> ${target.address.padEnd(28)} Masq    1      0          0         `);
    }
  }
  return lines;
}

const HASH = 'family inet hashsize 1024 maxelem 65536';
const BITMAP = 'range 0-65535';

/** Every set, in the order in which they are made; empty ones exist too. */
const SETS: readonly (readonly [name: string, type: string, options: string])[] = [
  ['KUBE-LOOP-BACK', 'hash:ip,port,ip', HASH],
  ['KUBE-CLUSTER-IP', 'hash:ip,port', HASH],
  ['KUBE-EXTERNAL-IP', 'hash:ip,port', HASH],
  ['KUBE-EXTERNAL-IP-LOCAL', 'hash:ip,port', HASH],
  ['KUBE-LOAD-BALANCER', 'hash:ip,port', HASH],
  ['KUBE-LOAD-BALANCER-LOCAL', 'hash:ip,port', HASH],
  ['KUBE-LOAD-BALANCER-FW', 'hash:ip,port', HASH],
  ['KUBE-LOAD-BALANCER-SOURCE-IP', 'hash:ip,port,ip', HASH],
  ['KUBE-LOAD-BALANCER-SOURCE-CIDR', 'hash:ip,port,net', HASH],
  ['KUBE-NODE-PORT-TCP', 'bitmap:port', BITMAP],
  ['KUBE-NODE-PORT-LOCAL-TCP', 'bitmap:port', BITMAP],
  ['KUBE-NODE-PORT-UDP', 'bitmap:port', BITMAP],
  ['KUBE-NODE-PORT-LOCAL-UDP', 'bitmap:port', BITMAP],
  ['KUBE-NODE-PORT-SCTP', 'hash:ip,port', HASH],
  ['KUBE-NODE-PORT-LOCAL-SCTP', 'hash:ip,port', HASH],
  ['KUBE-HEALTH-CHECK-NODE-PORT', 'bitmap:port', BITMAP],
  ['KUBE-IPVS-IPS', 'hash:ip', HASH],
];

/** What `ipset save` prints. */
export function ipsetLines(members: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] {
  const lines: string[] = [];
  for (const [name, type, options] of SETS) {
    lines.push(`create ${name} ${type} ${options}`);
    for (const member of members.get(name) ?? []) lines.push(`add ${name} ${member}`);
  }
  return lines;
}
