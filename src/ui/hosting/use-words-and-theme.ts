import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { loadAllWords, loadWords } from '../narration/load-words.ts';
import { createNarrator, type Narrator, type Words } from '../narration/narrator.ts';
import type { Page } from '../public.ts';
import { applyTheme } from '../theme/theme.ts';
import type { Language } from '../widgets/kit/host.ts';

export function useTheme(page: Page): boolean {
  const theme = useStore(page.viewer, (viewer) => viewer.theme);
  const [dark, setDark] = useState(false);
  useEffect(() => applyTheme(theme, setDark), [theme]);
  return dark;
}

const AGAIN_AFTER_MS = 3_000;

/**
 * Words come with their language; English is the net beneath every other. Those that could not be fetched are asked for
 * again, and missed until they are there.
 */
export function useNarrator(language: Language): { readonly narrator: Narrator; readonly isMissed: boolean } {
  const [words, setWords] = useState<{ readonly [language in Language]?: Words }>({});
  const [failed, setFailed] = useState<Language>();
  useEffect(() => {
    let wanted = true;
    const fetchWords = (one: Language, load: typeof loadWords): Promise<void> =>
      load(one).then(
        (loaded) => {
          // The larger set stays: it holds all that the smaller does.
          if (wanted)
            setWords((before) =>
              (before[one]?.texts.size ?? 0) >= loaded.texts.size ? before : { ...before, [one]: loaded },
            );
        },
        () => {
          if (!wanted) return;
          setFailed(one);
          setTimeout(() => wanted && fetchWords(one, load), AGAIN_AFTER_MS);
        },
      );
    for (const one of new Set<Language>([language, 'en']))
      for (const load of [loadWords, loadAllWords]) void fetchWords(one, load);
    return () => {
      wanted = false;
    };
  }, [language]);
  const narrator = useMemo(
    () => createNarrator(words[language], words.en, words[language]?.kinds ?? words.en?.kinds ?? new Map()),
    [words, language],
  );
  return { narrator, isMissed: failed === language && words[language] === undefined };
}
