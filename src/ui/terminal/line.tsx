import { type ClipboardEvent, type KeyboardEvent, type ReactElement, useRef, useState } from 'react';
import { useWords } from '../widgets/kit/words.ts';
import type { BadLine, Parsed } from './command-line.ts';
import { History } from './history.ts';
import { terminalWords } from './strings.ts';

export type Sent = Exclude<Parsed, { type: 'bad' | 'nothing' }>;

// What a line says is known when one was typed: that is no part of the first load.
export const loadCommandLine = () => import('./command-line.ts');

/** The input line: Enter runs, arrows bring older lines back, Tab leaves as everywhere. Of pasted lines each runs that is whole. */
export function Line({ onSend }: { readonly onSend: (command: Sent) => void }): ReactElement {
  const t = useWords(terminalWords);
  const history = useRef(new History()).current;
  const [typed, setTyped] = useState('');
  const [bad, setBad] = useState<BadLine | { readonly why: 'unread' }>();
  const read = async (line: string): Promise<typeof bad> => {
    const found = await loadCommandLine().catch(() => undefined);
    if (found === undefined) return { why: 'unread' };
    const parsed = found.parseCommand(line);
    if (parsed.type === 'bad') return parsed;
    if (parsed.type === 'nothing') return undefined;
    history.add(line.trim());
    onSend(parsed);
    return undefined;
  };
  /** The line is free at once for what is typed next; one that cannot be run comes back into it. */
  const submit = async (lines: readonly string[], rest: string) => {
    setTyped(rest);
    setBad(undefined);
    for (const line of lines) {
      const why = await read(line);
      if (why === undefined) continue;
      setBad(why);
      setTyped((now) => (now === rest ? line : now));
      return;
    }
  };
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    const pasted = event.clipboardData.getData('text/plain');
    if (!/[\r\n]/.test(pasted.trim())) return;
    event.preventDefault();
    const whole = value.slice(0, selectionStart ?? value.length) + pasted + value.slice(selectionEnd ?? value.length);
    const lines = whole.replace(/\\\r?\n\s*/g, '').split(/\r?\n/);
    void submit(lines.slice(0, -1), lines.at(-1) ?? '');
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    const line = history.move(event.key === 'ArrowUp' ? -1 : 1, typed);
    if (line === undefined) return;
    event.preventDefault();
    setTyped(line);
  };
  const meant = bad !== undefined && 'meant' in bad ? bad.meant : undefined;
  return (
    <form
      className="x-line"
      onSubmit={(event) => {
        event.preventDefault();
        void submit([typed], '');
      }}
    >
      <span className="x-prompt" aria-hidden="true">
        $
      </span>
      <input
        aria-label={t('input')}
        aria-invalid={bad !== undefined}
        aria-describedby={bad === undefined ? undefined : 'terminal-problem'}
        placeholder={t('hint')}
        value={typed}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setBad(undefined);
        }}
        onPaste={onPaste}
        onKeyDown={onKeyDown}
      />
      <button type="submit" className="k-btn k-small" disabled={typed.trim() === ''}>
        {t('run')}
      </button>
      {bad !== undefined && (
        <p id="terminal-problem" className="x-problem" role="alert">
          {t(`bad.${bad.why}`, { word: 'word' in bad ? (bad.word ?? '') : '' })}
        </p>
      )}
      {meant !== undefined && (
        <button type="button" className="k-btn k-small x-meant" onClick={() => void submit([meant], '')}>
          {meant}
        </button>
      )}
    </form>
  );
}
