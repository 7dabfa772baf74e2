import type { Language } from '../widgets/kit/host.ts';
import type { Words } from './narrator.ts';

/** Each language is a file of its own, loaded when it is first shown. */
export async function loadWords(language: Language): Promise<Words> {
  return language === 'zh' ? (await import('./words-zh.ts')).words : (await import('./words-en.ts')).words;
}

/** The same with what a first story does without, which comes after it. Without network the first words go on. */
export async function loadAllWords(language: Language): Promise<Words> {
  const first = await loadWords(language);
  const { words, unmet } = language === 'zh' ? await import('./words-more-zh.ts') : await import('./words-more-en.ts');
  const { stepKinds } = await import('./kinds.ts');
  const { facts, notModelled } = words;
  return { ...first, facts, notModelled, unmet, texts: new Map([...first.texts, ...words.texts]), kinds: stepKinds };
}
