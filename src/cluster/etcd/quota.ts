import type { Context } from '../../engine/index.ts';
import { etcd as steps } from '../../steps/etcd.ts';
import { valueText } from '../ports/bare-value.ts';
import type { KeyValue } from '../ports/kv.ts';
import type { Mvcc } from './mvcc.ts';

/** The file grows by whole pages. */
const PAGE = 4096;
const EMPTY_PAGES = 5;
/** What a stored revision costs beside key and value. */
const OVERHEAD = 48;

/** The size of the store, and the alarm when there is no room left. */
// Models etcd server/storage/quota.go (v3.6). Deviation: sizes are estimated from what is stored, there is no file.
export class Quota {
  /** No space is left until somebody makes some and disarms the alarm. */
  alarm = false;
  private largest = 0;
  /** The size of what was stored up to a revision, since a compaction: each write adds to it. */
  private stored = 0;
  private countedTo = 0;
  private countedSince: number | undefined;

  constructor(
    private readonly bytes: number,
    private readonly store: Mvcc,
  ) {}

  get bounded(): boolean {
    return this.bytes > 0;
  }

  /** Refuses what would grow the store; the first refusal raises the alarm. */
  exceeded(ctx: Context): boolean {
    if (this.alarm) return true;
    if (!this.bounded || this.measure().total < this.bytes) return false;
    this.alarm = true;
    ctx.step(steps.alarmRaised, 'etcd', { alarm: 'NOSPACE', quota: this.bytes });
    return true;
  }

  disarm(ctx: Context): void {
    if (!this.alarm) return;
    this.alarm = false;
    ctx.step(steps.alarmDisarmed, 'etcd', { alarm: 'NOSPACE' });
  }

  /** What compactions freed is given back. */
  defragment(ctx: Context, member: string): void {
    const before = this.measure().total;
    this.largest = 0;
    ctx.step(steps.defragmented, 'etcd', { member, before, after: this.measure().total });
  }

  /** Bytes in use, and bytes of the file: it never shrinks by itself. */
  measure(): { readonly used: number; readonly total: number } {
    const { history, revision } = this.store;
    if (history.compactedRevision !== this.countedSince) this.countAll();
    else for (const { item } of history.from(this.countedTo + 1)) this.stored += sizeOf(item);
    this.countedTo = revision;
    const used = (EMPTY_PAGES + Math.ceil(this.stored / PAGE)) * PAGE;
    this.largest = Math.max(this.largest, used);
    return { used, total: this.largest };
  }

  /** After a compaction: what is left is counted anew. */
  private countAll(): void {
    const { history, keys } = this.store;
    this.countedSince = history.compactedRevision;
    const left = new Set<KeyValue | undefined>();
    for (const [, item] of keys.unsorted()) left.add(item);
    for (const { item, previous } of history.from(0)) left.add(item).add(previous);
    this.stored = 0;
    for (const item of left) this.stored += sizeOf(item);
  }
}

/** What a stored revision takes; one that only says that a key is gone takes nothing. */
function sizeOf(item: KeyValue | undefined): number {
  return item === undefined ? 0 : OVERHEAD + item.key.length + valueText(item.value).length;
}
