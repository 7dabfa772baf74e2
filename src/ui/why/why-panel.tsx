import { type ReactElement, useEffect, useId, useRef, useState } from 'react';
import type { WhyTarget } from '../../debugger/viewer-store.ts';
import { asksTheSame, withToggled } from '../../protocol/breakpoint.ts';
import type { UnmetView } from '../../protocol/diagnosis-view.ts';
import type { FieldCause } from '../../protocol/queries.ts';
import type { StepView } from '../../protocol/views.ts';
import { FieldHistory } from '../widgets/history/field-history.tsx';
import { shortActor } from '../widgets/kit/actors.ts';
import { useAsk } from '../widgets/kit/ask.ts';
import { type Host, useHost, useNow } from '../widgets/kit/host.ts';
import { Bullet, Rich } from '../widgets/kit/kit.tsx';
import { useWords } from '../widgets/kit/words.ts';
import { UnmetCard } from '../widgets/unmet/card.tsx';
import { shortName } from '../widgets/unmet/ways.ts';
import { decidedPod, folded, type Link, linksOfField, linksOfSteps } from './chain.ts';
import { keyOf, useFollowing } from './follow.ts';
import { whyWords } from './strings.ts';
import './why.css';

/** The chain from an effect to its cause, in the inspector's place so that the map stays in sight. */
export function WhyPanel(props: {
  readonly target: WhyTarget;
  readonly onClose: () => void;
  /** Offered for the last cause, when it is a line of the reader's own manifest. */
  readonly onEdit?: ((cause: FieldCause) => void) | undefined;
}): ReactElement {
  const t = useWords(whyWords);
  const host = useHost();
  const title = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { target, visit } = useFollowing(props.target);
  const key = keyOf(target);
  const question = keyOf(props.target);
  // A wish stays in question while one visits what led to it, until something new is done.
  const seq = useNow((frame) =>
    target.type === 'field' ? frame?.seq : target.type === 'unmet' ? `${frame?.branch} ${frame?.head}` : undefined,
  );
  const answer = useAsk(`${key} @${seq ?? ''}`, () => ask(host, target));
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new question is announced by the focus on its title; one that follows the cursor leaves the focus where it is
  useEffect(() => heading.current?.focus(), [question]);
  return (
    <section
      className="w-why"
      aria-labelledby={title}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        props.onClose();
      }}
    >
      <header>
        <h2 id={title} ref={heading} tabIndex={-1}>
          {titleOf(t, target, answer.state === 'answered' ? answer.value.links : [])}
        </h2>
        <button type="button" className="k-btn k-small" onClick={props.onClose}>
          {t('close')}
        </button>
      </header>
      {target.type === 'field' && <FieldStops subject={target.subject} path={target.path} />}
      {target.type === 'field' && <FieldHistory subject={target.subject} path={target.path} />}
      {answer.state === 'asking' && <p className="k-empty">{t('asking')}</p>}
      {answer.state === 'failed' && <p className="k-bad">{t('failed', { message: answer.message })}</p>}
      {answer.state === 'answered' && (
        <>
          {answer.value.unmet?.map((each) => (
            <UnmetCard key={each.subject + each.wish.key} unmet={each} />
          ))}
          {answer.value.links.length > 0 ? (
            <Chain {...answer.value} isExplained={target.type !== 'unmet'} visit={visit} onEdit={props.onEdit} />
          ) : (
            <p className="k-empty">{t(target.type === 'unmet' && !answer.value.unmet?.length ? 'met' : 'none')}</p>
          )}
        </>
      )}
    </section>
  );
}

/** Back to the change of a field before, and a breakpoint for the next one. */
function FieldStops({ subject, path }: { readonly subject: string; readonly path: string }): ReactElement {
  const t = useWords(whyWords);
  const host = useHost();
  const stop = { subject, field: path };
  const isSet = host.breakpoints.some((one) => asksTheSame(one, stop));
  return (
    <div className="w-acts">
      <button
        type="button"
        className="k-btn k-small"
        aria-pressed={isSet}
        onClick={() => host.setBreakpoints(withToggled(host.breakpoints, stop))}
      >
        {t('stopHere')}
      </button>
      <button type="button" className="k-btn k-small" onClick={() => host.lastChange?.(subject, path)}>
        {t('lastChange')}
      </button>
    </div>
  );
}

async function ask(host: Host, target: WhyTarget): Promise<Causes> {
  if (target.type === 'step') {
    const { chain, winner, unmet } = await host.query({ type: 'why', seq: target.seq });
    return { links: linksOfSteps(chain), winner, unmet };
  }
  if (target.type === 'unmet') {
    const { chain, unmet } = await host.query({ type: 'unmet', subject: target.subject });
    return { links: linksOfSteps(chain), unmet };
  }
  const { subject, path } = target;
  const fields = linksOfField((await host.query({ type: 'whyField', subject, path })).chain);
  const last = fields.at(-1);
  // From the last field that is known, on to who asked for it.
  if (last === undefined) return { links: [] };
  return { links: [...fields, ...(await ask(host, { type: 'step', seq: last.step.seq })).links.slice(1)] };
}

