import type { Value } from '../values/values.ts';

/** Undefined: it does not take such arguments. */
export type Implementation = (args: readonly Value[]) => Value | undefined;

export type Implementations = ReadonlyMap<string, Implementation>;
