import { type ReactElement, useEffect, useRef } from 'react';
import { usePage, useViewer } from '../public.ts';
import { linkToNow } from '../scenarios/link.ts';
import { useScenario } from '../scenarios/use-scenario.ts';
import { Safe } from '../shell/safe.tsx';
import { Notice, type Slots, Telling } from '../shell/shell.tsx';
import { useHost } from '../widgets/kit/host.ts';
import { useWords } from '../widgets/kit/words.ts';
import { meetHost } from './around.ts';
import { tellHeight } from './height.ts';
import { embedWords } from './strings.ts';
import './embed.css';

/**
 * The page as a part of somebody's text: map, sentence and the controls of time. Nothing is typed here, nothing is kept;
 * whoever wants more opens the same moment in a page of its own.
 */
export function EmbedShell(slots: Slots): ReactElement {
  const t = useWords(embedWords);
  const { viewer, session, controls } = usePage();
  useEffect(() => {
    if (parent === window) return;
    return meetHost({ frames: session.frames, controls, viewer, host: parent, own: window });
  }, [session, controls, viewer]);
  const map = useRef<HTMLElement>(null);
  useEffect(() => {
    if (parent === window || map.current === null) return;
    return tellHeight(map.current, parent);
  }, []);
  const isInside = useViewer(({ phoneTab }) => phoneTab === 'inspector');
  return (
    <div className="app embedded">
      <header className="embed-head">
        <Title own={slots.title} />
        <button
          type="button"
          className="btn small"
          aria-pressed={isInside}
          onClick={() => viewer.setState({ phoneTab: isInside ? 'map' : 'inspector', dialog: undefined })}
        >
          {t(isInside ? 'map' : 'look')}
        </button>
        <WayOut />
      </header>
      <Notice isMissed={slots.isMissed} />
      <main className="stage" hidden={isInside} ref={map}>
        <Safe>{slots.stage}</Safe>
      </main>
      {isInside && (
        <main className="right">
          <Safe>{slots.inspector}</Safe>
        </main>
      )}
      <Telling {...slots} />
    </div>
  );
}

function Title({ own }: { readonly own: string }): ReactElement {
  const scenario = useScenario();
  const language = useViewer((state) => state.language);
  const title = scenario?.title[language] ?? own;
  return (
    <h1 className="run-title" title={scenario?.goal[language]}>
      {title || 'Kubestep'}
    </h1>
  );
}

function WayOut(): ReactElement {
  const t = useWords(embedWords);
  const page = usePage();
  const host = useHost();
  const scenario = useScenario();
  /** Only when it is about to be followed: to pack a run costs more than a step. */
  const lead = (link: HTMLAnchorElement) => {
    const show = (now: string | undefined) => {
      if (now !== undefined) link.href = now;
    };
    linkToNow(page, scenario, host.sentence).then(show, () => undefined);
  };
  return (
    <a
      className="btn small ghost"
      href="./"
      target="_blank"
      rel="noopener"
      title={t('openLong')}
      onPointerEnter={(event) => lead(event.currentTarget)}
      onPointerDown={(event) => lead(event.currentTarget)}
      onFocus={(event) => lead(event.currentTarget)}
    >
      {t('open')} <span aria-hidden="true">↗</span>
    </a>
  );
}
