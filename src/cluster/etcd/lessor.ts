import type { Context, Engine, Random, Table } from '../../engine/index.ts';
import { etcd as steps } from '../../steps/etcd.ts';
import type { LeaseRow } from './rows.ts';

/** Leases: keys that were put with one are deleted when its time is over. */
// Models etcd server/lease/lessor.go (v1.36)
export class Lessor {
  private readonly table: Table<LeaseRow>;
  private readonly keysOf = new Map<string, Set<string>>();
  private readonly random: Random;

  constructor(
    private readonly engine: Engine,
    private readonly expire: (ctx: Context, lease: string, keys: readonly string[]) => void,
  ) {
    this.table = engine.table('etcd/leases');
    this.random = engine.random('etcd/leases');
  }

  grant(ctx: Context, ttlSeconds: number): string {
    // Ids are 63-bit numbers; as text, because they do not fit a double.
    const lease = `76686823${String(10_000_000_000 + this.random.below(1_000_000_000) * 9).slice(0, 11)}`;
    const granted = ctx.step(steps.leaseGranted, 'etcd', { lease, ttl: ttlSeconds });
    const micros = ttlSeconds * 1_000_000;
    this.table.set(lease, { lease, ttl: ttlSeconds, expiresAt: this.engine.now + micros, keys: 0 });
    this.keysOf.set(lease, new Set());
    const background = this.engine.background('etcd').from({ cause: granted.cause, more: undefined, story: -1 });
    background.after(micros, () => this.expire(background, lease, [...(this.keysOf.get(lease) ?? [])]), true);
    return lease;
  }

  /** Must follow a step: it counts the keys of both leases. */
  attach(key: string, lease: string | undefined, before: string | undefined): void {
    if (lease === before) return;
    if (before !== undefined) this.change(before, (keys) => keys.delete(key));
    if (lease !== undefined) this.change(lease, (keys) => keys.add(key));
  }

  forget(lease: string): void {
    this.table.delete(lease);
    this.keysOf.delete(lease);
  }

  private change(lease: string, edit: (keys: Set<string>) => void): void {
    const keys = this.keysOf.get(lease);
    const row = this.table.get(lease);
    if (keys === undefined || row === undefined) return;
    edit(keys);
    this.table.set(lease, { ...row, keys: keys.size });
  }
}
