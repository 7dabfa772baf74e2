// Models busybox ash where what happens depends on what is found: conditions, loops, pipes, jobs (v1.36)

import { SECOND } from '../../base/time/units.ts';
import { type Context, Deferred, type Process, Signal, type Wait } from '../../engine/index.ts';
import { baseOf } from '../tools/told.ts';
import { braced } from './braces.ts';
import { isShell, scriptOf } from './commands.ts';
import { holdsBetween } from './double-brackets.ts';
import { countedIn, fieldsOf, patternIn, textOf } from './expansion.ts';
import { Flow, lasts } from './flows.ts';
import { either } from './following.ts';
import { parse } from './grammar.ts';
import { Jobs } from './jobs.ts';
import { numberOf } from './kill.ts';
import { type Ended, ShellProcess, type Surroundings } from './shell-process.ts';
import type { Chain, Command, Commands, Pipe, Word } from './syntax.ts';
import { assignmentOf, literalOf, saysCommands } from './words.ts';

/** A loop without a pause of its own would ask more than anybody could follow. */
const SHORTEST_ROUND = SECOND;
const SHORTEST_WITH_PAUSE = SECOND / 10;
/** So many rounds that take no time at all are let pass: something is counted, or read line by line. */
const FREE_ROUNDS = 1000;
/** Who has more is taken to be one that never has enough. */
const MOST_WORDS = 200_000;
/** What leaves a loop or a function before its end. */
type Leap = { readonly kind: 'break' | 'continue'; levels: number } | { readonly kind: 'return' };

type Simple = Extract<Command, { readonly kind: 'simple' }>;

/** What the grammar of a shell comes to. */
export abstract class Interpreter extends ShellProcess {
  /** Scripts and functions within one another. */
  protected depth = 0;
  protected leap: Leap | undefined;
  /** Loops within one another. */
  protected loops = 0;
  /** Those of them that hang on a condition. */
  protected rounds = 0;
  /** How many look at the code that comes back: then it ends nothing. */
  protected lookers = 0;
  protected jobs = new Jobs();
  /** What variables were before a function called them its own. */
  protected locals: Map<string, string | undefined> | undefined;

  protected get isRound(): boolean {
    return this.rounds > 0;
  }

  protected get isLeaving(): boolean {
    return this.leap !== undefined || this.isDone;
  }

  /** What the process itself knows; a subshell has another, without its traps. */
  private base = this.state;
  /** The process is a script in a file. */
  private isOfFile = false;
  /** Signals that have come while a command ran. */
  private readonly come: { readonly ctx: Context; readonly signal: string }[] = [];
  private readonly roused = new Signal();

  /** A signal comes: its trap is done when the command that runs has ended. False: there is none. */
  deliver(ctx: Context, signal: string): boolean {
    const action = this.base.traps.get(signal);
    if (action === undefined) return false;
    if (action === '') return true;
    this.come.push({ ctx, signal });
    this.roused.notify();
    return true;
  }

  /** Does the traps of what has come. */
  private *heed(): Process {
    while (this.state === this.base && !this.isDone) {
      const next = this.come.shift();
      if (next === undefined) return;
      const { code } = this;
      this.ctx = next.ctx;
      yield* this.script(this.base.traps.get(next.signal) ?? '');
      if (!this.exits) this.code = code;
    }
  }

  /** For an end, unless a signal comes before: then with what `wait` comes back. */
  protected *unlessRoused(ended: Wait): Process<number | undefined> {
    if (this.come.length === 0) yield either(ended, this.roused);
    const [first] = this.come;
    return first === undefined || this.state !== this.base ? undefined : SIGNALLED + numberOf(first.signal);
  }

  /** A command, or the script of a shell, to its end. */
  *whole(words: readonly string[]): Process<Ended> {
    const script = scriptOf(words);
    this.isOfFile = script === undefined;
    if (isShell(words[0]) && script !== undefined) yield* this.shell(words, script);
    else yield* this.plain(words);
    return { exitCode: this.code, ctx: this.ctx };
  }

  /** `sh -c SCRIPT NAME PARAMETER…` */
  protected *shell(words: readonly string[], script: string): Process {
    const at = words.indexOf(script);
    const { state } = this;
    state.parameters = at + 1 < words.length ? words.slice(at + 1) : [words[0] ?? 'sh'];
    state.isBash = isBash(words[0]);
    state.set(words.slice(1, at));
    yield* this.untilExit(script);
  }

  /** A script, and what it wants done at its end. */
  protected *untilExit(script: string): Process {
    if (this.isOfFile) this.base = this.state;
    this.isOfFile = false;
    yield* this.script(script);
    yield* this.atExit();
  }

