import { type ReactElement, useState } from 'react';
import type { FieldValue } from '../../../protocol/three-way.ts';
import { shortActor } from '../kit/actors.ts';
import { useAsk } from '../kit/ask.ts';
import { instant } from '../kit/format.ts';
import { useHost, useNow } from '../kit/host.ts';
import { Bullet, Section } from '../kit/kit.tsx';
import { useWords } from '../kit/words.ts';
import { historyWords } from './strings.ts';
import './history.css';

/** More would hide what the history is shown beside; the newest are shown first. */
const MOST_SHOWN = 40;
const LONGEST = 60;

/** All values that a field has had, as one line and as a table: each leads to the write that gave it. */
export function FieldHistory(props: { readonly subject: string; readonly path: string }): ReactElement {
  const t = useWords(historyWords);
  const host = useHost();
  const path = props.path.replace(/^\./, '');
  // While the run goes on it is asked again only when it rests.
  const moment = useNow((frame) => `${frame?.branch} ${frame?.edition} ${frame?.quiescent ? frame.head : ''}`);
  const { subject } = props;
  const answer = useAsk(`${subject} ${path} ${moment}`, () => host.query({ type: 'fieldHistory', subject, path }));
  const name = subject.slice(subject.lastIndexOf('/') + 1);
  return (
    <Section title={t('title', { path })}>
      {answer.state === 'asking' && <p className="k-empty">{t('asking')}</p>}
      {answer.state === 'failed' && <p className="k-bad">{t('failed', { message: answer.message })}</p>}
      {answer.state === 'answered' &&
        (answer.value.values.length === 0 && answer.value.initial === undefined ? (
          <p className="k-empty">
            {t(answer.value.writes === 0 ? 'noObject' : 'none', { name, count: answer.value.writes })}
          </p>
        ) : (
          <Values initial={answer.value.initial} values={answer.value.values} />
        ))}
      {answer.state === 'answered' && answer.value.gone > 0 && (
        <p className="k-weak">{t('gone', { count: answer.value.gone })}</p>
      )}
    </Section>
  );
}

function Values({
  initial,
  values,
}: {
  readonly initial: string | undefined;
  readonly values: readonly FieldValue[];
}): ReactElement {
  const t = useWords(historyWords);
  const host = useHost();
  const [all, setAll] = useState(false);
  const cursor = useNow((frame) => frame?.seq ?? -1);
  const now = values.findLast(({ seq }) => seq <= cursor);
  const hidden = all ? 0 : Math.max(0, values.length - MOST_SHOWN);
  const shown = values.slice(hidden);
  const said = (value: string | undefined) => (value === undefined ? t('absent') : cut(value));
  return (
    <>
      <p className="h-line">
        {hidden > 0 && (
          <button type="button" className="k-link" onClick={() => setAll(true)}>
            {t('more', { count: hidden })}
          </button>
        )}
        {hidden === 0 && initial !== undefined && <span className="k-weak">{cut(initial)}</span>}
        {shown.map((each, place) => (
          <span key={each.seq}>
            {(place > 0 || hidden > 0 || initial !== undefined) && <span aria-hidden="true"> → </span>}
            <button
              type="button"
              className={`k-link h-value${each === now ? ' k-now' : ''}`}
              aria-current={each === now ? 'step' : undefined}
              title={t('go', { value: said(each.value) })}
              onClick={() => host.seek(each.seq)}
            >
              {said(each.value)}
            </button>
          </span>
        ))}
      </p>
      <table className="k-table h-table">
        <thead>
          <tr>
            <th scope="col">{t('time')}</th>
            <th scope="col">{t('value')}</th>
            <th scope="col">{t('by')}</th>
          </tr>
        </thead>
        <tbody>
          {hidden === 0 && initial !== undefined && (
            <tr>
              <td className="k-weak">{t('before')}</td>
              <td className="k-mono">{cut(initial)}</td>
              <td />
            </tr>
          )}
          {shown.map((each) => (
            <tr key={each.seq} className={each === now ? 'k-now' : undefined}>
              <td>
                <button type="button" className="k-link" onClick={() => host.seek(each.seq)}>
                  {instant(each.time)}
                </button>
                {each.seq > cursor && <span className="k-weak"> {t('later')}</span>}
              </td>
              <td className="k-mono" title={each.value}>
                {said(each.value)}
              </td>
              <td>
                <Bullet actor={each.actor} quiet={each.seq > cursor} /> {shortActor(each.actor)}
                {each.manager !== undefined && each.manager !== each.actor && (
                  <span className="h-who">{t('manager', { manager: each.manager })}</span>
                )}
                {each.user !== undefined && <span className="h-who">{t('as', { user: each.user })}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function cut(value: string): string {
  const text = value === '' ? '""' : value;
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}
