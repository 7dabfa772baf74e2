import type { StepArgs, StepKind } from '../steps/define.ts';
import type { InsightArgs, InsightKey } from './insight-args.ts';

/**
 * The words for one kind of step. `{name}` stands for an argument, `{subject}` for the short name of the subject,
 * `**…**` marks the nouns that matter. A function may choose between forms.
 */
export interface Text<A extends StepArgs = StepArgs> {
  /** One sentence: what an instructor would say. */
  readonly say: string | ((args: A) => string);
  /** Why this happens, in two to four sentences. */
  readonly why: string | ((args: A) => string);
}

type ArgsOf<K> = K extends StepKind<infer A> ? A : never;

/** One text for every kind of a component: a missing one does not compile. */
export type Texts<G extends { readonly [name: string]: StepKind }> = { readonly [K in keyof G]: Text<ArgsOf<G[K]>> };

/** The sentence of every beat that has one of its own, or of a part of them. Why it is so, its step's kind says. */
export type InsightTexts<K extends InsightKey = InsightKey> = {
  readonly [P in K]: Pick<Text<StepArgs & InsightArgs[P]>, 'say'>;
};
