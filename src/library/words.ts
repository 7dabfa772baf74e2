import type { Step } from '../engine/index.ts';
import * as en from '../narration/en/index.ts';
import { plainText, render } from '../narration/render.ts';
import { unmet as unmetEn } from '../narration/unmet/en/index.ts';
import { unmet as unmetZh } from '../narration/unmet/zh/index.ts';
import * as zh from '../narration/zh/index.ts';
import type { InsightView } from '../protocol/beat-view.ts';
import type { KindName } from '../steps/index.ts';
import type { Language } from './contract.ts';

type Words = Pick<typeof en, 'texts' | 'insight' | 'folds'> & { readonly phrases: { readonly later: string } };

/** Without a page all words are there at once. */
export const WORDS: { readonly [language in Language]: Words } = { en, zh };

export const UNMET_WORDS = { en: unmetEn, zh: unmetZh } as const;

/** What a beat says, as plain text. */
export function sentence({ kind, args, subject }: InsightView, language: Language): string {
  const { texts, insight } = WORDS[language];
  const say = (
    kind.startsWith('insight.') ? insight[kind.slice('insight.'.length) as keyof typeof insight] : texts[kind]
  )?.say;
  const template = typeof say === 'function' ? say(args as never) : (say ?? kind);
  return plainText(render(template, args, subject));
}

/** What a step says, as plain text. */
export function sentenceOf({ kind, args, subject, actor }: Step, language: Language): string {
  return sentence({ kind: kind.name as KindName, args, subject, actor }, language);
}
