import { joinHostPort } from '../../base/address.ts';
import { realText, VIRTUAL_SERVER_TABLES, type VirtualServerRow } from '../../cluster/network/ipvs/rows.ts';
import type { EndpointsRow, ServicePortRow, SyncRow } from '../../cluster/proxy/index.ts';
import { serviceRules } from '../../cluster/proxy/iptables/service-rules.ts';
import { portServers, setName } from '../../cluster/proxy/ipvs/virtual-servers.ts';
import { portRules } from '../../cluster/proxy/nftables/port-rules.ts';
import { textOfSix } from '../../cluster/proxy/nftables/six.ts';
import { ENDPOINTS_TABLES, SERVICE_PORT_TABLES, SYNC_TABLES } from '../../cluster/proxy/shared/rows.ts';
import type { CompareColumn, CompareView } from '../../protocol/network-view.ts';
import type { Snapshot } from '../snapshot.ts';
import { primaryFamily } from './network-tables.ts';

const MODES = ['iptables', 'nftables', 'ipvs'] as const;
type Mode = (typeof MODES)[number];
const MOST_NODES = 4;
const CHOICES: { readonly [S in VirtualServerRow['scheduler']]: CompareColumn['choice'] } = {
  rr: 'turn',
  wrr: 'turn',
  lc: 'load',
  wlc: 'load',
  sed: 'load',
  nq: 'load',
  sh: 'hash',
  dh: 'hash',
};
/** Services that nobody asked for. */
const SYSTEM = /^(?:default\/kubernetes|kube-system\/)/;
/** What every first packet passes in nftables, and around IPVS, whatever the number of Services. */
const NFT_LOOKS = 3;
const IPVS_LOOKS = 4;

/** One port of a Service, as each mode would write it for one node, and as this mode does for each node. */
export function compareView(snapshot: Snapshot, wanted: string, node: string, nodes: readonly string[]): CompareView {
  const family = primaryFamily(snapshot, node);
  const known = [...snapshot.table(SERVICE_PORT_TABLES[family].of(node)).keys()];
  const service = known.includes(wanted) ? wanted : (known.find((each) => !SYSTEM.test(each)) ?? known[0] ?? '');
  const last = (name: string) => snapshot.table(SYNC_TABLES[family].of(name)).get('last');
  const mode = MODES.find((each) => each === last(node)?.mode) ?? 'iptables';
  const column = (each: Mode, name: string) => columnOf(snapshot, service, each, name, last(name));
  const found = (column: CompareColumn | undefined): column is CompareColumn => column !== undefined;
  return {
    service,
    modes: MODES.map((each) => column(each, node)).filter(found),
    nodes: nodes
      .slice(0, MOST_NODES)
      .map((name) => column(mode, name))
      .filter(found),
  };
}

function columnOf(
  snapshot: Snapshot,
  service: string,
  mode: Mode,
  node: string,
  last: SyncRow | undefined,
): CompareColumn | undefined {
  const family = primaryFamily(snapshot, node);
  const ports = snapshot.table(SERVICE_PORT_TABLES[family].of(node));
  const info = ports.get(service);
  if (info === undefined || last === undefined) return undefined;
  const endpoints = snapshot.table(ENDPOINTS_TABLES[family].of(node)).get(service) ?? [];
  const { nodeIP, zone, clusterCIDR } = last;
  const settings = { node, zone, nodeIP, clusterCIDR, masqueradeAll: false };
  const base = { mode, node, real: last.mode === mode };
  if (mode === 'nftables') {
    const { elements, chains, affinitySets } = portRules(info, endpoints, settings);
    const blocks = [
      { title: '', lines: elements.map(([container, element]) => `add element ${container} { ${element} }`) },
      ...affinitySets.map(({ name, seconds }) => ({ title: `set ${name}`, lines: [`timeout ${seconds}s`] })),
      ...chains.map(({ name, rules }) => ({
        title: `chain ${name}`,
        lines: family === 'IPv6' ? rules.map(textOfSix) : rules,
      })),
    ];
    return { ...base, blocks, examined: NFT_LOOKS, choice: 'number' };
  }
  if (mode === 'ipvs') {
    const { scheduler = 'rr' } = snapshot.table(VIRTUAL_SERVER_TABLES.of(node)).values().next().value ?? {};
    const { servers, members } = portServers(info, endpoints, settings, [nodeIP], scheduler);
    const blocks = [
      ...servers.map(({ protocol, address, port, scheduler: each, persistent, servers: real }) => ({
        title: `${protocol.toUpperCase()} ${joinHostPort(address, port)} ${each}${persistent > 0 ? ` persistent ${persistent}` : ''}`,
        lines: real.map((server) => `-> ${realText(server)} Masq ${server.weight}`),
      })),
      { title: '', lines: members.map(([set, member]) => `add ${setName(set, family)} ${member}`) },
    ];
    return { ...base, blocks, examined: IPVS_LOOKS, choice: CHOICES[scheduler] };
  }
  return { ...base, ...iptablesColumn(info, endpoints, settings, [...ports.keys()].indexOf(service)) };
}

function iptablesColumn(
  info: ServicePortRow,
  endpoints: EndpointsRow,
  settings: Parameters<typeof serviceRules>[2],
  before: number,
): Pick<CompareColumn, 'blocks' | 'examined' | 'choice'> {
  const { sharedNat, filter, rules } = serviceRules(info, endpoints, settings, false);
  const byChain = new Map<string, string[]>();
  for (const [table, line] of [
    ...sharedNat.map((line) => ['', line] as const),
    ...rules.map((line) => ['', line] as const),
    ...filter.map((line) => ['filter ', line] as const),
  ]) {
    const [, chain = ''] = line.split(' ');
    const title = `${table}${chain}`;
    byChain.set(title, [...(byChain.get(title) ?? []), brief(line.slice(`-A ${chain} `.length))]);
  }
  const blocks = [...byChain].map(([title, lines]) => ({ title, lines }));
  // Rules of KUBE-SERVICES for those before it, its own, the mark, a draw for each endpoint on average half of them, two of the endpoint.
  const examined = before + 1 + 1 + Math.max(1, Math.ceil(endpoints.length / 2)) + 2;
  return { blocks, examined, choice: 'lots' };
}

function brief(rule: string): string {
  return rule
    .replace(/-m comment --comment (?:"[^"]*"|\S+) ?/, '')
    .replace(/-m (?:tcp|udp|sctp|statistic|recent|nfacct) /g, '');
}
