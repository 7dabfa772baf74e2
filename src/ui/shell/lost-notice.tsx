import type { ReactElement } from 'react';
import type { Input } from '../../protocol/run-description.ts';
import { printRun } from '../../protocol/run-file.ts';
import type { LostRun } from '../../session/frame-store.ts';
import { DIED_TOO_OFTEN, NO_ANSWER, NO_REASON } from '../../session/session.ts';
import { saveText } from '../editor/disk.ts';
import { usePage } from '../public.ts';
import { type Say, useWords } from '../widgets/kit/words.ts';
import { shellWords } from './strings.ts';

/** A run that ended its engine: what it was, and the ways on that do not end it again. */
export function LostNotice({ run, reason }: { readonly run: LostRun; readonly reason: string }): ReactElement {
  const t = useWords(shellWords);
  const { session, beginAnew } = usePage();
  const last = run.run.inputs.at(-1);
  const save = () =>
    saveText('run.kubestep.json', printRun({ run: run.run, position: run.position }), 'application/json');
  return (
    <div className="notice bad" role="alert">
      <b>{causeWords(reason, t)}</b>
      <p>{last === undefined ? t('lostHelp') : t('lostHelpInput', { input: lineOf(last.input) })}</p>
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

function causeWords(reason: string, t: Say<keyof typeof shellWords.en>): string {
  if (reason === NO_ANSWER) return t('lostSilent');
  if (reason === DIED_TOO_OFTEN) return t('lostTwice');
  return reason === NO_REASON ? t('lostWithoutWord') : t('lost', { reason });
}

const MOST_LETTERS = 60;

function lineOf(input: Input): string {
  const line =
    'argv' in input ? [input.type, ...input.argv].join(' ').replace(/^kubectl kubectl/, 'kubectl') : input.type;
  return line.length > MOST_LETTERS ? `${line.slice(0, MOST_LETTERS)}…` : line;
}
