// Models pkg/kubelet/network/dns/dns.go and pkg/kubelet/kubelet_pods.go managedHostsFileContent (v1.36)

import type { Pod } from '../../api/types/core.ts';
import { CLUSTER_DNS, CLUSTER_DOMAIN, DNS_OF_NODE, HOSTS_OF_NODE } from './well-known.ts';

/** What a resolver is told. */
export interface ResolverConfig {
  readonly nameservers: readonly string[];
  readonly searches: readonly string[];
  readonly options: readonly string[];
}

/** How much of it a resolver takes. */
const MOST_SERVERS = 3;
const MOST_SEARCHES = 32;
const LONGEST_SEARCH = 253;
const LONGEST_LINE = 2048;

const NODE: ResolverConfig = { nameservers: [DNS_OF_NODE], searches: [], options: [] };
const NDOTS = 'ndots:5';

/** What a kubelet gives the runtime for a Pod's resolv.conf. */
export function resolverOf(pod: Pod, clusterDns = CLUSTER_DNS): ResolverConfig {
  const wanted = wantedBy(pod, clusterDns);
  return { ...wanted, nameservers: fewServers(wanted), searches: shortSearches(wanted) };
}

/** What of a Pod's wishes for its resolver was too much, in the words of an event. */
export function resolverProblems(pod: Pod): readonly string[] {
  const wanted = wantedBy(pod, CLUSTER_DNS);
  const [nameservers, searches] = [fewServers(wanted), shortSearches(wanted)];
  const problems: string[] = [];
  const say = (what: string, omitted: string, line: string, applied: readonly string[]): number =>
    problems.push(
      `${what} limits were exceeded, some ${omitted} have been omitted, the applied ${line} line is: ${applied.join(' ')}`,
    );
  if (nameservers.length < wanted.nameservers.length) say('Nameserver', 'nameservers', 'nameserver', nameservers);
  if (searches.length < wanted.searches.length) say('Search Line', 'search paths', 'search', searches);
  return problems;
}

const fewServers = ({ nameservers }: ResolverConfig): readonly string[] => nameservers.slice(0, MOST_SERVERS);

function shortSearches({ searches }: ResolverConfig): readonly string[] {
  const kept = searches.slice(0, MOST_SEARCHES).filter(({ length }) => length <= LONGEST_SEARCH);
  while (kept.join(' ').length > LONGEST_LINE) kept.pop();
  return kept;
}

function wantedBy(pod: Pod, clusterDns: string): ResolverConfig {
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

/** Cut where a kernel or a name server would not take more. Models pkg/kubelet/kubelet_pods.go truncatePodHostnameIfNeeded (v1.36) */
function hostnameOf({ metadata, spec }: Pod): string {
  const name = spec.hostnameOverride ?? (spec.hostname || (metadata.name ?? ''));
  return name.length <= LONGEST_HOSTNAME ? name : name.slice(0, LONGEST_HOSTNAME).replace(/[-.]+$/, '');
}

const LONGEST_HOSTNAME = 63;
const LONGEST_KERNEL_NAME = 64;

/** Its name with that of its place, where it has one. */
function fullNameOf(pod: Pod): string | undefined {
  const { subdomain = '', hostnameOverride } = pod.spec;
  if (subdomain === '' || hostnameOverride !== undefined) return undefined;
  return `${hostnameOf(pod)}.${subdomain}.${pod.metadata.namespace}.svc.${CLUSTER_DOMAIN}`;
}

/** What the kernel is told as its name. Models pkg/kubelet/util/util.go GetNodenameForKernel (v1.36) */
export function kernelNameOf(pod: Pod): string {
  const full = pod.spec.setHostnameAsFQDN === true ? fullNameOf(pod) : undefined;
  return full ?? hostnameOf(pod);
}

/** Why there can be no kernel of that name. */
export function kernelNameProblem(pod: Pod): string | undefined {
  const name = kernelNameOf(pod);
  if (name.length <= LONGEST_KERNEL_NAME) return undefined;
  return `failed to construct FQDN from pod hostname and cluster domain, FQDN ${name} is too long (${LONGEST_KERNEL_NAME} characters is the max, ${name.length} characters requested)`;
}

/** A Pod's /etc/hosts. */
export function hostsFile(pod: Pod): string {
  const { hostAliases = [], hostNetwork = false } = pod.spec;
  const lines = hostNetwork ? ['# Kubernetes-managed hosts file (host network).', HOSTS_OF_NODE] : ownHosts(pod);
  if (hostAliases.length > 0) {
    lines.push('', '# Entries added by HostAliases.');
    for (const { ip, hostnames } of hostAliases) lines.push([ip, ...(hostnames ?? [])].join('\t'));
  }
  return lines.map((line) => `${line}\n`).join('');
}

function ownHosts(pod: Pod): string[] {
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
  const full = fullNameOf(pod);
  const names = full === undefined ? host : `${full}\t${host}`;
  for (const { ip = '' } of pod.status?.podIPs ?? []) lines.push(`${ip}\t${names}`);
  return lines;
}
