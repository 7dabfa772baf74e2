import { type ReactElement, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { RunFile } from '../../protocol/run-file.ts';
import { type Part, SCENARIOS, type Scenario } from '../../scenarios/index.ts';
import { panels } from '../panels/list.ts';
import { usePage, useViewer } from '../public.ts';
import { useHost, useNow } from '../widgets/kit/host.ts';
import { lineOf } from '../widgets/kit/input-line.ts';
import { useWords } from '../widgets/kit/words.ts';
import { linkToNow } from './link.ts';
import { newestWithFiles, progressOf, type Stage, stageOf } from './progress.ts';
import { scenarioWords } from './strings.ts';
import './scenarios.css';

/** The open scenario: its parts one after another, each with what to do and what to look at. */
export function Guide({ id, ...opened }: { readonly id: string } & Opening): ReactElement | null {
  const scenario = SCENARIOS.find((each) => each.id === id);
  return scenario === undefined ? null : <Opened key={id} scenario={scenario} {...opened} />;
}

interface Opening {
  /** Shows the files as they are by a part. */
  readonly showFiles: (stage: Stage) => void;
  /** Runs that gave way to the one that is open. */
  readonly earlier?: (() => readonly RunFile[]) | undefined;
}

function Opened({ scenario, showFiles, earlier }: { readonly scenario: Scenario } & Opening): ReactElement {
  const t = useWords(scenarioWords);
  const host = useHost();
  const { language } = host;
  const { viewer, session } = usePage();
  const [said, setSaid] = useState('');
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    viewer.setState({ title: scenario.title[language] });
    return () => viewer.setState({ title: '' });
  }, [viewer, scenario, language]);
  const place = useNow((frame) => {
    const { begins, at } = progressOf(scenario, frame);
    return `${begins.join(',')} ${at}`;
  });
  const { begins, at } = useMemo(() => read(place), [place]);
  const resting = useNow((frame) => (frame?.atEnd ?? false) && (frame?.quiescent ?? false));
  const part = scenario.parts[Math.max(at, 0)] as Part;
  const isLast = at === scenario.parts.length - 1;
  const filed = newestWithFiles(scenario, Math.max(at, 0));
  useEffect(() => showFiles(stageOf(scenario, filed)), [scenario, filed, showFiles]);
  const show = useCallback(
    ({ panel = 'step', look = {} }: Part) => {
      viewer.setState({ panel });
      host.look({ ...FOLLOW, ...look });
    },
    [viewer, host],
  );
  const go = useCallback(
    async (to: number) => {
      const wanted = scenario.parts[to];
      if (wanted === undefined || busy) return;
      setSaid('');
      show(wanted);
      const begun = begins[to];
      if (begun !== undefined) return host.seek(begun + 1);
      setBusy(true);
      try {
        await session.parts([wanted.input]);
      } catch (error) {
        setSaid(t('failed', { message: error instanceof Error ? error.message : String(error) }));
      } finally {
        setBusy(false);
      }
    },
    [scenario, begins, busy, host, session, show, t],
  );
  useOnward(resting && !isLast, () => void go(at + 1));
  return (
    <section className="c-guide" aria-label={t('guide')}>
      <header>
        <h2>{at < 0 ? t('before') : t('part', { part: at + 1, parts: scenario.parts.length })}</h2>
        <button
          type="button"
          className="k-btn k-small"
          disabled={at < 1}
          title={t('previous')}
          aria-label={t('previous')}
          onClick={() => void go(at - 1)}
        >
          ‹
        </button>
        <NextPart scenario={scenario} at={at} done={begins.length} busy={busy} go={(to) => void go(to)} />
      </header>
      <p className="c-line k-mono">{lineOf(part.input)}</p>
      <p className="c-text">
        {part.text[language]} <Look part={part} show={show} />
      </p>
      {isLast && resting ? <p className="k-note">{t('done')}</p> : <p className="k-note c-hint">{t('stepHint')}</p>}
      <More scenario={scenario} at={at} go={(to) => void go(to)} say={setSaid} earlier={earlier} />
      <p role="status" className="k-note">
        {busy ? t('going') : said}
      </p>
    </section>
  );
}

