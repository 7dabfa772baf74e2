import { Fragment, memo, type ReactElement, type ReactNode, useEffect, useId, useRef } from 'react';
import type { StepView } from '../../../protocol/views.ts';
import { useSlots } from '../use-slots.ts';
import { familyOf, isOnNode, letterOf, shortActor } from './actors.ts';
import { TYPED } from './format.ts';
import { useHost, useNow } from './host.ts';
import { kitWords } from './strings.ts';
import { useWords } from './words.ts';
import './kit.css';
import './rows.css';

/** A titled part of a panel. The note says in few words what the numbers are. */
export function Section(props: {
  readonly title: ReactNode;
  readonly note?: ReactNode;
  readonly actions?: ReactNode;
  /** By this name others ask for it to be seen first. */
  readonly name?: string;
  /** Kept for the next time that there is something to say. */
  readonly hidden?: boolean;
  readonly children: ReactNode;
}): ReactElement {
  const id = useId();
  const box = useRef<HTMLElement>(null);
  const { looking } = useHost();
  const asked = props.name !== undefined && looking.section === props.name;
  useEffect(() => {
    const scroller = asked ? box.current?.closest('.ibody') : undefined;
    // Not scrollIntoView, which would move the page around an embed as well.
    if (scroller && box.current)
      scroller.scrollTop += box.current.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
  }, [asked]);
  return (
    <section className="k-sec" aria-labelledby={id} ref={box} hidden={props.hidden}>
      <div className="k-sec-head">
        <h3 id={id}>{props.title}</h3>
        {props.note !== undefined && <span className="k-note">{props.note}</span>}
        {props.actions !== undefined && <span className="k-actions">{props.actions}</span>}
      </div>
      {props.children}
    </section>
  );
}

export function Empty({ children }: { readonly children: ReactNode }): ReactElement {
  return <p className="k-empty">{children}</p>;
}

/** The round, square or bar mark of an actor. Its word is always beside it or read out. */
export const Bullet = memo(function Bullet(props: { readonly actor: string; readonly quiet?: boolean }): ReactElement {
  const { actor, quiet = false } = props;
  const t = useWords(kitWords);
  const family = familyOf(actor);
  const shape = family === 'you' ? ' k-you' : isOnNode(actor) ? ' k-sq' : '';
  return (
    <span
      className={`k-bul k-c-${family}${shape}${quiet ? ' k-off' : ''}`}
      role="img"
      aria-label={family === 'you' ? t('you') : shortActor(actor)}
    >
      {family === 'you' ? t('you') : letterOf(actor)}
    </span>
  );
});

/** Plain text in which `**nouns**` stand out; those that name something open it. */
export function Rich(props: {
  readonly text: string;
  readonly opens?: (noun: string) => (() => void) | undefined;
}): ReactElement {
  const { text, opens } = props;
  return (
    <>
      {text.split('**').map((part, place) => {
        if (place % 2 === 0) return typed(part);
        const open = opens?.(part);
        if (open === undefined)
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence have no other identity
          return <b key={place}>{typed(part)}</b>;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence have no other identity
          <button key={place} type="button" className="k-noun" onClick={open}>
            {part}
          </button>
        );
      })}
    </>
  );
}

/** What stands between backticks is typed somewhere, and looks like it. */
function typed(text: string): ReactNode {
  const parts = text.split(TYPED);
  if (parts.length === 1) return text;
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence have no other identity
  return parts.map((part, place) => (place % 2 === 0 ? part : <code key={place}>{part}</code>));
}

/** Number, actor and sentence of a step; pressing it goes there. */
const StepRow = memo(function StepRow({ step }: { readonly step: StepView }): ReactElement {
  const host = useHost();
  const t = useWords(kitWords);
  const now = useNow((frame) => frame?.seq === step.seq);
  return (
    <button
      type="button"
      className={`k-step${now ? ' k-now' : ''}`}
      aria-current={now ? 'step' : undefined}
      title={t('goToStep', { step: step.index ?? step.seq })}
      onClick={() => host.seek(step.seq)}
    >
      <span className="k-step-no">{step.index ?? '·'}</span>
      <Bullet actor={step.actor} />
      <span className="k-step-say">
        <Rich text={host.sentence(step)} />
      </span>
    </button>
  );
});

export function StepList({
  steps,
  label,
}: {
  readonly steps: readonly StepView[];
  readonly label: string;
}): ReactElement {
  const slots = useSlots(steps);
  return (
    <ol className="k-steps" aria-label={label} hidden={steps.length === 0}>
      {slots.map(
        (slot, place) =>
          slot !== undefined && (
            // biome-ignore lint/suspicious/noArrayIndexKey: an element keeps its place and shows another step
            <li key={place} hidden={!slot.shown}>
              <StepRow step={slot.item} />
            </li>
          ),
      )}
    </ol>
  );
}

/** So many letters have room everywhere. */
const SHORT = 28;

/** A text that may break where `at` says rather than inside a word; one that has room for its letters is one piece. */
export function breakable(text: string, at: RegExp, room = SHORT): ReactNode {
  if (text.length <= room) return text;
  return text.split(at).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text keep their places
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

/** Breaks after a slash, a colon, or a dot between words. */
export function Path({ text, room }: { readonly text: string; readonly room?: number | undefined }): ReactElement {
  return <span className="k-mono">{breakable(text, /(?<=[/:])|(?<=[A-Za-z]\.)(?=[A-Za-z])/, room)}</span>;
}

/** How a value looks is a class of its place, not an element in it. */
export type FactRow = readonly [name: string, value: ReactNode, className?: string];

/** Names and values, one under the other. */
export function Facts({ rows }: { readonly rows: readonly FactRow[] }): ReactElement {
  return (
    <dl className="k-kv">
      {rows.map(([name, value, className], place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row changes its words rather than being made anew
        <div key={place}>
          <dt>{name}</dt>
          <dd className={className}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Marks for yes and no that survive without colour. */
export function Tick({ ok, word }: { readonly ok: boolean; readonly word: string }): ReactElement {
  return (
    <span className={ok ? 'k-tick' : 'k-cross'}>
      <svg width="11" height="11" viewBox="0 0 12 12" aria-hidden="true">
        <path
          d={ok ? 'M1.5 6.5 4.5 9.5 10.5 2.5' : 'M2 2l8 8M10 2l-8 8'}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.6"
        />
      </svg>{' '}
      {word}
    </span>
  );
}
