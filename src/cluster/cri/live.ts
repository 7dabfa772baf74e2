// Models busybox ash where what happens depends on what is found: answers of the network, conditions, loops (v1.36)

import { type Context, Deferred, type Process, TIMED_OUT, type Wait, within } from '../../engine/index.ts';
import type { Files } from '../images/files.ts';
import { isInstalled } from '../images/installed.ts';
import { type Filling, filled } from '../images/output.ts';
import type { Use } from '../images/program.ts';
import { PLAIN_DOLLAR, parseScript, type ScriptCommand } from '../images/script.ts';
import { ends, type Inside, isShell, type Outcome, redirected, runWords, scriptOf } from '../images/shell.ts';
import { withoutFunctions } from '../images/traps.ts';
import type { NetworkTool } from '../ports/cri.ts';
import { arithmetic } from './arithmetic.ts';
import { type Block, blocks, type Chained } from './blocks.ts';
import { either, firstPlace, readTail } from './following.ts';

const SECOND = 1_000_000;
/** What takes longer does not keep the cluster from being at rest. */
const STORY = 10 * SECOND;
/** A loop without a pause would ask more than anybody could follow. */
const SHORTEST_ROUND = SECOND;
const ASKING: ReadonlySet<string> = new Set(['wget', 'curl', 'nc', 'nslookup']);

/** Whether a program asks the network. */
export function isAsking(program: string): boolean {
  return ASKING.has(program.slice(program.lastIndexOf('/') + 1));
}

const READING: ReadonlySet<string> = new Set(['cat', 'grep', 'head', 'ls', 'sort', 'tail', 'wc']);

/** Where a script runs. */
export interface Surroundings {
  readonly host: string;
  readonly inside: Inside;
  readonly files: Files;
  readonly tool: NetworkTool | undefined;
  /** Comes when the process is to end. */
  readonly over: Wait;
  isOver(): boolean;
  filling(): Filling;
  /** What is not part of the story any more follows from here. */
  readonly routine: Context;
  write(ctx: Context, stream: 'stdout' | 'stderr', text: string): void;
  /** A server has begun to listen. */
  serve(ctx: Context, port: number): void;
  /** Takes memory or disk of the machine. */
  use(ctx: Context, use: Use): void;
}

export interface Ended {
  readonly exitCode: number;
  /** What follows from its end. */
  readonly ctx: Context;
}

/** Runs a command, or the script of a shell, to its end. */
export function* runLive(ctx: Context, at: Surroundings, words: readonly string[]): Process<Ended> {
  const run = new LiveRun(ctx, at);
  const script = scriptOf(words);
  if (isShell(words[0]) && script !== undefined) yield* run.list(blocks(parseScript(withoutFunctions(script))));
  else yield* run.command({ after: ';', words, stdout: 'stdout', stderr: 'stderr' });
  return { exitCode: run.code, ctx: run.ctx };
}

/** The same beside the caller, who waits that long for its end; undefined: it goes on after that. */
export function* runLiveUpTo(
  ctx: Context,
  at: Surroundings,
  words: readonly string[],
  micros: number | undefined,
): Process<Ended | undefined> {
  const end = new Deferred<Ended>();
  function* run(): Process {
    end.resolve(yield* runLive(ctx, at, words));
  }
  ctx.engine.spawn(run());
  if (micros === undefined) return yield* end.wait();
  const ended = yield* within<Ended>(ctx, micros, end);
  return ended === TIMED_OUT ? undefined : ended;
}

class LiveRun {
  code = 0;
  private exits = false;
  private readonly begun: number;
  private readonly variables = new Map<string, string>();
  /** Where output is kept while a pipe or a substitution wants it. */
  private kept: string | undefined;

  constructor(
    public ctx: Context,
    private readonly at: Surroundings,
  ) {
    this.begun = ctx.now;
  }

  private get isDone(): boolean {
    return this.exits || this.at.isOver();
  }

