// Models the kernel's net/netfilter and what its tools show of it (v1.36)

import { tableFamily, tableName } from '../../engine/index.ts';
import type { IptablesTable } from '../ports/netfilter.ts';
import type { Rule } from './rules.ts';

/** By `table/chain`. */
export interface ChainRow {
  readonly table: IptablesTable;
  readonly name: string;
  /** Built-in chains have one. */
  readonly policy: 'ACCEPT' | 'DROP' | undefined;
  readonly rules: readonly Rule[];
}
/** One a node. */
export const CHAIN_TABLES = {
  IPv4: tableFamily<ChainRow>('network/*/chains'),
  IPv6: tableFamily<ChainRow>('network/*/chains6'),
} as const;

/** By the number of the rule; a rule that never matched has none. */
export interface CounterRow {
  readonly packets: number;
  readonly bytes: number;
}
/** One a node. */
export const COUNTER_TABLES = {
  IPv4: tableFamily<CounterRow>('network/*/counters'),
  IPv6: tableFamily<CounterRow>('network/*/counters6'),
} as const;

export function chainKey(table: IptablesTable, chain: string): string {
  return `${table}/${chain}`;
}

/** By the number of its connection: where its packet is, and what its header says. */
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
export const PACKETS_TABLE = tableName<PacketRow>('network/packets');

export type Outcome = 'open' | 'answered' | 'refused' | 'unreachable' | 'timed out' | 'reset';

/** By number. */
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
export const CONNECTIONS_TABLE = tableName<ConnectionRow>('network/connections');
