// Models pkg/proxy/iptables/proxier.go (v1.36)

import type { Service } from '../../api/types/core.ts';
import type { EndpointSlice } from '../../api/types/discovery.ts';
import type { KObject } from '../../api/types/meta.ts';
import { parseManifests } from '../../api/yaml/index.ts';
import type { RuleSettings } from './iptables/service-rules.ts';
import { ProxyState } from './shared/state.ts';

/** As the recorded kube-proxy ran. */
export const RECORDED_SETTINGS: RuleSettings = {
  node: 'node-1',
  zone: '',
  nodeIP: '10.123.0.11',
  clusterCIDR: '10.244.0.0/16',
  masqueradeAll: false,
};

/** The Service that every cluster has, with the API server behind it. */
const KUBERNETES = `
apiVersion: v1
kind: Service
metadata: {name: kubernetes, namespace: default}
spec:
  type: ClusterIP
  clusterIP: 10.96.0.1
  ports: [{name: https, protocol: TCP, port: 443, targetPort: 6443}]
---
apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: {name: kubernetes, namespace: default, labels: {kubernetes.io/service-name: kubernetes}}
addressType: IPv4
ports: [{name: https, protocol: TCP, port: 6443}]
endpoints: [{addresses: ["10.123.0.1"], conditions: {ready: true}}]
`;

const INGRESS = /status\.loadBalancer\.ingress = (\[.*\]) was set/;

/** What a kube-proxy knows when these manifests and nothing else are in the cluster. */
export function stateOf(manifests: string): ProxyState {
  const state = new ProxyState('IPv4');
  const ingress = INGRESS.exec(manifests)?.[1];
  for (const text of [KUBERNETES, manifests]) {
    for (const { object: value } of parseManifests(text).documents) {
      const object = value as KObject | null;
      if (object?.kind === 'Service') {
        const balanced = ingress !== undefined && text === manifests;
        const status = balanced ? { loadBalancer: { ingress: JSON.parse(ingress) } } : {};
        state.serviceChanged(`default/${object.metadata.name}`, { ...object, status } as Service);
      } else if (object?.kind === 'EndpointSlice') {
        state.sliceChanged(object as EndpointSlice, false);
      }
    }
  }
  return state;
}

/** The rules and chains of our own that a dump of `iptables-save` shows; without the jumps from the kernel's chains. */
export function dumpedLines(dump: string): readonly string[] {
  const lines = dump.split('\n').filter((line) => /^(?::|-A )KUBE-/.test(line) && !/CANARY/.test(line));
  return lines.map((line) => line.replace(/ - \[0:0\]$/, '')).sort();
}

/**
 * What `iptables-save` would print after a restore of these lines. Sorted: the order of chains is iptables' own; that of
 * rules inside a chain is compared by `rulesByChain`.
 */
export function printedLines(restore: readonly string[]): readonly string[] {
  const lines: string[] = [];
  for (const line of restore) {
    if (line.startsWith(':')) lines.push(line.replace(/ - \[0:0\]$/, ''));
    else if (line.startsWith('-A ')) lines.push(printedRule(line));
  }
  return lines.sort();
}

/** Rules of each chain in their order; those of the chains that all Services share are sorted, as Go's maps have no order. */
export function rulesByChain(lines: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const chains = new Map<string, string[]>();
  for (const line of lines) {
    const [, chain = ''] = line.split(' ');
    if (!line.startsWith('-A KUBE-')) continue;
    chains.set(chain, [...(chains.get(chain) ?? []), line]);
  }
  for (const chain of ['KUBE-SERVICES', 'KUBE-NODEPORTS', 'KUBE-EXTERNAL-SERVICES']) chains.get(chain)?.sort();
  return chains;
}

const WORDS = /"[^"]*"|\S+/g;

/** How iptables-save prints a rule that was given as kube-proxy gives it: addresses and protocol first, then the matches. */
export function printedRule(line: string): string {
  const words = line.match(WORDS) ?? [];
  const chain = words[1] ?? '';
  let source = '';
  let destination = '';
  let protocol = '';
  let target = '';
  const matches: string[] = [];
  let negated = '';
  for (let at = 2; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const value = words[at + 1] ?? '';
    if (word === '!') {
      negated = '! ';
      continue;
    }
    if (word === '-s') source = `${negated}-s ${masked(value)} `;
    else if (word === '-d') destination = `${negated}-d ${masked(value)} `;
    else if (word === '-p') protocol = `-p ${value} `;
    else if (word === '-j') {
      target = printedTarget(words.slice(at + 1));
      break;
    } else {
      matches.push(`${negated}${word}`);
      if (!value.startsWith('-') && value !== '!' && word !== '--set' && word !== '--reap') {
        matches.push(word === '--comment' && !value.startsWith('"') ? `"${value}"` : value);
        at += 1;
      }
      negated = '';
      continue;
    }
    negated = '';
    at += 1;
  }
  return `-A ${chain} ${source}${destination}${protocol}${printedMatches(matches.join(' '))}${target}`.trimEnd();
}

function printedMatches(matches: string): string {
  if (matches === '') return '';
  const text = matches
    .replace(/--probability (\S+)/, (_, odds: string) => `--probability ${quantised(odds)}`)
    .replace(
      /-m recent --name (\S+) --rcheck --seconds (\d+) --reap/,
      '-m recent --rcheck --seconds $2 --reap --name $1 --mask 255.255.255.255 --rsource',
    )
    .replace(/-m recent --name (\S+) --set/, '-m recent --set --name $1 --mask 255.255.255.255 --rsource')
    .replace(/--nfacct-name /, '--nfacct-name  ')
    .replace(/--mark 0x0*(\w+)\/0x0*(\w+)/, '--mark 0x$1/0x$2');
  return `${text} `;
}

function printedTarget(words: readonly string[]): string {
  const text = `-j ${words.join(' ')}`;
  if (text === '-j REJECT') return '-j REJECT --reject-with icmp-port-unreachable';
  return text
    .replace(/--or-mark 0x0*(\w+)/, '--set-xmark 0x$1/0x$1')
    .replace(/--xor-mark 0x0*(\w+)/, '--set-xmark 0x$1/0x0');
}

/** The kernel keeps odds as a number of 31 bits. */
function quantised(odds: string): string {
  return (Math.round(Number(odds) * 2 ** 31) / 2 ** 31).toFixed(11);
}

function masked(address: string): string {
  return address.includes('/') ? address : `${address}/32`;
}

/** A Service `default/<name>` and its endpoints, for what no recording shows. */
export function serviceOf(name: string, spec: object): Service {
  return { apiVersion: 'v1', kind: 'Service', metadata: { name, namespace: 'default' }, spec } as Service;
}

export function sliceOf(name: string, ports: readonly object[], endpoints: readonly object[]): EndpointSlice {
  return {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: { name: `${name}-1`, namespace: 'default', labels: { 'kubernetes.io/service-name': name } },
    addressType: 'IPv4',
    ports,
    endpoints,
  } as EndpointSlice;
}
