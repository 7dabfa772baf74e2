// Models containerd internal/cri/server/container_execsync.go, container_exec.go (v1.36)

import { type Context, type Process, type Random, TIMED_OUT, within } from '../../engine/index.ts';
import { cri as kinds } from '../../steps/cri.ts';
import { behaviourOf } from '../images/catalog.ts';
import { isInstalled, notInstalled } from '../images/installed.ts';
import { filled, writesNext, writtenBy } from '../images/output.ts';
import type { Program } from '../images/program.ts';
import { PLAIN_DOLLAR, splitWords } from '../images/script.ts';
import {
  isLive,
  isShell,
  type Outcome,
  readsCommands,
  readsInput,
  runScript,
  runWords,
  scriptOf,
} from '../images/shell.ts';
import { type ChannelFrame, type Channels, CLOSE, ERROR, STDERR, STDIN, STDOUT } from '../ports/channels.ts';
import type { ExecResult, ProcessFacts, RuntimeError } from '../ports/cri.ts';
import { tar } from './archive.ts';
import type { Container } from './container.ts';
import { factsOf, filesOf, insideOf } from './container-files.ts';
import { fillingOf, logLines, nextLine } from './container-log.ts';
import { randomHex64 } from './image-store.ts';
import { isAsking, runLive, runLiveUpTo, type Surroundings } from './live.ts';
import { hasEnded, surroundingsOf, type Ways } from './surroundings.ts';
import { echoed, promptOf } from './terminal.ts';

export interface Execution {
  readonly container: Container;
  readonly command: readonly string[];
  readonly facts: ProcessFacts;
  readonly tty: boolean;
  readonly ways: Ways;
}

/** The program is not in the image. Models github.com/opencontainers/runc libcontainer (v1.36) */
export function missingProgram(image: string, command: readonly string[], random: Random): string | undefined {
  const [name = ''] = command;
  const behaviour = behaviourOf(image);
  const known = behaviour === undefined || behaviour.shell;
  if (known && baseOf(name) === 'tar') return undefined;
  if (isAsking(name) && isInstalled(behaviour, name)) return undefined;
  const outcome = known ? runWords(command, { image: behaviour, unknown: 'is missing' }) : undefined;
  if (outcome !== undefined && !(outcome.unknown && (!isShell(name) || !isInstalled(behaviour, name))))
    return undefined;
  return notStarted(name, random);
}

function notStarted(program: string, random: Random): string {
  return `failed to exec in container: failed to start exec "${randomHex64(random)}": OCI runtime exec failed: exec failed: unable to start container process: ${notInstalled(program)}`;
}

/** Runs the command and tells how it ended. */
export function* execute(ctx: Context, far: Channels, execution: Execution): Process<void> {
  const { command, container } = execution;
  const isInteractive = isShell(command[0]) && scriptOf(command) === undefined;
  const archive = tarWords(command);
  const code = isInteractive
    ? yield* converse(ctx, far, execution)
    : isLive(command)
      ? yield* playLive(ctx, far, execution)
      : isEcho(command)
        ? yield* repeatInput(ctx, far)
        : archive !== undefined
          ? yield* tar(
              ctx,
              far,
              archive,
              filesOf(container, () => ctx.now),
              fillingOf(container, execution.facts),
            )
          : yield* play(ctx, far, execution, yield* runWithInput(far, execution));
  const { name } = container.view.config;
  const ended = ctx.step(kinds.execEnded, container.subject, { container: name, exitCode: code });
  far.send(ended, ERROR, String(code));
  far.stop();
}

/** A command whose end depends on what it finds. */
function* playLive(ctx: Context, far: Channels, { container, command, facts, tty, ways }: Execution): Process<number> {
  const write: Surroundings['write'] = (at, stream, text) =>
    far.send(at, stream === 'stderr' && !tty ? STDERR : STDOUT, tty ? text.replaceAll('\n', '\r\n') : text);
  const at = { ...surroundingsOf(container, ways, facts), write, isOver: () => far.isOver || hasEnded(container) };
  return (yield* runLive(ctx, at, command)).exitCode;
}

