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
