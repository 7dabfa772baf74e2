// Models pkg/proxy/ipvs/proxier.go writeIptablesRules (v1.36)

import { chainLine } from '../iptables/chains.ts';
import type { IPFamily } from '../shared/family.ts';
import { setName } from './virtual-servers.ts';

const MARK = '0x00004000';
const MASQ = 'KUBE-MARK-MASQ';

const COMMENTS: { readonly [set: string]: string } = {
  'KUBE-LOOP-BACK': 'Kubernetes endpoints dst ip:port, source ip for solving hairpin purpose',
  'KUBE-CLUSTER-IP': 'Kubernetes service cluster ip + port for masquerade purpose',
  'KUBE-EXTERNAL-IP': 'Kubernetes service external ip + port for masquerade and filter purpose',
  'KUBE-EXTERNAL-IP-LOCAL': 'Kubernetes service external ip + port with externalTrafficPolicy=local',
  'KUBE-LOAD-BALANCER': 'Kubernetes service lb portal',
  'KUBE-LOAD-BALANCER-LOCAL': 'Kubernetes service load balancer ip + port with externalTrafficPolicy=local',
  'KUBE-LOAD-BALANCER-FW': 'Kubernetes service load balancer ip + port for load balancer with sourceRange',
  'KUBE-LOAD-BALANCER-SOURCE-CIDR':
    'Kubernetes service load balancer ip + port + source cidr for packet filter purpose',
  'KUBE-NODE-PORT-TCP': 'Kubernetes nodeport TCP port for masquerade purpose',
  'KUBE-NODE-PORT-LOCAL-TCP': 'Kubernetes nodeport TCP port with externalTrafficPolicy=local',
  'KUBE-NODE-PORT-UDP': 'Kubernetes nodeport UDP port for masquerade purpose',
  'KUBE-NODE-PORT-LOCAL-UDP': 'Kubernetes nodeport UDP port with externalTrafficPolicy=local',
  'KUBE-LOAD-BALANCER-SOURCE-IP': 'Kubernetes service load balancer ip + port + source IP for packet filter purpose',
  'KUBE-NODE-PORT-SCTP-HASH': "Kubernetes nodeport SCTP port for masquerade purpose with type 'hash ip:port'",
  'KUBE-NODE-PORT-LOCAL-SCTP-HASH':
    "Kubernetes nodeport SCTP port with externalTrafficPolicy=local with type 'hash ip:port'",
  'KUBE-HEALTH-CHECK-NODE-PORT': 'Kubernetes health check node port',
};

interface SetRule {
  readonly table: 'nat' | 'filter';
  readonly chain: string;
  readonly set: string;
  readonly match: string;
  readonly target: string;
  readonly protocol?: string;
}

/** Written for sets that have members. */
const SET_RULES: readonly SetRule[] = [
  { table: 'nat', chain: 'KUBE-POSTROUTING', set: 'KUBE-LOOP-BACK', match: 'dst,dst,src', target: 'MASQUERADE' },
  { table: 'nat', chain: 'KUBE-SERVICES', set: 'KUBE-LOAD-BALANCER', match: 'dst,dst', target: 'KUBE-LOAD-BALANCER' },
  { table: 'nat', chain: 'KUBE-LOAD-BALANCER', set: 'KUBE-LOAD-BALANCER-LOCAL', match: 'dst,dst', target: 'RETURN' },
  {
    table: 'nat',
    chain: 'KUBE-NODE-PORT',
    set: 'KUBE-NODE-PORT-LOCAL-TCP',
    match: 'dst',
    target: 'RETURN',
    protocol: 'tcp',
  },
  { table: 'nat', chain: 'KUBE-NODE-PORT', set: 'KUBE-NODE-PORT-TCP', match: 'dst', target: MASQ, protocol: 'tcp' },
  {
    table: 'nat',
    chain: 'KUBE-NODE-PORT',
    set: 'KUBE-NODE-PORT-LOCAL-UDP',
    match: 'dst',
    target: 'RETURN',
    protocol: 'udp',
  },
  { table: 'nat', chain: 'KUBE-NODE-PORT', set: 'KUBE-NODE-PORT-UDP', match: 'dst', target: MASQ, protocol: 'udp' },
  {
    table: 'nat',
    chain: 'KUBE-NODE-PORT',
    set: 'KUBE-NODE-PORT-LOCAL-SCTP-HASH',
    match: 'dst,dst',
    target: 'RETURN',
    protocol: 'sctp',
  },
  {
    table: 'nat',
    chain: 'KUBE-NODE-PORT',
    set: 'KUBE-NODE-PORT-SCTP-HASH',
    match: 'dst,dst',
    target: MASQ,
    protocol: 'sctp',
  },
  {
    table: 'filter',
    chain: 'KUBE-PROXY-FIREWALL',
    set: 'KUBE-LOAD-BALANCER-FW',
    match: 'dst,dst',
    target: 'KUBE-SOURCE-RANGES-FIREWALL',
  },
  {
    table: 'filter',
    chain: 'KUBE-SOURCE-RANGES-FIREWALL',
    set: 'KUBE-LOAD-BALANCER-SOURCE-CIDR',
    match: 'dst,dst,src',
    target: 'RETURN',
  },
  {
    table: 'filter',
    chain: 'KUBE-SOURCE-RANGES-FIREWALL',
    set: 'KUBE-LOAD-BALANCER-SOURCE-IP',
    match: 'dst,dst,src',
    target: 'RETURN',
  },
];

const NAT_CHAINS = ['KUBE-SERVICES', 'KUBE-POSTROUTING', 'KUBE-NODE-PORT', 'KUBE-LOAD-BALANCER', MASQ];
const FILTER_CHAINS = [
  'KUBE-FORWARD',
  'KUBE-NODE-PORT',
  'KUBE-PROXY-FIREWALL',
  'KUBE-SOURCE-RANGES-FIREWALL',
  'KUBE-IPVS-FILTER',
];