/** A command beside the first process, to its end; undefined: it was not over in time, or the container ended. */
export function* runAside(
  ctx: Context,
  container: Container,
  command: readonly string[],
  ways: Ways,
  random: Random,
  micros: number | undefined,
): Process<ExecResult | RuntimeError | undefined> {
  const { name, image } = container.view.config;
  const asked = ctx.step(kinds.exec, container.subject, { container: name, command: command.join(' ').slice(0, 120) });
  const [program = ''] = command;
  // What is installed and not modelled is taken to go well: nobody reads what it says.
  if (program !== '[' && !isInstalled(behaviourOf(image), program)) return { error: notStarted(program, random) };
  const said = { stdout: '', stderr: '' };
  let isLate = false;
  const around = surroundingsOf(container, ways, factsOf(container));
  const at: Surroundings = {
    ...around,
    inside: { ...around.inside, unknown: 'succeeds' },
    write: (_, stream, text) => {
      said[stream] += text;
    },
    isOver: () => isLate || hasEnded(container),
  };
  const ended = yield* runLiveUpTo(asked, at, command, micros);
  isLate = true;
  if (ended === undefined || hasEnded(container)) return undefined;
  const { exitCode } = ended;
  return { exitCode, ...said, ctx: ended.ctx.step(kinds.execEnded, container.subject, { container: name, exitCode }) };
}

/** What is typed is waited for where the command reads it. */
function* runWithInput(far: Channels, { command, container, ways }: Execution): Process<Outcome> {
  const input = readsInput(command) ? yield* allInput(far) : undefined;
  const files = filesOf(container, () => ways.routine.now);
  return runWords(command, insideOf(container, ways.routine.now), files, input?.replaceAll('$', PLAIN_DOLLAR));
}

/** Everything until the client has no more. */
function* allInput(far: Channels): Process<string> {
  let typed = '';
  for (;;) {
    const frame = yield* far.next();
    if (frame === undefined || frame.channel === CLOSE) return typed;
    if (frame.channel !== STDIN) continue;
    const end = frame.data.indexOf(END);
    if (end >= 0) return typed + frame.data.slice(0, end);
    typed += frame.data;
  }
}

const baseOf = (name: string): string => name.slice(name.lastIndexOf('/') + 1);

/** The arguments of a `tar`, also where a shell runs it. */
function tarWords(command: readonly string[]): readonly string[] | undefined {
  const words = splitWords(scriptOf(command) ?? '');
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
  const isShellOpen = readsCommands(behaviourOf(image), command);
  if (stdin === true && (isShellOpen || readsInput(command))) {
    const code = isShellOpen
      ? yield* converse(ctx, far, execution)
      : yield* play(ctx, far, execution, yield* runWithInput(far, execution));
    const ended = ctx.step(kinds.execEnded, container.subject, {
      container: container.view.config.name,
      exitCode: code,
    });
    if (code !== KILLED) left(ended, code);
    far.send(ended, ERROR, GONE);
    far.stop();
    return;
  }
  let told = ctx.now;
  while (!far.isOver && container.view.state === 'running') {
    const next = nextLine(container, told) ?? told + LOOK_MICROS;
    yield* within(ctx, Math.min(next - told, LOOK_MICROS), far.arrival, true);
    for (const { stream, text } of logLines(container, facts, told, ctx.now)) {
      far.send(ctx, stream === 'stderr' ? STDERR : STDOUT, text);
    }
    told = ctx.now;
  }
  far.send(ctx, ERROR, GONE);
  far.stop();
}

/** Who is attached is not told how the process ended. */
const GONE = '0';

/** How often it is looked whether the process still runs. */
const LOOK_MICROS = 1_000_000;

function isEcho(command: readonly string[]): boolean {
  return command.length === 1 && (command[0] === 'cat' || command[0] === '/bin/cat');
}

