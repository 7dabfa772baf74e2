// Models containerd internal/cri/server/container_execsync.go, container_exec.go (v1.36)

import { type Micros, SECOND } from '../../base/time/units.ts';
import { type Context, type Process, type Random, within } from '../../engine/index.ts';
import { cri as kinds } from '../../steps/cri.ts';
import { behaviourOf } from '../images/catalog.ts';
import { type Channels, ERROR, STDERR, STDOUT } from '../ports/channels.ts';
import type { ExecResult, ProcessFacts, RuntimeError } from '../ports/cri.ts';
import type { SeenProgram } from '../ports/found.ts';
import { firstWords, isTalking, readsInput, scriptOf } from '../shell/commands.ts';
import { notStartable, readsCommands } from '../shell/first-program.ts';
import { either } from '../shell/following.ts';
import { parse } from '../shell/grammar.ts';
import { runUpTo, Shell } from '../shell/shell.ts';
import type { Surroundings } from '../shell/shell-process.ts';
import { ShellState } from '../shell/shell-state.ts';
import { baseOf } from '../tools/told.ts';
import { tar } from './archive.ts';
import type { Container } from './container.ts';
import { factsOf, filesOf } from './container-files.ts';
import { LogListener, nextLine } from './container-log.ts';
import { randomHex64 } from './image-store.ts';
import { hasEnded, surroundingsOf, type Ways } from './surroundings.ts';
import { promptOf } from './terminal.ts';
import { Typed } from './typed.ts';

export interface Execution {
  readonly container: Container;
  readonly command: readonly string[];
  readonly facts: ProcessFacts;
  readonly tty: boolean;
  readonly ways: Ways;
  /** The first process: what it writes is in the log, too. */
  readonly isFirst?: boolean;
}

/** The program is not in the image. Models github.com/opencontainers/runc libcontainer (v1.36) */
export function missingProgram(
  container: Container,
  [program = '']: readonly string[],
  random: Random,
  now: number,
): string | undefined {
  const why = notStartable(
    behaviourOf(container.view.config.image),
    program,
    filesOf(container, () => now),
  );
  if (why === undefined) return undefined;
  return `failed to exec in container: failed to start exec "${randomHex64(random)}": OCI runtime exec failed: exec failed: unable to start container process: ${why}`;
}

/** Runs the command and tells how it ended. */
export function* execute(ctx: Context, far: Channels, execution: Execution): Process<void> {
  const { command, container } = execution;
  const archive = tarWords(command);
  const code =
    archive === undefined
      ? yield* talk(ctx, far, execution)
      : yield* tar(
          ctx,
          far,
          archive,
          filesOf(container, () => ctx.now),
        );
  const { name } = container.view.config;
  const ended = ctx.step(kinds.execEnded, container.subject, { container: name, exitCode: code });
  far.send(ended, ERROR, String(code));
  far.stop();
}

/** Runs what writes to a client and may read what the client types. The result is the exit code. */
function* talk(ctx: Context, far: Channels, execution: Execution): Process<number> {
  const { command, tty } = execution;
  const typed = new Typed(far, tty);
  ctx.engine.spawn(typed.listen(ctx));
  const at = heardBy(far, typed, execution);
  if (isTalking(command)) return yield* converse(ctx, far, typed, at, execution);
  if (isEcho(command)) return yield* repeatInput(ctx, far, typed, at, execution);
  const input = readsInput(command) ? yield* typed.all() : undefined;
  const run = new Shell(ctx, at, input);
  const { exitCode } = yield* run.whole(command);
  return run.hasReadAll && isEndless(execution, typed) ? KILLED : codeOf(typed, exitCode);
}

/** Who has read everything waits for more: the next who attaches may have it. */
function isEndless({ isFirst, container, tty }: Execution, typed: Typed): boolean {
  return isFirst === true && !typed.isEnded && (container.view.config.stdinOnce !== true || tty);
}

function codeOf(typed: Typed, exitCode: number): number {
  return typed.hasHungUp ? KILLED : typed.isInterrupted ? INTERRUPTED : exitCode;
}

/** Where a command runs whose words a client gets. */
function heardBy(far: Channels, typed: Typed, { container, facts, tty, ways, isFirst }: Execution): Surroundings {
  const around = surroundingsOf(container, ways, facts);
  return {
    ...around,
    write(at, stream, text) {
      far.send(at, stream === 'stderr' && !tty ? STDERR : STDOUT, tty ? text.replaceAll('\n', '\r\n') : text);
      if (isFirst === true) around.log(at, stream, text);
    },
    over: either(container.exited, typed.over),
    isOver: () => typed.hasHungUp || typed.isInterrupted || hasEnded(container),
  };
}

