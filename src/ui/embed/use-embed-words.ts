import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { loadAllWords, loadWords } from '../narration/load-words.ts';
import { createNarrator, type Narrator, type Words } from '../narration/narrator.ts';
import type { Page } from '../public.ts';

/** Tried again so much later, where a file of words did not come. */
const AGAIN_AFTER_MS = 3_000;

/**
 * The words of the one language that is shown; those of what is told more rarely come when such a thing is told. The whole
 * page fetches both languages ahead; a demo in somebody's text must not.
 */
export function useEmbedWords(
  page: Page,
  /** What stands there before is nobody's moment. */
  isOpen: boolean,
): { readonly narrator: Narrator; readonly isMissed: boolean } {
  const language = useStore(page.viewer, (viewer) => viewer.language);
  const [words, setWords] = useState<{ readonly [language: string]: Words }>({});
  const [isMissed, setMissed] = useState(false);
  const own = words[language];
  const wantsMore = useStore(page.session.frames, ({ views }) => {
    if (!isOpen || own === undefined || own.kinds !== undefined) return false;
    const told = [views.step?.step.kind, views.step?.beat?.insight.kind, views.step?.beat?.explains.kind];
    return told.some((kind) => kind !== undefined && !own.texts.has(kind)) || (views.diagnosis?.unmet.length ?? 0) > 0;
  });
  const isInside = useStore(page.viewer, ({ phoneTab }) => phoneTab === 'inspector') && isOpen;
  const load =
    own === undefined ? loadWords : (wantsMore || isInside) && own.kinds === undefined ? loadAllWords : undefined;
  useEffect(() => {
    if (load === undefined) return;
    let wanted = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = (): void => {
      load(language).then(
        (loaded) => {
          if (!wanted) return;
          setMissed(false);
          setWords((before) => ({ ...before, [language]: loaded }));
        },
        () => {
          if (!wanted) return;
          setMissed(true);
          timer = setTimeout(ask, AGAIN_AFTER_MS);
        },
      );
    };
    ask();
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [language, load]);
  const narrator = useMemo(() => createNarrator(own, undefined, own?.kinds ?? new Map()), [own]);
  return { narrator, isMissed: isMissed && own === undefined };
}
