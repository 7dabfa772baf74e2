/**
 * Expressions in the Common Expression Language. Everything is synchronous. Values are plain JSON; beside them an
 * implementation may accept and give what CEL has and JSON has not, as opaque values.
 */

export type CelOutcome =
  | { readonly value: unknown }
  /** In CEL's words: `no such key: foo`, `no such overload`. */
  | { readonly error: string };

export interface CelProgram {
  /** Variables that were declared and are missing here are unknown to the expression. */
  evaluate(variables: { readonly [name: string]: unknown }): CelOutcome;
  /** The variables that the expression names. */
  readonly uses: ReadonlySet<string>;
}

export interface CelCompileError {
  /** `ERROR: <input>:1:5: Syntax error: …`, perhaps of several lines. */
  readonly error: string;
}

export interface Cel {
  /** Reads an expression over variables of these names. The same text is read once. */
  compile(expression: string, variables: readonly string[]): CelProgram | CelCompileError;
}

export function isCompileError(result: CelProgram | CelCompileError): result is CelCompileError {
  return 'error' in result;
}
