import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { loadAllWords, loadWords } from './narration/load-words.ts';
import { createNarrator, type Narrator, type Words } from './narration/narrator.ts';
import type { Page } from './public.ts';
import { applyTheme } from './theme/theme.ts';
import type { Language } from './widgets/kit/host.ts';

export function useTheme(page: Page): boolean {
  const theme = useStore(page.viewer, (viewer) => viewer.theme);
  const [dark, setDark] = useState(false);
  useEffect(() => applyTheme(theme, setDark), [theme]);
  return dark;
}

/** Words come with their language; English is the net beneath every other. */
export function useNarrator(language: Language): Narrator {
  const [words, setWords] = useState<{ readonly [language in Language]?: Words }>({});
  useEffect(() => {
    let wanted = true;
    const take = (one: Language) => (loaded: Words) => {
      // The larger set stays: it holds all that the smaller does.
      if (wanted)
        setWords((before) =>
          (before[one]?.texts.size ?? 0) >= loaded.texts.size ? before : { ...before, [one]: loaded },
        );
    };
    for (const one of new Set<Language>([language, 'en'])) {
      loadWords(one).then(take(one), () => undefined);
      loadAllWords(one).then(take(one), () => undefined);
    }
    return () => {
      wanted = false;
    };
  }, [language]);
  return useMemo(
    () => createNarrator(words[language], words.en, words[language]?.kinds ?? words.en?.kinds ?? new Map()),
    [words, language],
  );
}
