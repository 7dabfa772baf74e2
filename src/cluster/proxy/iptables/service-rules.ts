// Models pkg/proxy/iptables/proxier.go (v1.36)

import { pureOfText } from '../../../base/pure.ts';
import type { EndpointInfo } from '../shared/endpoint.ts';
import { rangeContains } from '../shared/family.ts';
import type { ServicePortInfo } from '../shared/service-port.ts';
import { type Categories, categorizeEndpoints, type Place } from '../shared/topology.ts';
import {
  chainLine,
  endpointChain,
  KUBE_EXTERNAL_SERVICES,
  KUBE_MARK_MASQ,
  KUBE_NODEPORTS,
  KUBE_PROXY_FIREWALL,
  KUBE_SERVICES,
  type ServiceChains,
  serviceChains,
} from './chains.ts';

/** What is the same for all Services of a node. */
export interface RuleSettings extends Place {
  readonly nodeIP: string;
  /** The range of all Pods; empty when it is not known. */
  readonly clusterCIDR: string;
  readonly masqueradeAll: boolean;
}

/** What one port of a Service contributes to the tables. */
export interface ServiceRules {
  /** Rules in chains that all Services share; those are written anew in every sync. */
  readonly sharedNat: readonly string[];
  readonly filter: readonly string[];
  /** Chains of its own, in the order in which they are written, and their rules. */
  readonly chains: readonly string[];
  readonly chainLines: readonly string[];
  readonly rules: readonly string[];
  readonly endpoints: number;
}

/** Everything that the rules of one Service's port are made from. */
interface Subject {
  readonly info: ServicePortInfo;
  readonly names: ServiceChains;
  readonly found: Categories;
  readonly settings: RuleSettings;
  readonly comments: boolean;
  readonly hasInternal: boolean;
  readonly hasExternal: boolean;
  readonly usesFirewall: boolean;
  /** `-m tcp -p tcp` */
  readonly match: string;
}

// Models pkg/proxy/iptables/proxier.go syncProxyRules (v1.36)
export function serviceRules(
  info: ServicePortInfo,
  endpoints: readonly EndpointInfo[],
  settings: RuleSettings,
  comments: boolean,
): ServiceRules {
  const found = categorizeEndpoints(endpoints, info, settings);
  const hasLocal = found.local.length > 0;
  const subject: Subject = {
    info,
    names: serviceChains(info),
    found,
    settings,
    comments,
    hasInternal: info.internalPolicyLocal ? hasLocal : found.any,
    hasExternal: info.externalPolicyLocal ? hasLocal : found.any,
    usesFirewall: found.any && info.loadBalancerVIPs.length > 0 && info.loadBalancerSourceRanges.length > 0,
    match: `-m ${info.protocol} -p ${info.protocol}`,
  };
  const chains: string[] = [];
  const rules: string[] = [];
  internalRules(subject, rules);
  externalRules(subject, chains, rules);
  firewallRules(subject, chains, rules);
  policyRules(subject, chains, rules);
  endpointRules(subject, chains, rules);
  return {
    sharedNat: capturing(subject),
    filter: refusing(subject),
    chains,
    chainLines: chains.map(chainLine),
    rules,
    endpoints: endpoints.length,
  };
}

/** The rules of KUBE-SERVICES and KUBE-NODEPORTS that catch what is sent to the Service. */
function capturing({ info, names, found, hasInternal, usesFirewall, match }: Subject): readonly string[] {
  const rules: string[] = [];
  const { key, port, nodePort } = info;
  const service = (comment: string, address: string, target: string) =>
    `-A ${KUBE_SERVICES} -m comment --comment "${key} ${comment}" ${match} -d ${address} --dport ${port} -j ${target}`;
  if (hasInternal) {
    rules.push(service('cluster IP', info.clusterIP, info.internalPolicyLocal ? names.local : names.cluster));
  }
  if (!found.any) return rules;
  for (const address of info.externalIPs) rules.push(service('external IP', address, names.external));
  for (const address of info.loadBalancerVIPs) {
    rules.push(service('loadbalancer IP', address, usesFirewall ? names.firewall : names.external));
  }
  if (nodePort !== 0) {
    const from = `-A ${KUBE_NODEPORTS} -m comment --comment ${key} ${match}`;
    if (!info.clusterIP.includes(':')) {
      const counter = '-m nfacct --nfacct-name localhost_nps_accepted_pkts';
      rules.push(`${from} -d 127.0.0.0/8 --dport ${nodePort} ${counter} -j ${names.external}`);
    }
    rules.push(`${from} --dport ${nodePort} -j ${names.external}`);
  }
  return rules;
}

/** What nobody can serve is refused (no endpoints at all) or dropped (none on this node). */
function refusing({ info, names, found, hasInternal, hasExternal, usesFirewall, match }: Subject): readonly string[] {
  const rules: string[] = [];
  const { key, port, nodePort } = info;
  const [target, comment] = found.any ? ['DROP', 'has no local endpoints'] : ['REJECT', 'has no endpoints'];
  const refuse = (chain: string, condition: string) =>
    rules.push(`-A ${chain} -m comment --comment "${key} ${comment}" ${condition} -j ${target}`);
  const to = (address: string) => `${match} -d ${address} --dport ${port}`;
  if (!hasInternal) refuse(KUBE_SERVICES, to(info.clusterIP));
  if (!hasExternal) for (const address of info.externalIPs) refuse(KUBE_EXTERNAL_SERVICES, to(address));
  if (usesFirewall) {
    for (const address of info.loadBalancerVIPs) {
      const why = `"${key} traffic not accepted by ${names.firewall}"`;
      rules.push(`-A ${KUBE_PROXY_FIREWALL} -m comment --comment ${why} ${to(address)} -j DROP`);
    }
  }
  if (!hasExternal) {
    for (const address of info.loadBalancerVIPs) refuse(KUBE_EXTERNAL_SERVICES, to(address));
    if (nodePort !== 0) {
      refuse(KUBE_EXTERNAL_SERVICES, `-m addrtype --dst-type LOCAL ${match} --dport ${nodePort}`);
    }
  }
  if (info.healthCheckNodePort !== 0) {
    const why = `"${key} health check node port"`;
    rules.push(
      `-A ${KUBE_NODEPORTS} -m comment --comment ${why} -m tcp -p tcp --dport ${info.healthCheckNodePort} -j ACCEPT`,
    );
  }
  return rules;
}

