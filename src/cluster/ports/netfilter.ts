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
  /** `conntrack -D`: how many entries were forgotten. */
  forgetConnections(ctx: Context, filter: ConntrackFilter): number;
  /** A kernel setting such as `net/ipv4/conf/all/route_localnet`. */
  setSysctl(ctx: Context, name: string, value: number): void;
}