  *list(items: readonly Chained[]): Process {
    for (const { after, block } of items) {
      if (this.isDone) return;
      if ((after === '&&' && this.code !== 0) || (after === '||' && this.code === 0)) continue;
      yield* this.block(block);
    }
  }

  private *block(block: Block): Process {
    switch (block.kind) {
      case 'pipe':
        return yield* this.pipe(block.commands);
      case 'if': {
        yield* this.list(block.condition);
        const next = this.code === 0 ? block.chosen : block.otherwise;
        this.code = 0;
        return yield* this.list(next);
      }
      case 'for':
        for (const value of block.values.flatMap((word) => valuesOf(this.expanded(word)))) {
          if (this.isDone) return;
          this.variables.set(block.name, value);
          yield* this.list(block.body);
        }
        return;
      default:
        return yield* this.loop(block);
    }
  }

  private *loop({ kind, condition, body }: Extract<Block, { kind: 'while' | 'until' }>): Process {
    for (;;) {
      const from = this.ctx.now;
      yield* this.list(condition);
      if (this.isDone) return;
      if ((this.code === 0) !== (kind === 'while')) {
        this.code = 0;
        return;
      }
      yield* this.list(body);
      if (this.isDone) return;
      const rest = SHORTEST_ROUND - (this.ctx.now - from);
      if (rest > 0) yield* this.pause(rest);
    }
  }

  private *pipe(commands: readonly ScriptCommand[]): Process {
    let input: string | undefined;
    const before = this.kept;
    for (const [index, command] of commands.entries()) {
      if (this.isDone) return;
      const isLast = index === commands.length - 1;
      this.kept = isLast ? before : '';
      yield* this.command(command, input);
      if (!isLast) input = this.kept;
    }
  }

  *command(command: ScriptCommand, input?: string): Process {
    const words: string[] = [];
    for (const word of command.words) {
      const substituted = yield* this.substituted(word);
      words.push(this.expanded(substituted));
    }
    const [first = ''] = words;
    const assigned = /^(\w+)=([\s\S]*)$/.exec(first);
    if (assigned !== null && words.length === 1) {
      this.variables.set(assigned[1] as string, filled(assigned[2] as string, this.filling(), this.ctx.now));
      this.code = 0;
      return;
    }
    const given = input ?? (command.from === undefined ? undefined : this.at.files.read(command.from));
    const outcome = redirected(yield* this.outcome(words, given), command, this.at.files);
    yield* this.play(outcome);
    this.code = outcome.exitCode;
    this.exits ||= outcome.exits;
  }

  private *outcome(words: readonly string[], input: string | undefined): Process<Outcome> {
    const { tool, inside, files, host } = this.at;
    const [first = ''] = words;
    const name = first.slice(first.lastIndexOf('/') + 1);
    const script = scriptOf(words);
    if (isShell(first) && script !== undefined) {
      yield* this.list(blocks(parseScript(script)));
      this.exits = false;
      return ends(0, this.code);
    }
    if (name === 'tail' && words.some((word) => /^-\w*[fF]/.test(word))) return yield* this.follow(words.slice(1));
    if (tool === undefined || !isAsking(first) || !isInstalled(inside.image, first))
      return runWords(words, inside, files, input);
    const filling = this.filling();
    const asked = words.map((word) => filled(word, filling, this.ctx.now));
    const { stdout, stderr, code, ctx, saved } = yield* tool(this.ctx, host, [name, ...asked.slice(1)]);
    this.ctx = ctx;
    if (saved !== undefined) files.write(saved.path, saved.text.replaceAll('$', PLAIN_DOLLAR), false);
    const output: Outcome['output'] = [
      { at: 0, stream: 'stderr', text: stderr },
      { at: 0, stream: 'stdout', text: stdout },
    ];
    return ends(0, code, { output: output.filter(({ text }) => text !== '') });
  }

