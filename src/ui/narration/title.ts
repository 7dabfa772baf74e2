import type { Phrase } from '../../protocol/views.ts';
import type { Narrator } from './narrator.ts';

/** A title without a text would be the name of a kind of step: the sentence says it better. */
export function titleText(phrase: Phrase, narrator: Pick<Narrator, 'phrase'>): string | undefined {
  const text = narrator.phrase(phrase);
  return text === phrase.key && /^[\w-]+\.\w+$/.test(text) ? undefined : text;
}
