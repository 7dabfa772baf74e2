import { type ReactElement, useEffect, useId, useMemo, useState } from 'react';
import type { BreakpointCondition, BreakpointsView } from '../../protocol/breakpoint.ts';
import type { StepView } from '../../protocol/views.ts';
import { STATIONS } from '../../steps/define.ts';
import { useView } from '../public.ts';
import { Dialog } from '../widgets/kit/dialog.tsx';
import { instant } from '../widgets/kit/format.ts';
import { type Host, useHost, useNow } from '../widgets/kit/host.ts';
import { Empty, Section } from '../widgets/kit/kit.tsx';
import { useWords } from '../widgets/kit/words.ts';
import {
  added,
  type Draft,
  type DraftProblem,
  described,
  draftOf,
  FORM,
  placed,
  removed,
  toggled,
  VERBS,
  withComponents,
} from './model.ts';
import { breakpointWords } from './strings.ts';
import './breakpoints.css';

interface Offers {
  /** Names that exist, to choose from; anything else may be typed. */
  readonly kinds: readonly string[];
  readonly actors: readonly string[];
  readonly resources: readonly string[];
  readonly step?: StepView | undefined;
  /** How they fare in the run. */
  readonly fares?: BreakpointsView | undefined;
}

/** Looks at the steps while it is open. */
export function BreakpointsDialog(props: {
  readonly kinds: readonly string[];
  readonly onClose: () => void;
}): ReactElement {
  const t = useWords(breakpointWords);
  const stage = useView('stage');
  const step = useView('step')?.step;
  const fares = useView('breakpoints');
  return (
    <Dialog title={t('title')} onClose={props.onClose}>
      <Breakpoints
        kinds={props.kinds}
        actors={stage?.lines.map(({ actor }) => actor) ?? []}
        resources={[...new Set(stage?.tickets.map(({ resource }) => resource))]}
        step={step}
        fares={fares}
      />
    </Dialog>
  );
}

/** The list, and a form for one more. */
export function Breakpoints(props: Offers): ReactElement {
  const t = useWords(breakpointWords);
  const host = useHost();
  const { breakpoints } = host;
  return (
    <>
      <Section
        title={t('list')}
        actions={
          breakpoints.some(({ enabled }) => enabled) && (
            <>
              <button type="button" className="k-btn k-small" onClick={() => host.runToBreakpoint(-1)}>
                {t('back')}
              </button>
              <button type="button" className="k-btn k-small" onClick={() => host.runToBreakpoint(1)}>
                {t('next')}
              </button>
            </>
          )
        }
      >
        {breakpoints.length === 0 ? <Empty>{t('none')}</Empty> : <List fares={props.fares} />}
      </Section>
      <Form {...props} />
    </>
  );
}

