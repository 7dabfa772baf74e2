// Models pkg/kubelet/network/dns/dns.go and pkg/kubelet/kubelet_pods.go managedHostsFileContent (v1.36)

import type { Pod } from '../../api/types/core.ts';
import { CLUSTER_DNS, CLUSTER_DOMAIN } from './well-known.ts';

/** What a resolver is told. */
export interface ResolverConfig {
  readonly nameservers: readonly string[];
  readonly searches: readonly string[];
  readonly options: readonly string[];
}

const NODE: ResolverConfig = { nameservers: ['10.123.0.1'], searches: [], options: [] };
const NDOTS = 'ndots:5';

/** What a kubelet gives the runtime for a Pod's resolv.conf. */
export function resolverOf(pod: Pod, clusterDns = CLUSTER_DNS): ResolverConfig {
  const { dnsPolicy = 'ClusterFirst', hostNetwork = false, dnsConfig } = pod.spec;
  const { namespace = 'default' } = pod.metadata;
  const cluster: ResolverConfig = {
    nameservers: [clusterDns],
    searches: [`${namespace}.svc.${CLUSTER_DOMAIN}`, `svc.${CLUSTER_DOMAIN}`, CLUSTER_DOMAIN],
    options: [NDOTS],
  };
  const ofNode = dnsPolicy === 'Default' || (dnsPolicy === 'ClusterFirst' && hostNetwork);
  const base = dnsPolicy === 'None' ? { nameservers: [], searches: [], options: [] } : ofNode ? NODE : cluster;
  if (dnsConfig === undefined) return base;
  const options = new Map(base.options.map((option) => [option.split(':')[0], option]));
  for (const { name = '', value } of dnsConfig.options ?? []) {
    options.set(name, value === undefined || value === '' ? name : `${name}:${value}`);
  }
  return {
    nameservers: [...new Set([...base.nameservers, ...(dnsConfig.nameservers ?? [])])],
    searches: [...new Set([...base.searches, ...(dnsConfig.searches ?? [])])],
    options: [...options.values()],
  };
}

/** The file as the runtime writes it. */
export function resolvConf({ nameservers, searches, options }: ResolverConfig): string {
  const lines: string[] = [];
  if (searches.length > 0) lines.push(`search ${searches.join(' ')}`);
  for (const server of nameservers) lines.push(`nameserver ${server}`);
  if (options.length > 0) lines.push(`options ${options.join(' ')}`);
  return lines.map((line) => `${line}\n`).join('');
}

/** The names that a resolver tries, one after another. */
export function candidates(name: string, { searches, options }: ResolverConfig): readonly string[] {
  if (name.endsWith('.')) return [name.slice(0, -1)];
  const ndots = Number(options.find((option) => option.startsWith('ndots:'))?.slice('ndots:'.length) ?? 1);
  const dots = name.split('.').length - 1;
  const searched = searches.map((suffix) => `${name}.${suffix}`);
  return dots >= ndots ? [name, ...searched] : [...searched, name];
}

function hostnameOf({ metadata, spec }: Pod): string {
  return spec.hostname ?? (metadata.name ?? '').slice(0, 63);
}

/** A Pod's /etc/hosts. */
export function hostsFile(pod: Pod): string {
  const { hostAliases = [], hostNetwork = false } = pod.spec;
  const lines = hostNetwork ? [...HOSTS_OF_NODE] : ownHosts(pod);
  if (hostAliases.length > 0) {
    lines.push('', '# Entries added by HostAliases.');
    for (const { ip, hostnames } of hostAliases) lines.push([ip, ...(hostnames ?? [])].join('\t'));
  }
  return lines.map((line) => `${line}\n`).join('');
}

/** A Pod of the node's own network gets the node's file. */
const HOSTS_OF_NODE = ['# Kubernetes-managed hosts file (host network).', '127.0.0.1\tlocalhost'];

function ownHosts(pod: Pod): string[] {
  const { subdomain = '' } = pod.spec;
  const lines = [
    '# Kubernetes-managed hosts file.',
    '127.0.0.1\tlocalhost',
    '::1\tlocalhost ip6-localhost ip6-loopback',
    'fe00::\tip6-localnet',
    'fe00::\tip6-mcastprefix',
    'fe00::1\tip6-allnodes',
    'fe00::2\tip6-allrouters',
  ];
  const host = hostnameOf(pod);
  const full = subdomain === '' ? '' : `${host}.${subdomain}.${pod.metadata.namespace}.svc.${CLUSTER_DOMAIN}\t`;
  for (const { ip = '' } of pod.status?.podIPs ?? []) lines.push(`${ip}\t${full}${host}`);
  return lines;
}
