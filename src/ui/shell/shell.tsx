import type { ReactElement, ReactNode } from 'react';
import { useFrameState, usePage, useViewer } from '../public.ts';
import { type Say, useWords } from '../widgets/kit/words.ts';
import { Safe } from './safe.tsx';
import { shellWords } from './strings.ts';
import { TopBar } from './top-bar.tsx';
import './shell.css';

/** The places of the page. What stands in them is given; the places never move. */
export interface Slots {
  readonly title: string;
  readonly length: ReactNode;
  readonly actions: ReactNode;
  readonly left: ReactNode;
  readonly stage: ReactNode;
  readonly inspector: ReactNode;
  readonly steps: ReactNode;
  readonly narration: ReactNode;
  readonly transport: ReactNode;
  readonly timeline: ReactNode;
}

const TABS = ['map', 'yaml', 'inspector', 'steps'] as const;

export function Shell(slots: Slots): ReactElement {
  const t = useWords(shellWords);
  const { viewer } = usePage();
  const tab = useViewer((state) => state.phoneTab);
  return (
    <div className={`app tab-${tab}`}>
      <TopBar title={slots.title} length={slots.length} actions={slots.actions} />
      <nav className="ptabs" aria-label={t('views')}>
        {TABS.filter((one) => one !== 'steps' || slots.steps !== undefined).map((one) => (
          <button
            key={one}
            type="button"
            aria-current={tab === one ? 'page' : undefined}
            onClick={() => viewer.setState({ phoneTab: one })}
          >
            {t(one)}
          </button>
        ))}
      </nav>
      <Notice />
      <aside className="left" aria-label={t('manifests')}>
        <Part>{slots.left}</Part>
      </aside>
      <main className="stage" aria-label={t('stage')}>
        {/* Always a heading: those of the nodes stand under it, also before the first scene. */}
        <h2 className="unseen">{t('stage')}</h2>
        <Part>{slots.stage}</Part>
      </main>
      <aside className="right" aria-label={t('panels')}>
        <Part>{slots.inspector}</Part>
      </aside>
      {slots.steps !== undefined && (
        <div className="steps-tab">
          <Part>{slots.steps}</Part>
        </div>
      )}
      <Part>{slots.narration}</Part>
      <footer className="bar" id="transport">
        {slots.transport}
        <Part>{slots.timeline}</Part>
      </footer>
    </div>
  );
}

/** A part that failed is tried again with the next step. */
function Part({ children }: { readonly children: ReactNode }): ReactElement {
  const step = useFrameState((state) => String(state.frame?.seq));
  return <Safe of={step}>{children}</Safe>;
}

const NO_SCENARIO = 'no scenario ';
/** What a session says of an engine that ended without an error. */
const NO_REASON = 'the engine stopped';

/** What readers meet is said in their language; what only a program gets wrong stays as it is. */
function reasonInWords(reason: string, t: Say<keyof typeof shellWords.en>): string {
  if (reason.startsWith(NO_SCENARIO)) return t('noScenario', { name: reason.slice(NO_SCENARIO.length) });
  return reason.endsWith('was cut') ? t('cutLink') : reason;
}

function Notice(): ReactElement | null {
  const t = useWords(shellWords);
  const status = useFrameState((state) => state.status);
  const reason = useFrameState((state) => state.message) ?? '';
  const link = useViewer((state) => state.linkProblem);
  if (status === 'ready')
    return link === undefined ? null : (
      <p className="notice" role="alert">
        {t('badLink', { reason: reasonInWords(link, t) })}
      </p>
    );
  if (status === 'starting')
    return (
      <p className="notice" role="status">
        {t('loading')}
      </p>
    );
  if (status === 'restarting')
    return (
      <p className="notice" role="status">
        {reason === NO_REASON ? t('restartingSilent') : t('restarting', { reason })}
      </p>
    );
  return (
    <div className="notice bad" role="alert">
      <b>{t('failed', { reason })}</b>
      <p>{t('failedHelp')}</p>
      <button type="button" className="btn" onClick={() => location.reload()}>
        {t('reload')}
      </button>
    </div>
  );
}