/** What was chosen for the part before is let go. */
const FOLLOW = {
  informer: undefined,
  node: undefined,
  subject: undefined,
  etcdKey: undefined,
  access: undefined,
  chain: undefined,
  section: undefined,
  decision: undefined,
} as unknown as NonNullable<Part['look']>;

function read(place: string): { readonly begins: readonly number[]; readonly at: number } {
  const [list = '', at = '-1'] = place.split(' ');
  return { begins: list === '' ? [] : list.split(',').map(Number), at: Number(at) };
}

function NextPart(props: {
  readonly scenario: Scenario;
  readonly at: number;
  readonly done: number;
  readonly busy: boolean;
  readonly go: (to: number) => void;
}): ReactElement | null {
  const t = useWords(scenarioWords);
  const { scenario, at, done, busy } = props;
  const next = scenario.parts[at + 1];
  if (next === undefined) return null;
  return (
    <button
      type="button"
      className="k-btn k-small c-next"
      disabled={busy}
      title={t('nextHint', { line: lineOf(next.input) })}
      onClick={() => props.go(at + 1)}
    >
      {at + 1 < done ? t('goOn', { part: at + 2 }) : t('next')} ›
    </button>
  );
}

function Look(props: { readonly part: Part; readonly show: (part: Part) => void }): ReactElement | null {
  const t = useWords(scenarioWords);
  const { language } = useHost();
  const now = useViewer(({ panel }) => panel);
  const { panel = 'step' } = props.part;
  const title = panels.find(({ id }) => id === panel)?.title[language];
  if (title === undefined || now === panel) return null;
  return (
    <button type="button" className="k-link" onClick={() => props.show(props.part)}>
      {t('look', { panel: title })}
    </button>
  );
}

function More(props: {
  readonly scenario: Scenario;
  readonly at: number;
  readonly go: (to: number) => void;
  readonly say: (text: string) => void;
  readonly earlier: Opening['earlier'];
}): ReactElement {
  const t = useWords(scenarioWords);
  const host = useHost();
  const page = usePage();
  const { language } = host;
  const { scenario, at } = props;
  const copy = async () => {
    const link = await linkToNow(page, scenario, host.sentence).catch(() => undefined);
    if (link === undefined) return;
    try {
      await navigator.clipboard.writeText(link);
      props.say(t('copied'));
    } catch {
      props.say(`${t('notCopied')} ${link}`);
    }
  };
  /** Back to where the reader was before; who came by a link goes on with this cluster. */
  const leave = () => {
    const { frame } = host;
    if (frame === undefined) return;
    const { scenario: _, ...run } = frame.run;
    const own = props.earlier?.().find((file) => file.run.scenario === undefined) ?? {
      run,
      position: frame.seq,
      present: frame.present,
    };
    void host.openRun(own.run, own.position, own.present, 'pins' in own ? own.pins : undefined);
  };
  return (
    <details className="c-more">
      <summary>{t('goal')}</summary>
      <p className="c-goal">{scenario.goal[language]}</p>
      <ol aria-label={t('all')}>
        {scenario.parts.map((part, place) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: the same may be done twice
            key={place}
            aria-current={place === at ? 'step' : undefined}
          >
            <button type="button" className="k-link k-mono" disabled={place > at + 1} onClick={() => props.go(place)}>
              {lineOf(part.input)}
            </button>
          </li>
        ))}
      </ol>
      <p className="c-buttons">
        <button type="button" className="k-btn k-small" onClick={() => void copy()}>
          {t('link')}
        </button>
        <button type="button" className="k-btn k-small" onClick={() => void page.openScenario?.(scenario.id)}>
          {t('again')}
        </button>
        <button type="button" className="k-btn k-small" onClick={leave}>
          {t('close')}
        </button>
      </p>
    </details>
  );
}

/** At the end of a part, a step forward is the next part. */
function useOnward(ready: boolean, next: () => void): void {
  const { viewer } = usePage();
  const newest = useRef(next);
  newest.current = next;
  useEffect(() => {
    viewer.setState({ onward: ready ? () => newest.current() : undefined });
    return () => viewer.setState({ onward: undefined });
  }, [viewer, ready]);
}
