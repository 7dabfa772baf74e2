import type { Complaint, Remark } from './complaint.ts';
import { en } from './words-en.ts';
import type { BroughtWords, Say } from './words-shape.ts';
import { zh } from './words-zh.ts';

export type Language = 'en' | 'zh';

const WORDS: { readonly [L in Language]: BroughtWords } = { en, zh };

/** One sentence: where, and what. */
export function sayComplaint(language: Language, { key, args, place }: Complaint): string {
  const words = WORDS[language];
  const say = words.faults[key] as Say<unknown>;
  return words.join(words.place(place), say(args));
}

export function sayRemark(language: Language, { key, args }: Remark): string {
  const say = WORDS[language].remarks[key] as Say<unknown>;
  return say(args);
}
