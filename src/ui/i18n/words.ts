import { useCallback } from 'react';
import type { StepArgs } from '../../steps/define.ts';
import { useHost } from '../widgets/kit/host.ts';
import { say, type WordArgs } from '../widgets/kit/words.ts';
import { en, type TextKey } from './en.ts';
import { zh } from './zh.ts';

export const pageWords = { en, zh };
export type { TextKey };

export type Translate = (key: TextKey, args?: WordArgs) => string;

/** The page's own words in the page's language; a key without a text shows English, then itself. */
export function useText(): Translate {
  const { language } = useHost();
  return useCallback((key, args) => say(pageWords, language, key, args), [language]);
}

/** A template with its arguments filled in; absent arguments leave nothing behind. */
export function fill(template: string, args: StepArgs | undefined): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => String(args?.[name] ?? ''));
}
