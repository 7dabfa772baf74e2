import type { CloseUpView, StageView } from '../../protocol/views.ts';

/** Lines and letters that a diff has room for; a phone scrolls instead. */
export interface Room {
  readonly rows: number;
  readonly columns: number | undefined;
}

export const PHONE: Room = { rows: 14, columns: undefined };
export const LINE = 17;
export const LETTER = 7.1;
const HEAD = 34;
/** What a title takes of the rows. */
export const TITLE_ROWS = 2;
const SIGN_AND_EDGE = 4;

export function roomOf({ width, height }: { readonly width: number; readonly height: number }): Room {
  return {
    rows: Math.max(4, Math.floor((height - HEAD) / LINE)),
    columns: Math.max(20, Math.floor(width / LETTER) - SIGN_AND_EDGE),
  };
}

const TABLE_ROW = 21;

/** Whole rows of the list of an object's writes, under its heading. */
export function writesIn({ rows }: Room): number {
  return Math.max(1, Math.floor((rows * LINE) / TABLE_ROW) - 1);
}

/** Whether the close-up is a list that does not fit: it ends softly then. */
export function isLong({ closeUp }: StageView, { rows, columns }: Room): boolean {
  return closeUp !== undefined && heightOf(closeUp, columns) > rows * LINE;
}

/** What the name of a fact takes beside its value. */
export const FACT_NAME = 18;

function heightOf(closeUp: CloseUpView, columns = Number.POSITIVE_INFINITY): number {
  switch (closeUp.type) {
    case 'fan-out':
    case 'table':
      return (closeUp.rows.length + 2) * TABLE_ROW;
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
