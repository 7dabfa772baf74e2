import { assert } from '../../base/assert.ts';
import { compareStrings } from '../../base/order.ts';
import { type Cell, SortedMap } from '../../base/sorted-map.ts';
import type { Context, Engine, Origin, Table } from '../../engine/index.ts';
import type { KeyValue, KvError, KvEvent, KvPlace } from '../ports/kv.ts';
import { compacted, futureRevision } from './errors.ts';
import { type Change, History } from './history.ts';
import { KEYS_TABLE, type KeyRow } from './rows.ts';

/** The end of a range that has none: every key from its start on. */
export const NO_END = '\0';

/** Keys [start, end) as a request names them. */
export interface Span {
  readonly start: string;
  /** Undefined: without end. */
  readonly end: string | undefined;
}

export function spanOf(key: string, rangeEnd: string | undefined): Span {
  if (rangeEnd === undefined || rangeEnd === '') return { start: key, end: `${key}\0` };
  return { start: key, end: rangeEnd === NO_END ? undefined : rangeEnd };
}

export function eventOf(
  { cause, more, story }: Origin,
  key: string,
  revision: number,
  item: KeyValue | undefined,
  previous: KeyValue | undefined,
  place: KvPlace | undefined,
): KvEvent {
  return { key, place, revision, item, previous, cause, more, story };
}

/**
 * Keys and values with revisions.
 *
 * Promises: `revision` grows by one with each transaction that changes anything, and all its changes have that one; each
 * change is in the history, and told, in that order; a place that was given out stands for its key until the key is removed.
 * Does not promise: to refuse anything, or to look into values. Comparing, space and leases are the matter of who calls.
 * Called by: transactions, one at a time, which put and remove and then call `end`. Nothing may read between a change
 * and `end` but the transaction itself.
 */
// Models etcd server/storage/mvcc/kvstore.go and kvstore_txn.go (v3.6)
export class Mvcc {
  /** The newest revision. */
  revision = 1;
  readonly history = new History();
  readonly keys = new SortedMap<KeyValue>();
  private readonly table: Table<KeyRow>;
  /** Revisions are written by the changes of the open transaction: one for all of them. */
  private writing = 0;

  constructor(
    engine: Engine,
    private readonly attach: (key: string, lease: string | undefined, before: string | undefined) => void,
    private readonly changed: (event: KvEvent) => void,
  ) {
    this.table = engine.toldView(KEYS_TABLE, () => this.keys.unsorted());
  }

  /** The revision that reads inside the open transaction see. */
  get visible(): number {
    return this.writing > this.revision ? this.writing : this.revision;
  }

  /** Ends a transaction: what it changed has one new revision. */
  end(): void {
    assert(this.writing <= this.revision + 1, 'a transaction has one revision');
    if (this.writing > this.revision) this.revision = this.writing;
  }

  /** Where a key is. `known`: where it once was. */
  cell(key: string, known: KvPlace | undefined): Cell<KeyValue> | undefined {
    // Places are made here alone.
    const cell = known as Cell<KeyValue> | undefined;
    return cell?.value === undefined ? this.keys.cell(key) : cell;
  }

  /** Must follow a step. */
  keep(item: KeyValue, cell: Cell<KeyValue> | undefined): Cell<KeyValue> {
    const previous = cell?.value;
    assert(cell === undefined || cell.key === item.key, 'a place stands for one key');
    const kept = cell ?? this.keys.insert(item.key, item);
    kept.value = item;
    this.table.tell(item.key, previous, item);
    return kept;
  }

  /** Must follow a step. */
  put(ctx: Context, key: string, value: unknown, lease: string | undefined): KeyValue {
    return this.putAt(ctx, key, this.keys.cell(key), value, lease);
  }

  /** As `put`, where it is known where the key is, or that it is not there. */
  putAt(
    ctx: Context,
    key: string,
    cell: Cell<KeyValue> | undefined,
    value: unknown,
    lease: string | undefined,
  ): KeyValue {
    const previous = cell?.value;
    const revision = this.revision + 1;
    assert(previous === undefined || previous.modRevision <= revision, 'a key changes forward');
    this.writing = revision;
    const item: KeyValue = {
      // The same text as ever, so that maps need not compare it.
      key: previous?.key ?? key,
      value,
      createRevision: previous?.createRevision ?? revision,
      modRevision: revision,
      version: (previous?.version ?? 0) + 1,
      lease,
    };
    const kept = this.keep(item, cell);
    if (lease !== undefined || previous?.lease !== undefined) this.attach(key, lease, previous?.lease);
    this.changed(eventOf(ctx, item.key, revision, item, previous, kept));
    return item;
  }

  remove(ctx: Context, key: string): KeyValue | undefined {
    const previous = this.keys.get(key);
    if (previous === undefined) return undefined;
    const revision = this.revision + 1;
    this.writing = revision;
    this.keys.delete(key);
    this.table.tell(key, previous, undefined);
    if (previous.lease !== undefined) this.attach(key, undefined, previous.lease);
    this.changed(eventOf(ctx, previous.key, revision, undefined, previous, undefined));
    return previous;
  }

  /** Why a revision cannot be read; undefined when it can. */
  unreadable(revision: number | undefined): KvError | undefined {
    if (revision === undefined || revision <= 0) return undefined;
    if (revision > this.visible) return futureRevision;
    return revision < this.history.compactedRevision ? compacted : undefined;
  }

  /** Ascending keys in a range, now or as they were at a readable revision. */
  collect(start: string, end: string | undefined, revision?: number): KeyValue[] {
    const found: KeyValue[] = [];
    if (revision === undefined || revision <= 0 || revision >= this.visible) {
      this.keys.scan(start, end, (item) => {
        found.push(item);
        return true;
      });
      return found;
    }
    assert(revision >= this.history.compactedRevision, 'what was compacted is not read');
    const before = this.history.undo(revision, start, end);
    this.keys.scan(start, end, (item, key) => {
      if (!before.has(key)) found.push(item);
      return true;
    });
    for (const item of before.values()) if (item !== undefined) found.push(item);
    return found.sort((a, b) => compareStrings(a.key, b.key));
  }

  /** Forgets revisions before this one. Returns what is dropped, or why nothing is. */
  compact(revision: number): readonly Change[] | KvError {
    if (revision <= this.history.compactedRevision) return compacted;
    if (revision > this.revision) return futureRevision;
    return this.history.compact(revision);
  }
}
