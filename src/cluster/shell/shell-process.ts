// Models busybox ash where a process meets its surroundings: what it reads, writes, asks and waits for (v1.36)

import { fnv1a } from '../../base/bytes/hash.ts';
import { type Micros, SECOND } from '../../base/time/units.ts';
import { type Context, type Process, type Wait, within } from '../../engine/index.ts';
import type { NetworkTool, ToolUser } from '../ports/cri.ts';
import type { Around } from '../tools/around.ts';
import type { Files } from '../tools/files/files.ts';
import { ends, type Outcome, type Use } from '../tools/outcome.ts';
import { baseOf } from '../tools/told.ts';
import { isTalking, readsInput } from './commands.ts';
import { type Scope, textOf } from './expansion.ts';
import { ALL_THERE_IS, type Flood, floodOf, isEndless, roomFor, turned } from './floods.ts';
import { Flow } from './flows.ts';
import { either, firstPlace, readTail } from './following.ts';
import type { Inside } from './run-tool.ts';
import { ShellState } from './shell-state.ts';
import { isDevice, type Sink, sinkOfDevice } from './sinks.ts';
import type { Commands, Redirect } from './syntax.ts';

/** What takes longer does not keep the cluster from being at rest: one command after the other, or a loop that may have no end. */
const STORY = 60 * SECOND;
const STORY_OF_A_LOOP = 10 * SECOND;
const USUAL_STORY = { once: STORY, loop: STORY_OF_A_LOOP };
/** Of a redirect: standard output and errors. */
const BOTH = 12;

/** Where a script runs. */
export interface Surroundings {
  readonly host: string;
  readonly image: string;
  readonly inside: Inside;
  readonly files: Files;
  readonly tool: NetworkTool | undefined;
  /** Comes when the process is to end. */
  readonly over: Wait;
  isOver(): boolean;
  /** The same for what runs beside it, which nobody interrupts. */
  readonly alone: { readonly over: Wait; isOver(): boolean };
  /** What its process is told of where it runs. */
  around(): Around;
  /** What is not part of the story any more follows from here. */
  readonly routine: Context;
  write(ctx: Context, stream: 'stdout' | 'stderr', text: string): void;
  /** To the log of the container, whoever writes. */
  log(ctx: Context, stream: 'stdout' | 'stderr', text: string): void;
  /** A server has begun to listen. */
  serve(ctx: Context, port: number): void;
  /** Takes memory or disk of the machine. */
  use(ctx: Context, use: Use): void;
  /** Tells a first process something, by a signal like TERM. */
  signal(ctx: Context, signal: string, pid: number): void;
  /** How long what it runs is a part of the story: one command after the other, and a loop that may have no end. */
  readonly story?: { readonly once: number; readonly loop: number };
  /** A program of the machine that goes on by itself and is no small tool; undefined: it has none of this name. */
  program?(name: string): Program | undefined;
  /** What a word stands for that begins a command: `alias`. */
  aliased?(name: string): readonly string[] | undefined;
}

/** How a shell starts a program that is none of its tools. */
export interface Call {
  readonly ctx: Context;
  readonly words: readonly string[];
  readonly files: Files;
  /** What is piped in, all of it; undefined: nothing is. */
  input(): Process<string | undefined>;
  /** Into what the shell has it write to: a terminal, a pipe, a file. */
  say(ctx: Context, stream: 'stdout' | 'stderr', text: string): void;
  /** What a script says, on both its outputs, in a shell beside. */
  said(ctx: Context, script: string): Process<string>;
  /** What was exported, and what was assigned before the command. */
  variable(name: string): string | undefined;
  /** Nobody reads what it writes, or it was stopped. */
  isOver(): boolean;
  readonly over: Wait;
}

export type Program = (call: Call) => Process<{ readonly code: number; readonly ctx: Context }>;

export interface Ended {
  readonly exitCode: number;
  /** What follows from its end. */
  readonly ctx: Context;
}

type Input = { text: string; bytes?: number } | Flow | undefined;

