import type { Engine } from '../engine/index.ts';
import { RuleTables } from './network/rule-tables.ts';
import type { Netfilter } from './ports/netfilter.ts';

/** The packet rules of a node as components write them. Models pkg/util/iptables/iptables.go (v1.36) */
export function nodeNetfilter(engine: Engine, node: string): Netfilter {
  const rules = new RuleTables(engine, node);
  return {
    restore: (ctx, text, options) => rules.restore(ctx, text, options),
    save: (table, counters) => rules.save(table, counters),
    ensureChain: (ctx, table, chain) => rules.ensureChain(ctx, table, chain),
    chainExists: (table, chain) => rules.chain(table, chain) !== undefined,
    ensureRule: (ctx, table, chain, position, rule) => rules.ensureRule(ctx, table, chain, position, rule),
    deleteRule: (ctx, table, chain, rule) => rules.deleteRule(ctx, table, chain, rule),
    forgetConnections: () => 0,
    setSysctl: () => undefined,
  };
}
