import type { KObject } from '../../api/types/meta.ts';
import { compareStrings } from '../../base/order.ts';
import type { Context, Engine, Table } from '../../engine/index.ts';
import { objectKey } from './object-key.ts';
import type { IndexRow } from './rows.ts';

export type IndexFunction = (object: KObject) => readonly string[];
export type Indexers = { readonly [name: string]: IndexFunction };

export interface Indexer {
  get(ctx: Context, key: string): KObject | undefined;
  /** In key order. */
  list(ctx: Context, namespace?: string): readonly KObject[];
  /** In key order. */
  byIndex(ctx: Context, indexName: string, value: string): readonly KObject[];
}

/** Larger sets are sorted again when they are read after a change of membership, instead of being kept sorted. */
const KEPT_SORTED = 4096;

/** The objects of one value of an index, in key order once somebody has asked for them. */
class Members {
  private readonly objects = new Map<string, KObject>();
  private keys: string[] | undefined;
  private sorted: KObject[] = [];
  /** Somebody may still hold the list: it must not change under them. */
  private lent = false;

  get size(): number {
    return this.objects.size;
  }

  memberKeys(): IterableIterator<string> {
    return this.objects.keys();
  }

  put(key: string, object: KObject): void {
    const known = this.objects.has(key);
    this.objects.set(key, object);
    if (this.keys === undefined) return;
    if (!known && this.keys.length >= KEPT_SORTED) {
      this.keys = undefined;
      return;
    }
    this.own();
    const at = placeOf(this.keys, key);
    if (known) this.sorted[at] = object;
    else {
      this.keys.splice(at, 0, key);
      this.sorted.splice(at, 0, object);
    }
  }

  remove(key: string): void {
    if (!this.objects.delete(key) || this.keys === undefined) return;
    this.own();
    const at = placeOf(this.keys, key);
    this.keys.splice(at, 1);
    this.sorted.splice(at, 1);
  }

  list(): readonly KObject[] {
    if (this.keys === undefined) {
      this.keys = [...this.objects.keys()].sort(compareStrings);
      this.sorted = this.keys.map((key) => this.objects.get(key) as KObject);
    }
    this.lent = true;
    return this.sorted;
  }

  private own(): void {
    if (this.lent) this.sorted = this.sorted.slice();
    this.lent = false;
  }
}

/** Where a key is, or would be, in a sorted list. */
function placeOf(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((keys[middle] as string) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

interface Index {
  readonly name: string;
  readonly valuesOf: IndexFunction;
  readonly members: Map<string, Members>;
}

function rowKey(index: Index, value: string, key: string): string {
  return `${index.name}=${value}|${key}`;
}

const NONE: readonly KObject[] = [];
const NO_VALUES: readonly string[] = [];
/** Up to this many objects of one list are named as read; a longer list is named by its index value alone. */
const NOTED_READS = 64;

/**
 * The cache of an informer with its indices, as two tables. Lists are in key order where upstream's follow the order of a Go map.
 * Models staging/src/k8s.io/client-go/tools/cache/thread_safe_store.go (v1.36)
 */
export class ThreadSafeStore implements Indexer {
  private readonly rows: Table<KObject>;
  private readonly indexRows: Table<IndexRow>;
  private readonly everything = new Members();
  private readonly indices: Index[] = [];

  constructor(
    private readonly engine: Engine,
    table: string,
  ) {
    this.rows = engine.table<KObject>(`${table}/indexer`);
    this.indexRows = engine.viewTable<IndexRow>(`${table}/indices`, () => this.viewOfIndices());
    this.addIndexers({ namespace: (object) => [object.metadata.namespace ?? ''] });
  }

  get size(): number {
    return this.rows.size;
  }

  /** An index can be added while the cache is still empty; upstream allows it later too. */
  addIndexers(indexers: Indexers): void {
    for (const name of Object.keys(indexers)) {
      const valuesOf = indexers[name];
      if (valuesOf === undefined || this.indices.some((index) => index.name === name)) continue;
      const index: Index = { name, valuesOf, members: new Map() };
      this.indices.push(index);
      for (const [key, object] of this.rows.entries()) this.insert(index, key, object, valuesOf(object));
    }
  }

  peek(key: string): KObject | undefined {
    return this.rows.get(key);
  }

  get(ctx: Context, key: string): KObject | undefined {
    const object = this.rows.get(key);
    if (this.engine.recording === 'full') ctx.read(this.rows.name, key, object?.metadata.resourceVersion ?? '');
    return object;
  }

  list(ctx: Context, namespace?: string): readonly KObject[] {
    if (namespace !== undefined && namespace !== '') return this.byIndex(ctx, 'namespace', namespace);
    const objects = this.everything.list();
    this.note(ctx, '', objects);
    return objects;
  }

  byIndex(ctx: Context, indexName: string, value: string): readonly KObject[] {
    const members = this.indices.find((index) => index.name === indexName)?.members.get(value);
    const objects = members?.list() ?? NONE;
    this.note(ctx, `${indexName}=${value}|`, objects);
    return objects;
  }

  /** Keys in the cache, in order of arrival. */
  keys(): IterableIterator<string> {
    return this.rows.keys();
  }

  values(): IterableIterator<KObject> {
    return this.rows.values();
  }

  /** The caller has just emitted the step to which the change belongs. */
  put(key: string, object: KObject): void {
    const before = this.rows.get(key);
    this.rows.set(key, object);
    this.everything.put(key, object);
    for (const index of this.indices) this.reindex(index, key, before, object);
  }

  remove(key: string): void {
    const before = this.rows.get(key);
    if (before === undefined) return;
    this.rows.delete(key);
    this.everything.remove(key);
    for (const index of this.indices) this.reindex(index, key, before, undefined);
  }

  private reindex(index: Index, key: string, before: KObject | undefined, after: KObject | undefined): void {
    const oldValues = before === undefined ? NO_VALUES : index.valuesOf(before);
    const newValues = after === undefined ? NO_VALUES : index.valuesOf(after);
    for (const value of oldValues) {
      if (newValues.includes(value)) continue;
      const members = index.members.get(value);
      members?.remove(key);
      if (members?.size === 0) index.members.delete(value);
      if (this.engine.recording === 'full') this.indexRows.delete(rowKey(index, value, key));
    }
    if (after !== undefined) this.insert(index, key, after, newValues, oldValues);
  }

  private insert(
    index: Index,
    key: string,
    object: KObject,
    values: readonly string[],
    known: readonly string[] = NO_VALUES,
  ): void {
    for (const value of values) {
      let members = index.members.get(value);
      if (members === undefined) {
        members = new Members();
        index.members.set(value, members);
      }
      members.put(key, object);
      if (this.engine.recording === 'full' && !known.includes(value)) {
        this.indexRows.set(rowKey(index, value, key), { index: index.name, value, key });
      }
    }
  }

  private *viewOfIndices(): Iterable<readonly [string, IndexRow]> {
    for (const index of this.indices) {
      for (const [value, members] of index.members) {
        for (const key of members.memberKeys()) yield [rowKey(index, value, key), { index: index.name, value, key }];
      }
    }
  }

  private note(ctx: Context, prefix: string, objects: readonly KObject[]): void {
    if (this.engine.recording !== 'full') return;
    if (objects.length > NOTED_READS) {
      ctx.read(this.indexRows.name, prefix, String(objects.length));
      return;
    }
    for (const object of objects) ctx.read(this.rows.name, objectKey(object), object.metadata.resourceVersion ?? '');
  }
}
