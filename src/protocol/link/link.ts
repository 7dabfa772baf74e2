import type { Filter } from '../messages.ts';
import type { RunDescription } from '../run-description.ts';
import type { Anchor } from './anchor.ts';
import type { Pin } from './pin.ts';

/*
 * Links to moments of runs: what they hold, how they are written into an address and read again. This folder knows no
 * page and no engine, and needs no package; docs/links.md describes the same for people.
 *
 * Promises: `readLink(…writeLink(link))` is that link; a link that was cut, or has characters that are others, is refused in
 * words and never read as another one; whatever is read has been checked field by field, so that an engine can be
 * started with it; nothing throws; links of all earlier forms are read.
 * Does not promise: that the moment still exists. That is asked of the run, by the anchor (`FoundAnchor`), once it is open.
 * Called by: the page that opens and shares moments, `kubestep check-links`, and whoever embeds a moment.
 */

export interface Link {
  /**
   * `anchored`: written here. `numbered`: by a build that knew numbers of steps alone. `unchecked`: the same, before links had
   * a checksum. `typed`: by somebody's hand.
   */
  readonly form: 'anchored' | 'numbered' | 'unchecked' | 'typed';
  readonly of: LinkedScenario | LinkedRun;
  readonly to?: LinkedPlace;
  readonly moment: Moment;
}

/** So many parts of a built-in scenario, in its own words. */
export interface LinkedScenario {
  readonly scenario: string;
  readonly part: number;
}

/** All that was given to a cluster, and the manifests beside it, the shown one last. */
export interface LinkedRun {
  readonly run: RunDescription;
  readonly files?: readonly LinkedFile[];
}

export interface LinkedFile {
  readonly name: string;
  readonly text: string;
}

/** Where one stands: `start` is before the first step; an index counts the steps of a filter, from 1. */
export type LinkedPlace =
  | { readonly anchor: Anchor }
  | { readonly start: true }
  | { readonly seq: number }
  | { readonly index: number; readonly filter: Filter };

/** How the moment was looked at. What a link does not say is as the page has it. */
export interface Moment {
  /** The modelled version, such as `v1.36`, and the build of Kubestep that made the link. */
  readonly kubernetes?: string;
  readonly build?: string;
  /** The sentence that stood there, in the words of who made the link. */
  readonly told?: string;
  readonly filter?: Filter;
  /** The steps of the beat at the place are gone through, and not the beats. */
  readonly isInside?: boolean;
  /** The tab of the page, and what is chosen there, such as `node: 'node-1'`. */
  readonly panel?: string;
  readonly chosen?: { readonly [name: string]: string };
  /** Asked for by who made the link; outside of the checksum, so that it can be changed by hand. */
  readonly language?: 'en' | 'zh';
  /** How the page's parts lie, in words of the page that wrote it; another one may pass over them. */
  readonly layout?: string;
  /** What an author has to say about the moment. */
  readonly notes?: string;
  /** Moments of the run that are pinned; only a link that holds the whole run has them. */
  readonly pins?: readonly Pin[];
}

/** Nothing is read out of a link that was cut or has other characters than it was made with. */
export const DAMAGED = 'the link is damaged or was cut';

export const madeForVersion = (version: string): string => `made for version ${version} of the format`;
