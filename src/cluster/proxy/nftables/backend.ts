// Models pkg/proxy/nftables/proxier.go (v1.36)

import { sameItems } from '../../../base/equality.ts';
import type { Context, Engine, Table } from '../../../engine/index.ts';
import type { Netfilter, NftEdit } from '../../ports/netfilter.ts';
import type { RuleSettings } from '../iptables/service-rules.ts';
import type { Backend, Written } from '../shared/backend.ts';
import { forgetStale } from '../shared/conntrack.ts';
import type { IPFamily } from '../shared/family.ts';
import type { RulesetRow } from '../shared/rows.ts';
import { RULESET_TABLES } from '../shared/rows.ts';
import type { ProxyState, Update } from '../shared/state.ts';
import { type Container, chainNames, type PortRules, portRules } from './port-rules.ts';
import { chainOfSix, textOfSix } from './six.ts';
import { fixedChains, tableLines } from './table.ts';

const COMMAND = 'nft list table ip kube-proxy';
const COMMAND6 = 'nft list table ip6 kube-proxy';
/** What stands in the table without any Service. */
const FIXED_LINES = 60;

/** Writes one table of nftables: maps find a Service in one look, whatever their number. */
export class NftablesBackend implements Backend {
  readonly mode = 'nftables';
  readonly tool = 'nft -f -';
  private readonly ports = new Map<string, PortRules>();
  private readonly command: string;
  private readonly rows: Table<RulesetRow>;
  private endpoints = 0;
  private begun = false;
  /** What the kernel was given last, in order; undefined before the first time. */
  private applied: readonly PortRules[] | undefined;
  /** How many ports want each element of a set or map. */
  private readonly shared = new Map<string, number>();

  constructor(
    engine: Engine,
    private readonly netfilter: Netfilter,
    private readonly settings: RuleSettings,
    private readonly serviceCIDR: string,
    private readonly state: ProxyState,
    private readonly family: IPFamily = 'IPv4',
  ) {
    const six = family === 'IPv6';
    this.command = six ? COMMAND6 : COMMAND;
    this.rows = engine.viewTable(RULESET_TABLES[family].of(settings.node), () =>
      this.applied === undefined ? [] : [[this.command, { lines: this.list(this.applied) }]],
    );
  }

  prepare(): void {}

  prepareSync(ctx: Context, update: Update, full: boolean): Written {
    const changed = full ? this.state.keys : this.state.portsOf(update);
    const edit = new EditBuilder(this.shared);
    let lines = 0;
    if (!this.begun) {
      this.begun = true;
      lines += FIXED_LINES;
      const fixed = fixedChains({ ...this.settings, serviceCIDR: this.serviceCIDR });
      edit.chains.push(...(this.family === 'IPv6' ? fixed.map(chainOfSix) : fixed));
      edit.add([['nodeport-ips', this.settings.nodeIP]]);
    }
    for (const key of update.removedPorts) this.forget(key, edit);
    for (const key of changed) {
      const before = this.ports.get(key);
      const written = portRules(this.state.port(key), this.state.endpointsOf(key), this.settings);
      const rules = this.family === 'IPv6' ? { ...written, chains: written.chains.map(chainOfSix) } : written;
      this.ports.set(key, rules);
      this.endpoints += rules.endpoints - (before?.endpoints ?? 0);
      edit.replace(before, rules);
    }
    const { added, removed, chains, deletedChains } = edit;
    for (const { rules } of chains) lines += 1 + rules.length;
    return {
      lines: lines + added.length + removed.length + deletedChains.length,
      changed,
      deleted: deletedChains,
      endpoints: this.endpoints,
      largeCluster: false,
      apply: (written) => {
        this.netfilter.nftables.apply(written, edit);
        this.applied = this.inOrder();
        if (ctx.engine.recording === 'full') this.rows.set(this.command, { lines: this.list(this.applied) });
        forgetStale(written, this.netfilter, update.stale);
        return undefined;
      },
    };
  }

  chainOf(port: string): string | undefined {
    const rules = this.ports.get(port);
    if (rules === undefined || rules.chains.length === 0) return undefined;
    const { service, local } = chainNames(this.state.port(port));
    return this.state.port(port).internalPolicyLocal ? local : service;
  }

  private inOrder(): readonly PortRules[] {
    const ordered: PortRules[] = [];
    for (const key of this.state.keys) {
      const rules = this.ports.get(key);
      if (rules !== undefined) ordered.push(rules);
    }
    return ordered;
  }

  list(ordered: readonly PortRules[] = this.inOrder()): readonly string[] {
    const lines = tableLines(ordered, { ...this.settings, serviceCIDR: this.serviceCIDR });
    return this.family === 'IPv6' ? lines.map(textOfSix) : lines;
  }

  private forget(key: string, edit: EditBuilder): void {
    const before = this.ports.get(key);
    if (before === undefined) return;
    this.ports.delete(key);
    this.endpoints -= before.endpoints;
    edit.replace(before, undefined);
  }
}

type Element = readonly [container: Container | 'nodeport-ips', element: string];

/** What one transaction changes: only chains whose rules are others, only elements that come or go. */
class EditBuilder implements NftEdit {
  readonly chains: { readonly name: string; readonly rules: readonly string[] }[] = [];
  readonly deletedChains: string[] = [];
  readonly sets: { readonly name: string; readonly seconds: number }[] = [];
  readonly deletedSets: string[] = [];
  readonly added: Element[] = [];
  readonly removed: Element[] = [];

  /** `shared`: how many ports of Services want each element. */
  constructor(private readonly shared: Map<string, number>) {}

  add(elements: readonly Element[]): void {
    for (const element of elements) if (this.count(element, 1) === 1) this.added.push(element);
  }

  replace(before: PortRules | undefined, after: PortRules | undefined): void {
    const old = new Map(before?.chains.map(({ name, rules }) => [name, rules]));
    for (const chain of after?.chains ?? []) {
      const before = old.get(chain.name);
      if (before === undefined || !sameItems(before, chain.rules)) this.chains.push(chain);
      old.delete(chain.name);
    }
    this.deletedChains.push(...old.keys());
    const sets = new Map(before?.affinitySets.map(({ name, seconds }) => [name, seconds]));
    for (const set of after?.affinitySets ?? []) {
      if (sets.get(set.name) !== set.seconds) this.sets.push(set);
      sets.delete(set.name);
    }
    this.deletedSets.push(...sets.keys());
    // Elements of the new state are counted first, so that what stays is never taken out.
    const fresh = (after?.elements ?? []).filter((element) => this.count(element, 1) === 1);
    const gone = (before?.elements ?? []).filter((element) => this.count(element, -1) === 0);
    this.added.push(...fresh);
    this.removed.push(...gone);
  }

  private count([container, element]: Element, by: number): number {
    const key = `${container} ${element}`;
    const count = (this.shared.get(key) ?? 0) + by;
    if (count === 0) this.shared.delete(key);
    else this.shared.set(key, count);
    return count;
  }
}
