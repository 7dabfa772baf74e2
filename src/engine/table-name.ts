declare const ROW: unique symbol;

/**
 * The name of a table, and with it the type of its rows. Whoever owns a table declares its name once, in the file of its rows,
 * and everybody else imports it: no other string is the name of a table, so that a typo does not compile, and no reader says
 * again what the rows are.
 */
export type TableName<Row = unknown> = string & { readonly [ROW]: Row };

/** Declares a table. */
export function tableName<Row>(name: string): TableName<Row> {
  return name as TableName<Row>;
}

/** The tables that are alike: one a node, a queue, an informer. */
export interface TableFamily<Row> {
  /** The table of this one. */
  of(one: string): TableName<Row>;
  /** Whose table has this name; nobody's when it is no table of the family. */
  oneOf(name: string): string | undefined;
  /** Whether a table is one of the family. */
  has(name: TableName): name is TableName<Row>;
}

/** Declares a family of tables. A star stands in the pattern where their names differ: `watchcache/*`. */
export function tableFamily<Row>(pattern: string): TableFamily<Row> {
  const star = pattern.indexOf('*');
  const before = pattern.slice(0, star);
  const after = pattern.slice(star + 1);
  const has = (name: string) =>
    name.length > before.length + after.length && name.startsWith(before) && name.endsWith(after);
  return {
    of: (one) => tableName<Row>(`${before}${one}${after}`),
    oneOf: (name) => (has(name) ? name.slice(before.length, name.length - after.length) : undefined),
    has: (name): name is TableName<Row> => has(name),
  };
}
