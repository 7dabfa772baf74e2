import type { StepArgs } from '../steps/define.ts';

/** A step as the page needs it; its words come from `narration` by kind. */
export interface StepView {
  readonly seq: number;
  /** Place in the current filter, when it is part of it. */
  readonly index: number | undefined;
  readonly time: number;
  readonly kind: string;
  readonly actor: string;
  readonly subject: string;
  readonly args: StepArgs;
}
