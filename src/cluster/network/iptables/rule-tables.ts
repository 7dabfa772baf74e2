// Models netfilter.org iptables/nft.c and iptables/iptables-restore.c (v1.36)

import type { Family } from '../../../base/address.ts';
import type { Context, Engine, Table } from '../../../engine/index.ts';
import { network as kinds } from '../../../steps/network.ts';
import type { IptablesTable, RestoreOptions } from '../../ports/netfilter.ts';
import { inOrder } from './chain-order.ts';
import { type ListOptions, type ListSource, listTable } from './list.ts';
import { parseRule } from './parse-rule.ts';
import { saveRule } from './print-rule.ts';
import { type ChainEdit, readRestore } from './restore.ts';
import { CHAIN_TABLES, type ChainRow, COUNTER_TABLES, type CounterRow, chainKey } from './rows.ts';
import { RuleError } from './rule-values.ts';
import { BUILT_IN, type Rule, TABLES } from './rules.ts';
import { words } from './tokens.ts';

const MISSING = 'iptables: No chain/target/match by that name.';

/** The rules of one node, in tables that a person can open. */
export class RuleTables implements ListSource {
  readonly rows: Table<ChainRow>;
  readonly counters: Table<CounterRow>;
  private readonly uses = new Map<string, number>();
  private readonly actor: string;
  private nextRule = 1;

  constructor(
    readonly engine: Engine,
    readonly node: string,
    readonly family: Family = 'IPv4',
  ) {
    this.actor = `network/${node}`;
    this.rows = engine.table(CHAIN_TABLES[family].of(node));
    this.counters = engine.table(COUNTER_TABLES[family].of(node));
  }

  // Looking

  chain(table: IptablesTable, name: string): ChainRow | undefined {
    return this.rows.get(chainKey(table, name)) ?? builtIn(table, name);
  }

  chains(table: IptablesTable): readonly ChainRow[] {
    const found: ChainRow[] = BUILT_IN[table].map((name) => this.chain(table, name) as ChainRow);
    for (const row of this.rows.values()) if (row.table === table && row.policy === undefined) found.push(row);
    return found;
  }

  counter(rule: number): CounterRow | undefined {
    return this.counters.get(String(rule));
  }

  references(table: IptablesTable, chain: string): number {
    return this.uses.get(chainKey(table, chain)) ?? 0;
  }

  list(table: IptablesTable, options: ListOptions): readonly string[] {
    return listTable(this, table, options) ?? [this.inOwnName(MISSING)];
  }

  save(table: IptablesTable, counters = false): readonly string[] {
    const rows = inOrder(table, this.chains(table));
    const lines = [`*${table}`];
    for (const { name, policy } of rows) lines.push(`:${name} ${policy ?? '-'} [0:0]`);
    for (const { name, rules } of rows) {
      for (const rule of rules) {
        const count = counters ? this.countText(rule) : '';
        lines.push(`${count}-A ${name}${saveRule(rule)}`);
      }
    }
    lines.push('COMMIT');
    return lines;
  }

  private countText({ id }: Rule): string {
    const counter = this.counter(id);
    return counter === undefined ? '[0:0] ' : `[${counter.packets}:${counter.bytes}] `;
  }

  // Changing

  /** `iptables-restore`. */
  restore(ctx: Context, text: string | readonly string[], options: RestoreOptions): string | undefined {
    const edits = readRestore(this, text, options);
    if (typeof edits === 'string') {
      const error = this.inOwnName(edits);
      this.step(ctx).step(kinds.restoreFailed, this.subject, { error });
      return error;
    }
    let chains = 0;
    let rules = 0;
    let deleted = 0;
    for (const edit of edits) {
      if (edit.deleted) deleted += 1;
      else chains += 1;
      rules += edit.rules.length;
    }
    const tables = TABLES.filter((table) => edits.some((edit) => edit.table === table)).join(', ');
    this.step(ctx).step(kinds.restore, this.subject, { tables, chains, rules, deleted });
    for (const edit of edits) this.apply(edit);
    return undefined;
  }

  ensureChain(ctx: Context, table: IptablesTable, chain: string): boolean {
    if (this.chain(table, chain) !== undefined) return false;
    this.step(ctx).step(kinds.chain, this.subject, { table, chain });
    this.put({ table, name: chain, policy: undefined, rules: [] });
    return true;
  }

