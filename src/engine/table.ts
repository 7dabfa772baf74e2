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
    private readonly view?: () => Iterable<readonly [string, V]>,
  ) {}

  /** Recording begins: a view catches up. */
  catchUp(): void {
    if (this.view === undefined) return;
    this.rows.clear();
    for (const [key, value] of this.view()) this.rows.set(key, value);
  }

  get size(): number {
    return this.rows.size;
  }

  get(key: string): V | undefined {
    return this.rows.get(key);
  }

  has(key: string): boolean {
    return this.rows.has(key);
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
    const before = this.rows.get(key);
    if (before === undefined) return;
    if (this.engine.tellsChanges) this.engine.recordChange(this.id, key, before, undefined);
    this.rows.delete(key);
  }

  /** Insertion order; a key that is set again keeps its place. */
  keys(): IterableIterator<string> {
    return this.rows.keys();
  }
  values(): IterableIterator<V> {
    return this.rows.values();
  }
  entries(): IterableIterator<[string, V]> {
    return this.rows.entries();
  }
}
