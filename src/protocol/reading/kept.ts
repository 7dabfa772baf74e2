import type { BranchInfo, Filter, Frame } from '../messages.ts';
import type { QueryResult } from '../queries.ts';
import type { RunDescription } from '../run-description.ts';
import type { Change } from '../share.ts';
import type { Views } from '../views.ts';

/*
 * What the engine of this very build answers to somebody who only reads a part of a scenario, kept when the page is built: the
 * places that reading leads to, in two grains, and what is told at each. No word of any language is in it.
 *
 * A part is kept in files: its head, and pieces with the places whose number among the steps of the filter begins a round
 * `PLACES_A_PIECE`. So whoever knows the number of a step knows which piece it is in. Places of the parts before it are kept
 * with those.
 */

/** A record of another version is as if it was not there. */
export const KEPT_VERSION = 1;

/** So many steps of the filter have their places in one piece. */
const PLACES_A_PIECE = 64;

/** How fine a part is kept; always of the story, whoever acts. */
export const KEPT_GRAINS = ['step', 'beat'] as const;
export type KeptGrain = (typeof KEPT_GRAINS)[number];

/** What a part is in, whatever its reader does. */
export interface KeptHead {
  readonly v: typeof KEPT_VERSION;
  /** When all of the part has been told. Whoever reads it adds the build: it is their own. */
  readonly run: Omit<RunDescription, 'build'>;
  readonly branches: readonly BranchInfo[];
  readonly grains: { readonly [grain in KeptGrain]: KeptPlaces };
}

/** The places of a part in one grain, in order. */
export interface KeptPlaces {
  /** What of a frame, and of the views, is the same at all of them. */
  readonly frame: KeptFrame;
  readonly views: KeptViews;
  /** Of each its step; before the first of the run there is none. */
  readonly steps: readonly (number | null)[];
  /** Of each its number among the steps of the filter, as a frame says it. */
  readonly numbers: readonly number[];
  /** Those that stand between steps of the filter: places in the lists above. */
  readonly between: readonly number[];
  /** Those that begin a scene. */
  readonly scenes: readonly number[];
  /** Where one stands when the part has been given, and nobody has asked for another place. */
  readonly begun: number;
  /** So many steps of the filter were there before what was given last. */
  readonly before: number;
}

/** What is left of a frame when the place and the way to it are taken away. */
export type KeptFrame = Omit<
  Frame,
  'seq' | 'index' | 'time' | 'atEnd' | 'present' | 'isPast' | 'untold' | 'run' | 'branches'
>;

/** Places one after the other, each as a change of the one before. */
export interface KeptPiece {
  /** The first of them, in the lists of the head. */
  readonly from: number;
  readonly changes: readonly [{ readonly to: unknown }, ...Change[]];
}

/** What is told at one place. */
export interface KeptPlace extends Pick<Frame, 'seq' | 'index' | 'time' | 'atEnd'> {
  readonly views: KeptViews;
  /** What a link to it says. */
  readonly anchor: Extract<QueryResult, { readonly type: 'anchor' }>;
}

export type KeptViews = Partial<Pick<Views, KeptView>>;

/** What a demo shows; what is not as is wished is asked for at the end alone, and kept there alone. */
export const KEPT_VIEWS = ['stage', 'timeline', 'step', 'terminal'] as const;
export const VIEW_AT_REST = 'diagnosis';
export type KeptView = (typeof KEPT_VIEWS)[number] | typeof VIEW_AT_REST;

export function keptFilter(grain: KeptGrain): Filter {
  return { grain, scope: 'story' };
}

/** The name of a part's head, and of its pieces. */
export function nameOfHead(scenario: string, part: number): string {
  return `${scenario}-${part}`;
}

export function nameOfPiece(scenario: string, part: number, grain: KeptGrain, number: number): string {
  return `${scenario}-${part}-${grain}-${pieceOf(number)}`;
}

export function pieceOf(number: number): number {
  return Math.floor(number / PLACES_A_PIECE);
}
