import type { StepKind } from '../../../engine/index.ts';
import type { InsightKey } from '../../../narration/insight-args.ts';
import type { KindName } from '../../../steps/index.ts';
import type { Moment } from '../moment.ts';

/** Why something is told: one of the five reasons, each a property of the story and not of taste. */
export type Because =
  /** The first of its kind. */
  | 'first'
  /** Somebody decided, refused or chose. */
  | 'decision'
  /** It changes what a person set, sees or waits for. */
  | 'visible'
  /** Slower, again, asked for by nobody, or not happening at all. */
  | 'surprise'
  /** Never on its own: it folds into what comes next. */
  | 'never';

/** What makes a moment another one than those that were told before. */
export type Aspect =
  | 'actor'
  | 'resource'
  | 'verb'
  | 'code'
  | 'changed'
  | 'gone'
  | 'lead'
  | 'user'
  | `args.${string}`
  | `lead.${string}`;

/** What folds together when it is not told. */
export type FoldKey = 'again' | 'pods' | 'status' | 'looks' | 'aside';

/** A rule of interest. Rules with the same end are asked in order, and the first that fits decides. */
export interface Interest {
  /** The kind of step at which a moment of this sort ends. */
  readonly ends: KindName;
  /** A kind that the moment must hold. */
  readonly has?: StepKind;
  readonly when?: (moment: Moment) => boolean;
  readonly because: Because;
  readonly by?: readonly Aspect[];
  /** News in the whole run; unless said, in each story anew. */
  readonly per?: 'run';
  /** How many that look the same are told; one unless said. */
  readonly most?: number;
  /** Rules that share a sort tell one another's moments apart by their aspects alone. */
  readonly sort?: string;
  /** Which sentence tells it: a key of `narration/<language>/insight.ts`. Unless said, the lead's own or the last step's. */
  readonly insight?: InsightKey;
  /** A kind of step in it that says why it is so; unless said, the lead or the last. */
  readonly explains?: StepKind;
  readonly fold?: FoldKey;
  /** Of many Pods that go the same way one is followed; for the others it folds. */
  readonly follows?: true;
}
