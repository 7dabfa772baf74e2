import type { KObject } from '../../api/types/meta.ts';
import { compareStrings, lowerBound } from '../../base/order.ts';
import type { Context, Engine, Table } from '../../engine/index.ts';
import { objectKey } from './object-key.ts';
import { INDEX_TABLES, INDEXER_TABLES, type IndexRow } from './rows.ts';

export type IndexFunction<T extends KObject = KObject> = (object: T) => readonly string[];
export type Indexers<T extends KObject = KObject> = { readonly [name: string]: IndexFunction<T> };

export interface Indexer<T extends KObject = KObject> {
  get(ctx: Context, key: string): T | undefined;
  /** In key order. */
  list(ctx: Context, namespace?: string): readonly T[];
  /** In key order. */
  byIndex(ctx: Context, indexName: string, value: string): readonly T[];
}

/** Larger sets are sorted again when they are read after a change of membership, instead of being kept sorted. */
const KEPT_SORTED = 4096;

/** An object of the cache. All sets of which it is a member share this, so that a new version need not be put into each. */
interface Entry {
  readonly key: string;
  object: KObject;
}

/** The objects of one value of an index, in key order once somebody has asked for them. */
class Members {
  /** By key, in order of arrival. */
  readonly entries = new Map<string, Entry>();
  private keys: string[] | undefined;
  private sorted: KObject[] = [];
  /** True once the list was handed out: it is copied before it changes. */
  private lent = false;

  get size(): number {
    return this.entries.size;
  }

  memberKeys(): IterableIterator<string> {
    return this.entries.keys();
  }

  /** Whether it was none of them before. */
  add(entry: Entry): boolean {
    const { entries } = this;
    const { size } = entries;
    // One look into the map instead of two: if it has grown, the entry is new.
    entries.set(entry.key, entry);
    if (entries.size === size) return false;
    this.place(entry.key, entry);
    return true;
  }

  private place(key: string, entry: Entry): void {
    if (this.keys === undefined) return;
    if (this.keys.length >= KEPT_SORTED) {
      this.keys = undefined;
      return;
    }
    this.own();
    const place = lowerBound(this.keys, key);
    this.keys.splice(place, 0, key);
    this.sorted.splice(place, 0, entry.object);
  }

  /** A member has a new version. */
  changed({ key, object }: Entry): void {
    if (this.keys === undefined) return;
    this.own();
    this.sorted[lowerBound(this.keys, key)] = object;
  }

  /** Whether it was one of them. */
  remove(key: string): boolean {
    if (!this.entries.delete(key)) return false;
    if (this.keys === undefined) return true;
    this.own();
    const place = lowerBound(this.keys, key);
    this.keys.splice(place, 1);
    this.sorted.splice(place, 1);
    return true;
  }

  forget(): void {
    this.entries.clear();
    this.keys = undefined;
  }

  list(): readonly KObject[] {
    if (this.keys === undefined) {
      this.keys = [...this.entries.keys()].sort(compareStrings);
      this.sorted = this.keys.map((key) => (this.entries.get(key) as Entry).object);
    }
    this.lent = true;
    return this.sorted;
  }

  private own(): void {
    if (this.lent) this.sorted = this.sorted.slice();
    this.lent = false;
  }
}

interface Index {
  readonly name: string;
  readonly valuesOf: IndexFunction;
  readonly members: Map<string, Members>;
  /** An object has the same values as long as it lives. */
  readonly isFixed: boolean;
  /** True once a list was asked for. Before that, its members are not kept up to date. */
  isListed: boolean;
  /** Its members are kept. Of most indices hardly anybody asks: as long as nobody does or looks, they can be found later. */
  isKept: boolean;
}

function rowKey(index: Index, value: string, key: string): string {
  return `${index.name}=${value}|${key}`;
}

function rowOf({ name }: Index, value: string, key: string): IndexRow {
  return { index: name, value, key };
}

const NAMESPACE = 'namespace';
const NONE: readonly KObject[] = [];
/** Up to this many objects of one list are named as read; a longer list is named by its index value alone. */
const NOTED_READS = 64;

/**
 * The cache of an informer with its indices, as two tables. Lists are in key order where upstream's follow the order of a Go map.
 * Models staging/src/k8s.io/client-go/tools/cache/thread_safe_store.go (v1.36)
 */
export class ThreadSafeStore implements Indexer {
  private readonly everything = new Members();
  private readonly entries = this.everything.entries;
  private readonly rows: Table<KObject>;
  private readonly indexRows: Table<IndexRow>;
  private readonly indices: Index[] = [];
  /** Those of them whose members are kept. */
  private readonly kept: Index[] = [];

  /** `name`: of its informer. */
  constructor(engine: Engine, name: string) {
    this.rows = engine.toldView(INDEXER_TABLES.of(name), () => this.view());
    this.indexRows = engine.toldView(INDEX_TABLES.of(name), () => this.viewOfIndices());
    this.addIndexers({ [NAMESPACE]: (object) => [object.metadata.namespace ?? ''] });
  }

  get size(): number {
    return this.entries.size;
  }

  /** An index can be added while the cache is still empty; upstream allows it later too. */
  addIndexers(indexers: Indexers): void {
    for (const name of Object.keys(indexers)) {
      const valuesOf = indexers[name];
      if (valuesOf === undefined || this.indices.some((index) => index.name === name)) continue;
      const isFixed = name === NAMESPACE;
      const index: Index = { name, valuesOf, members: new Map(), isFixed, isListed: false, isKept: false };
      this.indices.push(index);
      if (this.entries.size > 0 && this.indexRows.isKept) this.keep(index, true);
    }
  }

