import { assert } from '../base/assert.ts';
import { applyTo, type Journal } from './journal.ts';

export type RowListener = (table: number, key: string) => void;

const NO_ROWS: ReadonlyMap<string, unknown> = new Map();

/**
 * Every table as it was after all changes of one step. Moving applies or reverts changes, so a step back costs
 * what a step forward costs, and everything that is read through one cursor shows the same instant. The journal holds the
 * step it stands at.
 */
export class Cursor {
  private readonly tables: Map<string, unknown>[];
  private at: number;

  constructor(
    private readonly journal: Journal,
    private readonly onRow: RowListener = () => {},
  ) {
    this.at = journal.base - 1;
    this.tables = journal.baseTables.map((table) => new Map(table));
    journal.enter(this);
  }

  /** The step whose changes were applied last; `journal.base - 1` before the first. */
  get position(): number {
    return this.at;
  }

  table(id: number): ReadonlyMap<string, unknown> {
    return this.tables[id] ?? NO_ROWS;
  }

  get(id: number, key: string): unknown {
    return this.tables[id]?.get(key);
  }

  /** Where a step is held no more, to the moment before it. */
  seek(target: number): void {
    const journal = this.journal;
    assert(target >= journal.base - 1 && target < journal.end, `no step ${target} to go to`);
    assert(this.at >= journal.base - 1, 'the cursor was left behind by a trimmed journal');
    const moment = journal.momentAt(target);
    while (this.at < moment) {
      this.at = journal.after(this.at);
      journal.eachDelta(this.at, this.applyAfter);
    }
    while (this.at > moment) {
      journal.eachDeltaBackwards(this.at, this.applyBefore);
      this.at = journal.momentAt(this.at - 1);
    }
  }

  /** Nobody stands here any more: the journal may drop the step. */
  leave(): void {
    this.journal.leave(this);
  }

  private readonly applyAfter = (table: number, key: string, _before: unknown, after: unknown): void => {
    applyTo(this.tables, table, key, after);
    this.onRow(table, key);
  };

  private readonly applyBefore = (table: number, key: string, before: unknown): void => {
    applyTo(this.tables, table, key, before);
    this.onRow(table, key);
  };
}
