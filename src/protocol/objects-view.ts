import type { PodGlyph } from './stage-view.ts';

/** What one object has to do with another. */
export type TieSort = 'owns' | 'lists' | 'selects' | 'claims' | 'binds' | 'scales' | 'routes';

/** An object of the second view of the map. */
export interface TiedObject {
  readonly subject: string;
  /** `deployments.apps` */
  readonly resource: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
  /** What it has of what it wants, its address or its phase. */
  readonly state: string;
  /** Of a Pod. */
  readonly glyph: PodGlyph | undefined;
  /** From those who make others, over the Pods, to those who select them. */
  readonly column: number;
  /** The step at the cursor has written it. */
  readonly now: boolean;
}

export interface Tie {
  readonly from: string;
  readonly to: string;
  readonly sort: TieSort;
}

/** Who owns, selects, lists and claims whom at the cursor. */
export interface ObjectsView {
  /** In the order of their columns; within one, beside those that they are tied to. */
  readonly objects: readonly TiedObject[];
  readonly ties: readonly Tie[];
  /** So many more have no room. */
  readonly more: number;
}
