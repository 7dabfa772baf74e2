// Models pkg/util/iptables/iptables.go (v1.36): how a component writes the packet rules of its node.

import type { Context } from '../../engine/index.ts';

export type IptablesTable = 'raw' | 'mangle' | 'nat' | 'filter';

export interface RestoreOptions {
  /** `--noflush`: chains that the text does not name stay as they are. */
  readonly noFlush: boolean;
  /** `--counters`: what stands in brackets is taken over; without it named chains begin at zero. */
  readonly counters: boolean;
}

/** Which connections `conntrack -D` forgets; every given part must hold. */
export interface ConntrackFilter {
  readonly protocol?: 'tcp' | 'udp' | 'sctp';
  readonly originalDestination?: string;
  readonly originalDestinationPort?: number;
  /** Where the connection was sent by DNAT: the source of its replies. */
  readonly replySource?: string;
}

/** One transaction of `nft -f`: chains are declared, emptied and filled; elements come and go. */
export interface NftEdit {
  readonly chains: readonly { readonly name: string; readonly rules: readonly string[] }[];
  readonly deletedChains: readonly string[];
  /** Sets whose elements are forgotten after a time. */
  readonly sets: readonly { readonly name: string; readonly seconds: number }[];
  readonly deletedSets: readonly string[];
  /** Elements as the tool prints them, by set or map. */
  readonly added: readonly (readonly [container: string, element: string])[];
  readonly removed: readonly (readonly [container: string, element: string])[];
}

/** The table of kube-proxy in the kernel's nf_tables. */
export interface Nftables {
  apply(ctx: Context, edit: NftEdit): void;
}

/** How the kernel chooses a real server: by turns, by load, or by the hash of an address. */
export type IpvsScheduler = 'rr' | 'wrr' | 'lc' | 'wlc' | 'sh' | 'dh' | 'sed' | 'nq';

/** An address and port at which the kernel balances, and the endpoints behind it. */
export interface VirtualServer {
  readonly protocol: 'tcp' | 'udp' | 'sctp';
  readonly address: string;
  readonly port: number;
  readonly scheduler: IpvsScheduler;
  /** Seconds for which a client stays with its endpoint; 0 without affinity. */
  readonly persistent: number;
  readonly servers: readonly { readonly ip: string; readonly port: number; readonly weight: number }[];
}

/** The kernel's own balancer as one family of addresses sees it, spoken to over netlink. */
export interface Ipvs {
  apply(ctx: Context, changed: readonly VirtualServer[], removed: readonly VirtualServer[]): void;
  /** Addresses of the device kube-ipvs0; `apply` or another step comes first. */
  bind(addresses: Iterable<string>): void;
  /** How many connections still lead to an endpoint (`ip:port`) of a virtual server. */
  connections(protocol: string, address: string, port: number, real: string): number;
  /** The node's own addresses, at which node ports answer. */
  addresses(): readonly string[];
}

/** Sets of addresses and ports, which rules of iptables ask. */
export interface Ipsets {
  apply(ctx: Context, sets: readonly (readonly [name: string, type: string, members: ReadonlySet<string>])[]): void;
}

/** A process that accepts connections and copies them to somebody else: whom, for this client. */
export type Relay = (
  ctx: Context,
  client: string,
) => { readonly ctx: Context; readonly to: { readonly ip: string; readonly port: number } | undefined };

/**
 * The packet filter of one node, spoken to as its tools are. Every call that changes something emits its own steps.
 * Calls are synchronous: what a tool takes to run is its caller's to wait for.
 * Models pkg/util/iptables/iptables.go (v1.36)
 */
export interface Netfilter {
  /**
   * `iptables-restore`: the text of one or several tables, each from `*table` to `COMMIT`, as one string or line by line.
   * All or nothing a table. What the tool would print as its error, when it fails.
   */
  restore(ctx: Context, text: string | readonly string[], options: RestoreOptions): string | undefined;
  /** `iptables-save -t <table>`, with `-c` when counters are asked for; without the lines that begin with #. */
  save(table: IptablesTable, counters?: boolean): readonly string[];
  /** `iptables -N`: false when the chain existed. */
  ensureChain(ctx: Context, table: IptablesTable, chain: string): boolean;
  chainExists(table: IptablesTable, chain: string): boolean;
  /** `iptables -C`, then `-I` or `-A`: false when the rule existed. `rule` is what follows the chain's name. */
  ensureRule(
    ctx: Context,
    table: IptablesTable,
    chain: string,
    position: 'prepend' | 'append',
    rule: string,
  ): boolean | { readonly error: string };
  /** `iptables -D`: false when there was none. */
  deleteRule(ctx: Context, table: IptablesTable, chain: string, rule: string): boolean;
  /** `iptables -F`, then `-X`: false when there was none, or a rule still leads to it. */
  deleteChain(ctx: Context, table: IptablesTable, chain: string): boolean;
  /** `conntrack -D`: how many entries were forgotten. */
  forgetConnections(ctx: Context, filter: ConntrackFilter): number;
  /** nf_tables of this node; made when it is first used. */
  readonly nftables: Nftables;
  readonly ipvs: Ipvs;
  readonly ipsets: Ipsets;
  /** The same tools for IPv6: `ip6tables`, `nft` with a table `ip6`. */
  readonly six: Netfilter;
  /** A process of the node listens at a port of all its addresses, or no longer. */
  listen(protocol: 'tcp' | 'udp' | 'sctp', port: number, relay: Relay | undefined): void;
  /** A kernel setting such as `net/ipv4/conf/all/route_localnet`. */
  setSysctl(ctx: Context, name: string, value: number): void;
}
