import { assert } from '../../base/assert.ts';
import { compareStrings } from '../../base/order.ts';
import { SECOND } from '../../base/time/units.ts';
import type { Context, Engine, Random, Table, Timer } from '../../engine/index.ts';
import { etcd as steps } from '../../steps/etcd.ts';
import type { LeaseStatus } from '../ports/etcd.ts';
import type { KvError } from '../ports/kv.ts';
import { leaseExists, leaseNotFound } from './errors.ts';
import { LEASES_TABLE, type LeaseRow } from './rows.ts';

/** A lease must outlive an election: one and a half election timeouts, in whole seconds. */
const SHORTEST_TTL = 2;

interface Lease {
  readonly lease: string;
  readonly ttl: number;
  /** All that were ever put with it: which of them still are, their values say. Hardly anybody asks. */
  readonly joined: string[];
  /** How many still are. */
  size: number;
  expiresAt: number;
  timer: Timer;
}

/** Leases: keys that were put with one are deleted when its time is over. */
// Models etcd server/lease/lessor.go (v3.6). Deviation: a lease ends when its time is over, not at the next half second.
export class Lessor {
  private readonly table: Table<LeaseRow>;
  private readonly leases = new Map<string, Lease>();
  private readonly random: Random;

  constructor(
    private readonly engine: Engine,
    private readonly expire: (ctx: Context, lease: string) => void,
    private readonly leaseOf: (key: string) => string | undefined,
  ) {
    this.table = engine.viewTable(LEASES_TABLE, () =>
      [...this.leases.values()].map((lease) => [lease.lease, rowOf(lease)]),
    );
    this.random = engine.random('etcd/leases');
  }

  has(lease: string): boolean {
    return this.leases.has(lease);
  }

  grant(ctx: Context, ttlSeconds: number, wanted?: string): LeaseStatus | KvError {
    if (wanted !== undefined && this.leases.has(wanted)) return leaseExists;
    // Ids are 63-bit numbers; as text, because they do not fit a double.
    const lease = wanted ?? `76686823${String(10_000_000_000 + this.random.below(1_000_000_000) * 9).slice(0, 11)}`;
    const ttl = Math.max(ttlSeconds, SHORTEST_TTL);
    const granted = ctx.step(steps.leaseGranted, 'etcd', { lease, ttl });
    const expiresAt = this.engine.now + ttl * SECOND;
    const held: Lease = { lease, ttl, joined: [], size: 0, expiresAt, timer: this.alarm(granted, lease, ttl) };
    this.leases.set(lease, held);
    this.show(held);
    return { lease, ttl, granted: ttl, keys: [] };
  }

  renew(ctx: Context, lease: string): LeaseStatus | KvError {
    const held = this.leases.get(lease);
    if (held === undefined) return leaseNotFound;
    const { ttl } = held;
    held.timer.cancel();
    const renewed = ctx.step(steps.leaseRenewed, 'etcd', { lease, ttl });
    held.timer = this.alarm(renewed, lease, ttl);
    held.expiresAt = this.engine.now + ttl * SECOND;
    this.show(held);
    return { lease, ttl, granted: ttl, keys: [] };
  }

  /** Time that is left, in whole seconds; -1 for a lease that there is not. */
  status(lease: string): LeaseStatus {
    const held = this.leases.get(lease);
    if (held === undefined) return { lease, ttl: -1, granted: 0, keys: [] };
    const ttl = Math.floor((held.expiresAt - this.engine.now) / SECOND);
    return { lease, ttl, granted: held.ttl, keys: this.keysOf(lease) };
  }

  /** Those that end first come first. */
  list(): readonly string[] {
    const all = [...this.leases.values()];
    return all.sort((a, b) => a.expiresAt - b.expiresAt || compareStrings(a.lease, b.lease)).map(({ lease }) => lease);
  }

  keysOf(lease: string): readonly string[] {
    const known = this.leases.get(lease);
    const keys = new Set(known?.joined);
    const held = [...keys].filter((key) => this.leaseOf(key) === lease).sort(compareStrings);
    assert(held.length === (known?.size ?? 0), 'a lease counts the keys that it has');
    return held;
  }

  /** Must follow a step: it counts the keys of both leases. */
  attach(key: string, lease: string | undefined, before: string | undefined): void {
    if (lease === before) return;
    const left = before === undefined ? undefined : this.leases.get(before);
    if (left !== undefined) {
      left.size -= 1;
      assert(left.size >= 0, 'a key leaves a lease that it had joined');
      this.show(left);
    }
    const joined = lease === undefined ? undefined : this.leases.get(lease);
    if (joined !== undefined) {
      joined.joined.push(key);
      joined.size += 1;
      this.show(joined);
    }
  }

  forget(lease: string): void {
    this.leases.get(lease)?.timer.cancel();
    this.table.delete(lease);
    this.leases.delete(lease);
  }

  private alarm(ctx: Context, lease: string, ttl: number): Timer {
    const since = this.engine.background('etcd').from({ cause: ctx.cause, more: undefined, story: ctx.story });
    return since.after(ttl * SECOND, () => this.expire(since, lease), true);
  }

  private show(lease: Lease): void {
    if (this.table.isKept) this.table.set(lease.lease, rowOf(lease));
  }
}

function rowOf({ lease, ttl, expiresAt, size }: Lease): LeaseRow {
  return { lease, ttl, expiresAt, keys: size };
}
