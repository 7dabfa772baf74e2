// Models netfilter.org iptables/iptables-restore.c and nft.c (v1.36)

import type { Family } from '../../../base/address.ts';
import type { IptablesTable, RestoreOptions } from '../../ports/netfilter.ts';
import { parseRule } from './parse-rule.ts';
import { saveRule } from './print-rule.ts';
import type { ChainRow, CounterRow } from './rows.ts';
import { RuleError } from './rule-values.ts';
import { BUILT_IN, type Rule, type RuleSpec } from './rules.ts';
import { words } from './tokens.ts';

const VERSION = 'iptables-restore v1.8.9 (nf_tables)';
const MAX_NAME = 28;

/** What a text asks of one chain: its rules afterwards. */
export interface ChainEdit {
  readonly table: IptablesTable;
  readonly name: string;
  readonly policy: ChainRow['policy'];
  readonly deleted: boolean;
  readonly rules: readonly Rule[];
  readonly counted: readonly ({ readonly rule: number } & CounterRow)[];
}

/** The rules as they are before. */
export interface Before {
  readonly family: Family;
  chain(table: IptablesTable, name: string): ChainRow | undefined;
  chains(table: IptablesTable): readonly ChainRow[];
  references(table: IptablesTable, chain: string): number;
  newId(): number;
}

interface Draft {
  table: IptablesTable;
  name: string;
  policy: ChainRow['policy'];
  deleted: boolean;
  rules: Rule[];
  counted: ({ rule: number } & CounterRow)[];
}

/** Reads the text of one or several tables. A text as a whole when something is wrong with it. */
export function readRestore(
  before: Before,
  text: string | readonly string[],
  options: RestoreOptions,
): readonly ChainEdit[] | string {
  return new Reader(before, options).read(text);
}

class Reader {
  private readonly edits = new Map<string, Draft>();
  private table: IptablesTable | undefined;
  private line = 0;
  private error: string | undefined;
  /** Most rules follow one of the same chain. */
  private last: Draft | undefined;
  private jumps = new Set<string>();
  private readonly checked = new Set<string>();

  constructor(
    private readonly before: Before,
    private readonly options: RestoreOptions,
  ) {}

  read(text: string | readonly string[]): readonly ChainEdit[] | string {
    if (typeof text !== 'string') {
      for (const line of text) {
        this.take(line);
        if (this.error !== undefined) return this.error;
      }
    } else if (!this.takeAll(text)) return this.error ?? '';
    if (this.table !== undefined) return `iptables-restore: COMMIT expected at line ${this.line + 1}\n`;
    return [...this.edits.values()];
  }

  private takeAll(text: string): boolean {
    let from = 0;
    while (from < text.length) {
      let end = text.indexOf('\n', from);
      if (end < 0) end = text.length;
      if (end > from) this.take(text.slice(from, end));
      else this.line += 1;
      if (this.error !== undefined) return false;
      from = end + 1;
    }
    return true;
  }

  private take(line: string): void {
    this.line += 1;
    const first = line.charCodeAt(0);
    if (line === '' || first === 35) return;
    if (this.table === undefined) this.begin(line);
    else if (line === 'COMMIT') this.commit();
    else if (first === 58) this.declare(line);
    else this.command(line);
  }

  private begin(line: string): void {
    const name = line.slice(1).trim();
    if (line.charCodeAt(0) !== 42 || !Object.hasOwn(BUILT_IN, name)) {
      if (line.charCodeAt(0) === 42)
        return this.usage(`${VERSION}: iptables-restore: line ${this.line} table name '${name}' invalid`);
      this.error = `${VERSION}: no command specified\nTry \`iptables-restore -h' or 'iptables-restore --help' for more information.\n`;
      return;
    }
    this.table = name as IptablesTable;
    this.checked.clear();
    if (!this.options.noFlush) this.flushAll(this.table);
  }

  private flushAll(table: IptablesTable): void {
    for (const row of this.before.chains(table)) {
      const draft = this.edit(row.name);
      if (draft === undefined) continue;
      draft.rules = [];
      draft.deleted = row.policy === undefined;
    }
  }

  /** `:KUBE-SERVICES - [0:0]` */
  private declare(line: string): void {
    const parts = words(line, 1);
    const [name = '', policy] = parts;
    if (policy === undefined) return this.usage(`${VERSION}: iptables-restore: line ${this.line} policy invalid`);
    if (name.length > MAX_NAME)
      return this.usage(`${VERSION}: chain name \`${name}' too long (must be under ${MAX_NAME + 1} chars)`);
    const draft = this.edit(name) ?? this.create(name);
    draft.deleted = false;
    if (draft.policy === undefined) {
      draft.rules = [];
      draft.counted = [];
    } else if (policy === 'DROP' || policy === 'ACCEPT') draft.policy = policy;
  }

  private command(line: string): void {
    let at = 0;
    let counts: CounterRow | undefined;
    if (line.charCodeAt(0) === 91) {
      const close = line.indexOf(']');
      const colon = line.indexOf(':');
      counts = { packets: Number(line.slice(1, colon)), bytes: Number(line.slice(colon + 1, close)) };
      at = close + 1;
    }
    const args = words(line, at);
    const [command = '', name = ''] = args;
    switch (command) {
      case '-A':
      case '--append':
        return this.add(name, args, 2, undefined, counts);
      case '-I':
      case '--insert': {
        const place = /^[0-9]+$/.test(args[2] ?? '') ? Number(args[2]) : undefined;
        return this.add(name, args, place === undefined ? 2 : 3, (place ?? 1) - 1, counts);
      }
      case '-D':
      case '--delete':
        return this.remove(name, args);
      case '-N':
        this.create(name);
        return;
      case '-F':
        return this.flush(name);
      case '-X':
        return this.drop(name);
      case '-P':
        return this.setPolicy(name, args[2] ?? '');
      default:
        return this.usage(
          command.startsWith('-') ? `${VERSION}: unknown option "${command}"` : `Bad argument \`${command}'`,
        );
    }
  }

