import { type Family, formatAddress, joinHostPort } from '../../base/address.ts';
import { ADDRESS_TABLES } from '../../cluster/cni/rows.ts';
import { listTable } from '../../cluster/network/iptables/list.ts';
import { saveRule } from '../../cluster/network/iptables/print-rule.ts';
import { CHAIN_TABLES, type ChainRow, COUNTER_TABLES, type CounterRow } from '../../cluster/network/iptables/rows.ts';
import { ipsetList, ipsetSave, ipvsadmText, ipvsConnections, setReferences } from '../../cluster/network/ipvs/print.ts';
import {
  IPSET_TABLES,
  IPVS_CONNECTION_TABLES,
  realText,
  VIRTUAL_SERVER_TABLES,
  type VirtualServerRow,
} from '../../cluster/network/ipvs/rows.ts';
import { CONNTRACK_TABLES, conntrackLine } from '../../cluster/network/kernel/conntrack.ts';
import { parseNftRule } from '../../cluster/network/nft/parse.ts';
import { NFT_CHAIN_TABLES, NFT_ELEMENT_TABLES, type NftChainRow } from '../../cluster/network/nft/rows.ts';
import { SYNC_TABLES } from '../../cluster/proxy/shared/rows.ts';
import type { Step } from '../../engine/index.ts';
import type { NetworkView, WalkedRule, WalkView } from '../../protocol/network-view.ts';
import type { Snapshot } from '../snapshot.ts';

/** As chains are named where kube-proxy has a table of nftables, and where IPVS balances. */
export const NFT = 'kube-proxy';
export const BALANCER = 'ipvs';
/** Before the names of chains of IPv6. */
export const SIX = 'ip6/';
const MOST_ENTRIES = 8;
const MOST_NAMES = 400;

export function shortName(name: string): string {
  return name.slice(name.indexOf('/') + 1);
}

/** Whose rules kube-proxy writes first: IPv6 in a cluster that has nothing else. */
export function primaryFamily(snapshot: Snapshot, node: string): Family {
  const last = (family: Family) => snapshot.table(SYNC_TABLES[family].of(node)).get('last');
  return last('IPv4') === undefined && last('IPv6') !== undefined ? 'IPv6' : 'IPv4';
}

type RuleView = Pick<WalkedRule, 'number' | 'packets' | 'bytes' | 'text' | 'full' | 'target'>;

/** The tables of one node at the cursor. */
export class NodeTables {
  private readonly rows: ReadonlyMap<string, ChainRow>;
  private readonly counters: ReadonlyMap<string, CounterRow>;
  private readonly nft: ReadonlyMap<string, NftChainRow>;
  private readonly servers: ReadonlyMap<string, VirtualServerRow>;

  constructor(
    private readonly snapshot: Snapshot,
    private readonly node: string,
    private readonly family: Family = 'IPv4',
  ) {
    this.rows = snapshot.table(CHAIN_TABLES[family].of(node));
    this.counters = snapshot.table(COUNTER_TABLES[family].of(node));
    this.nft = snapshot.table(NFT_CHAIN_TABLES[family].of(node));
    this.servers = snapshot.table(VIRTUAL_SERVER_TABLES.of(node));
  }

  chain(table: string, name: string): ChainRow | undefined {
    return this.rows.get(`${table}/${name}`);
  }

  names(): readonly string[] {
    const names = [...this.rows.keys()].slice(0, MOST_NAMES);
    for (const name of [...this.nft.keys()].slice(0, MOST_NAMES)) names.push(`${NFT}/${name}`);
    if (this.servers.size > 0 && this.family === 'IPv4')
      names.push(
        `${BALANCER}/ipset list`,
        `${BALANCER}/ipset save`,
        `${BALANCER}/ipvsadm -Ln`,
        `${BALANCER}/ipvsadm -Lnc`,
      );
    if (this.family === 'IPv4')
      for (const name of new NodeTables(this.snapshot, this.node, 'IPv6').names()) names.push(`${SIX}${name}`);
    return names.sort();
  }

