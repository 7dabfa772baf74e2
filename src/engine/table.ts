import { assert } from '../base/assert.ts';
import type { Engine } from './engine.ts';
import type { Owner } from './owner.ts';
import type { TableName } from './table-name.ts';

/** The place of a row: one look into the map serves both reading the old value and writing the new one. */
interface Row<V> {
  value: V;
}

/**
 * A named map of immutable values; the only kind of state that can be inspected. Every change goes to the journal
 * under the step that was emitted last in the same resumption.
 */
export class Table<V> {
  private readonly rows = new Map<string, Row<V>>();
  /** In a told view: rows of the owner before this one, kept until the new owner tells of their keys. */
  private left: Map<string, V> | undefined;
  /** The owner that made the table, or took it over. */
  owner: Owner | undefined;

  /**
   * `view`: what the rows are now, for a table that nobody but an observer reads; it is kept only while it is recorded.
   * `isTold`: not even then, for its owner says of each change what was there.
   */
  constructor(
    readonly name: TableName<V>,
    readonly id: number,
    private readonly engine: Engine,
    private view?: () => Iterable<readonly [string, V]>,
    private readonly isTold = false,
  ) {
    this.owner = engine.owner;
  }

  /** Gives the view to a new owner, because the old one is gone. */
  takeOver(view: () => Iterable<readonly [string, V]>): void {
    assert(this.view !== undefined, `table ${this.name} is no view`);
    if (this.isTold && this.size > 0) this.left = new Map(this.entries());
    this.view = view;
    this.owner = this.engine.owner;
  }

  /** Empties the view, because the owner that knew its rows is gone. */
  clear(): void {
    if (this.engine.tellsChanges)
      for (const [key, value] of [...this.entries()]) this.engine.recordChange(this.id, key, value, undefined);
    this.rows.clear();
    this.left = undefined;
    if (this.view !== undefined) this.view = () => [];
  }

  /** Recording begins: a view catches up. */
  catchUp(): void {
    if (this.view !== undefined && !this.isTold) this.fill();
  }

  private fill(): void {
    this.rows.clear();
    for (const [key, value] of this.left ?? []) this.rows.set(key, { value });
    for (const [key, value] of this.view?.() ?? []) this.rows.set(key, { value });
  }

  /** Whether rows are wanted at all now: nobody need make the row of a view that is not recorded. */
  get isKept(): boolean {
    return this.view === undefined || this.engine.tellsChanges;
  }

  /** The rows; those of a view that is not recorded are worked out now. */
  private get present(): Map<string, Row<V>> {
    if (this.view !== undefined && (this.isTold || this.engine.recording !== 'full')) this.fill();
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

  /**
   * As `set` and `delete`, for a told view: its owner, who has just looked the key up, says what it replaces.
   * So that the same is not looked up, and held, twice.
   */
  tell(key: string, before: V | undefined, after: V | undefined): void {
    const { engine } = this;
    if (!engine.tellsChanges) return;
    const replaced = this.left === undefined ? before : this.takeLeft(key, before);
    if (replaced !== after) engine.recordChange(this.id, key, replaced, after);
  }

  private takeLeft(key: string, before: V | undefined): V | undefined {
    const left = this.left?.get(key);
    if (left === undefined) return before;
    this.left?.delete(key);
    return left;
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
