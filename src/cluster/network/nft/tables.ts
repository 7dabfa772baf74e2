// Models the kernel's net/netfilter/nf_tables_api.c and nft_set_hash.c: the table of one component (v1.36)

import type { Family } from '../../../base/address.ts';
import { SECOND } from '../../../base/time/units.ts';
import type { Context, Engine, Table } from '../../../engine/index.ts';
import { network as kinds } from '../../../steps/network.ts';
import type { Nftables, NftEdit } from '../../ports/netfilter.ts';
import { type NftStatement, parseNftRule } from './parse.ts';
import { NFT_CHAIN_TABLES, NFT_ELEMENT_TABLES, type NftBase, type NftChainRow, type NftElementRow } from './rows.ts';

const BASE = /^type (filter|nat) hook (\w+) priority (?:(\w+)(?: ([-+]) (\d+))?|(-\d+)); policy accept;$/;
const PRIORITIES: { readonly [name: string]: number } = {
  raw: -300,
  mangle: -150,
  dstnat: -100,
  filter: 0,
  srcnat: 100,
};

/** When chains of a hook are asked: before addresses are translated, to translate them, or as filters after that. */
export type NftStage = 'early' | 'nat' | 'filter';

/** The chains, sets and maps of one node. */
export class NftTables implements Nftables {
  readonly chains: Table<NftChainRow>;
  readonly elements: Table<NftElementRow>;
  private readonly timeouts = new Map<string, number>();
  private readonly stages = new Map<string, NftChainRow[]>();
  private readonly parsed = new Map<number, readonly NftStatement[]>();
  private nextRule = 1;

  constructor(
    private readonly engine: Engine,
    private readonly node: string,
    family: Family = 'IPv4',
  ) {
    this.chains = engine.table(NFT_CHAIN_TABLES[family].of(node));
    this.elements = engine.table(NFT_ELEMENT_TABLES[family].of(node));
  }

  /** `nft -f -`: everything or nothing. */
  apply(ctx: Context, edit: NftEdit): void {
    const { chains, deletedChains, sets, deletedSets, added, removed } = edit;
    let rules = 0;
    for (const chain of chains) rules += chain.rules.length;
    ctx.as(`network/${this.node}`).step(kinds.nftApplied, `nodes/${this.node}`, {
      chains: chains.length,
      rules,
      deleted: deletedChains.length,
      elements: added.length,
      removed: removed.length,
    });
    for (const { name, seconds } of sets) this.timeouts.set(name, seconds);
    for (const { name, rules: texts } of chains) this.fill(name, texts);
    for (const name of deletedChains) this.delete(name);
    for (const name of deletedSets) this.deleteSet(name);
    for (const [container, element] of removed) this.elements.delete(`${container}/${elementOf(element).key}`);
    for (const [container, element] of added) {
      const { key, value } = elementOf(element);
      this.elements.set(`${container}/${key}`, { container, key, value, expiresAt: undefined });
    }
  }

  private fill(name: string, texts: readonly string[]): void {
    this.unparse(this.chains.get(name));
    const base = baseOf(texts[0] ?? '');
    const own = texts.filter((text, at) => (at > 0 || base === undefined) && !text.startsWith('comment '));
    const rules = own.map((text) => {
      const id = this.nextRule;
      this.nextRule += 1;
      return { id, text };
    });
    const row = { name, base, rules };
    this.chains.set(name, row);
    if (base !== undefined) this.hang(row, base);
  }

  private hang(row: NftChainRow, { hook, type, priority }: NftBase): void {
    const stage: NftStage = type === 'nat' ? 'nat' : priority < -100 ? 'early' : 'filter';
    const key = `${hook}/${stage}`;
    const others = (this.stages.get(key) ?? []).filter(({ name }) => name !== row.name);
    this.stages.set(
      key,
      [...others, row].sort((a, b) => (a.base?.priority ?? 0) - (b.base?.priority ?? 0)),
    );
  }

  private delete(name: string): void {
    this.unparse(this.chains.get(name));
    this.chains.delete(name);
  }

  private deleteSet(name: string): void {
    this.timeouts.delete(name);
    for (const key of [...this.elements.keys()]) if (key.startsWith(`${name}/`)) this.elements.delete(key);
  }

  private unparse(row: NftChainRow | undefined): void {
    for (const { id } of row?.rules ?? []) this.parsed.delete(id);
  }

  /** Chains that a hook asks at a stage; `hook` as the kernel names it: `prerouting`. */
  at(hook: string, stage: NftStage): readonly NftChainRow[] {
    return this.stages.get(`${hook}/${stage}`) ?? NONE;
  }

  chain(name: string): NftChainRow | undefined {
    return this.chains.get(name);
  }

  statements(rule: number, text: string): readonly NftStatement[] {
    let found = this.parsed.get(rule);
    if (found === undefined) {
      found = parseNftRule(text);
      this.parsed.set(rule, found);
    }
    return found;
  }

  element(container: string, key: string): NftElementRow | undefined {
    const row = this.elements.get(`${container}/${key}`);
    return row?.expiresAt !== undefined && row.expiresAt <= this.engine.now ? undefined : row;
  }

  /** An element is added or its time begins anew; the caller has emitted the step. */
  update(container: string, key: string): void {
    const seconds = this.timeouts.get(container);
    const expiresAt = seconds === undefined ? undefined : this.engine.now + seconds * SECOND;
    this.elements.set(`${container}/${key}`, { container, key, value: '', expiresAt });
  }
}

const NONE: readonly NftChainRow[] = [];

/** `10.96.0.1 . tcp . 443 comment "default/web" : drop` */
function elementOf(text: string): { readonly key: string; readonly value: string } {
  const colon = text.lastIndexOf(' : ');
  const left = colon < 0 ? text : text.slice(0, colon);
  const comment = left.indexOf(' comment ');
  return { key: comment < 0 ? left : left.slice(0, comment), value: colon < 0 ? '' : text.slice(colon + 3) };
}

function baseOf(line: string): NftBase | undefined {
  const [, type, hook = '', name, sign, offset, number] = BASE.exec(line) ?? [];
  if (type === undefined) return undefined;
  const named = name === undefined ? Number(number) : (PRIORITIES[name] ?? 0);
  const shift = offset === undefined ? 0 : sign === '-' ? -Number(offset) : Number(offset);
  return { type: type as NftBase['type'], hook, priority: named + shift };
}
