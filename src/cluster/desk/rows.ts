// Models what a prompt of bash says (v1.36)

import { tableName } from '../../engine/index.ts';

/** The shell that somebody types into; none: it is as it was at first. */
export interface ShellRow {
  /** The machine: the person's own, or a node. */
  readonly host: string;
  readonly folder: string;
  /** Names that stand for words, and functions. */
  readonly names: readonly string[];
}
export const SHELL_TABLE = tableName<ShellRow>('desk/shell');
