import type { StepArgs } from '../steps/define.ts';
import type { KindName } from '../steps/index.ts';

/** What has a sentence: the kind of a step, or what a beat says of several, `insight.<key>`. */
export type ToldKind = KindName | `insight.${string}`;

/** A step as the page needs it; its words come from `narration` by kind. */
export interface StepView {
  readonly seq: number;
  /** Place in the current filter, when it is part of it. */
  readonly index: number | undefined;
  readonly time: number;
  readonly kind: ToldKind;
  readonly actor: string;
  readonly subject: string;
  readonly args: StepArgs;
}