  private *atExit(): Process {
    const action = this.state.traps.get('EXIT') ?? '';
    if (action === '' || this.at.isOver()) return;
    const { code } = this;
    this.exits = false;
    this.state.traps.delete('EXIT');
    yield* this.script(action);
    if (!this.exits) this.code = code;
  }

  *script(text: string): Process {
    const { commands, error } = parse(text, this.state.isBash);
    yield* this.deeper(this.list(commands));
    if (error === undefined || this.isLeaving) return;
    this.complain(`sh: ${error}`);
    this.code = 2;
    this.exits = true;
  }

  /** A command as it is, without a shell that puts anything in. */
  protected *plain(words: readonly string[]): Process {
    yield* this.end(words);
  }

  protected *deeper(inner: Process): Process {
    if (this.depth === DEEPEST) {
      this.code = 2;
      this.isLost = true;
      return;
    }
    this.depth += 1;
    yield* inner;
    this.depth -= 1;
  }

  protected *list(commands: Commands): Process {
    for (const chain of commands) {
      if (this.isLeaving) return;
      if (chain.isBeside) yield* this.start(chain);
      else yield* this.chain(chain);
      if (this.come.length > 0) yield* this.heed();
    }
  }

  protected *chain({ pipes }: Chain): Process {
    for (const [index, pipe] of pipes.entries()) {
      if (this.isLeaving) return;
      if ((pipe.after === '&&' && this.code !== 0) || (pipe.after === '||' && this.code === 0)) continue;
      const isLooked = pipe.isNegated || index < pipes.length - 1;
      this.lookers += Number(isLooked);
      yield* this.pipe(pipe);
      this.lookers -= Number(isLooked);
      if (pipe.isNegated) this.code = Number(this.code === 0);
      if (this.state.endsOnError && !isLooked && this.lookers === 0 && this.code !== 0) this.exits = true;
    }
  }

  /** Beside this shell: `&`. */
  protected *start(chain: Chain): Process {
    if (!this.jobs.mayBegin(this.ctx.now)) {
      this.complain("sh: can't fork: Resource temporarily unavailable");
      this.code = 2;
      this.exits = true;
      return;
    }
    const job = this.jobs.begin();
    const { at } = this;
    const run = this.beside(this.ctx, {
      ...at,
      over: either(at.alone.over, job.killed),
      isOver: () => job.isKilled || at.alone.isOver(),
    });
    function* beside(): Process {
      yield* run.chain(chain);
      job.ended.resolve(job.isKilled ? job.code : run.code);
    }
    this.ctx.engine.spawn(beside());
    // It begins before this shell goes on.
    yield this.ctx.sleep(0);
    this.code = 0;
  }

  protected ofJobs(name: string): string | undefined {
    return name === '!' ? this.jobs.last?.id : undefined;
  }

  protected *pipe({ parts }: Pipe): Process {
    const [only] = parts;
    if (parts.length === 1 && only !== undefined) return yield* this.command(only);
    if (only?.kind === 'simple' && isFollowing(only.words)) return yield* this.stream(only, parts.slice(1));
    if (only !== undefined && parts.slice(0, -1).some(lasts)) return yield* this.flow(parts);
    const { out, input } = this;
    let said = input;
    let failed = 0;
    for (const [index, part] of parts.entries()) {
      if (this.isDone) break;
      const kept: { text: string; bytes?: number } = { text: '' };
      this.input = said;
      this.out = index === parts.length - 1 ? out : kept;
      yield* this.apart(this.command(part));
      said = kept;
      if (this.code !== 0) failed = this.code;
    }
    if (this.state.failsInPipes) this.code = failed;
    this.out = out;
    this.input = input;
  }

  /** All parts at once: each reads what the one before has written by then. */
  protected *flow(parts: readonly Command[]): Process {
    const flows = parts.slice(1).map(() => new Flow());
    const runs = parts.map((part, index) => {
      const run = this.beside(this.ctx, this.at);
      const [from, to] = [flows[index - 1], flows[index]];
      Object.assign(run, { input: from ?? this.input, out: to ?? this.out, err: this.err });
      const ended = new Deferred<void>();
      function* whole(): Process {
        yield* run.command(part);
        to?.close();
        if (from !== undefined) from.isBroken = true;
        ended.resolve();
      }
      this.ctx.engine.spawn(whole());
      return { run, ended };
    });
    let failed = 0;
    for (const { run, ended } of runs) {
      while (!ended.isSettled && !this.at.isOver()) yield either(ended, this.at.over);
      this.ctx = run.ctx;
      this.code = run.code;
      if (run.code !== 0) failed = run.code;
      if (run.isLost && !run.isBroken) this.isLost = true;
    }
    if (this.state.failsInPipes) this.code = failed;
  }

