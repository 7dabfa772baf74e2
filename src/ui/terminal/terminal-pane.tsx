import { type KeyboardEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import type { TerminalView } from '../../protocol/views.ts';
import { useHost } from '../widgets/kit/host.ts';
import { useWords } from '../widgets/kit/words.ts';
import type { Parsed } from './command-line.ts';
import { History } from './history.ts';
import { terminalWords } from './strings.ts';
import './terminal.css';

type Command = TerminalView['commands'][number];
type Sent = Exclude<Parsed, { type: 'bad' | 'nothing' }>;

// What a line says is known when one was typed: that is no part of the first load.
export const loadCommandLine = () => import('./command-line.ts');
export const loadLooks = () => import('./only-looks.ts');

/** Output of one command that is drawn at most; the rest is a number. */
const MOST_OUTPUT = 40_000;

/** A kubectl shell at the cursor: what was typed and answered up to this step, and a line for the next command. */
export function TerminalPane(props: {
  readonly view: TerminalView | undefined;
  readonly files: readonly { readonly name: string; readonly text: string }[];
  /** Goes on until the command that was just given has answered. */
  readonly answerNow?: ((argv: readonly string[], exit: string) => Promise<void>) | undefined;
}): ReactElement {
  const t = useWords(terminalWords);
  const host = useHost();
  const log = useRef<HTMLDivElement>(null);
  const commands = props.view?.commands ?? [];
  const [said, setSaid] = useState('');
  const [waiting, setWaiting] = useState<number>();
  const newest = commands.at(-1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the newest output is kept in sight
  useEffect(() => {
    if (log.current !== null) log.current.scrollTop = log.current.scrollHeight;
  }, [commands.length, newest?.stdout, newest?.stderr]);
  useEffect(() => {
    if (waiting === undefined || newest === undefined || newest.id <= waiting || newest.exitCode === undefined) return;
    setWaiting(undefined);
    setSaid(t('answered', { line: newest.line, output: `${newest.stdout}${newest.stderr}`.slice(0, 600) }));
  }, [waiting, newest, t]);
  const send = async (command: Sent) => {
    const { argv } = command;
    setSaid('');
    setWaiting(newest?.id ?? 0);
    try {
      const { filesFor } = await loadCommandLine();
      await host.give(
        command.type === 'etcdctl' ? command : { type: 'kubectl', argv, files: filesFor(argv, props.files) },
      );
      await props.answerNow?.(argv, command.type === 'etcdctl' ? 'etcdctl.exit' : 'kubectl.exit');
    } catch (error) {
      setSaid(t('failed', { message: error instanceof Error ? error.message : String(error) }));
    }
  };
  return (
    <section className="x-shell" aria-label={t('title')}>
      <div className="x-log" ref={log} tabIndex={commands.length > 0 ? 0 : -1}>
        <ol aria-label={t('output')}>
          {commands.map((command) => (
            <Ran key={command.id} command={command} />
          ))}
        </ol>
      </div>
      <Line onSend={(command) => void send(command)} />
      <p role="status" className={/^(?:kubectl|etcdctl|curl|wget|nc|ssh|sleep)/.test(said) ? 'k-sr' : 'x-said'}>
        {said}
      </p>
    </section>
  );
}

/** A line that is neither a warning nor what `-v` adds. */
const ERROR_LINE = /^(?![IW]\d{4} |Warning:|\s|$)/m;

function Ran({ command }: { readonly command: Command }): ReactElement {
  const t = useWords(terminalWords);
  const host = useHost();
  const line = /^(?:(?:kubectl|etcdctl|curl|wget|nc|ssh|sleep)\b|\w+=)/.test(command.line)
    ? command.line
    : `kubectl ${command.line}`;
  return (
    <li>
      <div className="x-typed">
        <span className="x-prompt" aria-hidden="true">
          ${' '}
        </span>
        {command.seq > 0 ? (
          <button type="button" title={t('goTo')} onClick={() => host.seek(command.seq)}>
            {line}
          </button>
        ) : (
          line
        )}
      </div>
      {command.stdout !== '' && (
        <pre className={COLUMNS.test(command.stdout) ? undefined : 'x-wraps'}>{clipped(command.stdout)}</pre>
      )}
      {command.stderr !== '' && (
        <pre className={command.exitCode !== 0 && ERROR_LINE.test(command.stderr) ? 'x-err' : 'x-soft x-wraps'}>
          {clipped(command.stderr)}
        </pre>
      )}
      {command.exitCode === undefined && (
        <p className="x-soft x-running">
          {t('running')}
          {goesOn(line) && (
            <button
              type="button"
              className="k-btn k-small"
              onClick={() => void host.give({ type: 'interrupt', command: command.id }).catch(() => undefined)}
            >
              {t('stop')}
            </button>
          )}
        </p>
      )}
      {command.exitCode !== undefined && command.exitCode !== 0 && (
        <span className="k-sr">{t('exit', { code: command.exitCode })}</span>
      )}
    </li>
  );
}

/** Columns would fall apart if their lines were broken. */
const COLUMNS = /\S {2,}\S|\t/;

/** Does the command go on by itself until it is stopped? */
export function goesOn(line: string): boolean {
  return (
    / (?:-w|--watch(?:-only)?|--follow)(?:[ =]|$)/.test(line) ||
    /^(?:kubectl logs .*-f\b|etcdctl (?:watch\b|lock\b|lease keep-alive\b(?!.*--once)))/.test(line)
  );
}

function clipped(text: string): string {
  const shown = text.endsWith('\n') ? text.slice(0, -1) : text;
  return shown.length > MOST_OUTPUT ? `${shown.slice(0, MOST_OUTPUT)}\n… ${shown.length - MOST_OUTPUT}` : shown;
}

/** The input line: Enter runs, arrows bring older lines back, Tab leaves as everywhere. */
function Line({ onSend }: { readonly onSend: (command: Sent) => void }): ReactElement {
  const t = useWords(terminalWords);
  const history = useRef(new History()).current;
  const [typed, setTyped] = useState('');
  const [bad, setBad] = useState<'quote' | 'command' | 'pipe' | 'unread'>();
  const submit = async () => {
    const found = await loadCommandLine().catch(() => undefined);
    if (found === undefined) return setBad('unread');
    const parsed = found.parseCommand(typed);
    if (parsed.type === 'nothing') return;
    if (parsed.type === 'bad') {
      setBad(parsed.why);
      return;
    }
    history.add(typed.trim());
    setTyped('');
    onSend(parsed);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    const line = history.move(event.key === 'ArrowUp' ? -1 : 1, typed);
    if (line === undefined) return;
    event.preventDefault();
    setTyped(line);
  };
  return (
    <form
      className="x-line"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
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
        onKeyDown={onKeyDown}
      />
      <button type="submit" className="k-btn k-small" disabled={typed.trim() === ''}>
        {t('run')}
      </button>
      {bad !== undefined && (
        <p id="terminal-problem" className="x-problem" role="alert">
          {t(`bad.${bad}`)}
        </p>
      )}
    </form>
  );
}
