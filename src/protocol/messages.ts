import type { Micros } from '../base/time/units.ts';
import type { Breakpoint } from './breakpoint.ts';
import type { CrowdChange } from './crowd-view.ts';
import type { Anchor } from './link/anchor.ts';
import type { Query, QueryResult } from './queries.ts';
import type { Input, RecordedInput, RunDescription } from './run-description.ts';
import type { Change } from './share.ts';
import type { ViewName } from './views.ts';

/** The version of Kubernetes that is modelled. */
export const KUBERNETES = 'v1.36';

/** How fine the transport moves, and whose steps count. */
export type Grain = 'scene' | 'beat' | 'step' | 'detail';
export interface Filter {
  readonly grain: Grain;
  /** `story`: what a person's actions caused. `everything`: heartbeats and resyncs too. */
  readonly scope: 'story' | 'everything';
  readonly actor?: string;
  /** A subject such as `pods/default/x`. */
  readonly object?: string;
  /** Only the steps of the beat that stands at this one. */
  readonly within?: number;
}

/** A step of a run: by its number in the journal, as the steps of a filter are counted (from 1), or by what happens there. */
export type Place =
  | { readonly seq: number }
  | { readonly index: number; readonly filter: Filter }
  | { readonly anchor: Anchor };

/** How an input is given; the rules are in `src/worker/SPEC.md`. */
export interface Giving {
  /** It takes the place of the same command whose story has not been told to its end, if that was given last. */
  readonly anew?: boolean;
  /** The cursor goes on to the command's answer: in any case, or if nothing changes by it. */
  readonly answer?: boolean | 'of a look';
}

/** As far as a run that ended its engine is known to do no harm: the engine stops there until it is told to go on. */
export interface LastGood {
  readonly steps: number;
  /** What ended it. */
  readonly reason: string;
}

/** Page to worker. Every message with an `id` is answered by a `done` or `failed` with that id, or by a frame that names it. */
export type ToWorker =
  | { readonly type: 'hello'; readonly id: number }
  /** `present` is as in a frame. */
  | {
      readonly type: 'open';
      readonly id: number;
      readonly run: RunDescription;
      readonly position?: number;
      readonly present?: number;
      readonly until?: LastGood;
    }
  | { readonly type: 'give'; readonly id: number; readonly input: Input; readonly how?: Giving }
  /** To the end of a command, or of the run where the command does not end by itself. */
  | { readonly type: 'answer'; readonly id: number; readonly command: number }
  /** A command that waits is not given at all, or without waiting any longer; `place` is among those that wait. */
  | { readonly type: 'withdraw' | 'beside'; readonly id: number; readonly place: number }
  /** The run without one of its inputs, in a branch: those that came after it come at the same times. */
  | { readonly type: 'leaveOut'; readonly id: number; readonly place: number }
  /**
   * Gives one input after another at the run's end, each when what was before has come to rest; then, when the last has,
   * goes to a step. Moves that come meanwhile wait for it: whoever makes one then means the run that is being told.
   */
  | { readonly type: 'parts'; readonly id: number; readonly inputs: readonly Input[]; readonly to?: Place }
  | { readonly type: 'filter'; readonly id: number; readonly filter: Filter }
  /** Moves the cursor by `by` steps of the filter (negative: back); runs the engine ahead when it must. */
  | { readonly type: 'step'; readonly id: number; readonly by: number }
  /** One step on, as while it plays: it may end at a breakpoint before that. */
  | { readonly type: 'play'; readonly id: number }
  | { readonly type: 'scene'; readonly id: number; readonly by: 1 | -1 }
  | { readonly type: 'seek'; readonly id: number; readonly to: number | 'start' | 'end' }
  /** To the n-th step of the filter, as the transport counts them (from 1). */
  | { readonly type: 'seekIndex'; readonly id: number; readonly index: number }
  /** Runs the engine until nothing is left to do (or the stated number of steps), cursor at the end. */
  | { readonly type: 'runToQuiescence'; readonly id: number }
  | { readonly type: 'runToBreakpoint'; readonly id: number; readonly direction: 1 | -1 }
  /** Ends a run under way where it has got to; so does any other move by hand. */
  | { readonly type: 'halt'; readonly id: number }
  /** Lets idle virtual time pass (heartbeats, deadlines), cursor at the end. */
  | { readonly type: 'wait'; readonly id: number; readonly micros: Micros }
  | { readonly type: 'breakpoints'; readonly id: number; readonly list: readonly Breakpoint[] }
  | { readonly type: 'switchBranch'; readonly id: number; readonly branch: number }
  /** The name of a branch; an empty one gives it back the one that it had. */
  | { readonly type: 'nameBranch'; readonly id: number; readonly branch: number; readonly name: string }
  | { readonly type: 'deleteBranch'; readonly id: number; readonly branch: number }
  /** Another run as a branch beside those that there are; nobody is moved. It says so when it cannot be executed. */
  | { readonly type: 'bring'; readonly id: number; readonly run: RunDescription }
  | { readonly type: 'subscribe'; readonly id: number; readonly view: ViewName; readonly params?: ViewParams }
  | { readonly type: 'unsubscribe'; readonly id: number; readonly view: ViewName }
  /** Whether the picture of very many nodes is looked at, which then comes with the frames. */
  | { readonly type: 'crowd'; readonly id: number; readonly isWanted: boolean }
  | { readonly type: 'query'; readonly id: number; readonly query: Query };