  /** `tail -f FILE | …`: what comes is handed on as it comes. */
  protected *stream(first: Command, rest: readonly Command[]): Process {
    const { out } = this;
    const kept = { text: '' };
    const next: Pipe = { after: '', isNegated: false, parts: rest };
    function* hand(run: Interpreter): Process {
      const { input } = run;
      run.out = out;
      run.input = { text: kept.text };
      kept.text = '';
      run.handOn = undefined;
      yield* run.pipe(next);
      Object.assign(run, { out: kept, input, handOn: () => hand(run) });
    }
    this.out = kept;
    this.handOn = () => hand(this);
    yield* this.apart(this.command(first));
    this.handOn = undefined;
    this.out = out;
  }

  /** What happens in a subshell changes nothing of this one. */
  protected *apart(inner: Process): Process {
    const { state, exits } = this;
    const { files } = this.at;
    const { folder } = files;
    this.state = state.copy();
    yield* inner;
    state.code = this.state.code;
    this.state = state;
    this.exits = exits;
    this.leap = undefined;
    files.enter(folder);
  }

  protected *command(command: Command): Process {
    if (command.kind === 'simple') return yield* this.simple(command);
    const { out, err, input, opened } = this;
    if (yield* this.redirect(command.redirects)) yield* this.compound(command);
    Object.assign(this, { out, err, input, opened });
  }

  protected *compound(command: Exclude<Command, { readonly kind: 'simple' }>): Process {
    switch (command.kind) {
      case 'group':
        return yield* this.list(command.body);
      case 'subshell':
        return yield* this.apart(this.subshell(command.body));
      case 'function':
        this.state.functions.set(command.name, command.body);
        this.code = 0;
        return;
      case 'if': {
        yield* this.looked(command.condition);
        const next = this.code === 0 ? command.chosen : command.otherwise;
        this.code = 0;
        return yield* this.list(next);
      }
      case 'for':
        return yield* this.inLoop(this.forEach(command));
      case 'case':
        return yield* this.choose(command);
      case 'test':
        if (this.state.isTraced) yield* this.traceTest(command.words);
        this.code = Number(!(yield* holdsBetween(command.words, this.scope, this.at.inside)));
        return;
      case 'arithmetic':
        this.code = Number((yield* countedIn(command.text, this.scope)) === 0n);
        return;
      default:
        this.rounds += 1;
        yield* this.inLoop(this.loop(command));
        this.rounds -= 1;
    }
  }

  /** It has no traps but its own, and does what it wants done at its end. */
  private *subshell(body: Commands): Process {
    yield* this.list(body);
    yield* this.atExit();
  }

  private *inLoop(inner: Process): Process {
    this.loops += 1;
    yield* inner;
    this.loops -= 1;
  }

  protected *forEach({ name, values, body }: Extract<Command, { readonly kind: 'for' }>): Process {
    const all = values === undefined ? [...this.state.parameters.slice(1)] : [];
    for (const word of values ?? [])
      for (const each of this.braced(word)) all.push(...(yield* fieldsOf(each, this.scope)));
    this.code = 0;
    for (const value of all) {
      if (this.isLeaving) return;
      this.state.assign(name, value);
      yield* this.list(body);
      if (this.endsLoop()) return;
    }
  }

  /** `{a,b}` and `{1..3}` are several words for bash, and one for others. */
  private braced(word: Word): readonly Word[] {
    return this.state.isBash ? braced(word) : [word];
  }

  protected *choose({ word, arms }: Extract<Command, { readonly kind: 'case' }>): Process {
    const text = yield* textOf(word, this.scope);
    this.code = 0;
    for (const { patterns, body } of arms) {
      for (const pattern of patterns) {
        if ((yield* patternIn(pattern, this.scope)).isLike(text)) return yield* this.list(body);
      }
    }
  }

  /** A condition: its code ends nothing. */
  protected *looked(commands: Commands): Process {
    this.lookers += 1;
    yield* this.list(commands);
    this.lookers -= 1;
  }

  protected *loop({ kind, condition, body }: Extract<Command, { readonly kind: 'while' | 'until' }>): Process {
    let free = FREE_ROUNDS;
    let last = 0;
    for (;;) {
      const from = this.ctx.now;
      const { pauses } = this;
      yield* this.looked(condition);
      if (this.endsLoop()) return;
      if ((this.code === 0) !== (kind === 'while')) {
        this.code = last;
        return;
      }
      yield* this.list(body);
      last = this.code;
      if (this.endsLoop()) return;
      const passed = this.ctx.now - from;
      free -= Number(passed === 0);
      const shortest = this.pauses > pauses ? SHORTEST_WITH_PAUSE : SHORTEST_ROUND;
      if (passed < shortest && (passed > 0 || free <= 0)) yield* this.pause(shortest - passed);
    }
  }