  ensureRule(
    ctx: Context,
    table: IptablesTable,
    chain: string,
    position: 'prepend' | 'append',
    text: string,
  ): boolean | { readonly error: string } {
    const row = this.chain(table, chain);
    if (row === undefined) return { error: this.inOwnName(MISSING) };
    const spec = parseRule(words(text, 0), 0, this.family);
    if (spec instanceof RuleError) return { error: this.inOwnName(`iptables v1.8.9 (nf_tables): ${spec.message}`) };
    const jump = spec.target?.kind === 'jump' ? spec.target.chain : undefined;
    if (jump !== undefined && this.chain(table, jump) === undefined)
      return { error: this.inOwnName(`iptables v1.8.9 (nf_tables): Chain '${jump}' does not exist`) };
    const printed = saveRule(spec);
    if (row.rules.some((rule) => saveRule(rule) === printed)) return false;
    this.step(ctx).step(kinds.ruleAdded, this.subject, { table, chain, rule: printed.trim() });
    const rule: Rule = { id: this.newId(), ...spec };
    this.put({ ...row, rules: position === 'prepend' ? [rule, ...row.rules] : [...row.rules, rule] });
    return true;
  }

  deleteRule(ctx: Context, table: IptablesTable, chain: string, text: string): boolean {
    const row = this.chain(table, chain);
    const spec = parseRule(words(text, 0), 0, this.family);
    if (row === undefined || spec instanceof RuleError) return false;
    const printed = saveRule(spec);
    const at = row.rules.findIndex((rule) => saveRule(rule) === printed);
    if (at < 0) return false;
    this.step(ctx).step(kinds.ruleDeleted, this.subject, { table, chain, rule: printed.trim() });
    this.put({ ...row, rules: row.rules.filter((_, place) => place !== at) });
    this.counters.delete(String(row.rules[at]?.id));
    return true;
  }

  deleteChain(ctx: Context, table: IptablesTable, chain: string): boolean {
    const row = this.chain(table, chain);
    if (row === undefined || row.policy !== undefined || this.references(table, chain) > 0) return false;
    this.step(ctx).step(kinds.chainDeleted, this.subject, { table, chain, rules: row.rules.length });
    this.apply({ table, name: chain, policy: undefined, deleted: true, rules: [], counted: [] });
    return true;
  }

  newId(): number {
    const id = this.nextRule;
    this.nextRule += 1;
    return id;
  }

  /** One more packet matched: the caller has emitted the step. */
  count(rule: number, bytes: number): void {
    const key = String(rule);
    const before = this.counters.get(key);
    this.counters.set(key, {
      packets: (before?.packets ?? 0) + 1,
      bytes: (before?.bytes ?? 0) + bytes,
    });
  }

  private apply(edit: ChainEdit): void {
    const before = this.rows.get(chainKey(edit.table, edit.name));
    const kept = new Set<number>();
    for (const rule of edit.rules) kept.add(rule.id);
    for (const rule of before?.rules ?? []) if (!kept.has(rule.id)) this.counters.delete(String(rule.id));
    if (edit.deleted) {
      this.use(edit.table, before?.rules ?? [], -1);
      this.rows.delete(chainKey(edit.table, edit.name));
      return;
    }
    this.put({ table: edit.table, name: edit.name, policy: edit.policy, rules: edit.rules });
    for (const { rule, packets, bytes } of edit.counted) this.counters.set(String(rule), { packets, bytes });
  }

  private put(row: ChainRow): void {
    const key = chainKey(row.table, row.name);
    this.use(row.table, this.rows.get(key)?.rules ?? [], -1);
    this.use(row.table, row.rules, 1);
    this.rows.set(key, row);
  }

  private use(table: IptablesTable, rules: readonly Rule[], by: number): void {
    for (const { target } of rules) {
      if (target?.kind !== 'jump') continue;
      const key = chainKey(table, target.chain);
      const uses = (this.uses.get(key) ?? 0) + by;
      if (uses === 0) this.uses.delete(key);
      else this.uses.set(key, uses);
    }
  }

  /** The tool of IPv6 has a name of its own. */
  private inOwnName(error: string): string {
    return this.family === 'IPv6' ? error.replace('iptables', 'ip6tables') : error;
  }

  private get subject(): string {
    return `nodes/${this.node}`;
  }

  private step(ctx: Context): Context {
    return ctx.as(this.actor);
  }
}

const EMPTY: ReadonlyMap<string, ChainRow> = new Map(
  TABLES.flatMap((table) =>
    BUILT_IN[table].map((name): [string, ChainRow] => [
      chainKey(table, name),
      { table, name, policy: 'ACCEPT', rules: [] },
    ]),
  ),
);

function builtIn(table: IptablesTable, name: string): ChainRow | undefined {
  return EMPTY.get(chainKey(table, name));
}
