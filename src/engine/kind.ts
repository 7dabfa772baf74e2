/** How fine a step is. Players may skip the finer grains; the journal holds all of them. */
export type Level = 'scene' | 'step' | 'detail';

export type Scalar = string | number | boolean | undefined;
export type StepArgs = { readonly [name: string]: Scalar };

/** What the engine needs of a kind of step. The kinds themselves are data, declared in `src/steps`. */
export interface StepKind<A extends StepArgs = StepArgs> {
  readonly name: string;
  readonly level: Level;
  /** A name for several kinds that are one to who waits for them; its own where there is none. */
  readonly family?: string;
  /** The index of the kind in an engine's list, which that engine notes here for speed. */
  place?: number;
  /** Type only: the shape of the arguments. */
  readonly args?: A;
}
