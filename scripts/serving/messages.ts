import type { ServeOptions } from '../../src/server/options.ts';

/** What the thread of the cluster is begun with. */
export interface Order {
  readonly options: ServeOptions;
  readonly withPage: boolean;
}

/** What it tells the thread that keeps it: a line to print, or that it has closed everything and how that went. */
export type Report = { readonly say: string } | { readonly ended: number };

/** All that it is ever told. */
export const CLOSE = 'close';
