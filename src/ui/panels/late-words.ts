import type { Dictionary } from '../widgets/kit/words.ts';
import { en, type LateKey } from './late-strings.en.ts';
import { zh } from './late-strings.zh.ts';
import { panelWords } from './words.ts';

/** The words of the panels that come with the rest, and those which they share with the first ones. */
export const lateWords: Dictionary<LateKey | keyof typeof panelWords.en> = {
  en: { ...panelWords.en, ...en },
  zh: { ...panelWords.zh, ...zh },
};
