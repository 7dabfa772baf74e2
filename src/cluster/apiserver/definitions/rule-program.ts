import {
  CelError,
  celPrograms,
  isProblem,
  type Meter,
  Native,
  NONE,
  Optional,
  type Value,
} from '../../../api/cel/index.ts';

const VARIABLES: readonly string[] = ['self', 'oldSelf'];

export type RuleOutcome = { readonly value: unknown } | { readonly error: string };

// Models staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/compilation.go (v1.36)
const programOf = celPrograms(VARIABLES);

export type RuleVariables = { readonly [name: string]: Value };

/** What a rule may speak of. `old`: of a rule about a change. */
export function valuesOfRule(
  self: Value,
  old: { readonly value: Value | undefined; readonly optional: boolean } | undefined,
): RuleVariables {
  if (old === undefined) return { self: new Native(self) };
  const { value, optional } = old;
  const before = optional ? (value === undefined ? NONE : new Optional(value)) : (value ?? null);
  return { self: new Native(self), oldSelf: new Native(before) };
}

export function evaluateRule(expression: string, variables: RuleVariables, meter: Meter): RuleOutcome {
  const program = programOf(expression);
  if (isProblem(program)) return { error: `rule compile error: ${program.problem}` };
  try {
    return { value: program.evaluate(variables, meter) };
  } catch (error) {
    if (error instanceof CelError) return { error: error.message };
    throw error;
  }
}

const OLD_SELF = /\boldSelf\b/;

/** A rule about a change. */
export function isTransition(expression: string): boolean {
  return OLD_SELF.test(expression);
}
