// Models pkg/proxy/iptables/proxier.go (v1.36)

import type { Context, Engine, Table } from '../../engine/index.ts';
import { proxy as kinds } from '../../steps/proxy.ts';
import { HEALTH_TABLES, type HealthRow } from './shared/rows.ts';
import type { ProxyState } from './shared/state.ts';

/** Tells load balancers whether this node has endpoints of its own. Models pkg/proxy/healthcheck/service_health.go (v1.36) */
export class HealthChecks {
  private readonly rows: Table<HealthRow>;
  private readonly ports = new Map<number, string>();

  constructor(
    engine: Engine,
    private readonly node: string,
    private readonly state: ProxyState,
  ) {
    this.rows = engine.table(HEALTH_TABLES.of(node));
  }

  /** After every sync; costs nothing in a cluster without such Services. */
  update(ctx: Context): void {
    const wanted = this.state.healthCheckPorts;
    for (const port of this.ports.keys()) if (!wanted.has(port)) this.close(port);
    for (const [port, service] of wanted) this.answer(ctx, port, service);
  }

  private answer(ctx: Context, port: number, service: string): void {
    const local = this.localEndpoints(service);
    const code = local > 0 ? 200 : 503;
    const before = this.rows.get(String(port));
    if (before?.service === service && before.localEndpoints === local) return;
    ctx.step(kinds.healthChanged, `services/${service}`, { port, local, code });
    this.ports.set(port, service);
    this.rows.set(String(port), { service, localEndpoints: local, code });
  }

  private close(port: number): void {
    this.ports.delete(port);
    this.rows.delete(String(port));
  }

  private localEndpoints(service: string): number {
    const here = new Set<string>();
    for (const { key } of this.state.infosOf(service)) {
      for (const { ip, node, ready } of this.state.endpointsOf(key)) if (ready && node === this.node) here.add(ip);
    }
    return here.size;
  }
}
