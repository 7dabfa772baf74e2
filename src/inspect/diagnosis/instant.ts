import type { Keepsakes } from '../../base/keepsakes.ts';
import type { Journal, TableName } from '../../engine/index.ts';
import type { StepView } from '../../protocol/views.ts';

interface Write {
  readonly seq: number;
  readonly op: 'create' | 'update' | 'delete';
}

/** What the diagnosis looks at: the tables at the cursor, and the way to what led there. */
export interface Instant {
  readonly journal: Journal;
  readonly cursor: { readonly position: number };
  /** Where chapters of stories begin: what was typed, what was made to fail. */
  readonly scenes: {
    readonly all: readonly { readonly seq: number; readonly key: string; readonly subject: string }[];
  };
  /** Virtual time, also of a moment at which nothing happens. */
  readonly now: number;
  readonly keepsakes: Keepsakes;
  table<Row>(name: TableName<Row>): ReadonlyMap<string, Row>;
  tableId(name: TableName): number | undefined;
  writesOf(key: string): readonly Write[];
  view(seq: number): StepView;
}
