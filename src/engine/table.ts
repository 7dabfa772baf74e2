import { assert } from '../base/assert.ts';
import type { Engine } from './engine.ts';

/** Where a row stands: one look into the map finds what is there and takes what comes. */
interface Row<V> {
  value: V;
}

/**
 * A named map of immutable values; the only kind of state that can be inspected. Every change goes to the journal
 * under the step that was emitted last in the same resumption.
 */
export class Table<V> {
  private readonly rows = new Map<string, Row<V>>();

  /** `view`: what the rows are now, for a table that nobody but an observer reads; it is kept only while it is recorded. */
  constructor(
    readonly name: string,
    readonly id: number,
    private readonly engine: Engine,
    private view?: () => Iterable<readonly [string, V]>,
  ) {}

  /** What a view shows belongs to somebody else from now on: whose it was is gone. */
  takeOver(view: () => Iterable<readonly [string, V]>): void {
    assert(this.view !== undefined, `table ${this.name} is no view`);
    this.view = view;
  }

  /** Recording begins: a view catches up. */
  catchUp(): void {
    if (this.view === undefined) return;
    this.rows.clear();
    for (const [key, value] of this.view()) this.rows.set(key, { value });
  }

  /** Whether rows are wanted at all now: nobody need make the row of a view that is not recorded. */
  get isKept(): boolean {
    return this.view === undefined || this.engine.tellsChanges;
  }

  /** Somebody looks: a view that is not recorded is worked out. */
  private get present(): Map<string, Row<V>> {
    if (this.view !== undefined && this.engine.recording !== 'full') this.catchUp();
    return this.rows;
  }

  get size(): number {
    return this.present.size;
  }

  get(key: string): V | undefined {
    return this.present.get(key)?.value;
  }

  has(key: string): boolean {
    return this.present.has(key);
  }

  set(key: string, value: V): void {
    const { tellsChanges } = this.engine;
    if (!tellsChanges && this.view !== undefined) return;
    const row = this.rows.get(key);
    if (row?.value === value) return;
    if (tellsChanges) this.engine.recordChange(this.id, key, row?.value, value);
    if (row === undefined) this.rows.set(key, { value });
    else row.value = value;
  }

  delete(key: string): void {
    if (!this.isKept) return;
    const row = this.rows.get(key);
    if (row === undefined) return;
    if (this.engine.tellsChanges) this.engine.recordChange(this.id, key, row.value, undefined);
    this.rows.delete(key);
  }

  /** Insertion order; a key that is set again keeps its place. */
  keys(): IterableIterator<string> {
    return this.present.keys();
  }
  *values(): IterableIterator<V> {
    for (const { value } of this.present.values()) yield value;
  }
  *entries(): IterableIterator<[string, V]> {
    for (const [key, { value }] of this.present) yield [key, value];
  }
}
