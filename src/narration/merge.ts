import type { StepKind } from '../steps/define.ts';
import type { Text } from './text.ts';

type Group = { readonly [name: string]: StepKind };

/** The words of one component, keyed by the full name of the kind. */
export type Named = readonly (readonly [kind: string, text: Text])[];

/**
 * Pairs a component's kinds with their texts. The texts are checked against the kinds where they are written; here
 * only the shape of the arguments is forgotten, because a reader of steps has it no longer.
 */
export function named<G extends Group>(kinds: G, texts: { readonly [K in keyof G]: unknown }): Named {
  return Object.keys(kinds).map((name) => [(kinds[name] as StepKind).name, texts[name] as Text]);
}

export function merge(...components: readonly Named[]): { readonly [kind: string]: Text } {
  return Object.fromEntries(components.flat());
}