function titleOf(
  t: ReturnType<typeof useWords<keyof typeof whyWords.en>>,
  target: WhyTarget,
  links: readonly Link[],
): string {
  const [first] = links;
  if (target.type === 'unmet') return t('titleUnmet', { name: shortName(target.subject) });
  if (target.type === 'step')
    return first?.step.index === undefined ? t('titleThis') : t('titleStep', { step: first.step.index });
  const value = first?.field?.value;
  return value === undefined || value.length > 40 || value.includes('\n')
    ? t('titleFieldOnly', { path: target.path })
    : t('titleField', { path: target.path, value });
}

interface Causes {
  readonly links: readonly Link[];
  /** Of a refused write: the one that came before it. */
  readonly winner?: StepView | undefined;
  /** What is not as wished about the object in question. */
  readonly unmet?: readonly UnmetView[] | undefined;
}

function Chain(props: {
  readonly links: readonly Link[];
  readonly winner?: StepView | undefined;
  /** Whether the reasons of such a step are told before the chain. */
  readonly isExplained: boolean;
  /** Before one goes to a step of the chain. */
  readonly visit: (seq: number) => void;
  readonly onEdit?: ((cause: FieldCause) => void) | undefined;
}): ReactElement {
  const t = useWords(whyWords);
  const host = useHost();
  const [unfolded, setUnfolded] = useState(false);
  const { links, winner } = props;
  const go = (seq: number) => {
    props.visit(seq);
    host.seek(seq);
  };
  const last = links.at(-1);
  const typed = last?.step.actor.startsWith('kubectl')
    ? links.findLast(({ field }) => field !== undefined)?.field
    : undefined;
  const decided = decidedPod(links);
  const explained = links[0] === undefined || !props.isExplained ? undefined : host.explain?.(links[0].step);
  return (
    <>
      {explained !== undefined && (
        <p className="w-explain">
          <Rich text={explained} />
        </p>
      )}
      {winner !== undefined && (
        <>
          <p className="k-note w-order">{t('winner')}</p>
          <div className="w-chain">
            <One link={{ step: winner, field: undefined }} first={false} go={go} />
          </div>
        </>
      )}
      <p className="k-note w-order">{t('order')}</p>
      <ol className="w-chain">
        {folded(links, unfolded).map((shown) =>
          'hidden' in shown ? (
            <li key="hidden" className="w-hidden">
              <span aria-hidden="true" className="w-no">
                ⋯
              </span>
              <button type="button" className="k-link" onClick={() => setUnfolded(true)}>
                {t('hidden', { count: shown.hidden })}
              </button>
            </li>
          ) : (
            <li key={`${shown.step.seq} ${shown.field?.path ?? ''}`}>
              <span className="w-no" aria-hidden="true">
                {links.indexOf(shown) + 1}
              </span>
              <One link={shown} first={shown === links[0]} go={go} />
            </li>
          ),
        )}
      </ol>
      <div className="w-acts">
        {decided !== undefined && (
          <button
            type="button"
            className="k-btn"
            onClick={() => host.look({ panel: 'scheduler', decision: decided, closeUp: 'scheduler' })}
          >
            {t('decision')}
          </button>
        )}
        {typed !== undefined && props.onEdit !== undefined && (
          <button type="button" className="k-btn k-primary" onClick={() => props.onEdit?.(typed)}>
            {t('edit')}
          </button>
        )}
        {last !== undefined && links.length > 1 && (
          <button type="button" className="k-btn" onClick={() => go(last.step.seq)}>
            {t('first')}
          </button>
        )}
      </div>
    </>
  );
}

function One(props: {
  readonly link: Link;
  readonly first: boolean;
  readonly go: (seq: number) => void;
}): ReactElement {
  const t = useWords(whyWords);
  const host = useHost();
  const { link, first, go } = props;
  const { step, field } = link;
  const now = useNow((frame) => frame?.seq === step.seq);
  return (
    <button
      type="button"
      className={`w-link${now ? ' k-now' : ''}`}
      aria-current={now ? 'step' : undefined}
      title={t('go', { step: step.index ?? step.seq })}
      onClick={() => go(step.seq)}
    >
      <span className="w-say">
        <Rich
          text={
            field === undefined
              ? host.sentence(step)
              : t(first ? 'wrote' : 'because', { path: field.path, subject: field.subject, value: field.value })
          }
        />
      </span>
      {field !== undefined && (
        <span className="w-more">
          <Rich text={host.sentence(step)} />
        </span>
      )}
      <span className="w-src">
        <Bullet actor={step.actor} /> {shortActor(step.actor, step.kind)}
        {step.index !== undefined && <>, {t('step', { step: step.index })}</>}
      </span>
    </button>
  );
}
