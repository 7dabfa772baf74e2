// Models pkg/proxy/ipvs/graceful_termination.go (v1.36)

import { joinHostPort } from '../../../base/address.ts';
import { MINUTE } from '../../../base/time/units.ts';
import type { Context } from '../../../engine/index.ts';
import { proxy as kinds } from '../../../steps/proxy.ts';
import type { Netfilter, VirtualServer } from '../../ports/netfilter.ts';

const CHECK_INTERVAL = MINUTE;

type RealServer = VirtualServer['servers'][number];

/**
 * Writes virtual servers. An endpoint that goes while connections lead to it gets weight 0: it takes no new ones, and is
 * removed when the last is over. Those of UDP go at once.
 */
export class Farewells {
  /** What the kernel was told, by `protocol address:port`. */
  private readonly written = new Map<string, VirtualServer>();
  private readonly leaving = new Map<string, { readonly server: string; readonly real: RealServer }>();
  private readonly changed = new Map<string, VirtualServer>();
  private readonly removed: VirtualServer[] = [];
  private waiting = false;

  constructor(
    private readonly netfilter: Netfilter,
    private readonly node: string,
  ) {}

  /** The virtual servers of one port of a Service, before and after a change. */
  write(ctx: Context, before: readonly VirtualServer[], after: readonly VirtualServer[]): void {
    const kept = new Set(after.map(keyOf));
    for (const server of before) {
      const key = keyOf(server);
      if (kept.has(key)) continue;
      this.removed.push(server);
      this.written.delete(key);
      for (const [name, each] of this.leaving) if (each.server === key) this.leaving.delete(name);
    }
    for (const server of after) this.put(ctx, server);
  }

  private put(ctx: Context, server: VirtualServer): void {
    const key = keyOf(server);
    const now = new Set(server.servers.map(textOf));
    const known = this.written.get(key);
    for (const text of now) this.leaving.delete(`${key} ${text}`);
    const ending: RealServer[] = [];
    for (const real of known?.servers ?? []) {
      const text = textOf(real);
      if (now.has(text)) continue;
      if (server.protocol === 'udp' || this.count(server, text) === 0) {
        this.leaving.delete(`${key} ${text}`);
        continue;
      }
      ending.push({ ...real, weight: 0 });
      if (this.leaving.has(`${key} ${text}`)) continue;
      this.leaving.set(`${key} ${text}`, { server: key, real });
      ctx.step(kinds.weightZero, `nodes/${this.node}`, {
        server: joinHostPort(server.address, server.port),
        real: text,
      });
    }
    const whole = { ...server, servers: [...server.servers, ...ending] };
    if (known !== undefined && sameServer(known, whole)) return;
    this.written.set(key, whole);
    this.changed.set(key, whole);
  }

  /** Tells the kernel what `write` collected. */
  flush(ctx: Context): void {
    if (this.changed.size === 0 && this.removed.length === 0) return;
    this.netfilter.ipvs.apply(ctx, [...this.changed.values()], [...this.removed]);
    this.changed.clear();
    this.removed.length = 0;
    if (this.leaving.size > 0) this.wait(ctx);
  }

  private wait(ctx: Context): void {
    if (this.waiting) return;
    this.waiting = true;
    ctx.after(CHECK_INTERVAL, () => this.check(ctx), true);
  }

  private check(ctx: Context): void {
    this.waiting = false;
    let at = ctx;
    for (const [name, { server: key, real }] of this.leaving) {
      const server = this.written.get(key);
      const text = textOf(real);
      if (server !== undefined && this.count(server, text) > 0) continue;
      this.leaving.delete(name);
      if (server === undefined) continue;
      at = at.step(kinds.farewell, `nodes/${this.node}`, {
        server: joinHostPort(server.address, server.port),
        real: text,
      });
      const whole = { ...server, servers: server.servers.filter((each) => textOf(each) !== text) };
      this.written.set(key, whole);
      this.changed.set(key, whole);
    }
    this.flush(at);
    if (this.leaving.size > 0) this.wait(ctx);
  }

  private count({ protocol, address, port }: VirtualServer, real: string): number {
    return this.netfilter.ipvs.connections(protocol, address, port, real);
  }
}

function keyOf({ protocol, address, port }: VirtualServer): string {
  return `${protocol} ${joinHostPort(address, port)}`;
}

function textOf({ ip, port }: RealServer): string {
  return joinHostPort(ip, port);
}

function sameServer(a: VirtualServer, b: VirtualServer): boolean {
  return (
    a.persistent === b.persistent &&
    a.servers.length === b.servers.length &&
    a.servers.every((real, at) => {
      const other = b.servers[at];
      return other !== undefined && textOf(real) === textOf(other) && real.weight === other.weight;
    })
  );
}
