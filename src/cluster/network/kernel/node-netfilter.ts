// Models the kernel of one node and the tools that write into it: iptables, ip6tables, nft, ipvsadm, conntrack (v1.36)

import { type Family, familyOf, formatAddress } from '../../../base/address.ts';
import type { Context, Engine } from '../../../engine/index.ts';
import { network as kinds } from '../../../steps/network.ts';
import type {
  ConntrackFilter,
  Ipsets,
  IptablesTable,
  Ipvs,
  Netfilter,
  Relay,
  RestoreOptions,
} from '../../ports/netfilter.ts';
import { RuleTables } from '../iptables/rule-tables.ts';
import { NodeIpsets } from '../ipvs/ipsets.ts';
import { NodeIpvs } from '../ipvs/ipvs.ts';
import { setReferences } from '../ipvs/print.ts';
import { NftTables } from '../nft/tables.ts';
import { PROTOCOL_NUMBERS } from '../packets/protocols.ts';
import { Conntrack } from './conntrack.ts';
import type { Host, Kernel } from './host.ts';
import { Recent } from './recent.ts';

/** The netfilter of a node. Parts that only packets need are made when the first packet comes. */
export class NodeKernel implements Kernel {
  readonly rules: RuleTables;
  private tracking: Conntrack | undefined;
  private seen: Recent | undefined;

  constructor(
    private readonly engine: Engine,
    private readonly name: string,
    readonly sysctls: Map<string, number>,
  ) {
    this.rules = new RuleTables(engine, name);
  }

  get conntrack(): Conntrack {
    this.tracking ??= new Conntrack(this.engine, this.name);
    return this.tracking;
  }

  get recent(): Recent {
    this.seen ??= new Recent(this.engine, this.name);
    return this.seen;
  }

  get remembers(): boolean {
    return this.tracking !== undefined;
  }
}

/** The tools of one node. */
export class NodeNetfilter implements Netfilter {
  constructor(
    readonly host: Host,
    readonly kernel: Kernel,
    readonly family: Family = 'IPv4',
  ) {}

  get six(): NodeNetfilter {
    return new NodeNetfilter(this.host, this.kernel, 'IPv6');
  }

  get nftables(): NftTables {
    const { kernel, host } = this;
    if (this.family === 'IPv6') {
      kernel.nft6 ??= new NftTables(kernel.rules.engine, host.name, 'IPv6');
      return kernel.nft6;
    }
    kernel.nft ??= new NftTables(kernel.rules.engine, host.name);
    return kernel.nft;
  }

  get ipvs(): Ipvs {
    const { kernel, host, family } = this;
    kernel.ipvs ??= new NodeIpvs(kernel.rules.engine, host.name, (each) => ownAddresses(host, each));
    return kernel.ipvs.of(family);
  }

  get ipsets(): Ipsets {
    const { kernel, host, family } = this;
    kernel.sets ??= new NodeIpsets(kernel.rules.engine, host.name);
    return kernel.sets.of(family);
  }

  /** How many rules of either family ask a set. */
  referencesTo(set: string): number {
    const { rules, rules6 } = this.kernel;
    return setReferences(rules.rows.values(), set) + setReferences(rules6?.rows.values() ?? [], set);
  }

  get rules(): RuleTables {
    const { kernel, host } = this;
    if (this.family === 'IPv4') return kernel.rules;
    kernel.rules6 ??= new RuleTables(kernel.rules.engine, host.name, 'IPv6');
    return kernel.rules6;
  }

  restore(ctx: Context, text: string | readonly string[], options: RestoreOptions): string | undefined {
    return this.rules.restore(ctx, text, options);
  }

  save(table: IptablesTable, counters = false): readonly string[] {
    return this.rules.save(table, counters);
  }

  ensureChain(ctx: Context, table: IptablesTable, chain: string): boolean {
    return this.rules.ensureChain(ctx, table, chain);
  }

  /** `conntrack -L` */
  connections(now: number): readonly string[] {
    return this.kernel.conntrack.list(now, this.family);
  }

  /** Whether a tool has ever written into the table; `iptables-save` shows no others. */
  isUsed(table: IptablesTable): boolean {
    for (const row of this.rules.rows.values()) if (row.table === table) return true;
    return false;
  }

  chainExists(table: IptablesTable, chain: string): boolean {
    return this.rules.chain(table, chain) !== undefined;
  }

  ensureRule(ctx: Context, table: IptablesTable, chain: string, position: 'prepend' | 'append', rule: string) {
    return this.rules.ensureRule(ctx, table, chain, position, rule);
  }

  deleteRule(ctx: Context, table: IptablesTable, chain: string, rule: string): boolean {
    return this.rules.deleteRule(ctx, table, chain, rule);
  }

  deleteChain(ctx: Context, table: IptablesTable, chain: string): boolean {
    return this.rules.deleteChain(ctx, table, chain);
  }

  forgetConnections(ctx: Context, filter: ConntrackFilter): number {
    if (!this.kernel.remembers) return 0;
    const rows = this.kernel.conntrack.matching(filter);
    if (rows.length === 0) return 0;
    this.step(ctx).step(kinds.forget, this.subject, { entries: rows.length });
    this.kernel.conntrack.drop(rows);
    return rows.length;
  }

  listen(protocol: 'tcp' | 'udp' | 'sctp', port: number, relay: Relay | undefined): void {
    this.kernel.relays ??= new Map();
    const key = `${PROTOCOL_NUMBERS[protocol]}/${port}`;
    if (relay === undefined) this.kernel.relays.delete(key);
    else this.kernel.relays.set(key, relay);
  }

  setSysctl(ctx: Context, name: string, value: number): void {
    if (this.kernel.sysctls.get(name) === value) return;
    this.step(ctx).step(kinds.sysctl, this.subject, { name, value });
    this.kernel.sysctls.set(name, value);
  }

  private get subject(): string {
    return `nodes/${this.host.name}`;
  }

  private step(ctx: Context): Context {
    return ctx.as(`network/${this.host.name}`);
  }
}

/** Without loopback: where a node port answers. */
function ownAddresses(host: Host, family: Family): readonly string[] {
  const found: string[] = [];
  for (const { kind, address, address6 } of host.devices.values()) {
    if (kind === 'lo') continue;
    for (const own of [address, address6])
      if (own !== undefined && familyOf(own) === family) found.push(formatAddress(own));
  }
  return found;
}
