// Models pkg/proxy/iptables/proxier.go (v1.36)

import type { Context } from '../../../engine/index.ts';
import { proxy as kinds } from '../../../steps/proxy.ts';
import type { IptablesTable, Netfilter } from '../../ports/netfilter.ts';
import type { Backend, Written } from '../shared/backend.ts';
import { forgetStale } from '../shared/conntrack.ts';
import type { IPFamily } from '../shared/family.ts';
import type { ProxyState, Update } from '../shared/state.ts';
import { isServiceChain, JUMPS, JUMPS6, KUBE_PROXY_CANARY, policyChain } from './chains.ts';
import { IptablesProxier } from './proxier.ts';
import type { RuleSettings } from './service-rules.ts';

const RESTORE = { noFlush: true, counters: true } as const;
const CANARY_TABLES: readonly IptablesTable[] = ['mangle', 'nat', 'filter'];

/** Writes with iptables-restore. Models pkg/proxy/iptables/proxier.go (v1.36) */
export class IptablesBackend implements Backend {
  readonly mode = 'iptables';
  readonly tool: string = 'iptables-restore --noflush --counters';
  private readonly proxier: IptablesProxier;
  private first = true;

  constructor(
    private readonly netfilter: Netfilter,
    private readonly settings: RuleSettings,
    private readonly state: ProxyState,
    private readonly family: IPFamily = 'IPv4',
  ) {
    this.proxier = new IptablesProxier(settings, state, family);
    if (family === 'IPv6') this.tool = 'ip6tables-restore --noflush --counters';
  }

  /** Node ports shall answer on localhost; and chains that are there as long as nobody flushes the tables. */
  prepare(ctx: Context): void {
    if (this.family === 'IPv4') this.netfilter.setSysctl(ctx, 'net/ipv4/conf/all/route_localnet', 1);
    for (const table of CANARY_TABLES) this.netfilter.ensureChain(ctx, table, KUBE_PROXY_CANARY);
  }

  prepareSync(ctx: Context, update: Update, full: boolean): Written {
    const input = this.proxier.sync(ctx.now, update, full, this.first ? this.existing() : []);
    this.first = false;
    const { deleted, endpoints, largeCluster } = input;
    return {
      lines: input.filter.length + input.nat.length,
      changed: input.changed,
      deleted,
      endpoints,
      largeCluster,
      apply: (written) => {
        if (full) this.ensureJumps(written);
        const error = this.netfilter.restore(written, [...input.filter, ...input.nat], RESTORE);
        if (error === undefined) forgetStale(written, this.netfilter, update.stale);
        return error;
      },
    };
  }

  chainOf(port: string): string | undefined {
    return this.proxier.isWritten(port) ? policyChain(this.state.port(port)) : undefined;
  }

  private existing(): readonly string[] {
    const chains = this.netfilter.save('nat').filter((line) => line.startsWith(':'));
    return chains.map((line) => line.slice(1, line.indexOf(' '))).filter(isServiceChain);
  }

  private ensureJumps(ctx: Context): void {
    let added = 0;
    const jumps = this.family === 'IPv4' ? JUMPS : JUMPS6;
    for (const { table, from, to, rule } of jumps) {
      this.netfilter.ensureChain(ctx, table, to);
      if (this.netfilter.ensureRule(ctx, table, from, 'prepend', rule) === true) added += 1;
    }
    ctx.step(kinds.jumpsEnsured, `nodes/${this.settings.node}`, { jumps: jumps.length, added });
  }
}