  /** Most often nobody need be told: whoever looks at the rows finds them, whoever records them has seen to it before. */
  private keep(index: Index, isTold = false): void {
    index.isKept = true;
    this.kept.push(index);
    for (const entry of this.entries.values()) {
      for (const value of index.valuesOf(entry.object)) this.join(index, value, entry, isTold);
    }
  }

  peek(key: string): KObject | undefined {
    return this.entries.get(key)?.object;
  }

  get(ctx: Context, key: string): KObject | undefined {
    const object = this.peek(key);
    if (ctx.isRecorded) ctx.read(this.rows.name, key, object?.metadata.resourceVersion ?? '');
    return object;
  }

  list(ctx: Context, namespace?: string): readonly KObject[] {
    // Many a resource has no objects at all, and is asked at every change of a Pod.
    if (this.entries.size === 0) return NONE;
    if (namespace !== undefined && namespace !== '') return this.byIndex(ctx, NAMESPACE, namespace);
    const objects = this.everything.list();
    if (ctx.isRecorded) this.note(ctx, '', objects);
    return objects;
  }

  byIndex(ctx: Context, indexName: string, value: string): readonly KObject[] {
    const objects = this.indexCalled(indexName)?.members.get(value)?.list() ?? NONE;
    if (ctx.isRecorded) this.note(ctx, `${indexName}=${value}|`, objects);
    return objects;
  }

  private indexCalled(name: string): Index | undefined {
    for (const index of this.indices) {
      if (index.name !== name) continue;
      if (!index.isKept) this.keep(index);
      index.isListed = true;
      return index;
    }
    return undefined;
  }

  /** Keys in the cache, in order of arrival. */
  keys(): IterableIterator<string> {
    return this.entries.keys();
  }

  *values(): IterableIterator<KObject> {
    for (const { object } of this.entries.values()) yield object;
  }

  /** Stores the object and returns the one before. The caller has just emitted the step to which the change belongs. */
  put(key: string, object: KObject): KObject | undefined {
    const known = this.entries.get(key);
    this.rows.tell(key, known?.object, object);
    if (known === undefined) {
      const entry: Entry = { key, object };
      if (this.indexRows.isKept) this.keepAll();
      this.everything.add(entry);
      for (const index of this.kept) for (const value of index.valuesOf(object)) this.join(index, value, entry);
      return undefined;
    }
    const before = known.object;
    known.object = object;
    this.everything.changed(known);
    const { kept } = this;
    for (let at = 0; at < kept.length; at += 1) this.reindex(kept[at] as Index, known, before);
    return before;
  }

  /** Removes the object and returns it. */
  remove(key: string): KObject | undefined {
    const before = this.entries.get(key);
    if (before === undefined) return undefined;
    this.rows.tell(key, before.object, undefined);
    if (this.indexRows.isKept) this.keepAll();
    this.everything.remove(key);
    for (const index of this.kept) for (const value of index.valuesOf(before.object)) this.leave(index, value, key);
    return before.object;
  }

  /** Holds nothing any more. It asks no index what an object has: an object that one cannot read may be why. */
  forget(): void {
    for (const { key, object } of this.entries.values()) this.rows.tell(key, object, undefined);
    for (const index of this.kept) {
      for (const [value, members] of this.indexRows.isKept ? index.members : []) {
        for (const key of members.memberKeys())
          this.indexRows.tell(rowKey(index, value, key), rowOf(index, value, key), undefined);
      }
      index.members.clear();
    }
    this.everything.forget();
  }

  /** They are shown from now on. */
  private keepAll(): void {
    for (const index of this.indices) if (!index.isKept) this.keep(index);
  }

  private reindex(index: Index, entry: Entry, before: KObject): void {
    if (index.isFixed && !index.isListed) return;
    const oldValues = index.valuesOf(before);
    const newValues = index.valuesOf(entry.object);
    for (const value of oldValues) if (!newValues.includes(value)) this.leave(index, value, entry.key);
    for (const value of newValues) {
      if (!oldValues.includes(value)) this.join(index, value, entry);
      else if (index.isListed) index.members.get(value)?.changed(entry);
    }
  }

  private join(index: Index, value: string, entry: Entry, isTold = true): void {
    let members = index.members.get(value);
    if (members === undefined) {
      members = new Members();
      index.members.set(value, members);
    }
    if (!members.add(entry) || !isTold || !this.indexRows.isKept) return;
    this.indexRows.tell(rowKey(index, value, entry.key), undefined, rowOf(index, value, entry.key));
  }

  private leave(index: Index, value: string, key: string): void {
    const members = index.members.get(value);
    if (members?.remove(key) !== true) return;
    if (members.size === 0) index.members.delete(value);
    if (this.indexRows.isKept) this.indexRows.tell(rowKey(index, value, key), rowOf(index, value, key), undefined);
  }

  private *view(): Iterable<readonly [string, KObject]> {
    for (const { key, object } of this.entries.values()) yield [key, object];
  }

  private *viewOfIndices(): Iterable<readonly [string, IndexRow]> {
    this.keepAll();
    for (const index of this.indices) {
      for (const [value, members] of index.members) {
        for (const key of members.memberKeys()) yield [rowKey(index, value, key), rowOf(index, value, key)];
      }
    }
  }

  private note(ctx: Context, prefix: string, objects: readonly KObject[]): void {
    if (objects.length > NOTED_READS) {
      ctx.read(this.indexRows.name, prefix, String(objects.length));
      return;
    }
    for (const object of objects) ctx.read(this.rows.name, objectKey(object), object.metadata.resourceVersion ?? '');
  }
}
