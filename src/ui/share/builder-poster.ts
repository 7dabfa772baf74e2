import { useEffect, useState } from 'react';
import { SCENARIOS } from '../../scenarios/index.ts';
import { usePage } from '../public.ts';

export interface Poster {
  /** Of the file, where it is laid beside the page. */
  readonly name: string;
  readonly svg: string;
}

/** What the picture depends on, beside the moment. */
interface Looks {
  readonly lang: 'en' | 'zh';
  readonly theme: 'auto' | 'light' | 'dark';
}

/** The picture of what is on the page. */
export function usePoster(title: string, { lang, theme }: Looks): Poster | undefined {
  const { session, viewer } = usePage();
  const [poster, setPoster] = useState<Poster>();
  useEffect(() => {
    let wanted = true;
    const { frame, views } = session.frames.getState();
    const { stage } = views;
    if (frame === undefined || stage === undefined) return;
    const looked = {
      stage,
      step: views.step,
      filter: viewer.getState().filter,
      index: frame.index,
      total: frame.total,
    };
    const make = async () => {
      const [{ posterOfPage }, { loadAllWords }, { createNarrator }] = await Promise.all([
        import('../poster/of-page.ts'),
        import('../narration/load-words.ts'),
        import('../narration/narrator.ts'),
      ]);
      const words = await loadAllWords(lang);
      if (!wanted) return;
      const scenario = SCENARIOS.find(({ id }) => id === frame.run.scenario);
      const narrator = createNarrator(words, undefined, words.kinds ?? new Map());
      const svg = posterOfPage({ ...looked, title: scenario?.title[lang] ?? title }, narrator, lang, theme);
      setPoster({ name: `kubestep-${frame.run.scenario ?? 'run'}-${frame.index}.svg`, svg });
    };
    make().catch(() => undefined);
    return () => {
      wanted = false;
    };
  }, [session, viewer, title, lang, theme]);
  return poster;
}

/** A text as an address that can be saved. */
export function useFileOf(svg: string | undefined): string | undefined {
  const [href, setHref] = useState<string>();
  useEffect(() => {
    if (svg === undefined) return;
    const made = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
    setHref(made);
    return () => URL.revokeObjectURL(made);
  }, [svg]);
  return href;
}
