// Models pkg/proxy/nftables/proxier.go (v1.36)

import type { Context, Engine, Table } from '../../../engine/index.ts';
import type { Netfilter } from '../../ports/netfilter.ts';
import type { Backend, Written } from '../backend.ts';
import { forgetStale } from '../conntrack.ts';
import type { RuleSettings } from '../iptables/service-rules.ts';
import type { RulesetRow } from '../rows.ts';
import type { ProxyState, Update } from '../state.ts';
import { chainNames, type PortRules, portRules } from './port-rules.ts';
import { tableLines } from './table.ts';

const COMMAND = 'nft list table ip kube-proxy';
/** What stands in the table without any Service. */
const FIXED_LINES = 60;

/** Writes one table of nftables: maps find a Service in one look, whatever their number. */
export class NftablesBackend implements Backend {
  readonly mode = 'nftables';
  readonly tool = 'nft -f -';
  private readonly ports = new Map<string, PortRules>();
  private readonly rows: Table<RulesetRow>;
  private endpoints = 0;

  constructor(
    engine: Engine,
    private readonly netfilter: Netfilter,
    private readonly settings: RuleSettings,
    private readonly serviceCIDR: string,
    private readonly state: ProxyState,
  ) {
    this.rows = engine.viewTable<RulesetRow>(`kube-proxy/${settings.node}/ruleset`, () => [
      [COMMAND, { lines: this.list() }],
    ]);
  }

  prepare(): void {}

  prepareSync(ctx: Context, update: Update, full: boolean): Written {
    const changed = full ? this.state.keys : this.state.portsOf(update);
    const deleted: string[] = [];
    let lines = full ? FIXED_LINES : 0;
    for (const key of update.removedPorts) this.forget(key, deleted);
    for (const key of changed) {
      const before = this.ports.get(key);
      const rules = portRules(this.state.port(key), this.state.endpointsOf(key), this.settings);
      this.ports.set(key, rules);
      this.endpoints += rules.endpoints - (before?.endpoints ?? 0);
      const names = new Set(rules.chains.map(({ name }) => name));
      for (const { name } of before?.chains ?? []) if (!names.has(name)) deleted.push(name);
      for (const { rules: each } of rules.chains) lines += 1 + each.length;
      lines += rules.elements.length + rules.affinitySets.length;
    }
    return {
      lines: lines + deleted.length,
      changed,
      deleted,
      endpoints: this.endpoints,
      largeCluster: false,
      apply: (written) => {
        if (ctx.engine.recording === 'full') this.rows.set(COMMAND, { lines: this.list() });
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

  list(): readonly string[] {
    const ordered: PortRules[] = [];
    for (const key of this.state.keys) {
      const rules = this.ports.get(key);
      if (rules !== undefined) ordered.push(rules);
    }
    return tableLines(ordered, { ...this.settings, serviceCIDR: this.serviceCIDR });
  }

  private forget(key: string, deleted: string[]): void {
    const before = this.ports.get(key);
    if (before === undefined) return;
    this.ports.delete(key);
    this.endpoints -= before.endpoints;
    for (const { name } of before.chains) deleted.push(name);
  }
}
