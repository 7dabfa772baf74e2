// Models netfilter.org iptables/nft.c (v1.36)

import type { IptablesTable } from '../../ports/netfilter.ts';
import type { ChainRow } from './rows.ts';
import { BUILT_IN } from './rules.ts';

/** Built-in chains in the order of their hooks, then the others by name. */
export function inOrder(table: IptablesTable, rows: readonly ChainRow[]): readonly ChainRow[] {
  const order = BUILT_IN[table];
  return [...rows].sort((a, b) => {
    if (a.policy !== undefined || b.policy !== undefined) {
      if (a.policy === undefined) return 1;
      if (b.policy === undefined) return -1;
      return order.indexOf(a.name) - order.indexOf(b.name);
    }
    return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
  });
}
