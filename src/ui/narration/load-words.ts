import type { Language } from '../widgets/kit/host.ts';
import type { Words } from './narrator.ts';

/** Each language is a file of its own, loaded when it is first shown. */
export async function loadWords(language: Language): Promise<Words> {
  return language === 'zh' ? (await import('./words-zh.ts')).words : (await import('./words-en.ts')).words;
}
