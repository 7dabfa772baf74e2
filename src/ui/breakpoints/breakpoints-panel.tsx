import { type ReactElement, useId, useMemo, useState } from 'react';
import type { StepView } from '../../protocol/views.ts';
import { STATIONS } from '../../steps/define.ts';
import { Dialog } from '../widgets/kit/dialog.tsx';
import { useHost, useNow } from '../widgets/kit/host.ts';
import { Empty, Section } from '../widgets/kit/kit.tsx';
import { useWords } from '../widgets/kit/words.ts';
import {
  added,
  CONDITIONS,
  type Condition,
  type Draft,
  described,
  draftOf,
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
}

export function BreakpointsDialog(props: Offers & { readonly onClose: () => void }): ReactElement {
  const t = useWords(breakpointWords);
  return (
    <Dialog title={t('title')} onClose={props.onClose}>
      <Breakpoints {...props} />
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
        {breakpoints.length === 0 ? <Empty>{t('none')}</Empty> : <List />}
      </Section>
      <Form {...props} />
    </>
  );
}

function List(): ReactElement {
  const t = useWords(breakpointWords);
  const host = useHost();
  const met = useNow((frame) => frame?.breakpoint);
  return (
    <ul className="k-list">
      {host.breakpoints.map((one) => {
        const what = described(one, t);
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

function Form({ kinds: known, actors, resources, step }: Offers): ReactElement {
  const t = useWords(breakpointWords);
  const host = useHost();
  const id = useId();
  const kinds = useMemo(() => withComponents(known), [known]);
  const [draft, setDraft] = useState<Draft>({});
  const [problem, setProblem] = useState<'empty' | 'double' | 'unknown'>();
  const offers: Record<Condition, readonly string[]> = {
    kind: kinds,
    actor: actors,
    verb: VERBS,
    resource: resources,
    name: [],
    station: STATIONS,
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
          const kind = draft.kind?.trim() ?? '';
          const list = kind === '' || kinds.includes(kind) ? added(host.breakpoints, draft) : 'unknown';
          if (typeof list === 'string') {
            setProblem(list);
            return;
          }
          host.setBreakpoints(list);
          setDraft({});
          setProblem(undefined);
        }}
      >
        {CONDITIONS.map((condition) => (
          <label key={condition}>
            {t(condition)}
            <input
              className="k-field"
              list={offers[condition].length > 0 ? `${id}-${condition}` : undefined}
              placeholder={t('any')}
              autoComplete="off"
              spellCheck={false}
              value={draft[condition] ?? ''}
              onChange={(event) => setDraft({ ...draft, [condition]: event.currentTarget.value })}
            />
            {offers[condition].length > 0 && (
              <datalist id={`${id}-${condition}`}>
                {offers[condition].map((offer) => (
                  <option key={offer} value={offer} />
                ))}
              </datalist>
            )}
          </label>
        ))}
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