/** What a number of a process leads to: something that is read, or written to. */
type Opened = { readonly input: Input } | { readonly sink: Sink };

/** A process that is followed while it runs. */
export abstract class ShellProcess {
  protected exits = false;
  protected isLost = false;
  /** Nobody reads what it writes. */
  protected isBroken = false;
  private readonly begun: number;
  /** How often it has waited of itself. */
  protected pauses = 0;
  protected readonly scope: Scope;
  protected out: Sink = 'stdout';
  protected err: Sink = 'stderr';
  /** More than its text where `bytes` says so. */
  protected input: Input;
  /** What numbers above 2 lead to. */
  protected opened: ReadonlyMap<number, Opened> = new Map();
  /** Somebody has asked for more than there was to read. */
  hasReadAll = false;
  /** Of what looks like chance, the last number. */
  private luck = 0;
  /** The line that was read last had no end. */
  protected endsOpen = false;
  /** Who reads what a file that is followed has got. */
  protected handOn: (() => Process) | undefined;

  constructor(
    public ctx: Context,
    protected readonly at: Surroundings,
    /** What is read by who reads. */
    given?: string,
    protected state = new ShellState(),
  ) {
    this.begun = ctx.now;
    at.files.surround(() => this.around());
    this.input = given === undefined ? undefined : { text: given };
    this.scope = {
      files: at.files,
      valueOf: (name) => this.valueOf(name),
      assign: (name, value) => this.state.assign(name, value),
      parameters: () => this.state.parameters.slice(1),
      said: (body) => this.saidBy(body),
      needsValues: () => this.state.needsValues,
      keepsPatterns: () => this.state.keepsPatterns,
      burst: () => this.burst(),
      fail: (why) => {
        this.complain(`sh: ${why}`);
        this.code = this.state.isBash ? 1 : 2;
        this.exits = true;
      },
    };
  }

  private valueOf(name: string): string | undefined {
    if (name === 'PWD') return this.at.files.folder;
    const known = this.state.valueOf(name, () => this.at.around()) ?? this.ofJobs(name);
    return known === undefined && name === 'RANDOM' ? String((this.nextLuck() >>> 8) & 0x7fff) : known;
  }

  protected nextLuck(): number {
    if (this.luck === 0) this.luck = fnv1a(`${this.at.host} ${this.begun} ${this.ctx.now}`) | 1;
    this.luck = turned(this.luck);
    return this.luck;
  }

  /** What is read from a device that has no end. */
  protected deviceAt(path: string): Flood | undefined {
    return isEndless(path) ? floodOf(path, String(this.nextLuck())) : undefined;
  }

  /** It holds more than any container has memory. */
  protected burst(): void {
    if (!this.isLost) this.at.use(this.ctx, { at: 0, memory: ALL_THERE_IS });
    this.isLost = true;
  }

  /** It is within a loop of which nobody knows when it ends. */
  protected abstract readonly isRound: boolean;
  protected abstract ofJobs(name: string): string | undefined;
  protected abstract saidBy(body: Commands): Process<string>;

  get code(): number {
    return this.state.code;
  }

  set code(code: number) {
    this.state.code = code;
  }

  /** It was told to end. */
  get hasLeft(): boolean {
    return this.exits || this.isLost;
  }

  protected get isDone(): boolean {
    return this.exits || this.isLost || this.at.isOver();
  }

