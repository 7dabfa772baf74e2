// Models busybox ash where what happens depends on what is found: answers of the network, conditions, loops (v1.36)

import { type Context, Deferred, type Process, TIMED_OUT, type Wait, within } from '../../engine/index.ts';
import type { Files } from '../images/files.ts';
import { isInstalled } from '../images/installed.ts';
import { environment, type Filling, filled } from '../images/output.ts';
import type { Use } from '../images/program.ts';
import { PLAIN_DOLLAR, parseScript, type ScriptCommand } from '../images/script.ts';
import { baseOf, ends, type Inside, isShell, type Outcome, redirected, runWords, scriptOf } from '../images/shell.ts';
import { functionsOf, withoutFunctions } from '../images/traps.ts';
import type { NetworkTool, ToolUser } from '../ports/cri.ts';
import { type Block, blocks, type Chained } from './blocks.ts';
import { fieldsOf, type Scope, textOf } from './expansion.ts';
import { either, firstPlace, readTail } from './following.ts';

const SECOND = 1_000_000;
/** What takes longer does not keep the cluster from being at rest. */
const STORY = 10 * SECOND;
/** A loop without a pause would ask more than anybody could follow. */
const SHORTEST_ROUND = SECOND;
const ASKING: ReadonlySet<string> = new Set(['wget', 'curl', 'nc', 'nslookup', 'ip', 'getent']);

/** Whether a program asks the network. */
function isAsking(program: string): boolean {
  return ASKING.has(baseOf(program));
}

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
  /** Tells the first process to end, by a signal like TERM. */
  signal(ctx: Context, signal: string): void;
}

export interface Ended {
  readonly exitCode: number;
  /** What follows from its end. */
  readonly ctx: Context;
}

