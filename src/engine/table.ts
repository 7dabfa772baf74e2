import type { Engine } from './engine.ts';

/**
 * A named map of immutable values; the only kind of state that can be inspected. Every change goes to the journal
 * under the step that was emitted last in the same resumption.
 */
export class Table<V> {
  private readonly rows = new Map<string, V>();

  constructor(
    readonly name: string,
    readonly id: number,
    private readonly engine: Engine,
  ) {}

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
      this.rows.set(key, value);
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
