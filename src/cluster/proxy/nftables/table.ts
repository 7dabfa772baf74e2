// Models pkg/proxy/nftables/proxier.go setupNFTables, as nft v1.0.6 lists it (v1.36)

import { compareStrings } from '../../../base/order.ts';
import { type Container, MARK_FOR_MASQUERADE, type PortRules, REJECT_CHAIN } from './port-rules.ts';

export interface TableSettings {
  readonly nodeIP: string;
  readonly clusterCIDR: string;
  readonly serviceCIDR: string;
}

interface Declared {
  readonly kind: 'set' | 'map';
  readonly name: Container | 'nodeport-ips';
  readonly type: string;
  readonly comment: string;
}

const ADDRESS = 'ipv4_addr . inet_proto . inet_service';
const DECLARED: readonly Declared[] = [
  { kind: 'set', name: 'hairpin-connections', type: `ipv4_addr . ${ADDRESS}`, comment: 'service hairpin connections' },
  { kind: 'set', name: 'cluster-ips', type: 'ipv4_addr', comment: 'Active ClusterIPs' },
  { kind: 'set', name: 'nodeport-ips', type: 'ipv4_addr', comment: 'IPs that accept NodePort traffic' },
  {
    kind: 'map',
    name: 'no-endpoint-services',
    type: `${ADDRESS} : verdict`,
    comment: 'vmap to drop or reject packets to services with no endpoints',
  },
  {
    kind: 'map',
    name: 'no-endpoint-nodeports',
    type: 'inet_proto . inet_service : verdict',
    comment: 'vmap to drop or reject packets to service nodeports with no endpoints',
  },
  {
    kind: 'map',
    name: 'firewall-ips',
    type: `${ADDRESS} : verdict`,
    comment: 'destinations that are subject to LoadBalancerSourceRanges',
  },
  {
    kind: 'map',
    name: 'service-ips',
    type: `${ADDRESS} : verdict`,
    comment: 'ClusterIP, ExternalIP and LoadBalancer IP traffic',
  },
  { kind: 'map', name: 'service-nodeports', type: 'inet_proto . inet_service : verdict', comment: 'NodePort traffic' },
];

const CHECK_SERVICES = 'ct state new jump service-endpoints-check';
const CHECK_ADDRESSES = 'ct state new jump cluster-ips-check';

/** The chains at the kernel's hooks; what they do is their last lines. */
const BASE_CHAINS: readonly (readonly [name: string, hook: string, rules: readonly string[]])[] = [
  [
    'filter-prerouting-pre-dnat',
    'type filter hook prerouting priority dstnat - 10',
    ['ct state new jump firewall-check'],
  ],
  ['filter-output-pre-dnat', 'type filter hook output priority -110', ['ct state new jump firewall-check']],
  [
    'filter-input',
    'type filter hook input priority filter',
    ['ct state new jump nodeport-endpoints-check', CHECK_SERVICES],
  ],
  ['filter-forward', 'type filter hook forward priority filter', [CHECK_SERVICES, CHECK_ADDRESSES]],
  ['filter-output', 'type filter hook output priority filter', [CHECK_SERVICES, CHECK_ADDRESSES]],
  ['nat-prerouting', 'type nat hook prerouting priority dstnat', ['jump services']],
  ['nat-output', 'type nat hook output priority -100', ['jump services']],
  ['nat-postrouting', 'type nat hook postrouting priority srcnat', ['jump masquerading']],
];

/** What `nft list table ip kube-proxy` prints. The elements of sets and maps have no order in the kernel; here they are sorted. */
export function tableLines(ports: Iterable<PortRules>, settings: TableSettings): readonly string[] {
  const all = [...ports];
  const elements = new Map<string, Set<string>>([['nodeport-ips', new Set([settings.nodeIP])]]);
  for (const port of all) {
    for (const [container, element] of port.elements) {
      const known = elements.get(container);
      if (known === undefined) elements.set(container, new Set([element]));
      else known.add(element);
    }
  }
  // The tool puts two short elements into a line.
  const addressesInLine = settings.nodeIP.includes(':') ? 1 : 2;
  const lines = ['table ip kube-proxy {', '\tcomment "rules for kube-proxy"'];
  for (const { kind, name, type, comment } of DECLARED) {
    lines.push(`\t${kind} ${name} {`, `\t\ttype ${type}`, `\t\tcomment "${comment}"`);
    lines.push(...elementLines(elements.get(name), type === 'ipv4_addr' ? addressesInLine : 1), '\t}', '');
  }
  for (const { affinitySets } of all)
    for (const { name, seconds } of affinitySets) lines.push(...affinitySet(name, seconds));
  for (const [name, hook, rules] of BASE_CHAINS) lines.push(...chainLines(name, [`${hook}; policy accept;`, ...rules]));
  for (const [name, rules] of sharedChains(settings)) lines.push(...chainLines(name, rules));
  for (const { chains } of all) for (const { name, rules } of chains) lines.push(...chainLines(name, rules));
  lines.pop();
  lines.push('}');
  return lines;
}

