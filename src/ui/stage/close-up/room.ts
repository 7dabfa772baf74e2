import type { CloseUpView, StageView } from '../../../protocol/views.ts';

/** Lines and letters that a diff has room for; a phone scrolls instead. */
export interface Room {
  /** Under the head of the close-up. */
  readonly height: number;
  readonly rows: number;
  readonly columns: number | undefined;
}

export const PHONE: Room = { height: Number.POSITIVE_INFINITY, rows: 14, columns: undefined };
export const LINE = 17;
export const LETTER = 7.1;
const HEAD = 34;
/** What a title takes of the rows. */
export const TITLE_ROWS = 2;
const SIGN_AND_EDGE = 4;

export function roomOf({ width, height }: { readonly width: number; readonly height: number }): Room {
  return {
    height: height - HEAD,
    rows: Math.max(4, Math.floor((height - HEAD) / LINE)),
    columns: Math.max(20, Math.floor(width / LETTER) - SIGN_AND_EDGE),
  };
}

const TABLE_ROW = 22;
/** A title over a table, or a line of facts. */
const ABOVE = 26;
/** The names of its columns. */
const COLUMNS = 20;

/** Whole rows of the list of an object's writes, under its heading. */
export function writesIn({ rows }: Room): number {
  return Math.max(1, Math.floor((rows * LINE) / TABLE_ROW) - 1);
}

/**
 * The rows of a table that are whole, those of this step always among them, and how many are left out for the line
 * that says so.
 */
export function wholeRows<Row>(
  rows: readonly Row[],
  { height }: Room,
  above: number,
  isOfStep: (row: Row) => boolean,
): { readonly shown: readonly Row[]; readonly hidden: number } {
  const most = Math.max(2, Math.floor((height - COLUMNS - above * ABOVE) / TABLE_ROW));
  if (rows.length <= most) return { shown: rows, hidden: 0 };
  const first = new Set([...rows.filter(isOfStep), ...rows].slice(0, most - 1));
  return { shown: rows.filter((row) => first.has(row)), hidden: rows.length - first.size };
}

/** Whether the close-up is a list that does not fit: it ends softly then. */
export function isLong({ closeUp }: StageView, { rows, columns }: Room): boolean {
  return closeUp !== undefined && heightOf(closeUp, columns) > rows * LINE;
}

/** What the name of a fact takes beside its value. */
export const FACT_NAME = 18;

function heightOf(closeUp: CloseUpView, columns = Number.POSITIVE_INFINITY): number {
  switch (closeUp.type) {
    case 'admission':
      return closeUp.rows.reduce(
        (sum, { state, changes }) => sum + (state === 'todo' ? 0 : LINE * Math.max(1, changes.length)),
        LINE,
      );
    case 'decided-by':
      return LINE * Math.max(closeUp.rows.length + closeUp.facts.length, (closeUp.rule?.facts.length ?? 0) + 2);
    case 'facts':
      return closeUp.rows.reduce(
        (sum, { value }) => sum + LINE * Math.ceil(Math.max(1, value.length) / (columns - FACT_NAME)),
        LINE * TITLE_ROWS,
      );
    default:
      return 0;
  }
}
