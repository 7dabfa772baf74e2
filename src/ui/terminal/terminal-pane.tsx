import { type KeyboardEvent, type ReactElement, Suspense, useEffect, useRef, useState } from 'react';
import type { TerminalView } from '../../protocol/views.ts';
import { type Host, useHost, useNow } from '../widgets/kit/host.ts';
import { useWords } from '../widgets/kit/words.ts';
import { late } from '../widgets/late.tsx';
import { useSize } from '../widgets/use-size.ts';
import { foregroundIn, ofNobody, talkingIn } from './foreground.ts';
import { Line, type Reader, type Sent } from './line.tsx';
import { Output } from './output.tsx';
import { terminalWords } from './strings.ts';
import './terminal.css';

type Command = TerminalView['commands'][number];

const Running = late(async () => (await import('./running.tsx')).Running);
const Waiting = late(async () => (await import('./waiting.tsx')).Waiting);
const Whole = late(async () => (await import('./whole.tsx')).Whole);

/**
 * A kubectl shell at the cursor: what was typed and answered up to this step, what waits to begin, and a line for the next
 * command. Where and when a command begins is the run's business (`src/worker/SPEC.md`).
 */
export function TerminalPane(props: {
  readonly view: TerminalView | undefined;
  /** As they are when a line is sent. */
  readonly files: () => readonly { readonly name: string; readonly text: string }[];
}): ReactElement {
  const t = useWords(terminalWords);
  const host = useHost();
  const log = useRef<HTMLDivElement>(null);
  const written = useRef<HTMLOListElement>(null);
  const commands = unwiped(props.view?.commands ?? []);
  const waiting = useNow((frame) => frame?.waiting) ?? ofNobody;
  const isPast = useNow((frame) => frame?.isPast ?? false);
  const [said, setSaid] = useState(NOTHING_SAID);
  const [asked, setAsked] = useState<number>();
  /** Something was typed here: what then waits for somebody waits for this reader. */
  const [isOwn, setOwn] = useState(false);
  const newest = commands.at(-1);
  const height = useSize(log)?.height;
  // What stands below an output is fetched with the first that needs it: the log grows once more.
  const length = useSize(written)?.height;
  const held = waiting.length > 0 ? foregroundIn(commands)?.id : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the newest output is kept in sight
  useEffect(() => {
    if (log.current !== null) log.current.scrollTop = log.current.scrollHeight;
  }, [commands.length, newest?.stdout, newest?.stderr, waiting.length, height, length]);
  useEffect(() => {
    if (asked === undefined || newest === undefined || newest.id <= asked || newest.exitCode === undefined) return;
    setAsked(undefined);
    const output = `${newest.stdout}${newest.stderr}`.slice(0, 600);
    setSaid({ text: t('answered', { line: newest.line, output }), isProblem: false });
  }, [asked, newest, t]);
  const send = async (command: Sent, give: Host['give'], { filesFor, filesForLine }: Reader) => {
    setSaid(NOTHING_SAID);
    setOwn(true);
    setAsked(newest?.id ?? 0);
    try {
      if (command.type === 'line') {
        const given = { ...command, files: filesForLine(command.line, props.files()) };
        await give(given, { answer: 'of a look' });
        return;
      }
      const { argv } = command;
      await give(
        command.type === 'etcdctl' ? command : { ...command, type: 'kubectl', files: filesFor(argv, props.files()) },
        { answer: 'of a look' },
      );
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      setSaid({ text: t('failed', { message }), isProblem: true });
    }
  };
  const talking = talkingIn(commands);
  const stop = ({ id }: Command) => {
    void host.give({ type: 'interrupt', command: id }, { answer: true }).catch(() => undefined);
  };
  /** As in a terminal, unless there is something to copy. */
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'c' || !event.ctrlKey || event.shiftKey || event.altKey || isAnythingSelected(event.target))
      return;
    const running = foregroundIn(commands);
    if (running !== undefined) stop(running);
    else if (waiting.length > 0) for (const _ of waiting) host.withdraw(0);
    else return;
    event.preventDefault();
  };
  return (
    <section className="x-shell" aria-label={t('title')} onKeyDown={onKeyDown}>
      <div className="x-log" ref={log} tabIndex={commands.length > 0 ? 0 : -1}>
        <ol aria-label={t('output')} ref={written}>
          {commands.map((command) => (
            <Ran key={command.id} command={command} isHeld={command.id === held} isOwn={isOwn} onStop={stop} />
          ))}
        </ol>
        {waiting.length > 0 && (
          <Suspense fallback={null}>
            <Waiting commands={commands} waiting={waiting} onStop={stop} />
          </Suspense>
        )}
      </div>
      {isPast && <p className="x-past">{t('past')}</p>}
      <Line
        onSend={(...sent) => void send(...sent)}
        prompt={promptOf(props.view?.shell)}
        into={talking}
        files={props.files}
        earlier={linesOf(commands)}
      />
      <p role="status" className={said.isProblem ? 'x-said' : 'k-sr'}>
        {said.text}
      </p>
    </section>
  );
}