/** A command beside the first process, to its end; undefined: it was not over in time, or the container ended. */
export function* runAside(
  ctx: Context,
  container: Container,
  command: readonly string[],
  ways: Ways,
  random: Random,
  micros: Micros | undefined,
): Process<ExecResult | RuntimeError | undefined> {
  const { name } = container.view.config;
  const asked = ctx.step(kinds.exec, container.subject, { container: name, command: command.join(' ').slice(0, 120) });
  const missing = missingProgram(container, command, random, ctx.now);
  if (missing !== undefined) return { error: missing };
  const said = { stdout: '', stderr: '' };
  let isLate = false;
  const around = surroundingsOf(container, ways, factsOf(container));
  const at: Surroundings = {
    ...around,
    // What is installed and not modelled is taken to go well: nobody reads what it says.
    inside: { ...around.inside, unknown: 'succeeds' },
    write: (_, stream, text) => {
      said[stream] += text;
    },
    isOver: () => isLate || hasEnded(container),
  };
  const ended = yield* runUpTo(new Shell(asked, at), command, micros);
  isLate = true;
  if (ended === undefined || hasEnded(container)) return undefined;
  const { exitCode } = ended;
  return { exitCode, ...said, ctx: ended.ctx.step(kinds.execEnded, container.subject, { container: name, exitCode }) };
}

/** Of a program that nobody knows only this much was seen: whether it was well. */
export function askSeen(
  ctx: Context,
  { subject, view }: Container,
  command: readonly string[],
  { isWell }: SeenProgram,
): ExecResult {
  const container = view.config.name;
  const asked = ctx.step(kinds.exec, subject, { container, command: command.join(' ').slice(0, 120) });
  const exitCode = isWell ? 0 : 1;
  return { exitCode, stdout: '', stderr: '', ctx: asked.step(kinds.execEnded, subject, { container, exitCode }) };
}

/** The arguments of a `tar`, also where a shell runs it. */
function tarWords(command: readonly string[]): readonly string[] | undefined {
  const words = firstWords(scriptOf(command) ?? '');
  const own = words.length > 0 ? words : command;
  return baseOf(own[0] ?? '') === 'tar' ? own.slice(1) : undefined;
}

/** The first process: what it writes from now on, or a conversation with it. */
export function* attachTo(
  ctx: Context,
  far: Channels,
  execution: Execution,
  left: (ctx: Context, exitCode: number) => void,
): Process<void> {
  const { container, command, facts } = execution;
  const { stdin, image } = container.view.config;
  if (stdin === true && (readsCommands(behaviourOf(image), command) || readsInput(command))) {
    const shell = command.length === 0 ? ['sh'] : command;
    const code = yield* talk(ctx, far, { ...execution, command: shell, isFirst: true });
    const ended = ctx.step(kinds.execEnded, container.subject, {
      container: container.view.config.name,
      exitCode: code,
    });
    if (code !== KILLED) left(ended, code);
    far.send(ended, ERROR, GONE);
    far.stop();
    return;
  }
  const log = new LogListener(container, facts, ctx.now);
  while (!far.isOver && container.view.state === 'running') {
    const next = nextLine(container, ctx.now) ?? ctx.now + LOOK_MICROS;
    yield* within(ctx, Math.min(next - ctx.now, LOOK_MICROS), either(container.exited, far.arrival), true);
    for (const { stream, text } of log.lines(ctx.now)) far.send(ctx, stream === 'stderr' ? STDERR : STDOUT, text);
  }
  far.send(ctx, ERROR, GONE);
  far.stop();
}

/** Who is attached is not told how the process ended. */
const GONE = '0';

/** How often it is looked whether the process still runs. */
const LOOK_MICROS = SECOND;

function isEcho(command: readonly string[]): boolean {
  return command.length === 1 && (command[0] === 'cat' || command[0] === '/bin/cat');
}

const KILLED = 137;
const INTERRUPTED = 130;

/** A shell that reads commands: line by line, until there is no more or it is told to leave. */
function* converse(ctx: Context, far: Channels, typed: Typed, at: Surroundings, execution: Execution): Process<number> {
  const { container, command, facts, tty } = execution;
  const { image, user } = container.view.config;
  const anew = { state: new ShellState(), files: at.files, code: 0 };
  const kept = (execution.isFirst === true ? container.talked : undefined) ?? anew;
  if (execution.isFirst === true) container.talked = kept;
  const shell = new Shell(ctx, { ...at, files: kept.files }, undefined, kept.state);
  shell.code = kept.code;
  let before = '';
  for (;;) {
    if (tty) {
      const prompt = promptOf(image, command[0] ?? '', facts.hostname, kept.files.folder, user);
      far.send(shell.ctx, STDOUT, before === '' ? prompt : '> ');
    }
    const line = yield* typed.line();
    if (line === undefined || hasEnded(container)) {
      return typed.hasHungUp || (line === undefined && isEndless(execution, typed)) ? KILLED : shell.code;
    }
    typed.goOn();
    before = typed.isInterrupted ? '' : `${before}${line}\n`;
    // What is not complete is gone on with.
    if (before !== '' && parse(before).isOpen === true) continue;
    if (typed.origin !== undefined) shell.ctx = shell.ctx.from(typed.origin);
    yield* shell.script(before);
    before = '';
    if (shell.hasLeft) return shell.code;
    if (typed.isInterrupted) shell.code = INTERRUPTED;
    kept.code = shell.code;
    typed.goOn();
  }
}

/** `cat` without a file. */
function* repeatInput(
  ctx: Context,
  far: Channels,
  typed: Typed,
  { log }: Surroundings,
  execution: Execution,
): Process<number> {
  for (;;) {
    const text = yield* typed.some();
    if (text === undefined) return isEndless(execution, typed) ? KILLED : codeOf(typed, 0);
    far.send(ctx, STDOUT, text);
    if (execution.isFirst === true) log(ctx, 'stdout', text);
  }
}
