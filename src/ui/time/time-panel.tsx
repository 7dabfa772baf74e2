import { type ReactElement, useEffect, useId, useRef, useState } from 'react';
import type { CriticalPath, HopSort, PathLeg } from '../../protocol/critical-path.ts';
import { usePage } from '../public.ts';
import { shortActor } from '../widgets/kit/actors.ts';
import { useAsk } from '../widgets/kit/ask.ts';
import { duration, instant } from '../widgets/kit/format.ts';
import { useHost, useNow } from '../widgets/kit/host.ts';
import { Bullet, Rich } from '../widgets/kit/kit.tsx';
import { useWords } from '../widgets/kit/words.ts';
import { timeWords } from './strings.ts';
import './time.css';

const SORTS: readonly HopSort[] = ['wire', 'working', 'waiting'];
/** Shorter ones are added up until somebody asks for them. */
const FIRST_SHOWN = 10;

/** Where the time of a story went, longest part first, in the inspector's place so that the map and the timeline stay in sight. */
export function TimePanel({ onClose }: { readonly onClose: () => void }): ReactElement {
  const t = useWords(timeWords);
  const host = useHost();
  const { viewer } = usePage();
  const title = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  // One that has come to rest keeps its path while one walks along it.
  const run = useNow((frame) => `${frame?.branch} ${frame?.edition} ${frame?.head}`);
  const answer = useAsk(`time ${run}`, () => host.query({ type: 'criticalPath' }));
  const path = answer.state === 'answered' ? answer.value.path : undefined;
  useEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    viewer.setState({ path: path?.legs });
    return () => viewer.setState({ path: undefined });
  }, [viewer, path]);
  return (
    <section
      className="w-why"
      aria-labelledby={title}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <header>
        <h2 id={title} ref={heading} tabIndex={-1}>
          {path === undefined ? t('titleNone') : t('title', { time: duration(path.micros) })}
        </h2>
        <button type="button" className="k-btn k-small" onClick={onClose}>
          {t('close')}
        </button>
      </header>
      {answer.state === 'asking' && <p className="k-empty">{t('asking')}</p>}
      {answer.state === 'failed' && <p className="k-bad">{t('failed', { message: answer.message })}</p>}
      {answer.state === 'answered' && path === undefined && <p className="k-empty">{t('none')}</p>}
      {path !== undefined && <Parts path={path} />}
    </section>
  );
}

function Parts({ path }: { readonly path: CriticalPath }): ReactElement {
  const t = useWords(timeWords);
  const [isWhole, setIsWhole] = useState(false);
  const legs = [...path.legs].sort((a, b) => b.micros - a.micros);
  const shown = isWhole ? legs : legs.slice(0, FIRST_SHOWN);
  const rest = legs.slice(shown.length);
  const first = String(path.first.args.line ?? path.first.subject);
  return (
    <>
      <p className="k-note">{t('about', { first })}</p>
      <div className="t-whole" aria-hidden="true">
        {SORTS.map((sort) => (
          <i key={sort} className={`t-${sort}`} style={{ flexGrow: total(legs, sort) }} />
        ))}
      </div>
      <ul className="t-sorts">
        {SORTS.map((sort) => (
          <li key={sort} title={t(`${sort}.long`)}>
            <i className={`t-${sort}`} aria-hidden="true" /> {t(sort)}{' '}
            <b className="num">{duration(total(legs, sort))}</b>
          </li>
        ))}
      </ul>
      <ol className="t-legs">
        {shown.map((leg) => (
          <Leg key={`${leg.from} ${leg.actor}`} leg={leg} whole={path.micros} longest={legs[0]?.micros ?? 1} />
        ))}
      </ol>
      {rest.length > 0 && (
        <p className="t-rest">
          {t('rest', { count: rest.length })}: <b className="num">{duration(total(rest))}</b>{' '}
          <button type="button" className="k-btn k-small" onClick={() => setIsWhole(true)}>
            {t('all', { count: legs.length })}
          </button>
        </p>
      )}
    </>
  );
}

function Leg(props: { readonly leg: PathLeg; readonly whole: number; readonly longest: number }): ReactElement {
  const t = useWords(timeWords);
  const host = useHost();
  const { leg, whole, longest } = props;
  const now = useNow((frame) => frame?.seq === leg.step.seq);
  return (
    <li>
      <button
        type="button"
        className={`t-leg${now ? ' k-now' : ''}`}
        aria-current={now ? 'step' : undefined}
        onClick={() => host.seek(leg.step.seq)}
      >
        <span className="t-head">
          <b className="num">{duration(leg.micros)}</b>
          <span>{t(leg.sort)}</span>
          <span className="k2 num">{t('share', { percent: Math.round((leg.micros / Math.max(1, whole)) * 100) })}</span>
        </span>
        <span className="t-bar" aria-hidden="true">
          <i className={`t-${leg.sort}`} style={{ width: `${(leg.micros / longest) * 100}%` }} />
        </span>
        <span className="w-say">
          <Rich text={host.sentence(leg.step)} />
        </span>
        <span className="w-src">
          <Bullet actor={leg.actor} /> {shortActor(leg.actor)}, {t('at', { time: instant(leg.from) })}
        </span>
      </button>
    </li>
  );
}

function total(legs: readonly PathLeg[], sort?: HopSort): number {
  return legs.reduce((sum, leg) => sum + (sort === undefined || leg.sort === sort ? leg.micros : 0), 0);
}
