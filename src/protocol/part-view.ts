import type { Phrase } from './stage-view.ts';

/** What can be asked about on the map: each place on it is a part of one of these sorts. */
export type PartSort =
  | 'server'
  | 'station'
  | 'told'
  | 'line'
  | 'actor'
  | 'ticket'
  | 'next'
  | 'request'
  | 'event'
  | 'node'
  | 'nodes'
  | 'pod'
  | 'pending';

export interface Part {
  readonly sort: PartSort;
  /** Which one: the id of a station or lane, an actor, a revision, an object's subject. */
  readonly of: string;
}

/** `actor:kubelet/node-1` */
export function partId({ sort, of }: Part): string {
  return of === '' ? sort : `${sort}:${of}`;
}

export function readPart(id: string): Part {
  const colon = id.indexOf(':');
  if (colon < 0) return { sort: id as PartSort, of: '' };
  return { sort: id.slice(0, colon) as PartSort, of: id.slice(colon + 1) };
}

/** What a part of the map has in mind at the cursor, and what has just passed it. */
export interface PartView {
  readonly id: string;
  readonly thoughts: readonly Phrase[];
  /** Newest first. */
  readonly requests: readonly PassedView[];
}

export interface PassedView {
  /** The step in which it passed the station, or the last one of the request so far. */
  readonly seq: number;
  readonly method: string;
  readonly resource: string;
  readonly actor: string;
  /** Once it is answered. */
  readonly code: number | undefined;
  /** What the station made of it. */
  readonly verdict: Phrase | undefined;
  readonly refused: boolean;
}
