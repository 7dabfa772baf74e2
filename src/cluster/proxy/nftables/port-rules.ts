// Models pkg/proxy/nftables/proxier.go syncProxyRules (v1.36)

import type { RuleSettings } from '../iptables/service-rules.ts';
import type { EndpointInfo } from '../shared/endpoint.ts';
import { rangeContains } from '../shared/family.ts';
import { base32Hash } from '../shared/hash.ts';
import type { ServicePortInfo } from '../shared/service-port.ts';
import { categorizeEndpoints } from '../shared/topology.ts';

export const MARK_FOR_MASQUERADE = 'meta mark set meta mark | 0x00004000';
export const REJECT_CHAIN = 'reject-chain';

/** The maps and sets that all Services share. */
export type Container =
  | 'hairpin-connections'
  | 'cluster-ips'
  | 'no-endpoint-services'
  | 'no-endpoint-nodeports'
  | 'firewall-ips'
  | 'service-ips'
  | 'service-nodeports';

export interface Chain {
  readonly name: string;
  readonly rules: readonly string[];
}

/** What one port of a Service contributes to the table. */
export interface PortRules {
  readonly elements: readonly (readonly [Container, string])[];
  readonly affinitySets: readonly { readonly name: string; readonly seconds: number }[];
  readonly chains: readonly Chain[];
  readonly endpoints: number;
}

interface Names {
  readonly service: string;
  readonly local: string;
  readonly external: string;
  readonly firewall: string;
}

export function chainNames(info: ServicePortInfo): Names {
  const named = hashed(baseOf(info));
  return {
    service: `service-${named}`,
    local: `local-${named}`,
    external: `external-${named}`,
    firewall: `firewall-${named}`,
  };
}

function baseOf({ service, protocol, portName }: ServicePortInfo): string {
  return `${service}/${protocol}/${portName}`;
}

function hashed(base: string): string {
  return `${base32Hash(base, 8)}-${base}`;
}

function endpointName(info: ServicePortInfo, { ip, port }: EndpointInfo): string {
  // Names in nftables have no colons.
  return hashed(`${baseOf(info)}__${ip.replaceAll(':', '.')}/${port}`);
}

export function portRules(
  info: ServicePortInfo,
  endpoints: readonly EndpointInfo[],
  settings: RuleSettings,
): PortRules {
  const found = categorizeEndpoints(endpoints, info, settings);
  const names = chainNames(info);
  const chains: Chain[] = [];
  const affinity = info.affinitySeconds > 0;
  const affinitySets = affinity
    ? found.reachable.map((endpoint) => ({
        name: `affinity-${endpointName(info, endpoint)}`,
        seconds: info.affinitySeconds,
      }))
    : [];
  if (affinity) for (const endpoint of found.reachable) chains.push(endpointChain(info, endpoint));
  if (found.cluster.length > 0 && info.usesClusterEndpoints) {
    chains.push({ name: names.service, rules: balancing(info, found.cluster) });
  }
  if (found.local.length > 0 && info.usesLocalEndpoints) {
    chains.push({ name: names.local, rules: balancing(info, found.local) });
  }
  const hasExternal = info.externalPolicyLocal ? found.local.length > 0 : found.any;
  if (found.any && info.externallyAccessible) {
    chains.push({ name: names.external, rules: externalRules(info, names, settings, hasExternal) });
  }
  const guarded = info.loadBalancerVIPs.length > 0 && info.loadBalancerSourceRanges.length > 0;
  if (guarded) chains.push({ name: names.firewall, rules: [firewallRule(info, settings)] });
  const hasInternal = info.internalPolicyLocal ? found.local.length > 0 : found.any;
  const elements = elementsOf(info, names, { any: found.any, hasInternal, hasExternal, guarded });
  for (const endpoint of found.reachable) {
    if (endpoint.node !== settings.node) continue;
    const { ip, port } = endpoint;
    elements.push(['hairpin-connections', `${ip} . ${ip} . ${info.protocol} . ${port}`]);
  }
  return { elements, affinitySets, chains, endpoints: endpoints.length };
}

