// Models pkg/proxy/ipvs/proxier.go (v1.36)

import type { Context, Engine, Table } from '../../../engine/index.ts';
import { proxy as kinds } from '../../../steps/proxy.ts';
import type { Netfilter } from '../../ports/netfilter.ts';
import type { Backend, Written } from '../backend.ts';
import { forgetStale } from '../conntrack.ts';
import type { RuleSettings } from '../iptables/service-rules.ts';
import type { RulesetRow } from '../rows.ts';
import type { ProxyState, Update } from '../state.ts';
import { IPVS_JUMPS, ipvsRestore } from './rules.ts';
import { ipsetLines, ipvsadmLines, type PortServers, portServers } from './virtual-servers.ts';

const RESTORE = { noFlush: true, counters: true } as const;

/** The kernel's own load balancer: a hash table of virtual servers, and a few rules of iptables with sets around it. */
export class IpvsBackend implements Backend {
  readonly mode = 'ipvs';
  readonly tool = 'ipvsadm, ipset restore, iptables-restore';
  private readonly ports = new Map<string, PortServers>();
  private readonly rows: Table<RulesetRow>;
  private endpoints = 0;

  constructor(
    engine: Engine,
    private readonly netfilter: Netfilter,
    private readonly settings: RuleSettings,
    private readonly state: ProxyState,
  ) {
    this.rows = engine.viewTable<RulesetRow>(`kube-proxy/${settings.node}/ruleset`, () => this.rulesets());
  }

  prepare(ctx: Context): void {
    this.netfilter.setSysctl(ctx, 'net/ipv4/vs/conntrack', 1);
    this.netfilter.setSysctl(ctx, 'net/ipv4/ip_forward', 1);
  }

  prepareSync(_: Context, update: Update, full: boolean): Written {
    const changed = full ? this.state.keys : this.state.portsOf(update);
    let lines = 0;
    const deleted: string[] = [];
    for (const key of update.removedPorts) {
      for (const { address, port } of this.ports.get(key)?.servers ?? []) deleted.push(`${address}:${port}`);
      this.endpoints -= this.ports.get(key)?.endpoints ?? 0;
      this.ports.delete(key);
    }
    for (const key of changed) {
      const servers = portServers(this.state.port(key), this.state.endpointsOf(key), this.settings);
      this.endpoints += servers.endpoints - (this.ports.get(key)?.endpoints ?? 0);
      this.ports.set(key, servers);
      lines += servers.members.length;
      for (const { targets } of servers.servers) lines += 1 + targets.length;
    }
    return {
      lines,
      changed,
      deleted,
      endpoints: this.endpoints,
      largeCluster: false,
      apply: (ctx) => this.apply(ctx, update, full),
    };
  }

  chainOf(port: string): string | undefined {
    const server = this.ports.get(port)?.servers[0];
    return server === undefined || server.targets.length === 0 ? undefined : `${server.address}:${server.port}`;
  }

  private apply(ctx: Context, update: Update, full: boolean): string | undefined {
    const restore = ipvsRestore(this.members(), this.settings.clusterCIDR);
    if (full) this.ensureJumps(ctx);
    const error = this.netfilter.restore(ctx, restore, RESTORE);
    if (error !== undefined) return error;
    if (ctx.engine.recording === 'full') for (const [command, row] of this.rulesets()) this.rows.set(command, row);
    forgetStale(ctx, this.netfilter, update.stale);
    return undefined;
  }

  private ensureJumps(ctx: Context): void {
    let added = 0;
    for (const [table, from, to, comment] of IPVS_JUMPS) {
      this.netfilter.ensureChain(ctx, table, to);
      const rule = `-m comment --comment "${comment}" -j ${to}`;
      if (this.netfilter.ensureRule(ctx, table, from, 'prepend', rule) === true) added += 1;
    }
    ctx.step(kinds.jumpsEnsured, `nodes/${this.settings.node}`, { jumps: IPVS_JUMPS.length, added });
  }

  private members(): ReadonlyMap<string, ReadonlySet<string>> {
    const members = new Map<string, Set<string>>();
    for (const key of this.state.keys) {
      for (const [set, member] of this.ports.get(key)?.members ?? []) {
        const known = members.get(set);
        if (known === undefined) members.set(set, new Set([member]));
        else known.add(member);
      }
    }
    return members;
  }

  private rulesets(): readonly (readonly [string, RulesetRow])[] {
    const servers = this.state.keys.flatMap((key) => this.ports.get(key)?.servers ?? []);
    return [
      ['ipvsadm -Ln', { lines: ipvsadmLines(servers) }],
      ['ipset save', { lines: ipsetLines(this.members()) }],
    ];
  }
}