/** Runs a command, or the script of a shell, to its end. `input`: what it reads. */
export function* runLive(ctx: Context, at: Surroundings, words: readonly string[], input?: string): Process<Ended> {
  const run = new LiveRun(ctx, at, input);
  const script = scriptOf(words);
  if (isShell(words[0]) && script !== undefined) yield* run.shell(words, script);
  else yield* run.run(words);
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

/** A shell, or one command, that lives as long as somebody lets it. */
export class LiveRun {
  code = 0;
  private exits = false;
  private endsOnError = false;
  /** Of scripts within scripts. */
  private depth = 0;
  private isLost = false;
  private readonly begun: number;
  private readonly variables = new Map<string, string>();
  /** Those that commands are told of. */
  private readonly exported = new Set<string>();
  private readonly functions = new Map<string, string>();
  private readonly scope: Scope;
  private parameters: readonly string[] = ['sh'];
  /** Where output is kept while a pipe or a substitution wants it. */
  private kept: string | undefined;

  constructor(
    public ctx: Context,
    private readonly at: Surroundings,
    /** What the first command that reads gets. */
    private given?: string,
  ) {
    this.begun = ctx.now;
    this.scope = {
      files: at.files,
      valueOf: (name) => this.valueOf(name),
      assign: (name, value) => this.variables.set(name, value),
      said: (text) => this.saidBy(text),
    };
  }

  /** It was told to end. */
  get hasLeft(): boolean {
    return this.exits || this.isLost;
  }

  private get isDone(): boolean {
    return this.exits || this.isLost || this.at.isOver();
  }

  /** `sh -c SCRIPT NAME PARAMETER…` */
  *shell(words: readonly string[], script: string): Process {
    const at = words.indexOf(script);
    this.parameters = at + 1 < words.length ? words.slice(at + 1) : ['sh'];
    this.endsOnError = words.slice(1, at).some((word) => /^-\w*e/.test(word));
    yield* this.script(script);
  }

  *script(text: string): Process {
    if (this.depth === DEEPEST) {
      this.code = 2;
      this.isLost = true;
      return;
    }
    this.depth += 1;
    if (text.includes('()')) for (const [name, body] of functionsOf(text)) this.functions.set(name, body);
    yield* this.list(blocks(parseScript(withoutFunctions(text), true)));
    this.depth -= 1;
  }

  /** A command as it is, without a shell that puts anything in. */
  *run(words: readonly string[]): Process {
    const plain = words.map((word) => word.replaceAll('$', PLAIN_DOLLAR));
    yield* this.end({ after: ';', words, stdout: 'stdout', stderr: 'stderr' }, plain, this.taken());
  }

  private taken(): string | undefined {
    const { given } = this;
    this.given = undefined;
    return given;
  }

  private *list(items: readonly Chained[], isCondition = false): Process {
    for (const [index, { after, block }] of items.entries()) {
      if (this.isDone) return;
      if ((after === '&&' && this.code !== 0) || (after === '||' && this.code === 0)) continue;
      yield* this.block(block);
      const next = items[index + 1]?.after;
      const isLooked = isCondition || next === '&&' || next === '||';
      if (this.endsOnError && !isLooked && this.code !== 0) this.exits = true;
    }
  }

  private *block(block: Block): Process {
    switch (block.kind) {
      case 'pipe':
        return yield* this.pipe(block.commands);
      case 'if': {
        yield* this.list(block.condition, true);
        const next = this.code === 0 ? block.chosen : block.otherwise;
        this.code = 0;
        return yield* this.list(next);
      }
      case 'for':
        for (const word of block.values) {
          for (const value of counted(word) ?? (yield* fieldsOf(word, this.scope))) {
            if (this.isDone) return;
            this.variables.set(block.name, value);
            yield* this.list(block.body);
          }
        }
        return;
      default:
        return yield* this.loop(block);
    }
  }

  private *loop({ kind, condition, body }: Extract<Block, { kind: 'while' | 'until' }>): Process {
    for (;;) {
      const from = this.ctx.now;
      yield* this.list(condition, true);
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
      if (!isLast) input = (this.kept ?? '').replaceAll('$', PLAIN_DOLLAR);
    }
  }

  private *command(command: ScriptCommand, input?: string): Process {
    const assigned: (readonly [name: string, value: string])[] = [];
    const words: string[] = [];
    for (const word of command.words) {
      const [, name, value = ''] = words.length > 0 ? [] : (ASSIGNMENT.exec(word) ?? []);
      if (name === undefined) words.push(...(yield* fieldsOf(word, this.scope)));
      else assigned.push([name, yield* textOf(value, this.scope)]);
    }
    const before = assigned.map(([name]) => [name, this.variables.get(name)] as const);
    for (const [name, value] of assigned) this.variables.set(name, value);
    if (words.length === 0) {
      this.code = command.words.some((word) => word.includes('$(')) ? this.code : 0;
      return;
    }
    const told = assigned.filter(([name]) => !this.exported.has(name));
    for (const [name] of told) this.exported.add(name);
    const { into, from } = command;
    const path = into === undefined ? undefined : yield* textOf(into.path, this.scope);
    const read = from === undefined ? undefined : yield* textOf(from, this.scope);
    const named = into === undefined || path === undefined ? command : { ...command, into: { ...into, path } };
    if (read !== undefined && this.at.files.read(read) === undefined) this.refuse(read);
    else
      yield* this.end(
        named,
        words,
        input ?? (read === undefined ? this.taken() : this.at.files.text(read)?.replaceAll('$', PLAIN_DOLLAR)),
      );
    for (const [name] of told) this.exported.delete(name);
    for (const [name, value] of before) {
      if (value === undefined) this.variables.delete(name);
      else this.variables.set(name, value);
    }
  }

  private refuse(path: string): void {
    this.at.write(this.ctx, 'stderr', `sh: can't open ${path}: no such file\n`);
    this.code = 1;
  }

  /** Runs one command to its end. */
  private *end(command: ScriptCommand, words: readonly string[], input: string | undefined): Process {
    const outcome = redirected(yield* this.outcome(words, input), command, this.at.files);
    yield* this.play(outcome);
    this.code = outcome.exitCode;
    this.exits ||= outcome.exits;
  }

  /** What the shell itself does. */
  private builtIn([name = '', ...args]: readonly string[]): Outcome | undefined {
    switch (name) {
      case 'exit':
        return ends(0, args[0] === undefined ? this.code : Number(args[0]) & 255, { exits: true });
      case 'export':
        for (const word of args) {
          const [, variable = word, value] = ASSIGNMENT.exec(word) ?? [];
          if (value !== undefined) this.variables.set(variable, value);
          this.exported.add(variable);
        }
        return ends(0, 0);
      // What ran beside it has ended: nothing does.
      case 'wait':
        return ends(0, 0);
      case 'unset':
        for (const word of args) this.variables.delete(word);
        return ends(0, 0);
      case 'set':
        for (const word of args) if (/^[-+]\w*e/.test(word)) this.endsOnError = word.startsWith('-');
        return ends(0, 0);
      case 'kill':
      case 'pkill':
      case 'killall':
        return this.kill(name, args);
      case 'nginx':
        if (args[0] !== '-s' || !this.at.inside.serves) return undefined;
        if (args[1] === 'stop' || args[1] === 'quit') this.at.signal(this.ctx, 'QUIT');
        return ends(0, 0);
      default:
        return undefined;
    }
  }

  /** Of processes the first one is known, and the one that asks. */
  private kill(tool: string, args: readonly string[]): Outcome {
    const signal = (args.find((word) => word.startsWith('-')) ?? '-TERM').replace(/^-(?:SIG|s$)?/, '');
    const [target = ''] = args.filter((word) => !word.startsWith('-'));
    const { command } = this.at.filling();
    const isFirst =
      tool === 'kill' ? target === '1' : command.split(/\s+/).some((word) => baseOf(word).startsWith(target));
    if (isFirst) {
      if (signal !== '0') this.at.signal(this.ctx, SIGNALS[signal] ?? signal);
      return ends(0, 0);
    }
    const text =
      tool === 'kill' ? `sh: can't kill pid ${target}: No such process\n` : `killall: ${target}: no process killed\n`;
    return ends(0, 1, { output: tool === 'pkill' ? [] : [{ at: 0, stream: 'stderr', text }] });
  }

  /** A script in a file, by its own name or given to a shell; undefined: there is none. */
  private *ofFile(words: readonly string[]): Process<Outcome | undefined> {
    const [first = ''] = words;
    const { files, inside } = this.at;
    const at = isShell(first) ? words.findIndex((word, index) => index > 0 && !word.startsWith('-')) : 0;
    const path = words[at];
    if (path === undefined || (at === 0 && (!path.includes('/') || isInstalled(inside.image, path)))) return undefined;
    const text = files.read(path);
    if (text === undefined && at === 0) return undefined;
    const fails = (code: number, why: string): Outcome =>
      ends(0, code, { output: [{ at: 0, stream: 'stderr', text: `sh: ${why}\n` }] });
    if (text === undefined) return fails(2, `can't open '${path}': No such file or directory`);
    if (at === 0 && (files.modeOf(path) & 0o111) === 0) return fails(126, `${path}: Permission denied`);
    const { parameters, exits, endsOnError } = this;
    this.parameters = words.slice(at);
    this.endsOnError = /^#!.*\s-\w*e/.test(text);
    const lines = text.replaceAll(PLAIN_DOLLAR, '$').replace(/^#!.*\n/, '');
    yield* this.script(lines);
    Object.assign(this, { parameters, exits, endsOnError });
    return ends(0, this.code);
  }

  private *outcome(words: readonly string[], input: string | undefined): Process<Outcome> {
    const { tool, inside, files, host } = this.at;
    const own = this.builtIn(words);
    if (own !== undefined) return own;
    const [first = ''] = words;
    const name = baseOf(first);
    const script = scriptOf(words);
    if (isShell(first) && script !== undefined) {
      yield* this.script(script);
      this.exits = false;
      return ends(0, this.code);
    }
    const body = this.functions.get(first);
    if (body !== undefined) {
      const { parameters } = this;
      this.parameters = [parameters[0] ?? 'sh', ...words.slice(1)];
      yield* this.script(body);
      this.parameters = parameters;
      return ends(0, this.code);
    }
    const ofFile = yield* this.ofFile(words);
    if (ofFile !== undefined) return ofFile;
    if (name === 'tail' && words.some((word) => /^-\w*[fF]/.test(word))) return yield* this.follow(words.slice(1));
    if (tool === undefined || !isAsking(first) || !isInstalled(inside.image, first))
      return runWords(words, inside, files, input);
    const filling = this.filling();
    const asked = words.map((word) => filled(word, filling, this.ctx.now));
    const { stdout, stderr, code, ctx, saved } = yield* tool(this.ctx, host, [name, ...asked.slice(1)], this.user);
    this.ctx = ctx;
    if (saved !== undefined) files.write(saved.path, saved.text.replaceAll('$', PLAIN_DOLLAR), false);
    const output: Outcome['output'] = [
      { at: 0, stream: 'stderr', text: stderr.replaceAll('$', PLAIN_DOLLAR) },
      { at: 0, stream: 'stdout', text: stdout.replaceAll('$', PLAIN_DOLLAR) },
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
    yield* within(this.ctx, micros, this.at.over, isRoutine);
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

  /** A tool that goes on writes as it goes. */
  private get user(): ToolUser {
    return {
      write: (ctx, text) => {
        this.ctx = ctx;
        this.say(text.replaceAll('$', PLAIN_DOLLAR));
      },
      over: this.at.over,
      isOver: () => this.at.isOver(),
    };
  }

  private say(text: string): void {
    const whole = filled(text, this.filling(), this.ctx.now);
    if (this.kept === undefined) this.at.write(this.ctx, 'stdout', whole);
    else this.kept += whole;
  }

  private filling(): Filling {
    const filling = this.at.filling();
    const known = new Set([...this.exported, ...environment(filling).map(([name]) => name)]);
    const own = [...this.variables].filter(([name]) => known.has(name));
    return own.length === 0 ? filling : { ...filling, variables: [...filling.variables, ...own] };
  }

  private valueOf(name: string): string | undefined {
    const { parameters } = this;
    if (name === '?') return String(this.code);
    if (name === '#') return String(parameters.length - 1);
    if (name === '@' || name === '*') return parameters.slice(1).join(' ');
    if (name === '$') return SHELL_PROCESS;
    if (/^\d+$/.test(name)) return parameters[Number(name)];
    if (name === 'PWD') return this.at.files.folder;
    return this.variables.get(name) ?? environment(this.at.filling()).findLast(([known]) => known === name)?.[1];
  }

  /** What commands say, for `$(…)`: they change nothing of this shell. */
  private *saidBy(script: string): Process<string> {
    const { kept: before, exits } = this;
    const { folder } = this.at.files;
    this.kept = '';
    yield* this.list(blocks(parseScript(script, true)));
    const said = this.kept ?? '';
    this.kept = before;
    this.exits = exits;
    this.at.files.enter(folder);
    return said;
  }
}

const ASSIGNMENT = /^(\w+)=([\s\S]*)$/;
/** A script that calls itself without end comes to one here. */
const DEEPEST = 64;
/** The number of a process beside the first one. */
const SHELL_PROCESS = '7';
const SIGNALS: { readonly [number: string]: string } = { 2: 'INT', 3: 'QUIT', 9: 'KILL', 15: 'TERM', 28: 'WINCH' };
const MOST_TURNS = 1000;

/** `{1..3}`, which only some shells count. */
function counted(word: string): readonly string[] | undefined {
  const range = /^\{(\d+)\.\.(\d+)\}$/.exec(word);
  if (range === null) return undefined;
  const first = Number(range[1]);
  const count = Math.min(MOST_TURNS, Math.max(0, Number(range[2]) - first + 1));
  return Array.from({ length: count }, (_, at) => String(first + at));
}