function List({ fares }: Pick<Offers, 'fares'>): ReactElement {
  const t = useWords(breakpointWords);
  const host = useHost();
  const met = useNow((frame) => frame?.breakpoint);
  return (
    <ul className="k-list">
      {host.breakpoints.map((one) => {
        const what = described(one, t, instant);
        const here = met === one.id;
        return (
          <li key={one.id} className={`b-one${here ? ' k-now' : ''}`}>
            <label>
              <input
                type="checkbox"
                checked={one.enabled}
                aria-label={t('on', { what })}
                onChange={() => host.setBreakpoints(toggled(host.breakpoints, one.id))}
              />
              <span className="b-dot" aria-hidden="true" />
              <span>
                {what}
                {here && <b> {t('here')}</b>}
              </span>
            </label>
            <Fares of={one.id} isOn={one.enabled} fares={fares} />
            <button
              type="button"
              className="k-btn k-small k-ghost"
              aria-label={t('remove', { what })}
              onClick={() => host.setBreakpoints(removed(host.breakpoints, one.id))}
            >
              ✕
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** How often it stops the run, or why it cannot. */
function Fares(props: {
  readonly of: string;
  readonly isOn: boolean;
  readonly fares: BreakpointsView | undefined;
}): ReactElement | null {
  const t = useWords(breakpointWords);
  const isAtRest = useNow((frame) => frame?.quiescent ?? false);
  const state = props.fares?.states.find(({ id }) => id === props.of);
  if (state === undefined || !props.isOn) return null;
  const { hits, passed, problem } = state;
  if (problem !== undefined)
    return <span className="k-bad b-fares">{t('noAnswer', { problem: placed(problem).split('\n')[0] ?? '' })}</span>;
  if (hits > 0)
    return (
      <span className="b-fares num" title={t('hitsLong', { hits, passed })}>
        {t('hits', { hits, passed })}
      </span>
    );
  return <span className="b-fares">{t(!props.fares?.isWhole ? 'counting' : isAtRest ? 'never' : 'notYet')}</span>;
}

function Form({ kinds: known, actors, resources, step }: Offers): ReactElement {
  const t = useWords(breakpointWords);
  const host = useHost();
  const id = useId();
  const kinds = useMemo(() => withComponents(known), [known]);
  const [draft, setDraft] = useState<Draft>({});
  const [problem, setProblem] = useState<DraftProblem | 'unknown'>();
  const expression = draft.when?.trim() ?? '';
  const wrong = useProblem(expression);
  const offers: { readonly [condition in BreakpointCondition]?: readonly string[] } = {
    kind: kinds,
    actor: actors,
    verb: VERBS,
    resource: resources,
    station: STATIONS,
  };
  const add = async () => {
    if (expression !== '' && (await problemOf(host, expression)) !== undefined) return;
    const kind = draft.kind?.trim() ?? '';
    const list = kind === '' || kinds.includes(kind) ? added(host.breakpoints, draft) : 'unknown';
    if (typeof list === 'string') {
      setProblem(list);
      return;
    }
    host.setBreakpoints(list);
    setDraft({});
    setProblem(undefined);
  };
  return (
    <Section
      title={t('add')}
      note={t('all')}
      actions={
        step !== undefined && (
          <button type="button" className="k-btn k-small" onClick={() => setDraft(draftOf(step))}>
            {t('fromStep')}
          </button>
        )
      }
    >
      <form
        className="k-form"
        onSubmit={(event) => {
          event.preventDefault();
          add().catch(() => undefined);
        }}
      >
        {FORM.map((condition) => (
          <label key={condition}>
            {t(condition)}
            <input
              className="k-field"
              list={offers[condition] === undefined ? undefined : `${id}-${condition}`}
              placeholder={condition === 'field' || condition === 'value' ? t(`${condition}Hint`) : t('any')}
              autoComplete="off"
              spellCheck={false}
              value={draft[condition] ?? ''}
              onChange={(event) => setDraft({ ...draft, [condition]: event.currentTarget.value })}
            />
            {offers[condition] !== undefined && (
              <datalist id={`${id}-${condition}`}>
                {offers[condition]?.map((offer) => (
                  <option key={offer} value={offer} />
                ))}
              </datalist>
            )}
          </label>
        ))}
        <label className="b-when">
          {t('when')}
          <input
            className="k-field"
            placeholder={t('whenHint')}
            autoComplete="off"
            spellCheck={false}
            aria-invalid={wrong !== undefined}
            aria-describedby={`${id}-wrong`}
            value={draft.when ?? ''}
            onChange={(event) => setDraft({ ...draft, when: event.currentTarget.value })}
          />
        </label>
        <pre id={`${id}-wrong`} className="k-bad b-wrong" aria-live="polite">
          {wrong === undefined ? '' : placed(wrong)}
        </pre>
        <p className="k-note b-about">{t('whenNote')}</p>
        <button type="submit" className="k-btn k-primary">
          {t('add')}
        </button>
      </form>
      <p role="alert" className="k-bad b-problem">
        {problem === undefined ? '' : t(problem)}
      </p>
    </Section>
  );
}

const ASK_AFTER_MS = 150;

async function problemOf(host: Host, text: string): Promise<string | undefined> {
  return (await host.query({ type: 'expression', text })).problem;
}

/** What is wrong with an expression while it is typed. */
function useProblem(text: string): string | undefined {
  const host = useHost();
  const [known, setKnown] = useState<{ readonly text: string; readonly problem: string | undefined }>();
  useEffect(() => {
    if (text === '') return undefined;
    let isWanted = true;
    const timer = setTimeout(async () => {
      const problem = await problemOf(host, text).catch(() => undefined);
      if (isWanted) setKnown({ text, problem });
    }, ASK_AFTER_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [host, text]);
  return text === '' || known?.text !== text ? undefined : known.problem;
}