/** The chains that are there without any Service: those at hooks, and those that all Services share. */
export function fixedChains(
  settings: TableSettings,
): readonly { readonly name: string; readonly rules: readonly string[] }[] {
  return [
    ...BASE_CHAINS.map(([name, hook, rules]) => ({ name, rules: [`${hook}; policy accept;`, ...rules] })),
    ...sharedChains(settings).map(([name, rules]) => ({ name, rules })),
  ];
}

function sharedChains({ clusterCIDR, serviceCIDR }: TableSettings): readonly (readonly [string, readonly string[]])[] {
  const masquerade = `ip daddr @cluster-ips ip saddr != ${clusterCIDR} ${MARK_FOR_MASQUERADE} comment "masquerade clusterIP traffic from outside cluster"`;
  return [
    ['nodeport-endpoints-check', ['ip daddr @nodeport-ips meta l4proto . th dport vmap @no-endpoint-nodeports']],
    ['service-endpoints-check', ['ip daddr . meta l4proto . th dport vmap @no-endpoint-services']],
    ['firewall-check', ['ip daddr . meta l4proto . th dport vmap @firewall-ips']],
    [
      'services',
      [
        ...(clusterCIDR === '' ? [] : [masquerade]),
        'ip daddr . meta l4proto . th dport vmap @service-ips',
        'ip daddr @nodeport-ips meta l4proto . th dport vmap @service-nodeports',
      ],
    ],
    [
      'masquerading',
      [
        'meta mark & 0x00004000 != 0x00000000 meta mark set meta mark ^ 0x00004000 masquerade fully-random',
        'ct status dnat ip saddr . ip daddr . meta l4proto . th dport @hairpin-connections masquerade fully-random',
      ],
    ],
    [
      'cluster-ips-check',
      [
        'ip daddr @cluster-ips reject comment "Reject traffic to invalid ports of ClusterIPs"',
        `ip daddr ${serviceCIDR} drop comment "Drop traffic to unallocated ClusterIPs"`,
      ],
    ],
    [REJECT_CHAIN, ['comment "helper for @no-endpoint-services / @no-endpoint-nodeports"', 'reject']],
  ];
}

function chainLines(name: string, rules: readonly string[]): readonly string[] {
  return [`\tchain ${name} {`, ...rules.map((rule) => `\t\t${rule}`), '\t}', ''];
}

function elementLines(elements: ReadonlySet<string> | undefined, perLine: number): readonly string[] {
  if (elements === undefined || elements.size === 0) return [];
  const sorted = [...elements].sort(compareStrings);
  const rows: string[] = [];
  for (let at = 0; at < sorted.length; at += perLine) rows.push(sorted.slice(at, at + perLine).join(', '));
  return `\t\telements = { ${rows.join(',\n\t\t\t     ')} }`.split('\n');
}

function affinitySet(name: string, seconds: number): readonly string[] {
  const flags = ['type ipv4_addr', 'size 65535', 'flags dynamic,timeout', `timeout ${duration(seconds)}`];
  return [`\tset ${name} {`, ...flags.map((line) => `\t\t${line}`), '\t}', ''];
}

/** As nft prints a time: `3h`, `1d2h3m4s`. */
function duration(seconds: number): string {
  const parts: readonly (readonly [number, string])[] = [
    [86_400, 'd'],
    [3600, 'h'],
    [60, 'm'],
    [1, 's'],
  ];
  let left = seconds;
  let text = '';
  for (const [size, unit] of parts) {
    const count = Math.floor(left / size);
    if (count > 0) text += `${count}${unit}`;
    left -= count * size;
  }
  return text;
}