  size(table: string, name: string): number {
    if (table === NFT) return this.nft.get(name)?.rules.length ?? 0;
    if (table === BALANCER) return this.serverAt(name)?.servers.length ?? 0;
    return this.chain(table, name)?.rules.length ?? 0;
  }

  isBuiltIn(table: string, name: string): boolean {
    if (table === NFT) return this.nft.get(name)?.base !== undefined;
    return this.chain(table, name)?.policy !== undefined;
  }

  private serverAt(address: string): VirtualServerRow | undefined {
    for (const row of this.servers.values()) if (joinHostPort(row.address, row.port) === address) return row;
    return undefined;
  }

  ruleView(table: string, name: string, number: number): RuleView {
    const full = this.fullRule(table, name, number) ?? '';
    const uncounted = { number, packets: undefined, bytes: undefined, text: full, full };
    if (table === NFT) return { ...uncounted, target: /(?:jump|goto) (\S+)/.exec(full)?.[1] ?? '' };
    if (table === BALANCER) return { ...uncounted, target: '' };
    const rule = this.chain(table, name)?.rules[number - 1];
    const counter = rule === undefined ? undefined : this.counters.get(String(rule.id));
    const text = full.slice(full.indexOf(' ', 3) + 1);
    const target = rule?.target?.kind === 'jump' ? rule.target.chain : '';
    return {
      number,
      packets: counter?.packets ?? 0,
      bytes: counter?.bytes ?? 0,
      text: brief(text),
      full: text,
      target,
    };
  }

  /** The rule as its tool prints it; of the balancer a real server. */
  fullRule(table: string, name: string, number: number): string | undefined {
    if (table === NFT) return this.nft.get(name)?.rules[number - 1]?.text;
    if (table === BALANCER) {
      const server = this.serverAt(name);
      const real = server?.servers[number - 1];
      return real === undefined ? undefined : `-> ${realText(real)} Masq ${real.weight}`;
    }
    const rule = this.chain(table, name)?.rules[number - 1];
    return rule === undefined ? undefined : `-A ${name}${saveRule(rule)}`;
  }

  /** Of a rule that draws a number: what stands behind each. */
  drawnEndpoints(chain: string, steps: ReadonlyMap<number, Step>): WalkView['endpoints'] {
    const rules = this.nft.get(chain)?.rules ?? [];
    for (const [at, { text }] of rules.entries()) {
      if (!text.includes('numgen')) continue;
      const draw = parseNftRule(text).find((statement) => statement.kind === 'draw');
      if (draw?.kind !== 'draw') continue;
      const drawn = steps.get(at + 1)?.args.seen;
      const remembered = [...steps.values()].find(({ args }) => args.matched === true)?.args.target;
      return [...draw.map].map(([number, value]) => {
        const [, ip = '', port = ''] = /(?:__|^)([^\s_]+)(?:\/| \. )(\d+)$/.exec(value) ?? [];
        const address = joinHostPort(ip, port);
        const chosen = drawn === undefined ? remembered === value : drawn === number;
        return { address, pod: this.podAt(address), chance: `1/${draw.of}`, chosen };
      });
    }
    return [];
  }

  realServers(server: string, place: number | undefined): WalkView['endpoints'] {
    return (this.serverAt(server)?.servers ?? []).map((real, at) => {
      const address = realText(real);
      return { address, pod: this.podAt(address), chance: '', chosen: at + 1 === place };
    });
  }

  destinationOf(table: string, chain: string): string {
    for (const { target } of this.chain(table, chain)?.rules ?? []) if (target?.kind === 'dnat') return target.to;
    return '';
  }

  podAt(address: string): string {
    const ip = address.slice(0, address.lastIndexOf(':')).replace(/^\[|\]$/g, '');
    for (const node of this.snapshot.membersOf(ADDRESS_TABLES)) {
      const owner = this.snapshot.table(ADDRESS_TABLES.of(node)).get(ip)?.owner;
      if (owner !== undefined) return `${shortName(owner)} · ${node}`;
    }
    return '';
  }

