import type { ReactElement } from 'react';
import type { TerminalView } from '../../protocol/views.ts';
import { useHost, useNow } from '../widgets/kit/host.ts';
import { useWords } from '../widgets/kit/words.ts';
import { OpenFile } from './open-file.tsx';
import { waitingWords } from './waiting-strings.ts';

type Command = TerminalView['commands'][number];

/** A command that has not ended, and what can be done about it: it is stopped, gone along with, or given what it waits for. */
export function Running(props: {
  readonly command: Command;
  readonly line: string;
  /** Others wait for it, and what can be done is said there. */
  readonly isHeld: boolean;
  readonly isOwn: boolean;
  readonly onStop: (command: Command) => void;
}): ReactElement | null {
  const t = useWords(waitingWords);
  const host = useHost();
  const { command, line, isHeld, isOwn, onStop } = props;
  const isAtRest = useNow((frame) => (frame?.atEnd ?? false) && (frame?.quiescent ?? false));
  if (command.asks?.for === 'file') return <OpenFile command={command} line={line} isOwn={isOwn} />;
  if (isHeld && isAtRest) return null;
  return (
    <p className="x-soft x-running">
      {t('running')}
      {goesOn(line) || isAtRest || command.asks !== undefined ? (
        <button type="button" className="k-btn k-small" onClick={() => onStop(command)}>
          {t('stop')}
        </button>
      ) : (
        <button type="button" className="k-btn k-small" onClick={() => host.answer(command.id)}>
          {t('answer')}
        </button>
      )}
    </p>
  );
}

/** Does the command go on by itself until it is stopped? */
export function goesOn(line: string): boolean {
  return (
    / (?:-w|--watch(?:-only)?|--follow)(?:[ =]|$)/.test(line) ||
    /^(?:kubectl|k) (?:logs .*-f\b|(?:port-forward|proxy|attach)\b)/.test(line) ||
    /^watch\b|\bwhile true\b/.test(line) ||
    /^etcdctl (?:watch\b|lock\b|lease keep-alive\b(?!.*--once))/.test(line)
  );
}
