/**
 * A folder inside a large room. Outside, the large room is one; inside, its folders have an order, too: they are listed from
 * the bottom up, and each may only use those before it that it names. Files that lie loose in the large room stand above them.
 */
export interface InnerRoom {
  /** Relative to the large room. The longest match decides. */
  readonly folder: string;
  readonly uses: Readonly<Record<string, string>>;
}
