import { type ReactElement, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import type { Asked } from '../../protocol/embed/index.ts';
import { printRun } from '../../protocol/run-file.ts';
import type { Scenario } from '../../scenarios/index.ts';
import { useTitle } from '../hosting/use-title.ts';
import type { Narrator } from '../narration/narrator.ts';
import { usePage, useViewer } from '../public.ts';
import { linkToNow } from '../scenarios/link.ts';
import { Safe } from '../shell/safe.tsx';
import { Notice, type Slots, Telling } from '../shell/shell.tsx';
import { enlarge } from '../theme/widths.ts';
import { useHost } from '../widgets/kit/host.ts';
import { useWords } from '../widgets/kit/words.ts';
import { meetHost } from './around.ts';
import { tellHeight } from './height.ts';
import { type Served, serveHost } from './host-port.ts';
import { embedWords } from './strings.ts';
import './embed.css';

/**
 * The page as a part of somebody's text: map, sentence and the controls of time. Nothing is kept, and typed only where the author
 * lets it;
 * whoever wants more opens the same moment in a page of its own.
 */
export function EmbedShell({
  asked,
  scenario,
  narrator,
  isOpen,
  isComing,
  reset,
  ...slots
}: EmbedSlots & EmbedProps): ReactElement {
  const t = useWords(embedWords);
  const { viewer } = usePage();
  const map = useRef<HTMLElement>(null);
  const around = useAround(map, { asked, scenario, narrator, isOpen, reset });
  const tab = useViewer(({ phoneTab }) =>
    phoneTab === 'inspector' ? 'inspector' : phoneTab === 'yaml' ? 'yaml' : 'map',
  );
  const turnTo = (to: string) => viewer.setState({ phoneTab: tab === to ? 'map' : to, dialog: undefined });
  const hasInside = asked.panels === undefined || asked.panels.length > 0;
  return (
    <div className="app embedded">
      <header className="embed-head">
        <Title scenario={scenario} />
        {slots.left !== undefined && (
          <Turn isOn={tab === 'yaml'} on={t('yaml')} off={t('map')} act={() => turnTo('yaml')} />
        )}
        {hasInside && <Turn isOn={tab === 'inspector'} on={t('look')} off={t('map')} act={() => turnTo('inspector')} />}
        <WayOut scenario={scenario} tell={(href) => around.current?.tellLink(href)} />
      </header>
      <Notice isMissed={slots.isMissed} />
      {isComing && isOpen && (
        <p className="notice" role="status">
          {t('coming')}
        </p>
      )}
      <main className="stage" hidden={tab !== 'map'} ref={map}>
        <Safe>{slots.stage}</Safe>
      </main>
      {tab === 'inspector' && hasInside && (
        <main className="right">
          <Safe>{slots.inspector}</Safe>
        </main>
      )}
      {tab === 'yaml' && slots.left !== undefined && (
        <main className="right">
          <Safe>{slots.left}</Safe>
        </main>
      )}
      <Telling {...slots} />
    </div>
  );
}

function Turn(props: {
  readonly isOn: boolean;
  readonly on: string;
  readonly off: string;
  readonly act: () => void;
}): ReactElement {
  const { isOn, on, off, act } = props;
  return (
    <button type="button" className="btn small" aria-pressed={isOn} onClick={act}>
      {isOn ? off : on}
    </button>
  );
}

type EmbedSlots = Pick<Slots, 'isMissed' | 'stage' | 'inspector' | 'narration' | 'transport' | 'timeline'> & {
  /** The manifests, where they may be changed. */
  readonly left?: ReactNode;
};

/** What the address asks for, and how that is opened again. */
export interface Embedding {
  readonly asked: Asked;
  /** The one that is shown, if it is one. */
  readonly scenario: Scenario | undefined;
  /** What the address asks for stands, or cannot. */
  readonly isOpen: boolean;
  /** What answers more than a reader asks for is on its way. */
  readonly isComing: boolean;
  readonly reset: () => Promise<void>;
}

type EmbedProps = Embedding & { readonly narrator: Narrator };

/** Speaks to the page around, while there is one. */
function useAround(
  map: RefObject<HTMLElement | null>,
  { asked, scenario, narrator, isOpen, reset }: Omit<EmbedProps, 'isComing'>,
): RefObject<Served | undefined> {
  const page = usePage();
  const host = useHost();
  const title = useTitleOf(scenario);
  const now = useRef({ host, scenario, narrator, title, isOpen });
  const around = useRef<Served>(undefined);
  now.current = { host, scenario, narrator, title, isOpen };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page around hears of each of them
  useEffect(() => around.current?.tellAgain(), [host.sentence, title, isOpen]);
  useEffect(() => {
    if (parent === window || map.current === null) return;
    const { session, controls, viewer, manifests } = page;
    const { frames } = session;
    const leave = meetHost({ frames, controls, viewer, host: parent, own: window });
    const root = document.getElementById('root') as HTMLElement;
    const served = serveHost({
      session,
      controls,
      viewer,
      reset,
      host: parent,
      own: window,
      origin: asked.host,
      rescale: (scale) => enlarge(root, scale),
      link: () => linkToNow(page, now.current.scenario, now.current.host.sentence),
      runFile: async () => {
        const { frame } = frames.getState();
        if (frame === undefined) throw new Error('there is no run yet');
        return printRun({ run: frame.run, position: frame.seq, files: manifests?.() ?? [] });
      },
      poster: async () => {
        const { posterOfPage } = await import('../poster/of-page.ts');
        const { frame, views } = frames.getState();
        if (frame === undefined || views.stage === undefined) throw new Error('there is no moment yet');
        const { filter, language } = viewer.getState();
        const { index, total } = frame;
        const looked = { stage: views.stage, step: views.step, filter, index, total, title: now.current.title };
        return posterOfPage(looked, now.current.narrator, language);
      },
      say: (step) => now.current.host.sentence(step),
      unmet: () =>
        frames.getState().views.diagnosis?.unmet.map((found) => ({
          object: found.subject,
          says: now.current.host.unmet?.(found)?.says.replaceAll('**', '') ?? '',
        })),
      title: () => now.current.title,
      isOpen: () => now.current.isOpen,
    });
    around.current = served;
    const quiet = tellHeight(map.current, parent, served.tellHeight);
    return () => {
      quiet();
      served.leave();
      leave();
    };
  }, [page, asked, reset, map]);
  return around;
}

function useTitleOf(scenario: Scenario | undefined): string {
  const language = useViewer((state) => state.language);
  const own = useTitle();
  return (scenario?.title[language] ?? own) || 'Kubestep';
}

function Title({ scenario }: { readonly scenario: Scenario | undefined }): ReactElement {
  const language = useViewer((state) => state.language);
  return (
    <h1 className="run-title" title={scenario?.goal[language]}>
      {useTitleOf(scenario)}
    </h1>
  );
}

function WayOut({
  scenario,
  tell,
}: {
  readonly scenario: Scenario | undefined;
  readonly tell: (href: string) => void;
}): ReactElement {
  const t = useWords(embedWords);
  const page = usePage();
  const host = useHost();
  /** Only when it is about to be followed: to pack a run costs more than a step. */
  const lead = (link: HTMLAnchorElement) => {
    const show = (now: string | undefined) => {
      if (now === undefined || now === link.href) return;
      link.href = now;
      tell(now);
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