  private *play({ micros, output, uses, serves }: Outcome): Process {
    let passed = 0;
    if (serves !== undefined) this.at.serve(this.ctx, serves);
    for (const use of uses) this.at.use(this.ctx, use);
    for (const { at, stream, text } of output) {
      if (at > passed) yield* this.pause(at - passed);
      passed = Math.max(passed, at);
      if (this.at.isOver()) return;
      if (stream === 'stdout') this.say(text);
      else this.at.write(this.ctx, stream, filled(text, this.filling(), this.ctx.now));
    }
    if (micros === undefined) yield* this.pause(undefined);
    else if (micros > passed) yield* this.pause(micros - passed);
  }

  /** Until the time is up or the process is to end; without a time, the latter alone. */
  private *pause(micros: number | undefined): Process {
    if (this.at.isOver()) return;
    if (micros === undefined) {
      yield this.at.over;
      return;
    }
    const isRoutine = this.ctx.now - this.begun + micros > STORY;
    if (isRoutine) this.ctx = this.at.routine;
    const outcome = yield* within(this.ctx, micros, this.at.over, isRoutine);
    if (outcome !== TIMED_OUT) this.exits = true;
  }

  /** What a file holds and what is added to it, for as long as it runs. */
  private *follow(args: readonly string[]): Process<Outcome> {
    const { files, over } = this.at;
    const { path, isRetried, lines } = readTail(args);
    let told: number | undefined;
    while (!this.isDone) {
      const text = files.read(path);
      const { folder, length } = files.growthOf(path);
      if (text === undefined && told === undefined) {
        const error = `tail: can't open '${path}': No such file or directory\n`;
        this.at.write(this.ctx, 'stderr', isRetried ? error : `${error}tail: no files\n`);
        if (!isRetried) return ends(0, 1);
      }
      const from = Math.min(told ?? firstPlace(text ?? '', lines), length);
      if (text !== undefined && length > from) this.say(text.slice(text.length - (length - from)));
      told = length;
      yield either(folder.changed, over);
    }
    return ends(0, 0);
  }

  private say(text: string): void {
    const whole = filled(text, this.filling(), this.ctx.now);
    if (this.kept === undefined) this.at.write(this.ctx, 'stdout', whole);
    else this.kept += whole;
  }

  private filling(): Filling {
    const filling = this.at.filling();
    return { ...filling, variables: [...filling.variables, ...this.variables] };
  }

  private expanded(word: string): string {
    const counted = word.includes('$((')
      ? word.replace(/\$\(\((.*?)\)\)(?!\))/g, (_, text: string) =>
          String(arithmetic(text, (name) => this.variables.get(name))),
        )
      : word;
    return counted.replace(/\$(?:\{(\w+)\}|(\w+|\?))/g, (all, braced?: string, bare?: string) => {
      const name = braced ?? bare ?? '';
      return name === '?' ? String(this.code) : (this.variables.get(name) ?? all);
    });
  }

  /** `$(…)` around something that asks the network, or reads files. */
  private *substituted(word: string): Process<string> {
    const found = /\$\(([^)]*)\)/.exec(word);
    const script = found?.[1] ?? '';
    const tool = script.trim().split(/\s+/, 1)[0] ?? '';
    if (found === null || !(isAsking(tool) || READING.has(tool))) return word;
    const before = this.kept;
    this.kept = '';
    yield* this.list(blocks(parseScript(script)));
    const said = (this.kept ?? '').replace(/\n+$/, '');
    this.kept = before;
    return `${word.slice(0, found.index)}${said}${word.slice(found.index + found[0].length)}`;
  }
}

const MOST_TURNS = 1000;

/** The words of a list; `$(seq 1 3)` and `{1..3}` are counted. */
function valuesOf(word: string): readonly string[] {
  const range = /^\$\(seq\s+(?:(\d+)\s+)?(\d+)\)$|^\{(\d+)\.\.(\d+)\}$/.exec(word);
  if (range === null) return word.split(/\s+/).filter((each) => each !== '');
  const first = Number(range[1] ?? range[3] ?? 1);
  const count = Math.min(MOST_TURNS, Math.max(0, Number(range[2] ?? range[4]) - first + 1));
  return Array.from({ length: count }, (_, at) => String(first + at));
}
