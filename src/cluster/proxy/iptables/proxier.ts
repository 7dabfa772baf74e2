// Models pkg/proxy/iptables/proxier.go (v1.36)

import { SECOND } from '../../../base/time/units.ts';
import type { IPFamily } from '../shared/family.ts';
import type { ProxyState, Update } from '../shared/state.ts';
import {
  chainLine,
  isServiceChain,
  KUBE_EXTERNAL_SERVICES,
  KUBE_FIREWALL,
  KUBE_FORWARD,
  KUBE_MARK_MASQ,
  KUBE_NODEPORTS,
  KUBE_POSTROUTING,
  KUBE_PROXY_FIREWALL,
  KUBE_SERVICES,
} from './chains.ts';
import { type RuleSettings, type ServiceRules, serviceRules } from './service-rules.ts';

const LARGE_CLUSTER_ENDPOINTS = 1000;
const SYNC_PERIOD = 30 * SECOND;
const MARK = '0x00004000';

/** Input for `iptables-restore --noflush --counters`. */
export interface RestoreInput {
  readonly filter: readonly string[];
  readonly nat: readonly string[];
  readonly full: boolean;
  /** Ports of Services whose own chains are written. */
  readonly changed: readonly string[];
  /** Chains that no Service needs any more. */
  readonly deleted: readonly string[];
  readonly endpoints: number;
  readonly largeCluster: boolean;
}

/**
 * Works out what iptables must be told. It keeps what each Service contributes, so that a change costs what changed
 * plus the chains that all Services share.
 */
// Models pkg/proxy/iptables/proxier.go (v1.36). Deviation: Services are written in the order of their names, upstream in that of a Go map.
export class IptablesProxier {
  private readonly written = new Map<string, ServiceRules>();
  private readonly stale = new Set<string>();
  private largeCluster = false;
  private lastCleanup = Number.NEGATIVE_INFINITY;
  private endpoints = 0;

  constructor(
    private readonly settings: RuleSettings,
    private readonly state: ProxyState,
    private readonly family: IPFamily = 'IPv4',
  ) {}

  /** `existing`: the chains of the nat table, when nobody knows what was written before (a restart). */
  sync(now: number, update: Update, full: boolean, existing: readonly string[] = []): RestoreInput {
    this.largeCluster = this.state.endpointCount > LARGE_CLUSTER_ENDPOINTS;
    const changed = full ? this.state.keys : this.state.portsOf(update);
    for (const key of update.removedPorts) this.forget(key);
    for (const key of changed) this.renew(key);
    for (const chain of existing) if (isServiceChain(chain) && !this.isActive(chain)) this.stale.add(chain);
    const deleted = this.cleanUp(now);
    return {
      filter: this.filterTable(),
      nat: this.natTable(changed, deleted),
      full,
      changed,
      deleted,
      endpoints: this.endpoints,
      largeCluster: this.largeCluster,
    };
  }

  /** Has it chains of its own? */
  isWritten(key: string): boolean {
    return (this.written.get(key)?.chains.length ?? 0) > 0;
  }

  private renew(key: string): void {
    const info = this.state.port(key);
    const before = this.written.get(key);
    const rules = serviceRules(info, this.state.endpointsOf(key), this.settings, !this.largeCluster);
    this.written.set(key, rules);
    this.endpoints += rules.endpoints - (before?.endpoints ?? 0);
    if (before !== undefined && before.chains !== rules.chains)
      for (const chain of before.chains) this.stale.add(chain);
    for (const chain of rules.chains) this.stale.delete(chain);
  }

  private forget(key: string): void {
    const before = this.written.get(key);
    if (before === undefined) return;
    this.written.delete(key);
    this.endpoints -= before.endpoints;
    for (const chain of before.chains) this.stale.add(chain);
  }

  private isActive(chain: string): boolean {
    for (const { chains } of this.written.values()) if (chains.includes(chain)) return true;
    return false;
  }

