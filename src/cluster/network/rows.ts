// Models the kernel's net/netfilter and what its tools show of it (v1.36)

import type { IptablesTable } from '../ports/netfilter.ts';
import type { Rule } from './rules.ts';

/** A row of `network/<node>/chains`, by `table/chain`. */
export interface ChainRow {
  readonly table: IptablesTable;
  readonly name: string;
  /** Built-in chains have one. */
  readonly policy: 'ACCEPT' | 'DROP' | undefined;
  readonly rules: readonly Rule[];
}

/** A row of `network/<node>/counters`, by the number of the rule; a rule that never matched has none. */
export interface CounterRow {
  readonly packets: number;
  readonly bytes: number;
}

export function chainKey(table: IptablesTable, chain: string): string {
  return `${table}/${chain}`;
}

/** The row of `network/packets`, by the number of its connection: where its packet is, and what its header says. */
export interface PacketRow {
  readonly connection: number;
  readonly what: string;
  readonly protocol: string;
  readonly source: string;
  readonly destination: string;
  readonly mark: number;
  readonly bytes: number;
  readonly host: string;
  /** A hook, a device, or `send`, `process`, `lost`. */
  readonly at: string;
  readonly in: string;
  readonly out: string;
}

export type Outcome = 'open' | 'answered' | 'refused' | 'unreachable' | 'timed out' | 'reset';

/** A row of `network/connections`, by number. */
export interface ConnectionRow {
  readonly id: number;
  readonly protocol: string;
  readonly from: string;
  readonly to: string;
  readonly address: string;
  readonly port: number;
  readonly outcome: Outcome;
  /** The process that answered, and whom it saw. */
  readonly process: string;
  readonly seen: string;
  readonly packets: number;
  readonly examined: number;
  readonly startedAt: number;
  readonly endedAt: number | undefined;
}
