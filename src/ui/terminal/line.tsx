import { type ClipboardEvent, type KeyboardEvent, type ReactElement, useLayoutEffect, useRef, useState } from 'react';
import { type Host, useHost } from '../widgets/kit/host.ts';
import { useWords } from '../widgets/kit/words.ts';
import { Candidates, useCompletion } from './candidates.tsx';
import type { Parsed } from './command-line.ts';
import { answerOf, askedWith } from './foreground.ts';
import { History } from './history.ts';
import type { Place } from './offers.ts';
import { terminalWords } from './strings.ts';

export type Sent = Exclude<Parsed, { type: 'nothing' }>;

// What a line says is known when one was typed: that is no part of the first load.
export const loadCommandLine = () => import('./command-line.ts');
export type Reader = Awaited<ReturnType<typeof loadCommandLine>>;

/** Why a line cannot be run; of a word that only kubectl knows, the line that may have been meant. */
type Problem = { readonly why: 'unread' } | { readonly why: 'command'; readonly word: string; readonly meant: string };

/**
 * The input line: Enter runs, arrows and Ctrl+R bring older lines back. Tab completes; from an empty line and after Escape it
 * leaves as everywhere. A line that is not whole is gone on with. Of pasted lines each runs that is whole.
 */
export function Line(props: {
  readonly onSend: (command: Sent, give: Host['give'], reader: Reader) => void;
  /** What stands before the line; none: the shell is as it was at first. */
  readonly prompt?: string | undefined;
  /** The command that reads what is typed. */
  readonly into?: { readonly id: number; readonly stdout: string } | undefined;
  readonly files: () => readonly { readonly name: string }[];
  /** What the run was given so far. */
  readonly earlier: readonly string[];
}): ReactElement {
  const t = useWords(terminalWords);
  const host = useHost();
  const { prompt, into, onSend, files, earlier } = props;
  const history = useRef(new History()).current;
  const [typed, setTyped] = useState('');
  /** Lines that are not whole without the next one; and the same for who reads that before it is drawn. */
  const [before, showBefore] = useState('');
  const begun = useRef('');
  const setBefore = (text: string) => {
    begun.current = text;
    showBefore(text);
  };
  const [bad, setBad] = useState<Problem>();
  const completion = useCompletion(files);
  const field = useRef<HTMLTextAreaElement>(null);
  /** Where the cursor is to stand in what was put into the line. */
  const caret = useRef<number>(undefined);
  const mayLeave = useRef(false);
  /** What one looks for among older lines, and how many that have it are passed over. */
  const [search, setSearch] = useState<{ readonly text: string; readonly skipped: number }>();
  const found = search === undefined || search.text === '' ? undefined : history.find(search.text, search.skipped);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the text that it is about
  useLayoutEffect(() => {
    if (caret.current !== undefined) field.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  }, [typed]);
  const put = (place: Place | undefined) => {
    if (place === undefined) return;
    caret.current = place.at;
    setTyped(place.text);
    field.current?.focus();
  };
  const say = (text?: string) => {
    if (into !== undefined) void host.give(answerOf(into.id, text), { answer: true }).catch(() => undefined);
  };
  /** What becomes of a line: a problem, the lines that it is only a part of, or it is on its way. */
  const read = async (line: string, give: Host['give']): Promise<Problem | string | undefined> => {
    const reader = await loadCommandLine().catch(() => undefined);
    if (reader === undefined) return { why: 'unread' };
    const parsed = reader.parseCommand(line, prompt !== undefined);
    if (parsed.type === 'nothing') return undefined;
    if (parsed.type === 'line') {
      const asked = await host.query({ type: 'line', text: parsed.line }).catch(() => undefined);
      if (asked?.isOpen === true) return line;
      const words = prompt === undefined ? reader.splitWords(parsed.line) : 'own';
      if (asked?.meant !== undefined && typeof words !== 'string')
        return { why: 'command', word: words[0] ?? '', meant: asked.meant };
    }
    history.add(line.trim());
    onSend(parsed, give, reader);
    return undefined;
  };
  /** The line is free at once for what is typed next; one that cannot be run comes back into it. */
  const submit = async (lines: readonly string[], rest: string) => {
    setTyped(rest);
    setBad(undefined);
    if (into !== undefined) {
      for (const line of lines) {
        history.add(line.trim());
        say(`${line}\n`);
      }
      return;
    }
    await host.ahead(async (give) => {
      for (const line of lines) {
        const why = await read(begun.current === '' ? line : `${begun.current}\n${line}`, give);
        setBefore(typeof why === 'string' ? why : '');
        if (why === undefined || typeof why === 'string') continue;
        setBad(why);
        setTyped((now) => (now === rest ? line : now));
        break;
      }
    });
  };
  const giveUp = () => {
    setBefore('');
    setTyped('');
    setBad(undefined);
  };
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    const pasted = event.clipboardData.getData('text/plain');
    if (!/[\r\n]/.test(pasted.trim())) return;
    event.preventDefault();
    const whole = value.slice(0, selectionStart ?? value.length) + pasted + value.slice(selectionEnd ?? value.length);
    const lines = whole.replace(/\\\r?\n\s*/g, '').split(/\r?\n/);
    void submit(lines.slice(0, -1), lines.at(-1) ?? '');
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { key, ctrlKey, shiftKey, altKey, metaKey } = event;
    const isPlain = !(ctrlKey || altKey || metaKey);
    const leaves = mayLeave.current || (typed.trim() === '' && before === '');
    mayLeave.current = key === 'Escape' || (mayLeave.current && key === 'Shift');
    if (search !== undefined) return onSearchKey(event);
    if (into !== undefined && key === 'd' && ctrlKey && typed === '') {
      event.preventDefault();
      say();
      return;
    }
    if (key === 'Tab' && isPlain && !leaves && into === undefined) {
      event.preventDefault();
      void completion.press({ text: typed, at: event.currentTarget.selectionEnd }, before, shiftKey).then(put);
      return;
    }
    if (key !== 'Shift') completion.close();
    if (key === 'Enter' && !shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      void submit(typed.split('\n'), '');
    } else if (key === 'c' && ctrlKey && (before !== '' || typed !== '') && isNothingSelected(event)) {
      // As a shell does: the line is given up, and nothing else is stopped by it.
      event.preventDefault();
      event.stopPropagation();
      giveUp();
    } else if (key === 'r' && ctrlKey) {
      event.preventDefault();
      history.learn(earlier);
      setSearch({ text: typed, skipped: 0 });
    } else if (key === 'ArrowUp' || key === 'ArrowDown') {
      history.learn(earlier);
      const line = history.move(key === 'ArrowUp' ? -1 : 1, typed);
      if (line === undefined) return;
      event.preventDefault();
      put({ text: line, at: line.length });
    }
  };
  /** While one looks among older lines: Ctrl+R goes on, Enter runs what was found, Escape and arrows leave it in the line. */
  const onSearchKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { key, ctrlKey } = event;
    if (search === undefined || key === 'Shift' || key === 'Control') return;
    if (ctrlKey && key === 'r') {
      event.preventDefault();
      setSearch({ ...search, skipped: search.skipped + 1 });
      return;
    }
    const isGivenUp = ctrlKey && (key === 'c' || key === 'g');
    if (!isGivenUp && !/^(?:Enter|Escape|Tab|Arrow\w+|Home|End)$/.test(key)) return;
    event.preventDefault();
    event.stopPropagation();
    setSearch(undefined);
    if (isGivenUp) setTyped('');
    else if (key === 'Enter' && found !== undefined) void submit(found.split('\n'), '');
    else if (found !== undefined) put({ text: found, at: found.length });
  };
  const meant = bad !== undefined && 'meant' in bad ? bad.meant : undefined;
  const asks =
    search !== undefined ? t('search') : ((into && askedWith(into)) ?? (before === '' ? `${prompt ?? ''}$` : '>'));
  return (
    <form
      className="x-line"
      onSubmit={(event) => {
        event.preventDefault();
        void submit(typed.split('\n'), '');
      }}
    >
      {before !== '' && <pre className="x-before">{before}</pre>}
      <span className="x-prompt" data-long={asks.length > LONG_PROMPT} aria-hidden="true">
        {asks}
      </span>
      <textarea
        ref={field}
        aria-label={t('input')}
        aria-invalid={bad !== undefined}
        aria-describedby={bad === undefined ? undefined : 'terminal-problem'}
        placeholder={into === undefined ? t(before === '' ? 'hint' : 'more') : ''}
        value={search?.text ?? typed}
        rows={Math.min(MOST_ROWS, typed.split('\n').length)}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        onChange={(event) => {
          completion.close();
          if (search !== undefined) setSearch({ text: event.currentTarget.value, skipped: 0 });
          else setTyped(event.currentTarget.value);
          setBad(undefined);
        }}
        onPaste={onPaste}
        onKeyDown={onKeyDown}
      />
      <button
        type="submit"
        className="k-btn k-small"
        disabled={typed.trim() === '' && before === '' && into === undefined}
      >
        {t('run')}
      </button>
      {search !== undefined && (
        <p className="x-found" role="status">
          {found ?? (search.text === '' ? t('search.hint') : t('search.none'))}
        </p>
      )}
      <Candidates completion={completion} onChoose={put} />
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

/** In a narrow shell no room is left beside it. */
const LONG_PROMPT = 12;

/** A line is mostly one; what was pasted or brought back may be more. */
const MOST_ROWS = 6;

function isNothingSelected({ currentTarget }: KeyboardEvent<HTMLTextAreaElement>): boolean {
  return currentTarget.selectionStart === currentTarget.selectionEnd;
}