  private add(
    name: string,
    args: readonly string[],
    from: number,
    place: number | undefined,
    counts: CounterRow | undefined,
  ): void {
    const draft = this.last?.name === name && this.last.table === this.table ? this.last : this.edit(name);
    if (draft === undefined || draft.deleted) return this.missing();
    this.last = draft;
    const spec = parseRule(args, from, this.before.family);
    if (spec instanceof RuleError) {
      const bare = spec.message.startsWith('Bad argument');
      return this.usage(bare ? spec.message : `${VERSION}: ${spec.message}`);
    }
    const wrong = misplaced(this.table as IptablesTable, spec);
    if (wrong) {
      this.error = `${VERSION}: \nline ${this.line}: RULE_APPEND failed (Invalid argument): rule in chain ${name}\n`;
      return;
    }
    if (spec.target?.kind === 'jump' && !this.checked.has(spec.target.chain)) this.jumps.add(spec.target.chain);
    const rule: Rule = { id: this.before.newId(), matches: spec.matches, target: spec.target };
    if (place === undefined) draft.rules.push(rule);
    else draft.rules.splice(place, 0, rule);
    if (counts !== undefined && this.options.counters && counts.packets > 0)
      draft.counted.push({ rule: rule.id, ...counts });
  }

  private remove(name: string, args: readonly string[]): void {
    const draft = this.edit(name);
    const spec = parseRule(args, 2, this.before.family);
    const printed = spec instanceof RuleError ? undefined : saveRule(spec);
    const at = draft?.rules.findIndex((rule) => saveRule(rule) === printed) ?? -1;
    if (draft === undefined || at < 0) {
      this.error = `iptables-restore: line ${this.line} failed: Bad rule (does a matching rule exist in that chain?).\n`;
      return;
    }
    draft.rules.splice(at, 1);
  }

  private flush(name: string): void {
    const draft = this.edit(name);
    if (draft === undefined) return this.missing();
    draft.rules = [];
  }

  private drop(name: string): void {
    const draft = this.edit(name);
    if (draft === undefined || draft.deleted) return this.missing();
    draft.deleted = true;
    draft.rules = [];
    draft.counted = [];
  }

  private setPolicy(name: string, policy: string): void {
    const draft = this.edit(name);
    if (draft === undefined) return this.missing();
    if (policy === 'DROP' || policy === 'ACCEPT') draft.policy = policy;
  }

  /** The chain as this text leaves it so far; undefined when there is none. */
  private edit(name: string): Draft | undefined {
    const table = this.table as IptablesTable;
    const key = `${table}/${name}`;
    const known = this.edits.get(key);
    if (known !== undefined) return known;
    const row = this.before.chain(table, name);
    if (row === undefined) return undefined;
    const draft: Draft = { table, name, policy: row.policy, deleted: false, rules: [...row.rules], counted: [] };
    this.edits.set(key, draft);
    return draft;
  }

  private create(name: string): Draft {
    const table = this.table as IptablesTable;
    const draft: Draft = { table, name, policy: undefined, deleted: false, rules: [], counted: [] };
    this.edits.set(`${table}/${name}`, draft);
    return draft;
  }

  /** Targets must exist; a chain that goes must not be one. */
  private commit(): void {
    const table = this.table as IptablesTable;
    for (const chain of this.jumps) {
      const draft = this.edits.get(`${table}/${chain}`);
      if (draft === undefined ? this.before.chain(table, chain) === undefined : draft.deleted)
        return this.usage(`${VERSION}: Chain '${chain}' does not exist`);
      this.checked.add(chain);
    }
    this.jumps.clear();
    this.table = undefined;
    this.last = undefined;
    const busy = this.busyChain(table);
    if (busy === undefined) return;
    this.error = `${VERSION}: \nline ${this.line}: CHAIN_DEL failed (Device or resource busy): chain ${busy}\n`;
  }

  /** A chain that would go while a rule still leads to it. */
  private busyChain(table: IptablesTable): string | undefined {
    const going = new Map<string, number>();
    for (const draft of this.edits.values())
      if (draft.deleted && draft.table === table) going.set(draft.name, this.before.references(table, draft.name));
    if (going.size === 0) return undefined;
    for (const draft of this.edits.values()) {
      if (draft.table !== table) continue;
      addUses(going, this.before.chain(table, draft.name)?.rules ?? [], -1);
      addUses(going, draft.rules, 1);
    }
    for (const [name, uses] of going) if (uses > 0) return name;
    return undefined;
  }

  private missing(): void {
    this.error = `iptables-restore: line ${this.line} failed: No chain/target/match by that name.\n`;
  }

  private usage(message: string): void {
    this.error = `${message}\nError occurred at line: ${this.line}\nTry \`iptables-restore -h' or 'iptables-restore --help' for more information.\n`;
  }
}

function addUses(uses: Map<string, number>, rules: readonly Rule[], by: number): void {
  for (const { target } of rules) {
    if (target?.kind !== 'jump') continue;
    const count = uses.get(target.chain);
    if (count !== undefined) uses.set(target.chain, count + by);
  }
}

/** Address translation belongs to nat, refusal to filter. */
function misplaced(table: IptablesTable, { target }: RuleSpec): boolean {
  switch (target?.kind) {
    case 'dnat':
    case 'snat':
    case 'masquerade':
    case 'redirect':
      return table !== 'nat';
    case 'reject':
      return table !== 'filter';
    default:
      return false;
  }
}
