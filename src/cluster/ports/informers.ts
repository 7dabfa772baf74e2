import type { Context, Owner } from '../../engine/index.ts';

/** What a person may do to an informer of any component, by its name `<component>/<resource>[?selector]`. */
export interface InformerHandle {
  readonly owner: Owner | undefined;
  /** For good: what it knew is gone. */
  retire(): void;
  /** Everything that it knows comes once more. */
  resync(ctx: Context): void;
  /** What its reflector does next is caused by this. */
  blame(ctx: Context): void;
  /** The connection of its watch is lost. */
  cut(ctx: Context): void;
  addIndexers(indexers: { readonly [name: string]: (object: object) => readonly string[] }): void;
  /** The keys of an index's value, read as a lister reads them. */
  lookUp(ctx: Context, index: string, value: string): readonly string[];
}

export type InformerRegistry = Map<string, InformerHandle>;