/** The rules around IPVS: their number does not depend on the number of Services. */
export function ipvsRestore(
  members: ReadonlyMap<string, ReadonlySet<string>>,
  clusterCIDR: string,
  family: IPFamily = 'IPv4',
): readonly string[] {
  const filled = (set: string) => (members.get(set)?.size ?? 0) > 0;
  const own = (set: string) => setName(set, family);
  const nat: string[] = [];
  const filter: string[] = [];
  for (const { table, chain, set, match, target, protocol } of SET_RULES) {
    if (!filled(set)) continue;
    const from = protocol === undefined ? `-A ${chain}` : `-A ${chain} -p ${protocol}`;
    (table === 'nat' ? nat : filter).push(
      `${from} ${comment(set)} -m set --match-set ${own(set)} ${match} -j ${target}`,
    );
  }
  if (filled('KUBE-CLUSTER-IP')) {
    const match = `${comment('KUBE-CLUSTER-IP')} -m set --match-set ${own('KUBE-CLUSTER-IP')}`;
    // Without a range of Pods only what a node sends from an address of a Service is known to need it.
    const outside = clusterCIDR === '' ? 'src,dst' : `dst,dst ! -s ${clusterCIDR}`;
    nat.push(`-A KUBE-SERVICES ${match} ${outside} -j ${MASQ}`);
  }
  if (filled('KUBE-EXTERNAL-IP')) {
    const match = `-m set --match-set ${own('KUBE-EXTERNAL-IP')} dst,dst`;
    nat.push(`-A KUBE-SERVICES ${comment('KUBE-EXTERNAL-IP')} ${match} -j ${MASQ}`);
  }
  nat.push('-A KUBE-SERVICES -m addrtype --dst-type LOCAL -j KUBE-NODE-PORT');
  nat.push(`-A KUBE-LOAD-BALANCER -j ${MASQ}`);
  for (const set of ['KUBE-CLUSTER-IP', 'KUBE-LOAD-BALANCER']) {
    if (filled(set)) nat.push(`-A KUBE-SERVICES -m set --match-set ${own(set)} dst,dst -j ACCEPT`);
  }
  nat.push(
    `-A KUBE-POSTROUTING -m mark ! --mark ${MARK}/${MARK} -j RETURN`,
    `-A KUBE-POSTROUTING -j MARK --xor-mark ${MARK}`,
    '-A KUBE-POSTROUTING -m comment --comment "kubernetes service traffic requiring SNAT" -j MASQUERADE --random-fully',
    `-A ${MASQ} -j MARK --or-mark ${MARK}`,
  );
  return [
    '*filter',
    ...FILTER_CHAINS.map(chainLine),
    ...filter,
    ...filtersOf(own),
    'COMMIT',
    '*nat',
    ...NAT_CHAINS.map(chainLine),
    ...nat,
    'COMMIT',
  ];
}

function comment(set: string): string {
  return `-m comment --comment "${COMMENTS[set] ?? set}"`;
}

function filtersOf(own: (set: string) => string): readonly string[] {
  const returned = (set: string, match: string) =>
    `-A KUBE-IPVS-FILTER -m set --match-set ${own(set)} ${match} -j RETURN`;
  const health = `${comment('KUBE-HEALTH-CHECK-NODE-PORT')} -m set --match-set ${own('KUBE-HEALTH-CHECK-NODE-PORT')} dst`;
  return [
    '-A KUBE-SOURCE-RANGES-FIREWALL -j DROP',
    `-A KUBE-FORWARD -m comment --comment "kubernetes forwarding rules" -m mark --mark ${MARK}/${MARK} -j ACCEPT`,
    '-A KUBE-FORWARD -m comment --comment "kubernetes forwarding conntrack rule" -m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT',
    `-A KUBE-NODE-PORT ${health} -j ACCEPT`,
    returned('KUBE-LOAD-BALANCER', 'dst,dst'),
    returned('KUBE-CLUSTER-IP', 'dst,dst'),
    returned('KUBE-EXTERNAL-IP', 'dst,dst'),
    returned('KUBE-EXTERNAL-IP-LOCAL', 'dst,dst'),
    returned('KUBE-HEALTH-CHECK-NODE-PORT', 'dst'),
    `-A KUBE-IPVS-FILTER -m conntrack --ctstate NEW -m set --match-set ${own('KUBE-IPVS-IPS')} dst -j REJECT`,
  ];
}

/** Rules in the kernel's own chains; each is put before what is there. */
export const IPVS_JUMPS: readonly (readonly [table: 'nat' | 'filter', from: string, to: string, comment: string])[] = [
  ['nat', 'OUTPUT', 'KUBE-SERVICES', 'kubernetes service portals'],
  ['nat', 'PREROUTING', 'KUBE-SERVICES', 'kubernetes service portals'],
  ['nat', 'POSTROUTING', 'KUBE-POSTROUTING', 'kubernetes postrouting rules'],
  ['filter', 'FORWARD', 'KUBE-FORWARD', 'kubernetes forwarding rules'],
  ['filter', 'INPUT', 'KUBE-NODE-PORT', 'kubernetes health check rules'],
  ['filter', 'INPUT', 'KUBE-PROXY-FIREWALL', 'kube-proxy firewall rules'],
  ['filter', 'FORWARD', 'KUBE-PROXY-FIREWALL', 'kube-proxy firewall rules'],
  ['filter', 'INPUT', 'KUBE-IPVS-FILTER', 'kubernetes ipvs access filter'],
];