  /** `iptables -L -v -n --line-numbers` of one chain. */
  listing(key: string): readonly string[] {
    if (key.startsWith(SIX)) return new NodeTables(this.snapshot, this.node, 'IPv6').listing(key.slice(SIX.length));
    const [table = ''] = key.split('/', 1);
    const name = key.slice(table.length + 1);
    if (table === NFT) return this.nftListing(name);
    if (table === BALANCER) return this.balancerListing(name);
    if (table !== 'raw' && table !== 'mangle' && table !== 'nat' && table !== 'filter') return [];
    const row = this.chain(table, name);
    if (row === undefined) return [];
    const source = {
      family: this.family,
      chains: () => [row],
      counter: (rule: number) => this.counters.get(String(rule)),
      references: () => this.references(table, name),
    };
    return listTable(source, table, { chain: name, verbose: true, lineNumbers: true }) ?? [];
  }

  /** `nft list chain ip kube-proxy …`, and the elements of the maps that it asks. */
  private nftListing(name: string): readonly string[] {
    const row = this.nft.get(name);
    if (row === undefined) return [];
    const lines = [`chain ${name} {`];
    if (row.base !== undefined)
      lines.push(`\ttype ${row.base.type} hook ${row.base.hook} priority ${row.base.priority}; policy accept;`);
    lines.push(...row.rules.map(({ text }) => `\t${text}`), '}');
    const asked = new Set(row.rules.flatMap(({ text }) => [...text.matchAll(/@([\w-]+)/g)].map(([, set = '']) => set)));
    const elements = this.snapshot.table(NFT_ELEMENT_TABLES[this.family].of(this.node));
    for (const set of asked) {
      lines.push('', `# ${set}`);
      for (const { container, key, value } of elements.values())
        if (container === set && lines.length < MOST_NAMES) lines.push(value === '' ? key : `${key} : ${value}`);
    }
    return lines;
  }

  private balancerListing(command: string): readonly string[] {
    const sets = () => this.snapshot.table(IPSET_TABLES.of(this.node)).values();
    if (command === 'ipset save') return ipsetSave(sets());
    if (command === 'ipset list') return ipsetList(sets(), (name) => this.referencesToSet(name));
    const connections = this.snapshot.table(IPVS_CONNECTION_TABLES.of(this.node)).values();
    if (command === 'ipvsadm -Lnc') return ipvsConnections(connections, this.now);
    return ipvsadmText(this.servers.values(), connections, this.now);
  }

  private referencesToSet(name: string): number {
    const { snapshot, node } = this;
    const chains = (family: Family) => snapshot.table(CHAIN_TABLES[family].of(node)).values();
    return setReferences(chains('IPv4'), name) + setReferences(chains('IPv6'), name);
  }

  private get now(): number {
    const { journal, cursor, engine } = this.snapshot;
    return journal.has(cursor.position) ? journal.timeOf(cursor.position) : engine.options.startTime;
  }

  private references(table: string, name: string): number {
    let count = 0;
    for (const row of this.rows.values()) {
      if (row.table !== table) continue;
      for (const { target } of row.rules) if (target?.kind === 'jump' && target.chain === name) count += 1;
    }
    return count;
  }

  entries(): NetworkView['entries'] {
    const { now } = this;
    const rows = [...this.snapshot.table(CONNTRACK_TABLES.of(this.node)).values()];
    const alive = rows.filter(({ expiresAt }) => expiresAt > now);
    return alive
      .slice(-MOST_ENTRIES)
      .reverse()
      .map((row) => ({ id: row.id, line: conntrackLine(row, now), to: formatAddress(row.reply.source) }));
  }
}

/** A rule without its comment and the names of modules. */
function brief(full: string): string {
  return full
    .replace(/-m comment --comment (?:"(?:[^"\\]|\\.)*"|\S+) ?/, '')
    .replace(/-m (?:tcp|udp|sctp|conntrack|mark|addrtype|statistic|recent|nfacct|set) /g, '')
    .replace(/ --mask 255\.255\.255\.255 --rsource/, '')
    .replace(/-(nfacct-name) +/, '-$1 ');
}
