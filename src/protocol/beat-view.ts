import type { StepArgs } from '../steps/define.ts';
import type { KindName } from '../steps/index.ts';
import type { ToldKind } from './step-view.ts';

/** A sentence of a beat: its words come from `narration` by kind, as those of a step do. */
export interface InsightView {
  /** `insight.<key>`, or the kind of the step whose own sentence says it. */
  readonly kind: ToldKind;
  readonly args: StepArgs;
  readonly subject: string;
  readonly actor: string;
}

/** What has happened since the beat before and is not told on its own, by sort. */
export interface FoldView {
  readonly key: 'again' | 'pods' | 'status' | 'looks' | 'aside';
  /** How many Pods these are about. */
  readonly pods: number;
  /** The steps that they end at. */
  readonly members: readonly number[];
}

/** One whole thing that somebody did and that matters to the story. */
export interface BeatView {
  /** From 1, through all stories of the run. */
  readonly index: number;
  readonly count: number;
  /** The step that it stands at: its last. */
  readonly seq: number;
  /** Its steps in order, as they are told one by one. Those of other beats may lie in between. */
  readonly thread: readonly number[];
  readonly insight: InsightView;
  /** Microseconds since the beat before, where that is long; else 0. */
  readonly passed: number;
  /** The step whose kind says why it is so. */
  readonly explains: { readonly kind: KindName; readonly args: StepArgs; readonly subject: string };
  readonly folded: readonly FoldView[];
}
