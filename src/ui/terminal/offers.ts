import type { Candidate } from '../../protocol/queries.ts';

/** A line, and where in it one types. */
export interface Place {
  readonly text: string;
  readonly at: number;
}

/** What fits in a line. */
export interface Offers {
  /** The line with what fits all of them, or with the only one. */
  readonly base: Place;
  /** The line with each of them. */
  readonly places: readonly Place[];
}

/** What may stand from `from` on in the place of what is typed there; there is one at least. */
export function offersOf(place: Place, from: number, candidates: readonly Candidate[]): Offers {
  const places = candidates.map(({ text }) => replaced(place, from, text));
  const [only] = candidates;
  if (candidates.length === 1 && only !== undefined)
    return { base: replaced(place, from, only.goesOn === true ? only.text : `${only.text} `), places };
  const shared = sharedBeginning(candidates.map(({ text }) => text));
  return { base: shared.length > place.at - from ? replaced(place, from, shared) : place, places };
}

function replaced({ text, at }: Place, from: number, word: string): Place {
  const rest = text.slice(at);
  const own = word.endsWith(' ') && rest.startsWith(' ') ? word.slice(0, -1) : word;
  return { text: text.slice(0, from) + own + rest, at: from + own.length };
}

function sharedBeginning(texts: readonly string[]): string {
  const [first = ''] = texts;
  let length = first.length;
  for (const text of texts) while (!text.startsWith(first.slice(0, length))) length -= 1;
  return first.slice(0, length);
}
