/**
 * A place in a story that is found again in another build. Its number there says little: with every change of the engine
 * steps come and go before it. What somebody did to which object, and for which time, stays.
 */
export interface Anchor {
  /** The number that the step had: a hint, and where nothing else is found the place to look at. */
  readonly seq: number;
  /** The story that it is of, by its place among those of the run, from 1; 0 for what no story is about. */
  readonly story: number;
  /** A beat of the story, or any step. */
  readonly by: 'beat' | 'step';
  /** Of the sentence that stands there: of the beat's, or of the step itself. */
  readonly kind: string;
  readonly subject: string;
  readonly actor: string;
  /** Which one of that story with this kind, actor and subject, from 1; and which one when generated names count as alike. */
  readonly nth: number;
  readonly like: number;
  /** What the sentence says, and what all beats before it say: short digests, which differ where the story does. */
  readonly says: string;
  readonly before: string;
}

/** What has become of an anchor in the run that is open. */
export interface FoundAnchor {
  readonly seq: number;
  /**
   * `same`: it says what it said. `otherwise`: it happens, and says something else. `alike`: it happens to an object that
   * is named alike. `gone`: it does not happen; `seq` is the nearest place.
   */
  readonly how: 'same' | 'otherwise' | 'alike' | 'gone';
  /** Whether all that is told before it is what was told then. */
  readonly isStorySame: boolean;
  /** The beat that the step is in, by its step. */
  readonly beat: number | undefined;
  readonly subject: string;
}
