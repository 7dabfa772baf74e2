import { type ReactElement, useCallback, useEffect, useMemo, useReducer, useState } from 'react';
import type { UnmetView } from '../../protocol/diagnosis-view.ts';
import { useView } from '../public.ts';
import { faultWords, saidFault } from '../widgets/fault/words.ts';
import { instant } from '../widgets/kit/format.ts';
import { useHost, useNow } from '../widgets/kit/host.ts';
import { Bullet, Empty, Rich } from '../widgets/kit/kit.tsx';
import { Rows } from '../widgets/kit/rows.tsx';
import { useWords } from '../widgets/kit/words.ts';
import { UnmetCard } from '../widgets/unmet/card.tsx';
import { PAGE, Pages } from './pages.ts';
import { twinWords } from './strings.ts';
import './twin.css';

const NONE: readonly never[] = [];

/** The picture's text twin: every step of the filter as a line, the one at the cursor marked. */
export function TextTwin({
  filterKey = '',
  unmet = NONE,
}: {
  readonly filterKey?: string;
  /** What is not as wished at the cursor. */
  readonly unmet?: readonly UnmetView[] | undefined;
}): ReactElement {
  const t = useWords(twinWords);
  const host = useHost();
  const { query } = host;
  const frame = useNow((now) => now);
  const total = frame?.total ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter or branch has other steps
  const pages = useMemo(() => new Pages(), [filterKey, frame?.branch, frame?.edition]);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const [seen, setSeen] = useState({ from: 0, to: 40 });
  const onWindow = useCallback(
    (from: number, to: number) => setSeen((old) => (old.from === from && old.to === to ? old : { from, to })),
    [],
  );
  useEffect(() => {
    for (const page of pages.missing(seen.from, seen.to, total)) {
      pages.ask(page);
      query({ type: 'steps', fromIndex: page * PAGE + 1, count: PAGE }).then(
        ({ steps }) => {
          pages.put(page, steps);
          redraw();
        },
        () => pages.failed(page),
      );
    }
  }, [pages, seen, total, query]);
  if (total === 0)
    return (
      <div className="k-pad">
        <Empty>{t('none')}</Empty>
      </div>
    );
  const index = frame?.index ?? 0;
  return (
    <section className="t-twin" aria-label={t('title')}>
      <h2 className="k-sr">{t('title')}</h2>
      <p className="k-note">
        {t('count', { index, total })} {t('hint')}
      </p>
      {unmet.length > 0 && (
        <details className="t-unmet" open={unmet.length < 3}>
          <summary>{t('unmet', { count: unmet.length })}</summary>
          {unmet.map((each) => (
            <UnmetCard key={each.subject + each.wish.key} unmet={each} asks />
          ))}
        </details>
      )}
      <FaultList />
      <Rows
        label={t('list')}
        count={total}
        rowHeight={44}
        current={index > 0 ? index - 1 : undefined}
        onChoose={(place) => host.seekIndex(place + 1)}
        onWindow={onWindow}
        row={(place) => {
          const step = pages.at(place);
          if (step === undefined) return <span className="k-weak">{t('loading', { index: place + 1 })}</span>;
          return (
            <>
              <span className="t-no k-num">{place + 1}</span>
              <Bullet actor={step.actor} />
              <span className="t-say">
                <Rich text={host.sentence(step)} />
                {place === index - 1 && <span className="k-sr"> {t('now')}</span>}
              </span>
              <span className="t-time k-num">{instant(step.time)}</span>
            </>
          );
        }}
      />
    </section>
  );
}

/** The map's marks of faults, as text. */
function FaultList(): ReactElement | null {
  const t = useWords(faultWords);
  const faults = useView('stage')?.faults ?? NONE;
  if (faults.length === 0) return null;
  return (
    <section aria-label={t('faults', { count: faults.length })}>
      <p className="k-note">{t('faults', { count: faults.length })}</p>
      <ul className="k-list">
        {faults.map((mark) => (
          <li key={`${mark.what} ${mark.name}`}>
            {mark.place === mark.name ? `${mark.place}: ` : ''}
            {saidFault(mark, t)}
          </li>
        ))}
      </ul>
    </section>
  );
}
