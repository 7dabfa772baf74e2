import { type ReactElement, type ReactNode, Suspense } from 'react';
import { NO_ANSWER, NO_REASON } from '../../session/session.ts';
import { useFrameState, usePage, useViewer } from '../public.ts';
import { type Say, useWords } from '../widgets/kit/words.ts';
import { late } from '../widgets/late.tsx';
import { Pane } from './panes/pane.tsx';
import { useFrameStyle } from './panes/places.ts';
import { NOT_FETCHED, Safe } from './safe.tsx';
import { shellWords } from './strings.ts';
import { TopBar } from './top-bar.tsx';
import './shell.css';
import './panes/frame.css';

/** The places of the page. What stands in them is given; the places never move. */
export interface Slots {
  /** The words of the language could not be fetched. */
  readonly isMissed?: boolean;
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

const loadPanes = () => import('./panes/panes.tsx');
const Edges = late(async () => (await loadPanes()).Edges);
const Bare = late(async () => (await loadPanes()).Bare);

const TABS = ['map', 'yaml', 'inspector', 'steps'] as const;

export function Shell(slots: Slots): ReactElement {
  const t = useWords(shellWords);
  const { viewer } = usePage();
  const tab = useViewer((state) => state.phoneTab);
  const { className, style, isBare } = useFrameStyle();
  return (
    <div className={`app tab-${tab} ${className}`} style={style}>
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
      <Notice isMissed={slots.isMissed} />
      <aside className="left" aria-label={t('manifests')}>
        <Safe>{slots.left}</Safe>
      </aside>
      <main className="stage" aria-label={t('stage')}>
        {/* Always a heading: those of the nodes stand under it, also before the first scene. */}
        <h2 className="unseen">{t('stage')}</h2>
        <Pane name="map">
          <Safe>{slots.stage}</Safe>
        </Pane>
        {isBare && (
          <Suspense>
            <Bare />
          </Suspense>
        )}
      </main>
      <aside className="right" aria-label={t('panels')}>
        <Pane name="inspector">
          <Safe>{slots.inspector}</Safe>
        </Pane>
      </aside>
      {slots.steps !== undefined && (
        <div className="steps-tab">
          <Safe>{slots.steps}</Safe>
        </div>
      )}
      <Telling {...slots} timeline={<Pane name="timeline">{slots.timeline}</Pane>} />
      <Suspense>
        <Edges />
      </Suspense>
    </div>
  );
}

/** The sentence and the controls of time: they stand below whatever is looked at. */
export function Telling({
  narration,
  transport,
  timeline,
}: Pick<Slots, 'narration' | 'transport' | 'timeline'>): ReactElement {
  return (
    <>
      <Safe>{narration}</Safe>
      <footer className="bar" id="transport">
        {transport}
        <Safe>{timeline}</Safe>
      </footer>
    </>
  );
}

/** It is for a page that may have lost its network, too. */
export const loadLostNotice = async () => (await import('./lost-notice.tsx')).LostNotice;
const LostNotice = late(loadLostNotice);
const LinkNotice = late(async () => (await import('./link-notice.tsx')).LinkNotice);
const MovedNotice = late(async () => (await import('./link-notice.tsx')).MovedNotice);

/** Why the page does not show what it should, and the way on. */
export function Notice({ isMissed }: Pick<Slots, 'isMissed'>): ReactElement | null {
  const t = useWords(shellWords);
  const status = useFrameState((state) => state.status);
  const reason = useFrameState((state) => state.message) ?? '';
  const isSilent = useFrameState((state) => state.isSilent);
  const lost = useFrameState((state) => state.lost);
  const link = useViewer((state) => state.linkProblem);
  const moved = useViewer((state) => state.linkMoved);
  const { viewer, beginAnew } = usePage();
  // Also one that is being started: a run that is opened may keep it busy for ever.
  if (isSilent && status !== 'failed') return <Silence />;
  if (status === 'ready') {
    if (isMissed)
      return (
        <div className="notice with-button" role="status">
          <p>{t('notFetched')}</p>
          <button type="button" className="btn" onClick={() => location.reload()}>
            {t('reload')}
          </button>
        </div>
      );
    if (link === undefined && moved === undefined) return null;
    return (
      <Suspense>
        {link !== undefined ? (
          <LinkNotice reason={link} onClose={() => viewer.setState({ linkProblem: undefined })} />
        ) : (
          moved && <MovedNotice moved={moved} onClose={() => viewer.setState({ linkMoved: undefined })} />
        )}
      </Suspense>
    );
  }
  if (status === 'starting' || status === 'restarting')
    return (
      <p className="notice" role="status">
        {status === 'starting' ? t('loading') : restartingWords(reason, t)}
      </p>
    );
  if (lost !== undefined && !NOT_FETCHED.test(reason))
    return (
      <Suspense>
        <LostNotice run={lost} reason={reason} />
      </Suspense>
    );
  return (
    <div className="notice bad" role="alert">
      {NOT_FETCHED.test(reason) ? (
        <b>{t('notFetched')}</b>
      ) : (
        <>
          <b>{t('failed', { reason: reason === NO_ANSWER ? t('noAnswer') : reason })}</b>
          <p>{t(reason === NO_ANSWER ? 'noAnswerHelp' : 'failedHelp')}</p>
        </>
      )}
      <span className="notice-ways">
        <button type="button" className="btn" onClick={() => location.reload()}>
          {t('reload')}
        </button>
        {beginAnew !== undefined && (
          <button type="button" className="btn" onClick={beginAnew}>
            {t('beginAnew')}
          </button>
        )}
      </span>
    </div>
  );
}

function restartingWords(reason: string, t: Say<keyof typeof shellWords.en>): string {
  if (reason === '') return t('opening');
  if (reason === NO_ANSWER) return t('restartingNoAnswer');
  return reason === NO_REASON ? t('restartingSilent') : t('restarting', { reason });
}

/** It may be busy with something large: that is for the reader to say. */
function Silence(): ReactElement {
  const t = useWords(shellWords);
  const { session } = usePage();
  return (
    <div className="notice with-button" role="status">
      <p>{t('silent')}</p>
      <button type="button" className="btn" onClick={() => session.stop()}>
        {t('stopEngine')}
      </button>
    </div>
  );
}
