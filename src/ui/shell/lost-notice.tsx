import type { ReactElement } from 'react';
import { printRun } from '../../protocol/run-file.ts';
import type { LostRun } from '../../session/frame-store.ts';
import { DIED_TOO_OFTEN, NO_ANSWER, NO_REASON } from '../../session/session.ts';
import { saveText } from '../editor/disk.ts';
import { usePage } from '../public.ts';
import { shorten } from '../widgets/kit/format.ts';
import { lineOf } from '../widgets/kit/input-line.ts';
import { type Say, useWords } from '../widgets/kit/words.ts';
import { shellWords } from './strings.ts';

const MOST_LETTERS = 60;

/** A run that ended its engine: what it was, and the ways on that do not end it again. */
export function LostNotice({ run, reason }: { readonly run: LostRun; readonly reason: string }): ReactElement {
  const t = useWords(shellWords);
  const { session, beginAnew } = usePage();
  const last = run.run.inputs.at(-1);
  const save = () =>
    saveText('run.kubestep.json', printRun({ run: run.run, position: run.position }), 'application/json');
  return (
    <div className="notice bad" role="alert">
      <b>{reason === DIED_TOO_OFTEN ? t('lostTwice') : causeWords(run, t)}</b>
      {reason === DIED_TOO_OFTEN && run.reason !== '' && <p>{causeWords(run, t)}</p>}
      {run.causes !== undefined && run.causes.length > 0 && (
        <details>
          <summary>{t('lostCauses')}</summary>
          <pre>{run.causes.join('\n')}</pre>
        </details>
      )}
      <p>
        {last === undefined ? t('lostHelp') : t('lostHelpInput', { input: shorten(lineOf(last.input), MOST_LETTERS) })}
      </p>
      <span className="notice-ways">
        <button type="button" className="btn" onClick={() => void session.toLastGoodStep()}>
          {t('toLastGood')}
        </button>
        {last !== undefined && (
          <button type="button" className="btn" onClick={() => void session.withoutLastInput()}>
            {t('withoutLast')}
          </button>
        )}
        <button type="button" className="btn" onClick={save}>
          {t('saveLost')}
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

function causeWords({ reason, causes }: LostRun, t: Say<keyof typeof shellWords.en>): string {
  if (reason === NO_ANSWER) return t('lostSilent');
  if (reason === NO_REASON) return t('lostWithoutWord');
  return t(causes === undefined ? 'lost' : 'lostBroken', { reason });
}