  /** Whether somebody left the loop on the way. */
  protected endsLoop(): boolean {
    const { leap } = this;
    if (leap === undefined || leap.kind === 'return') return this.isLeaving;
    if (leap.levels > 1) {
      leap.levels -= 1;
      return true;
    }
    this.leap = undefined;
    return leap.kind === 'break' || this.isDone;
  }

  protected *simple({ words: written, redirects, arrays = [] }: Simple): Process {
    for (const { name, values } of arrays) {
      const all: string[] = [];
      for (const word of values) all.push(...(yield* fieldsOf(word, this.scope)));
      this.state.assignAll(name, all);
    }
    const assigned: (readonly [name: string, value: string])[] = [];
    let words: string[] = [];
    for (const word of written) {
      const own = words.length > 0 ? undefined : assignmentOf(word);
      const declared = words.length > 0 && DECLARES.has(words[0] as string) ? assignmentOf(word) : undefined;
      if (declared !== undefined && !declared.adds)
        words.push(`${declared.name}=${yield* textOf(declared.value, this.scope)}`);
      else if (own === undefined || (own.adds && !this.state.isBash))
        for (const each of this.braced(word)) words = words.concat(yield* fieldsOf(each, this.scope));
      else {
        const before = own.adds ? (this.scope.valueOf(own.name) ?? '') : '';
        assigned.push([own.name, before + (yield* textOf(own.value, this.scope))]);
      }
    }
    if (words.length > MOST_WORDS) this.burst();
    if (this.isDone) return;
    if (words[0] === 'env') {
      while (ASSIGNMENT.test(words[1] ?? '')) {
        const [, name = '', value = ''] = ASSIGNMENT.exec(words.splice(1, 1)[0] as string) ?? [];
        assigned.push([name, value]);
      }
      if (words.length > 1 && !words[1]?.startsWith('-')) words = words.slice(1);
    }
    const { state, out, err, input, opened } = this;
    const kept = assigned.find(([name]) => state.kept.has(name));
    if (kept !== undefined) {
      this.complain(`sh: ${kept[0]}: is read only`);
      this.code = this.state.isBash ? 1 : 2;
      this.exits = true;
      return;
    }
    const before = assigned.map(([name]) => [name, state.variables.get(name)] as const);
    for (const [name, value] of assigned) state.assign(name, value);
    if (state.isTraced && assigned.length + words.length > 0) this.trace(assigned, words);
    const hasOpened = yield* this.redirect(redirects);
    if (words.length === 0) {
      if (hasOpened && !written.some(saysCommands)) this.code = 0;
    } else {
      const told = assigned.filter(([name]) => !state.exported.has(name));
      for (const [name] of told) state.exported.add(name);
      if (hasOpened) yield* this.end(words);
      for (const [name] of told) state.exported.delete(name);
      for (const [name, value] of before) state.assign(name, value);
    }
    // `exec > FILE`
    if (words[0] !== 'exec' || words.length > 1) Object.assign(this, { out, err, input, opened });
  }

  /** `set -x` */
  protected trace(assigned: readonly (readonly [name: string, value: string])[], words: readonly string[]): void {
    const shown = [...assigned.map(([name, value]) => `${name}=${quoted(value)}`), ...words.map(quoted)];
    this.complain(`+ ${shown.join(' ')}`);
  }

  private *traceTest(words: readonly Word[]): Process {
    const shown: string[] = [];
    for (const word of words) shown.push(yield* textOf(word, this.scope));
    this.complain(`+ [[ ${shown.join(' ')} ]]`);
  }

  /** Runs one command to its end. */
  protected abstract end(words: readonly string[]): Process;

  /** One with a copy of what this one knows. */
  abstract beside(ctx: Context, at: Surroundings): Interpreter;
}

/** What stands behind them is not split where it is an assignment. */
const DECLARES: ReadonlySet<string> = new Set(['declare', 'export', 'local', 'readonly', 'typeset']);

/** As a shell would have to be told it. */
const quoted = (word: string): string => (/^[\w@%+=:,./-]+$|^\[\[?$|^\]\]?$/.test(word) ? word : `'${word}'`);

const isFollowing = (words: readonly Word[]): boolean =>
  literalOf(words[0]) === 'tail' && words.some((word) => /^-\w*[fF]/.test(literalOf(word) ?? ''));

const ASSIGNMENT = /^(\w+)=([\s\S]*)$/;
/** What `wait` comes back with when a signal has come: this and its number. */
const SIGNALLED = 128;
/** A script that calls itself without end comes to one here. */
const DEEPEST = 64;

/** Whether a shell of this name knows what only bash does. */
export const isBash = (word = ''): boolean => baseOf(word) === 'bash';