  /** A large cluster looks for chains to delete only now and then: listing them is slow there. */
  private cleanUp(now: number): readonly string[] {
    if (this.largeCluster && now - this.lastCleanup <= SYNC_PERIOD) return [];
    this.lastCleanup = now;
    const deleted = [...this.stale];
    this.stale.clear();
    return deleted;
  }

  private filterTable(): readonly string[] {
    const lines = ['*filter'];
    for (const chain of [KUBE_SERVICES, KUBE_EXTERNAL_SERVICES, KUBE_FORWARD, KUBE_NODEPORTS, KUBE_PROXY_FIREWALL]) {
      lines.push(chainLine(chain));
    }
    if (this.family === 'IPv4') lines.push(...LOCALNET_FIREWALL);
    for (const key of this.state.keys) {
      const rules = this.written.get(key);
      if (rules !== undefined) for (const rule of rules.filter) lines.push(rule);
    }
    lines.push(...FORWARDING, 'COMMIT');
    return lines;
  }

  private natTable(changed: readonly string[], deleted: readonly string[]): readonly string[] {
    const lines = ['*nat'];
    for (const chain of [KUBE_SERVICES, KUBE_NODEPORTS, KUBE_POSTROUTING, KUBE_MARK_MASQ]) lines.push(chainLine(chain));
    for (const key of changed) {
      const rules = this.written.get(key);
      if (rules !== undefined) for (const line of rules.chainLines) lines.push(line);
    }
    for (const chain of deleted) lines.push(chainLine(chain));
    for (const rule of MASQUERADING) lines.push(rule);
    const own = new Set(changed);
    for (const key of this.state.keys) {
      const rules = this.written.get(key);
      if (rules === undefined) continue;
      for (const rule of rules.sharedNat) lines.push(rule);
      if (own.has(key)) for (const rule of rules.rules) lines.push(rule);
    }
    for (const chain of deleted) lines.push(`-X ${chain}`);
    lines.push(NODE_PORTS_LAST[this.family], 'COMMIT');
    return lines;
  }
}

const MASQUERADING: readonly string[] = [
  `-A ${KUBE_POSTROUTING} -m mark ! --mark ${MARK}/${MARK} -j RETURN`,
  `-A ${KUBE_POSTROUTING} -j MARK --xor-mark ${MARK}`,
  `-A ${KUBE_POSTROUTING} -m comment --comment "kubernetes service traffic requiring SNAT" -j MASQUERADE --random-fully`,
  `-A ${KUBE_MARK_MASQ} -j MARK --or-mark ${MARK}`,
];

/** Node ports answer on localhost too, which needs route_localnet; this closes the hole that the setting opens. */
const LOCALNET_FIREWALL: readonly string[] = [
  chainLine(KUBE_FIREWALL),
  `-A ${KUBE_FIREWALL} -m comment --comment "block incoming localnet connections" -d 127.0.0.0/8 ! -s 127.0.0.0/8 -m conntrack ! --ctstate RELATED,ESTABLISHED,DNAT -j DROP`,
];

const FORWARDING: readonly string[] = [
  `-A ${KUBE_FORWARD} -m conntrack --ctstate INVALID -m nfacct --nfacct-name ct_state_invalid_dropped_pkts -j DROP`,
  `-A ${KUBE_FORWARD} -m comment --comment "kubernetes forwarding rules" -m mark --mark ${MARK}/${MARK} -j ACCEPT`,
  `-A ${KUBE_FORWARD} -m comment --comment "kubernetes forwarding conntrack rule" -m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT`,
];

const LAST = `-A ${KUBE_SERVICES} -m comment --comment "kubernetes service nodeports; NOTE: this must be the last rule in this chain" -m addrtype --dst-type LOCAL`;
const NODE_PORTS_LAST: { readonly [family in IPFamily]: string } = {
  IPv4: `${LAST} -j ${KUBE_NODEPORTS}`,
  IPv6: `${LAST} ! -d ::1/128 -j ${KUBE_NODEPORTS}`,
};
