import type { ReactElement } from 'react';
import type { Input } from '../../protocol/run-description.ts';
import type { TerminalView } from '../../protocol/views.ts';
import { shorten } from '../widgets/kit/format.ts';
import { useHost, useNow } from '../widgets/kit/host.ts';
import { lineOf } from '../widgets/kit/input-line.ts';
import { useWords } from '../widgets/kit/words.ts';
import { foregroundIn } from './foreground.ts';
import { waitingWords } from './waiting-strings.ts';

type Command = TerminalView['commands'][number];

/** Commands that begin when the one before has ended; and what to do where that one does not end by itself. */
export function Waiting(props: {
  readonly commands: readonly Command[];
  readonly waiting: readonly Input[];
  readonly onStop: (command: Command) => void;
}): ReactElement | null {
  const t = useWords(waitingWords);
  const host = useHost();
  const { commands, waiting, onStop } = props;
  const isHeldUp = useNow((frame) => frame?.quiescent ?? false);
  if (waiting.length === 0) return null;
  const before = foregroundIn(commands);
  return (
    <>
      <ol className="x-waiting" aria-label={t('waiting')}>
        {waiting.map((input, place) => {
          const line = lineOf(input);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same may be typed twice
            <li key={place} title={t('waits')}>
              <span className="x-prompt" aria-hidden="true">
                …{' '}
              </span>
              <span>{line}</span>
              <button
                type="button"
                className="k-btn k-small"
                aria-label={t('withdraw', { line })}
                title={t('withdraw', { line })}
                onClick={() => host.withdraw(place)}
              >
                ×
              </button>
            </li>
          );
        })}
      </ol>
      {isHeldUp && before !== undefined && (
        <p className="x-soft x-running" role="status">
          {t('heldUp', { line: shorten(before.line, 60) })}{' '}
          <button type="button" className="k-btn k-small" onClick={() => onStop(before)}>
            {t('stop')}
          </button>
          <button type="button" className="k-btn k-small" onClick={() => host.beside(0)}>
            {t('beside')}
          </button>
        </p>
      )}
    </>
  );
}
