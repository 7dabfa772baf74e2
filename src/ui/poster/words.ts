import type { Phrase } from '../../protocol/views.ts';

/** The words of one language. */
export interface PosterWords {
  /** One of the page's own words, by its key. */
  page(key: string, args?: { readonly [name: string]: string | number }): string;
  phrase(phrase: Phrase): string;
  fact(name: string): string;
}