interface Facts {
  readonly any: boolean;
  readonly hasInternal: boolean;
  readonly hasExternal: boolean;
  readonly guarded: boolean;
}

function elementsOf(info: ServicePortInfo, names: Names, facts: Facts): [Container, string][] {
  const { key, port, protocol, nodePort, clusterIP } = info;
  const elements: [Container, string][] = [['cluster-ips', clusterIP]];
  const at = (address: string) => `${address} . ${protocol} . ${port}`;
  const verdict = facts.any ? 'drop' : `goto ${REJECT_CHAIN}`;
  const refuse = (container: Container, place: string) =>
    elements.push([container, `${place} comment "${key}" : ${verdict}`]);
  if (facts.hasInternal) {
    const target = info.internalPolicyLocal ? names.local : names.service;
    elements.push(['service-ips', `${at(clusterIP)} : goto ${target}`]);
  } else {
    refuse('no-endpoint-services', at(clusterIP));
  }
  for (const address of [...info.externalIPs, ...info.loadBalancerVIPs]) {
    if (facts.any) elements.push(['service-ips', `${at(address)} : goto ${names.external}`]);
    if (!facts.hasExternal) refuse('no-endpoint-services', at(address));
  }
  if (facts.guarded) {
    for (const address of info.loadBalancerVIPs) {
      elements.push(['firewall-ips', `${at(address)} : goto ${names.firewall}`]);
    }
  }
  if (nodePort !== 0) {
    const place = `${protocol} . ${nodePort}`;
    if (facts.any) elements.push(['service-nodeports', `${place} : goto ${names.external}`]);
    if (!facts.hasExternal) refuse('no-endpoint-nodeports', place);
  }
  return elements;
}

function externalRules(
  info: ServicePortInfo,
  names: Names,
  { clusterCIDR }: RuleSettings,
  hasExternal: boolean,
): readonly string[] {
  if (!info.externalPolicyLocal) {
    return [`${MARK_FOR_MASQUERADE} comment "masquerade"`, ...(hasExternal ? [`goto ${names.service}`] : [])];
  }
  const rules: string[] = [];
  if (clusterCIDR !== '') {
    rules.push(`ip saddr ${clusterCIDR} goto ${names.service} comment "short-circuit pod traffic"`);
  }
  rules.push(`fib saddr type local ${MARK_FOR_MASQUERADE} comment "masquerade local traffic"`);
  rules.push(`fib saddr type local goto ${names.service} comment "short-circuit local traffic"`);
  if (hasExternal) rules.push(`goto ${names.local}`);
  return rules;
}

function firewallRule(info: ServicePortInfo, { nodeIP }: RuleSettings): string {
  const sources = [...info.loadBalancerSourceRanges];
  if (sources.some((range) => rangeContains(range, nodeIP))) sources.push(...info.loadBalancerVIPs);
  return `ip saddr != ${sources.length === 1 ? sources[0] : `{ ${sources.join(', ')} }`} drop`;
}

/** One rule whatever the number of endpoints: a random number chooses in a map. */
function balancing(info: ServicePortInfo, endpoints: readonly EndpointInfo[]): readonly string[] {
  const random = `numgen random mod ${endpoints.length}`;
  if (info.affinitySeconds === 0) {
    const targets = endpoints.map(({ ip, port }, at) => `${at} : ${ip} . ${port}`);
    return [`meta l4proto ${info.protocol} dnat ip to ${random} map { ${targets.join(', ')} }`];
  }
  const names = endpoints.map((endpoint) => endpointName(info, endpoint));
  const remembered = names.map((name) => `ip saddr @affinity-${name} goto endpoint-${name}`);
  const targets = names.map((name, at) => `${at} : goto endpoint-${name}`);
  return [...remembered, `${random} vmap { ${targets.join(', ')} }`];
}

/** Only with affinity has an endpoint a chain of its own. */
function endpointChain(info: ServicePortInfo, endpoint: EndpointInfo): Chain {
  const name = endpointName(info, endpoint);
  return {
    name: `endpoint-${name}`,
    rules: [`update @affinity-${name} { ip saddr }`, `meta l4proto ${info.protocol} dnat to ${endpoint.address}`],
  };
}
