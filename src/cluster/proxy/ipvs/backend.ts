// Models pkg/proxy/ipvs/proxier.go (v1.36)

import { joinHostPort } from '../../../base/address.ts';
import type { Context } from '../../../engine/index.ts';
import { proxy as kinds } from '../../../steps/proxy.ts';
import type { IpvsScheduler, Netfilter } from '../../ports/netfilter.ts';
import type { RuleSettings } from '../iptables/service-rules.ts';
import type { Backend, Written } from '../shared/backend.ts';
import { forgetStale } from '../shared/conntrack.ts';
import type { IPFamily } from '../shared/family.ts';
import type { ProxyState, Update } from '../shared/state.ts';
import { Farewells } from './farewells.ts';
import { IPVS_JUMPS, ipvsRestore } from './rules.ts';
import { type PortServers, portServers, SETS, setName } from './virtual-servers.ts';

const RESTORE = { noFlush: true, counters: true } as const;
const EMPTY: ReadonlySet<string> = new Set();

/** The kernel's own load balancer: a hash table of virtual servers, and a few rules of iptables with sets around it. */
export class IpvsBackend implements Backend {
  readonly mode = 'ipvs';
  readonly tool: string;
  private readonly ports = new Map<string, PortServers>();
  private readonly farewells: Farewells;
  private endpoints = 0;

  constructor(
    private readonly netfilter: Netfilter,
    private readonly settings: RuleSettings,
    private readonly state: ProxyState,
    private readonly family: IPFamily = 'IPv4',
    private readonly scheduler: IpvsScheduler = 'rr',
  ) {
    this.tool = `ipvsadm, ipset restore, ${family === 'IPv6' ? 'ip6tables' : 'iptables'}-restore`;
    this.farewells = new Farewells(netfilter, settings.node);
  }

  prepare(ctx: Context): void {
    this.netfilter.setSysctl(ctx, 'net/ipv4/vs/conntrack', 1);
    this.netfilter.setSysctl(ctx, 'net/ipv4/ip_forward', 1);
  }

  prepareSync(_: Context, update: Update, full: boolean): Written {
    const changed = full ? this.state.keys : this.state.portsOf(update);
    const before = new Map<string, PortServers>();
    let lines = 0;
    const deleted: string[] = [];
    for (const key of update.removedPorts) {
      const gone = this.ports.get(key);
      if (gone === undefined) continue;
      before.set(key, gone);
      for (const { address, port } of gone.servers) deleted.push(joinHostPort(address, port));
      this.endpoints -= gone.endpoints;
      this.ports.delete(key);
    }
    const addresses = this.netfilter.ipvs.addresses();
    for (const key of changed) {
      const known = this.ports.get(key);
      if (known !== undefined) before.set(key, known);
      const { state, settings, scheduler } = this;
      const servers = portServers(state.port(key), state.endpointsOf(key), settings, addresses, scheduler);
      this.endpoints += servers.endpoints - (known?.endpoints ?? 0);
      this.ports.set(key, servers);
      lines += servers.members.length;
      for (const { servers: real } of servers.servers) lines += 1 + real.length;
    }
    return {
      lines,
      changed,
      deleted,
      endpoints: this.endpoints,
      largeCluster: false,
      apply: (ctx) => this.apply(ctx, update, full, before),
    };
  }

  chainOf(port: string): string | undefined {
    const server = this.ports.get(port)?.servers[0];
    return server === undefined || server.servers.length === 0 ? undefined : joinHostPort(server.address, server.port);
  }

  private apply(ctx: Context, update: Update, full: boolean, before: ReadonlyMap<string, PortServers>) {
    const { netfilter } = this;
    const members = this.members();
    netfilter.ipsets.apply(
      ctx,
      SETS.map(([name, type]) => [setName(name, this.family), type, members.get(name) ?? EMPTY] as const),
    );
    const after = (key: string) => this.ports.get(key)?.servers ?? [];
    for (const key of this.state.keys) if (full && !before.has(key)) this.farewells.write(ctx, [], after(key));
    for (const [key, { servers }] of before) this.farewells.write(ctx, servers, after(key));
    for (const key of this.state.portsOf(update)) if (!before.has(key)) this.farewells.write(ctx, [], after(key));
    this.farewells.flush(ctx);
    netfilter.ipvs.bind(members.get('KUBE-IPVS-IPS') ?? EMPTY);
    if (full) this.ensureJumps(ctx);
    const error = netfilter.restore(ctx, ipvsRestore(members, this.settings.clusterCIDR, this.family), RESTORE);
    if (error === undefined) forgetStale(ctx, netfilter, update.stale);
    return error;
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
}
