// Models nothing upstream: what functions of jq ask of who runs them

import type { Work } from '../work.ts';
import type { Filter } from './jq-grammar.ts';

export type Names = ReadonlyMap<string, unknown>;
export type Path = readonly unknown[];

/** Runs filters, and counts what they do. */
export interface JqRunner {
  readonly work: Work;
  /** Seconds since 1970. */
  readonly now: number;
  run(filter: Filter, input: unknown, names: Names): Generator<unknown>;
  paths(filter: Filter, input: unknown, names: Names): Generator<readonly [Path, unknown]>;
}