/** What a view is of: an object's subject, an informer's name, a node, a scheduling decision … */
export interface ViewParams {
  readonly subject?: string;
  readonly name?: string;
  /** A port of a Service that is compared. */
  readonly service?: string;
}

/** Worker to page. */
export type FromWorker =
  | { readonly type: 'ready'; readonly build: string; readonly kubernetes: string }
  /** The worker holds this lock as long as it lives: who is given it knows that the worker is gone. */
  | { readonly type: 'alive'; readonly lock: string }
  /** Before it is given: what may be the last that is heard of the engine. */
  | { readonly type: 'giving'; readonly given: RecordedInput }
  | { readonly type: 'done'; readonly id: number; readonly result?: QueryResult }
  | { readonly type: 'failed'; readonly id: number; readonly message: string }
  /**
   * The cursor's instant and all subscribed views that changed; at most one a frame. It answers the moves that led
   * there: who waited for one finds the place that it led to.
   */
  | { readonly type: 'frame'; readonly frame: SentFrame; readonly done?: readonly number[] }
  /** The engine broke an invariant: the run can be opened again from its description. `causes`: the steps that led there, newest first. */
  | { readonly type: 'broken'; readonly message: string; readonly causes: readonly string[] };

/**
 * The run is not sent again with every frame: it may hold megabytes of manifests. Nor are the branches, nor what of a view is as
 * it was when it was last sent.
 */
export type SentFrame = Omit<Frame, 'run' | 'branches'> & {
  readonly run?: RunDescription;
  readonly branches?: readonly BranchInfo[];
  readonly views: { readonly [view in ViewName]?: Change };
  /** What has changed in the picture of very many nodes, while somebody looks at it. */
  readonly crowd?: CrowdChange;
  /** Views that could not be computed here, with the reason; the others live on. */
  readonly failedViews?: { readonly [view in ViewName]?: string };
};

export interface BranchInfo {
  readonly id: number;
  readonly name: string;
  readonly forkedAt: number | undefined;
  /** When that was, in microseconds on the clock that people see. */
  readonly forkedTime: number | undefined;
  /** The branch that it grew from, and what that was called, which may be deleted by now; absent where it began by itself. */
  readonly parent?: number | undefined;
  readonly parentName?: string | undefined;
  readonly steps: number;
}

export interface Frame {
  /** The step the cursor is on; undefined before the first. */
  readonly seq: number | undefined;
  /** Its place among the steps of the filter, from 1; 0 before the first; and how many there are so far. */
  readonly index: number;
  readonly total: number;
  readonly head: number;
  /** Virtual microseconds at the cursor, since the run's start. */
  readonly time: number;
  readonly headTime: number;
  readonly atEnd: boolean;
  readonly quiescent: boolean;
  /** Set when a run was stopped because it did not come to rest. */
  readonly stoppedAfter: number | undefined;
  /** Of a long run not all steps are held: from the first up to before the last these many moments can be revisited. */
  readonly thinned?: { readonly from: number; readonly to: number; readonly moments: number } | undefined;
  /** Why there is no more of this run than this, where it is known to end its engine. */
  readonly ended: string | undefined;
  /** Set when a breakpoint stopped the cursor here. */
  readonly breakpoint: string | undefined;
  readonly branch: number;
  /** How often a branch was told anew from somewhere: then its later steps are other ones. */
  readonly edition: number;
  /** The newest step of the branch that its reader has been at; undefined where all of it counts as told. */
  readonly present: number | undefined;
  /** The cursor is before that: what is given here begins a branch. */
  readonly isPast: boolean;
  /** The input whose story is not told to its end, by its place in the run: the same command would tell it anew. */
  readonly untold: number | undefined;
  /** Commands that begin when those before have ended; without their files. */
  readonly waiting: readonly Input[];
  readonly branches: readonly BranchInfo[];
  /** So many branches have begun in this engine, with the numbers below that; some may be deleted. */
  readonly begun: number;
  readonly run: RunDescription;
  readonly digest: string;
}
