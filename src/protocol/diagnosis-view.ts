import type { Micros } from '../base/time/units.ts';
import type { StepArgs } from '../steps/define.ts';
import type { StepView } from './step-view.ts';

/** What is told of an unmet wish: a key of the words of `narration/unmet` and what belongs into them. */
export interface Told {
  readonly key: string;
  readonly args: StepArgs;
}

/** A wish that is not met at the cursor, and what holds it up. */
export interface UnmetView {
  /** Whose wish it is. */
  readonly subject: string;
  readonly wish: Told;
  readonly hold: Told;
  /** The object that is in the way, where it is another one. */
  readonly held: string | undefined;
  /** Of a Pod without a node: what each of them said, with its numbers. */
  readonly nodes?: readonly NodeAnswer[] | undefined;
  /** Virtual microseconds since it has been so; and the step that made it so, unless that was before the run. */
  readonly since: { readonly micros: Micros; readonly seq: number | undefined } | undefined;
  /** What a person did that brought it about. */
  readonly deed: StepView | undefined;
  readonly change: ChangeView | undefined;
  /** The command that takes the deed back. */
  readonly undo: string | undefined;
}

/** Why one node does not take a Pod, as one filter of the scheduler has it. */
export interface NodeAnswer {
  readonly node: string;
  readonly plugin: string;
  /** In the scheduler's words. */
  readonly reason: string;
  /** What the Pod wants there: an amount, a label, a port; empty where that says nothing. */
  readonly asked: string;
  /** What the node has of it. */
  readonly has: string;
  readonly short: string;
}

/** What would meet the wish. */
export type ChangeView =
  | { readonly type: 'command'; readonly line: string }
  /** A field of a manifest that somebody wrote. */
  | { readonly type: 'field'; readonly subject: string; readonly path: string }
  /** A part of the cluster that was stopped. */
  | { readonly type: 'start'; readonly what: 'etcd-member' | 'api-server' | 'kubelet'; readonly name: string };

export interface DiagnosisView {
  /** By importance; the first ones. */
  readonly unmet: readonly UnmetView[];
  /** How many there are in all. */
  readonly count: number;
}
