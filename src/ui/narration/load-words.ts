import type { Text } from '../../narration/text.ts';
import type { Language } from '../widgets/kit/host.ts';
import type { Words } from './narrator.ts';

/** The page is drawn and steppable by then. */
const REST_AFTER_MS = 1_000;

/** Each language is a file of its own, loaded when it is first shown, and a second one for what the first story does without. */
export async function loadWords(language: Language): Promise<Words> {
  const { words } = language === 'zh' ? await import('./words-zh.ts') : await import('./words-en.ts');
  setTimeout(() => void addRest(language, words.texts), REST_AFTER_MS);
  return words;
}

/** Without them such a step is told as the plain fact that it is. */
async function addRest(language: Language, texts: Map<string, Text>): Promise<void> {
  try {
    const rest = language === 'zh' ? await import('./words-zh-rest.ts') : await import('./words-en-rest.ts');
    for (const [kind, text] of rest.texts) texts.set(kind, text);
  } catch {
    // Offline, perhaps: the next page load tries again.
  }
}