/** What comes from outside the Pods' range is masqueraded, as its answer must come back this way. */
function internalRules({ info, names, settings, hasInternal, match }: Subject, rules: string[]): void {
  if (!hasInternal) return;
  const chain = info.internalPolicyLocal ? names.local : names.cluster;
  const condition = `-m comment --comment "${info.key} cluster IP" ${match} -d ${info.clusterIP} --dport ${info.port}`;
  if (settings.masqueradeAll) rules.push(`-A ${chain} ${condition} -j ${KUBE_MARK_MASQ}`);
  else if (settings.clusterCIDR !== '') {
    rules.push(`-A ${chain} ${condition} ! -s ${settings.clusterCIDR} -j ${KUBE_MARK_MASQ}`);
  }
}

function externalRules(subject: Subject, chains: string[], rules: string[]): void {
  const { info, names, found, settings, hasExternal } = subject;
  if (!found.any || !info.externallyAccessible) return;
  chains.push(names.external);
  const from = `-A ${names.external}`;
  const about = (what: string) => `-m comment --comment "${what} ${info.key} external destinations"`;
  if (!info.externalPolicyLocal) {
    rules.push(`${from} ${about('masquerade traffic for')} -j ${KUBE_MARK_MASQ}`);
  } else {
    const { clusterCIDR } = settings;
    if (clusterCIDR !== '') rules.push(`${from} ${about('pod traffic for')} -s ${clusterCIDR} -j ${names.cluster}`);
    const local = '-m addrtype --src-type LOCAL';
    rules.push(`${from} ${about('masquerade LOCAL traffic for')} ${local} -j ${KUBE_MARK_MASQ}`);
    rules.push(`${from} ${about('route LOCAL traffic for')} ${local} -j ${names.cluster}`);
  }
  if (hasExternal) rules.push(`${from} -j ${info.externalPolicyLocal ? names.local : names.cluster}`);
}

function firewallRules({ info, names, settings, usesFirewall }: Subject, chains: string[], rules: string[]): void {
  if (!usesFirewall) return;
  chains.push(names.firewall);
  const from = `-A ${names.firewall} -m comment --comment`;
  const allow = (source: string) =>
    rules.push(`${from} "${info.key} loadbalancer IP" -s ${source} -j ${names.external}`);
  for (const range of info.loadBalancerSourceRanges) allow(range);
  // A node that owns the balancer's address sends with that very address as the source.
  if (info.loadBalancerSourceRanges.some((range) => rangeContains(range, settings.nodeIP))) {
    for (const address of info.loadBalancerVIPs) allow(address);
  }
  rules.push(`${from} "other traffic to ${info.key} will be dropped by ${KUBE_PROXY_FIREWALL}"`);
}

function policyRules(subject: Subject, chains: string[], rules: string[]): void {
  const { info, names, found } = subject;
  if (found.cluster.length > 0 && info.usesClusterEndpoints) {
    chains.push(names.cluster);
    balance(subject, names.cluster, found.cluster, rules);
  }
  if (found.local.length > 0 && info.usesLocalEndpoints) {
    chains.push(names.local);
    balance(subject, names.local, found.local, rules);
  }
}

function balance(
  { info, comments }: Subject,
  chain: string,
  endpoints: readonly EndpointInfo[],
  rules: string[],
): void {
  const targets = endpoints.map(({ address }) => endpointChain(info, address));
  const from = (at: number) =>
    comments ? `-A ${chain} -m comment --comment "${info.key} -> ${endpoints[at]?.address}"` : `-A ${chain}`;
  if (info.affinitySeconds > 0) {
    for (const [at, target] of targets.entries()) {
      const seen = `-m recent --name ${target} --rcheck --seconds ${info.affinitySeconds} --reap`;
      rules.push(`${from(at)} ${seen} -j ${target}`);
    }
  }
  for (const [at, target] of targets.entries()) {
    const left = targets.length - at;
    const odds = left === 1 ? '' : ` -m statistic --mode random --probability ${probability(left)}`;
    rules.push(`${from(at)}${odds} -j ${target}`);
  }
}

function endpointRules({ info, found, comments, match }: Subject, chains: string[], rules: string[]): void {
  const comment = comments ? ` -m comment --comment ${info.key}` : '';
  for (const { address, ip } of found.reachable) {
    const chain = endpointChain(info, address);
    chains.push(chain);
    const from = `-A ${chain}${comment}`;
    rules.push(`${from} -s ${ip} -j ${KUBE_MARK_MASQ}`);
    const remember = info.affinitySeconds > 0 ? ` -m recent --name ${chain} --set` : '';
    rules.push(`${from}${remember} ${match} -j DNAT --to-destination ${address}`);
  }
}

/** With ten digits. 1/2048 lies exactly between two such numbers; Go takes the even one. */
const probability = pureOfText(8192, (n: number) => (n === 2048 ? '0.0004882812' : (1 / n).toFixed(10)));