  /** False, and told, where one of the files cannot be opened. */
  protected *redirect(redirects: readonly Redirect[]): Process<boolean> {
    for (const { from, how, target } of redirects) {
      const text = yield* textOf(target, this.scope);
      if (how === 'text') this.open(from, { text });
      else if (how === 'line') this.open(from, { text: `${text}\n` });
      else if (how === '<' && isEndless(text)) this.open(from, this.deviceAt(text));
      else if (how === '<') {
        const found = this.at.files.text(text);
        if (found === undefined) return this.refuse(`can't open ${text}: no such file`);
        this.open(from, { text: found });
      } else if (how === 'copy') {
        if (!this.copied(from, text)) return this.refuse(`${text}: Bad file descriptor`);
      } else if (isDevice(text)) {
        this.write(from, sinkOfDevice(text, this.out, this.err));
      } else {
        const path = this.at.files.at(text);
        const problem = this.at.files.hindrance(path);
        if (problem !== undefined) return this.refuse(`can't create ${text}: ${problem}`);
        if (!this.at.files.write(path, '', how === '>>'))
          return this.refuse(`can't create ${text}: ${this.at.files.refusal(path)}`);
        this.write(from, { path, isEmpty: how === '>' });
      }
    }
    return true;
  }

  /** `>&2`, `<&3`, `3>&-`; false: the number leads nowhere. */
  private copied(to: number, from: string): boolean {
    const known = this.opened.get(Number(from));
    if (from === '-') {
      if (to === 0) this.input = { text: '' };
      else if (to > 2) this.opened = new Map([...this.opened].filter(([number]) => number !== to));
      else this.write(to, undefined);
    } else if (from === '0') this.open(to, this.input);
    else if (from === '1' || from === '2') this.write(to, from === '1' ? this.out : this.err);
    else if (known === undefined) return false;
    else if ('input' in known) this.open(to, known.input);
    else this.write(to, known.sink);
    return true;
  }

  private open(number: number, input: Input): void {
    if (number === 0) this.input = input;
    else this.opened = new Map([...this.opened, [number, { input }]]);
  }

  private write(from: number, sink: Sink): void {
    if (from > 2 && from !== BOTH) this.opened = new Map([...this.opened, [from, { sink }]]);
    if (from === 1 || from === BOTH) this.out = sink;
    if (from === 2 || from === BOTH) this.err = sink;
  }

  protected refuse(why: string): false {
    this.complain(`sh: ${why}`);
    this.code = 1;
    return false;
  }

  protected complain(line: string): void {
    this.say(this.err, this.signed(`${line}\n`));
  }

  /** A shell names itself as it was called. */
  private signed(text: string): string {
    const [name = 'sh'] = this.state.parameters;
    return name === 'sh' || !text.startsWith('sh: ') ? text : `${name}${text.slice('sh'.length)}`;
  }

  /** What is read by a command that reads. */
  protected taken(words: readonly string[]): string | undefined {
    const { input } = this;
    if (input === undefined || !(readsInput(words) || isTalking(words) || words[0] === 'xargs')) return undefined;
    const { text } = input;
    input.text = '';
    if (!(input instanceof Flow)) input.bytes = 0;
    this.hasReadAll = true;
    return text;
  }

  /** Until so many lines have come in, or no more will. */
  protected *untilThere(lines: number): Process {
    const { input } = this;
    if (!(input instanceof Flow)) return;
    while (!input.has(lines) && !this.isDone) yield either(input.changed, this.at.over);
  }

  /** The next line of what is read. */
  protected line(): string | undefined {
    const { input } = this;
    this.endsOpen = false;
    if (input === undefined || input.text === '') {
      this.hasReadAll = true;
      return undefined;
    }
    const end = input.text.indexOf('\n');
    this.endsOpen = end < 0;
    const line = end < 0 ? input.text : input.text.slice(0, end);
    input.text = end < 0 ? '' : input.text.slice(end + 1);
    return line;
  }

  protected *ask(tool: NetworkTool, words: readonly string[], input?: string): Process<Outcome> {
    const { files, host } = this.at;
    const { stdout, stderr, code, ctx, saved } = yield* tool(
      this.ctx,
      host,
      [baseOf(words[0] ?? ''), ...words.slice(1)],
      input === undefined ? this.user : { ...this.user, input },
    );
    this.ctx = ctx;
    if (saved !== undefined) files.write(saved.path, saved.text, false);
    const output: Outcome['output'] = [
      { at: 0, stream: 'stderr', text: stderr },
      { at: 0, stream: 'stdout', text: stdout },
    ];
    return ends(0, code, { output: output.filter(({ text }) => text !== '') });
  }

