import type { Budget } from './meter.ts';
import type { Value } from './values/values.ts';

/** What an expression is given: the value of each variable. Getters are asked when the expression gets to them. */
export interface Variables {
  readonly [name: string]: Value;
}

export interface Scope extends Budget {
  readonly variables: Variables;
  /** Values of the variables that macros make, innermost last. */
  readonly locals: Value[];
}

/** A part of an expression, read. */
export type Code = (scope: Scope) => Value;
