import { assert } from '../base/assert.ts';
import type { Engine } from './engine.ts';

/**
 * A named map of immutable values; the only kind of state that can be inspected. Every change goes to the journal
 * under the step that was emitted last in the same resumption.
 */
export class Table<V> {
  private readonly rows = new Map<string, V>();

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
    for (const [key, value] of this.view()) this.rows.set(key, value);
  }

  /** Whether rows are wanted at all now: nobody need make the row of a view that is not recorded. */
  get isKept(): boolean {
    return this.view === undefined || this.engine.tellsChanges;
  }

  /** Somebody looks: a view that is not recorded is worked out. */
  private get present(): Map<string, V> {
    if (this.view !== undefined && this.engine.recording !== 'full') this.catchUp();
    return this.rows;
  }

  get size(): number {
    return this.present.size;
  }

  get(key: string): V | undefined {
    return this.present.get(key);
  }

  has(key: string): boolean {
    return this.present.has(key);
  }

  set(key: string, value: V): void {
    if (!this.engine.tellsChanges) {
      if (this.view === undefined) this.rows.set(key, value);
      return;
    }
    const before = this.rows.get(key);
    if (before === value) return;
    this.engine.recordChange(this.id, key, before, value);
    this.rows.set(key, value);
  }

  delete(key: string): void {
    if (!this.isKept) return;
    const before = this.rows.get(key);
    if (before === undefined) return;
    if (this.engine.tellsChanges) this.engine.recordChange(this.id, key, before, undefined);
    this.rows.delete(key);
  }

  /** Insertion order; a key that is set again keeps its place. */
  keys(): IterableIterator<string> {
    return this.present.keys();
  }
  values(): IterableIterator<V> {
    return this.present.values();
  }
  entries(): IterableIterator<[string, V]> {
    return this.present.entries();
  }
}