  protected *play({ micros, output, uses, serves, floods }: Outcome): Process {
    let passed = 0;
    if (serves !== undefined) this.at.serve(this.ctx, serves);
    // At one moment it speaks first.
    for (const each of uses.length === 0 ? output : [...output, ...uses].sort((one, other) => one.at - other.at)) {
      if (each.at > passed) yield* this.pause(each.at - passed);
      passed = Math.max(passed, each.at);
      if (this.at.isOver()) return;
      if ('text' in each)
        this.say(
          each.stream === 'stdout' ? this.out : this.err,
          each.stream === 'stdout' ? each.text : this.signed(each.text),
        );
      else this.at.use(this.ctx, each);
    }
    if (micros === undefined) yield* this.pause(undefined);
    else if (micros > passed) yield* this.pause(micros - passed);
    if (floods !== undefined) yield* this.pour(floods);
  }

  /** What is more than the text that was said: who reads it knows, a file grows by it, and without an end it goes on for ever. */
  private *pour(bytes: number): Process {
    const { out } = this;
    if (typeof out === 'object' && 'text' in out && !(out instanceof Flow)) {
      out.bytes = bytes;
      return;
    }
    if (typeof out === 'object' && 'path' in out)
      this.at.use(this.ctx, { at: 0, disk: roomFor(bytes), path: out.path });
    if (!Number.isFinite(bytes)) yield* this.pause(undefined);
  }

  /** Until the time is up or the process is to end; without a time, the latter alone. */
  protected *pause(micros: Micros | undefined): Process {
    if (this.at.isOver()) return;
    if (micros === undefined) {
      yield this.at.over;
      return;
    }
    this.pauses += 1;
    const { once, loop } = this.at.story ?? USUAL_STORY;
    const isRoutine = this.ctx.now - this.begun + micros > (this.isRound ? loop : once);
    if (isRoutine) this.ctx = this.at.routine;
    yield* within(this.ctx, micros, this.at.over, isRoutine);
  }

  /** What a file holds and what is added to it, for as long as it runs. */
  protected *follow(args: readonly string[]): Process<Outcome> {
    const { files, over } = this.at;
    const { path, isRetried, lines } = readTail(args);
    let told: number | undefined;
    while (!this.isDone) {
      const text = files.read(path);
      const { folder, length } = files.growthOf(path);
      if (text === undefined && told === undefined) {
        const error = `tail: can't open '${path}': No such file or directory\n`;
        this.say(this.err, isRetried ? error : `${error}tail: no files\n`);
        if (!isRetried) return ends(0, 1);
      }
      const from = Math.min(told ?? firstPlace(text ?? '', lines), length);
      if (text !== undefined && length > from) this.say(this.out, text.slice(text.length - (length - from)));
      told = length;
      if (this.handOn !== undefined) yield* this.handOn();
      yield either(folder.changed, over);
    }
    return ends(0, 0);
  }

  /** A tool that goes on writes as it goes. */
  private get user(): ToolUser {
    return {
      image: this.at.image,
      write: (ctx, text) => {
        this.ctx = ctx;
        this.say(this.out, text);
      },
      over: this.at.over,
      isOver: () => this.at.isOver(),
    };
  }

  protected say(sink: Sink, text: string): void {
    if (sink === undefined) return;
    if (sink === 'stdout' || sink === 'stderr') this.at.write(this.ctx, sink, text);
    else if (sink instanceof Flow) {
      this.isBroken ||= sink.isBroken;
      this.isLost ||= sink.isBroken;
      if (sink.isBroken) return;
      sink.text += text;
      sink.changed.notify();
    } else if ('text' in sink) sink.text += text;
    else if ('path' in sink) {
      this.at.files.write(sink.path, text, !sink.isEmpty);
      sink.isEmpty = false;
    } else this.at.log(this.ctx, sink.log, text);
  }

  private around(): Around {
    return { ...this.state.told(this.at.around()), now: this.ctx.now };
  }
}