/** Writes what a command writes, when it writes it. The result is the exit code. */
function* play(ctx: Context, far: Channels, execution: Execution, outcome: Outcome): Process<number> {
  const filling = fillingOf(execution.container, execution.facts);
  for (const use of outcome.uses) execution.ways.used(ctx, execution.container, use);
  const program = programOf(outcome);
  const start = ctx.now;
  const end = outcome.micros === undefined ? undefined : start + outcome.micros;
  let told = start - 1;
  for (;;) {
    for (const { time, stream, text } of writtenBy(program, start, told, ctx.now)) {
      const data = filled(text, filling, time);
      const channel = stream === 'stderr' && !execution.tty ? STDERR : STDOUT;
      far.send(ctx, channel, execution.tty ? data.replaceAll('\n', '\r\n') : data);
    }
    told = ctx.now;
    if (end !== undefined && told >= end) return outcome.exitCode;
    const next = writesNext(program, start, told) ?? end;
    const frame = yield* heard(ctx, far, next === undefined ? undefined : next - told);
    if (frame === undefined) return KILLED;
    if (frame !== TIMED_OUT && execution.tty && frame.channel === STDIN && frame.data.includes(INTERRUPT)) return 130;
  }
}

function programOf({ micros, exitCode, output, repeats, serves }: Outcome): Program {
  return {
    runMicros: micros,
    exitCode,
    onTerm: undefined,
    servesPort: serves,
    readyAfterMicros: 0,
    note: undefined,
    output,
    repeats,
  };
}

const KILLED = 137;
/** Ctrl+C and Ctrl+D on a terminal. */
const INTERRUPT = '\u0003';
const END = '\u0004';

/** What the client sends next, or that the time is up; undefined when it has hung up. */
function* heard(
  ctx: Context,
  far: Channels,
  micros: number | undefined,
): Process<ChannelFrame | undefined | typeof TIMED_OUT> {
  const arrived = far.tryNext();
  if (arrived !== undefined) return arrived;
  if (far.isOver) return undefined;
  if (micros === undefined) return yield* far.next();
  return yield* within<ChannelFrame | undefined>(ctx, micros, far.arrival, micros > LONG);
}

/** Whoever waits longer than this does not keep the cluster from being at rest. */
const LONG = 60_000_000;

/** A shell that reads commands: line by line, until there is no more or it is told to leave. */
function* converse(ctx: Context, far: Channels, execution: Execution): Process<number> {
  let pending = '';
  let code = 0;
  let isAtEnd = false;
  const asked = promptOf(execution.container.view.config.image, execution.command[0] ?? '', execution.facts.hostname);
  const prompt = (): void => (execution.tty ? far.send(ctx, STDOUT, asked) : undefined);
  prompt();
  for (;;) {
    const end = pending.search(/[\r\n]/);
    if (end >= 0 || (isAtEnd && pending !== '')) {
      const line = end < 0 ? pending : pending.slice(0, end);
      pending = end < 0 ? '' : pending.slice(end + 1);
      const files = filesOf(execution.container, () => ctx.now);
      const outcome = runScript(line, insideOf(execution.container, execution.ways.routine.now), files);
      code = yield* play(ctx, far, execution, outcome);
      if (outcome.exits) return code;
      prompt();
      continue;
    }
    if (isAtEnd) return code;
    const frame = yield* far.next();
    if (frame === undefined) return KILLED;
    if (frame.channel === CLOSE) isAtEnd = true;
    if (frame.channel !== STDIN) continue;
    if (frame.data.includes(END)) isAtEnd = true;
    const typed = frame.data.replaceAll(END, '');
    if (execution.tty) far.send(ctx, STDOUT, echoed(typed));
    pending += typed;
  }
}

/** `cat` without a file. */
function* repeatInput(ctx: Context, far: Channels): Process<number> {
  for (;;) {
    const frame = yield* far.next();
    if (frame === undefined) return KILLED;
    if (frame.channel === CLOSE) return 0;
    if (frame.channel === STDIN) far.send(ctx, STDOUT, frame.data);
  }
}
