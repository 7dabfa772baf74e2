// Models the kernel's net/netfilter and what its tools show of it (v1.36)

import { tableFamily } from '../../../engine/index.ts';
import type { IptablesTable } from '../../ports/netfilter.ts';
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
