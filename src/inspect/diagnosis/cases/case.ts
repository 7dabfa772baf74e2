import type { ClusterConfig, Input } from '../../../protocol/run-description.ts';

/** One thing that is done to a cluster: a line that is typed, a manifest that is applied, a part that is stopped. */
export type Deed =
  | string
  | { readonly apply: string; readonly named?: string }
  | { readonly give: Input }
  /** Seconds that pass. */
  | { readonly wait: number };

/** What is found about one object: whose wish, what holds it up, and the numbers and names that it is told with. */
export interface Expected {
  readonly subject: string;
  readonly wish: string;
  readonly hold: string;
  readonly args: { readonly [name: string]: unknown };
  /** The line that a person typed, or the kind of step, that it goes back to. */
  readonly deed?: string;
  readonly undo?: string;
  /** What some nodes answered: name, filter, what was asked, what is there, what is short. */
  readonly nodes?: readonly string[];
  readonly change?: string;
}

/** A failure, what is to be found about it, and its healthy twin, about which nothing is. */
export interface Case {
  readonly name: string;
  readonly cluster?: Partial<ClusterConfig>;
  /** Before either. */
  readonly given?: readonly Deed[];
  readonly broken: readonly Deed[];
  /** A command of the failure ends badly, and that is right. */
  readonly isRefused?: true;
  readonly found: readonly Expected[];
  readonly healthy: readonly Deed[];
}