const NOTHING_SAID = { text: '', isProblem: false };

/** What stands on the screen since it was wiped last. */
function unwiped(commands: readonly Command[]): readonly Command[] {
  const last = commands.findLastIndex(({ clears }) => clears === true);
  return last < 0 ? commands : commands.slice(last);
}

const linesOf = (commands: readonly Command[]): readonly string[] => commands.map(lineOf);

/** What a prompt says, unless the shell is as it was at first. */
function promptOf(shell: TerminalView['shell']): string | undefined {
  if (shell === undefined) return undefined;
  const folder = shell.folder.replace(/^\/home\/user(?=\/|$)/, '~');
  return shell.host === 'client' ? (folder === '~' ? '' : `${folder} `) : `${shell.host}:${folder} `;
}

function isAnythingSelected(target: EventTarget): boolean {
  const { selectionStart, selectionEnd, ownerDocument } = target as HTMLInputElement;
  return selectionStart !== selectionEnd || ownerDocument.getSelection()?.isCollapsed === false;
}

/** As somebody would type it. */
function lineOf({ line, isLine }: Command): string {
  const isWhole = isLine === true || /^(?:(?:kubectl|etcdctl|curl|wget|nc|ssh|sleep)\b|\w+=)/.test(line);
  return isWhole ? line : `kubectl ${line}`;
}

/** A line that is neither a warning nor what `-v` adds. */
const ERROR_LINE = /^(?![IW]\d{4} |Warning:|\s|$)/m;

function Ran(props: {
  readonly command: Command;
  /** Others wait for it, and what can be done is said there. */
  readonly isHeld: boolean;
  readonly isOwn: boolean;
  readonly onStop: (command: Command) => void;
}): ReactElement {
  const t = useWords(terminalWords);
  const host = useHost();
  const { command, isHeld, isOwn, onStop } = props;
  const line = lineOf(command);
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
      {writtenBy(command).map(({ stream, text }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces are only added
        <Output key={place} text={text} look={lookOf(command, stream, text)} />
      ))}
      {isLong(command) && (
        <Suspense fallback={null}>
          <Whole
            line={line}
            written={writtenBy(command).map((one) => ({ ...one, look: lookOf(command, one.stream, one.text) }))}
          />
        </Suspense>
      )}
      {command.exitCode === undefined && (
        <Suspense fallback={null}>
          <Running command={command} line={line} isHeld={isHeld} isOwn={isOwn} onStop={onStop} />
        </Suspense>
      )}
      {command.exitCode !== undefined && command.exitCode !== 0 && (
        <span className="k-sr">{t('exit', { code: command.exitCode })}</span>
      )}
    </li>
  );
}

/** Of a line both outputs in order; of one command what it printed, and what it complained about. */
function writtenBy(command: Command): NonNullable<Command['written']> {
  const pieces = piecesOf(command);
  const last = pieces.at(-1);
  // What a shell elsewhere asks with stands before the line that is typed.
  const isAsking = command.exitCode === undefined && command.asks?.for === 'lines' && last?.stream === 'stdout';
  if (!isAsking) return pieces;
  const text = last.text.replace(/[^\n]*$/, '');
  return [...pieces.slice(0, -1), ...(text === '' ? [] : [{ ...last, text }])];
}

function piecesOf({ written, stdout, stderr }: Command): NonNullable<Command['written']> {
  if (written !== undefined) return written;
  const both = [
    { stream: 'stdout', text: stdout },
    { stream: 'stderr', text: stderr },
  ] as const;
  return both.filter(({ text }) => text !== '');
}

function lookOf({ exitCode, isLine }: Command, stream: 'stdout' | 'stderr', text: string): string | undefined {
  if (stream === 'stdout') return COLUMNS.test(text) ? undefined : 'x-wraps';
  // What a line ends with says nothing of a part of it.
  return (exitCode !== 0 || isLine === true) && ERROR_LINE.test(text) ? 'x-err' : 'x-soft x-wraps';
}

/** Wider or longer than this column: it may be seen as wide as the page, and searched. */
function isLong({ stdout, stderr }: Command): boolean {
  return LONG.test(stdout) || LONG.test(stderr);
}

const LONG = /[^\n]{60}|(?:\n[^\n]*){12}/;

/** Columns would fall apart if their lines were broken. */
const COLUMNS = /\S {2,}\S|\t/;
