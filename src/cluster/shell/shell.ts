// Models busybox ash where what happens depends on what is found: answers of the network, conditions, loops (v1.36)

import type { Micros } from '../../base/time/units.ts';
import { type Context, Deferred, type Process, TIMED_OUT, within } from '../../engine/index.ts';
import { isInstalled } from '../images/installed.ts';
import { isAgnhost } from '../tools/agnhost.ts';
import { changesLinks } from '../tools/kernel-tools.ts';
import { ends, type Outcome } from '../tools/outcome.ts';
import { sleepMicros } from '../tools/sleep.ts';
import { baseOf, linesOf, MOST_TEXT, type Told } from '../tools/told.ts';
import { arithmetic } from './arithmetic.ts';
import { isShell, isTalking, readsInput, scriptOf } from './commands.ts';
import { copied, copyingOf, type Flood, flooded, floodOfYes, isEndless } from './floods.ts';
import { appetiteOf, Flow } from './flows.ts';
import { either } from './following.ts';
import { nextOption } from './getopts.ts';
import { Interpreter, isBash } from './interpreter.ts';
import { killProcess, numberOf, signalOf } from './kill.ts';
import { limited } from './limits.ts';
import { shuffled, temporary } from './lots.ts';
import { runCommand } from './run-tool.ts';
import type { Ended, Program, Surroundings } from './shell-process.ts';
import { SHELL_PROCESS } from './shell-state.ts';
import type { Command, Commands } from './syntax.ts';

const ASKING: ReadonlySet<string> = new Set(['wget', 'curl', 'nc', 'nslookup', 'dig', 'ip', 'getent']);

/** Whether a program asks the network. */
function isAsking([program = '', ...args]: readonly string[]): boolean {
  const name = baseOf(program);
  if (isAgnhost(program)) return args[0] === 'connect';
  return ASKING.has(name) && !(name === 'ip' && changesLinks(args));
}

/** Runs a command, or the script of a shell, to its end. `input`: what it reads. */
export function* runToEnd(ctx: Context, at: Surroundings, words: readonly string[], input?: string): Process<Ended> {
  const run = new Shell(ctx, at, input);
  return yield* run.whole(words);
}

/** The same beside the caller, who waits that long for its end; undefined: it goes on after that. */
export function* runUpTo(
  live: Shell,
  words: readonly string[],
  micros: Micros | undefined,
): Process<Ended | undefined> {
  const end = new Deferred<Ended>();
  const { ctx } = live;
  function* run(): Process {
    end.resolve(yield* live.whole(words));
  }
  ctx.engine.spawn(run());
  if (micros === undefined) return yield* end.wait();
  const ended = yield* within<Ended>(ctx, micros, end);
  return ended === TIMED_OUT ? undefined : ended;
}

/** A shell, or one command, that lives as long as somebody lets it. */
export class Shell extends Interpreter {
  /** The command that it waits for. */
  running: readonly string[] | undefined;
  /** Somebody has said `exit`. */
  isToldToLeave = false;
  /** The shell that it runs beside. */
  private main: Shell | undefined;
  private readonly lots = (): number => this.nextLuck() >>> 8;

  /** One with a copy of what this one knows. */
  beside(ctx: Context, at: Surroundings): Shell {
    const run = new Shell(ctx, { ...at, files: at.files.beside() }, undefined, this.state.copy());
    const { jobs, out, err, rounds, opened } = this;
    return Object.assign(run, { jobs, out, err, rounds, opened, main: this.main ?? this });
  }

  /** Runs one command to its end. */
  protected *end(words: readonly string[]): Process {
    const outcome = yield* this.outcome(words);
    this.running = words;
    yield* this.play(outcome);
    this.running = undefined;
    this.code = outcome.exitCode;
    this.exits ||= outcome.exits;
  }

  /** What the shell itself does. */
  private *builtIn([name = '', ...args]: readonly string[]): Process<Outcome | undefined> {
    const { state } = this;
    const [first] = args;
    switch (name) {
      case 'exit':
        this.isToldToLeave = true;
        if (first !== undefined && !/^\d+$/.test(first)) return this.ended(2, `exit: line 0: Illegal number: ${first}`);
        return ends(0, first === undefined ? this.code : Number(first) & 255, { exits: true });
      case 'return':
        this.leap = { kind: 'return' };
        return ends(0, first === undefined ? this.code : Number(first) & 255);
      case 'break':
      case 'continue':
        if (this.loops > 0) this.leap = { kind: name, levels: Math.min(this.loops, Number(first ?? 1) || 1) };
        return DONE;
      case 'cd':
        return this.enter(first);
      case 'getopts': {
        const { code, error } = nextOption(state, args);
        if (error !== undefined) this.complain(`sh: ${error}`);
        return ends(0, code);
      }
      case 'export':
      case 'readonly':
      case 'declare':
      case 'typeset':
      case 'local':
        for (const word of args.filter((each) => !each.startsWith('-'))) {
          const problem = this.declare(name, word);
          if (problem !== undefined) return this.ended(2, problem);
        }
        return DONE;
      case 'wait':
        return ends(0, yield* this.waitFor(args));
      case 'unset':
        for (const word of args) {
          if (state.kept.has(word)) return this.ended(2, `unset: ${word}: is read only`);
          state.variables.delete(word);
          state.functions.delete(word);
        }
        return DONE;
      case 'set':
        state.set(args);
        return DONE;
      case 'shift':
        state.parameters = [state.parameters[0] ?? 'sh', ...state.parameters.slice(1 + Number(first ?? 1))];
        return DONE;
      case 'read':
        yield* this.untilThere(1);
        return ends(0, Number(!state.read(this.line(), args) || this.endsOpen));
      case 'let':
        return ends(0, Number(args.map((text) => arithmetic(text, this.scope)).at(-1) === 0n));
      case 'trap':
        this.trap(args);
        return DONE;
      case 'hash':
        return DONE;
      case 'umask':
        if (first === undefined) this.say(this.out, '0022\n');
        return DONE;
      case 'ulimit':
        return this.told(limited(args));
      case 'shuf':
        return this.told(shuffled(args, (path) => this.textOf(path), this.lots));
      case 'mktemp':
        return this.told(temporary(args, this.at.files, this.lots));
      case 'eval':
        yield* this.script(args.join(' '));
        return ends(0, this.code);
      case '.':
      case 'source':
        return yield* this.source(first ?? '');
      case 'exec':
        if (args.length === 0) return DONE;
        // Another program knows no traps.
        state.traps.clear();
        return { ...(yield* this.outcome(args)), exits: true };
      case 'nohup':
      case 'time':
        return yield* this.outcome(args);
      case 'command':
        return first?.startsWith('-') === false ? yield* this.outcome(args) : undefined;
      case 'timeout':
        return yield* this.upTo(args.filter((word, at) => !/^-/.test(word) && !/^-[sk]$/.test(args[at - 1] ?? '')));
      case 'xargs':
        yield* this.untilThere(Number.POSITIVE_INFINITY);
        return yield* this.each(args);
      case 'kill':
        if (args.at(-1) === SHELL_PROCESS) return yield* this.signalShell(args.slice(0, -1));
        return this.kill(name, args);
      case 'pkill':
      case 'killall':
        return this.kill(name, args);
      case 'nginx':
        if (first !== '-s' || !this.at.inside.serves) return undefined;
        if (args[1] === 'stop' || args[1] === 'quit') this.at.signal(this.ctx, 'QUIT', 1);
        return DONE;
      default:
        return undefined;
    }
  }

  private kill(tool: string, args: readonly string[]): Outcome {
    const { processes } = this.at.around();
    return killProcess(tool, args, this.jobs, processes?.() ?? [], (signal, pid) =>
      this.at.signal(this.ctx, signal, pid),
    );
  }

  /** `trap COMMANDS SIGNAL…`; `-` takes one away. */
  private trap([first, ...signals]: readonly string[]): void {
    const { traps } = this.state;
    if (first === undefined) {
      for (const [signal, action] of traps) this.say(this.out, `trap -- '${action}' ${signal}\n`);
      return;
    }
    for (const word of signals) {
      const signal = word === '0' ? 'EXIT' : signalOf([`-${word.toUpperCase()}`]);
      if (first === '-') traps.delete(signal);
      else traps.set(signal, first);
    }
  }

  /** `$$` is the shell itself, whoever says so beside it. */
  private *signalShell(flags: readonly string[]): Process<Outcome> {
    const { main } = this;
    if (main === undefined) return yield* this.signalled(flags);
    const signal = signalOf(flags);
    if (signal === '0' || main.deliver(this.ctx, signal)) return DONE;
    main.code = 128 + numberOf(signal);
    main.exits = true;
    return DONE;
  }

  /** It sends a signal to itself: its trap is done, or it ends. */
  private *signalled(flags: readonly string[]): Process<Outcome> {
    const signal = signalOf(flags);
    if (signal === '0') return DONE;
    const action = this.state.traps.get(signal);
    if (action === undefined) return ends(0, 128 + numberOf(signal), { exits: true });
    yield* this.script(action);
    return this.exits ? ends(0, this.code, { exits: true }) : DONE;
  }

  /** `cd -` goes back, and says where. */
  private enter(path: string | undefined): Outcome | undefined {
    const { state } = this;
    const { files } = this.at;
    const before = files.folder;
    const back = path === '-' ? state.variables.get('OLDPWD') : undefined;
    if (path === '-' && back === undefined) return this.said(1, 'cd: OLDPWD not set');
    const target = back ?? path ?? this.scope.valueOf('HOME') ?? '/root';
    if (!files.isFolder(target) && target !== '/root')
      return this.said(state.isBash ? 1 : 2, `cd: can't cd to ${target}: No such file or directory`);
    files.enter(target);
    state.assign('OLDPWD', before);
    if (back !== undefined) this.say(this.out, `${back}\n`);
    return DONE;
  }

  private said(code: number, why: string): Outcome {
    this.complain(why.startsWith('dd: ') ? why : `sh: ${why}`);
    return ends(0, code);
  }

  /** A small tool that the shell's own state takes part in. */
  private told(answer: Told | undefined): Outcome | undefined {
    if (answer === undefined) return undefined;
    if (answer.stdout !== '') this.say(this.out, answer.stdout);
    if (answer.stderr !== '') this.complain(answer.stderr);
    return ends(0, answer.exitCode);
  }

  /** A file, or what comes in. */
  private textOf(path: string | undefined): string | undefined {
    return path === undefined ? (this.taken(['cat']) ?? '') : this.at.files.text(path);
  }

  private ended(code: number, why: string): Outcome {
    return { ...this.said(code, why), exits: true };
  }

  private declare(how: string, word: string): string | undefined {
    const { state } = this;
    const [, name = word, value] = ASSIGNMENT.exec(word) ?? [];
    const isOwn = how === 'local' && this.locals !== undefined;
    if (value !== undefined && state.kept.has(name)) return `${name}: is read only`;
    if (isOwn && !this.locals?.has(name)) this.locals?.set(name, state.variables.get(name));
    if (value !== undefined || isOwn) state.assign(name, value ?? '');
    if (how === 'export') state.exported.add(name);
    if (how === 'readonly') state.kept.add(name);
    return undefined;
  }

  /** For jobs to end; without a name for all. */
  private *waitFor(names: readonly string[]): Process<number> {
    let code = 0;
    const asked = names.length === 0 ? this.jobs.running : names.map((name) => this.jobs.find(name));
    for (const job of asked) {
      if (job === undefined) code = NOT_FOUND;
      else {
        const roused =
          job.ended.isSettled || this.at.isOver()
            ? undefined
            : yield* this.unlessRoused(either(job.ended, this.at.over));
        if (roused !== undefined) return roused;
        if (this.at.isOver()) return code;
        code = names.length === 0 ? 0 : yield* job.ended.wait();
      }
    }
    return code;
  }

  private *source(path: string): Process<Outcome> {
    const text = this.at.files.text(path);
    if (text === undefined) {
      this.refuse(`.: can't open '${path}': No such file or directory`);
      return this.state.isBash ? ends(0, 1) : ends(0, 2, { exits: true });
    }
    yield* this.script(text);
    this.endReturn();
    return ends(0, this.code);
  }

  /** `timeout 5 COMMAND` */
  private *upTo([time = '', ...words]: readonly string[]): Process<Outcome> {
    const job = this.jobs.begin();
    const { at } = this;
    const run = this.beside(this.ctx, {
      ...at,
      over: either(at.over, job.killed),
      isOver: () => job.isKilled || at.isOver(),
    });
    run.input = this.input;
    const micros = sleepMicros([time]) ?? Number.POSITIVE_INFINITY;
    const ended = yield* runUpTo(run, words, micros);
    if (ended === undefined) job.kill();
    job.ended.resolve(ended?.exitCode ?? TERMINATED);
    if (ended !== undefined) this.ctx = ended.ctx;
    return ends(0, ended?.exitCode ?? TERMINATED);
  }

  /** `xargs [-n COUNT] [-I SIGN] COMMAND` */
  private *each(args: readonly string[]): Process<Outcome> {
    const text = this.taken(['xargs']) ?? '';
    const [, sign] = /^-I ?(\S+)/.exec(args.join(' ')) ?? [];
    const [, count] = /^-(?:n ?|L ?)(\d+)/.exec(args.join(' ')) ?? [];
    const own = args.findIndex((word, at) => !word.startsWith('-') && !/^-[InL]$/.test(args[at - 1] ?? ''));
    const command = own < 0 ? ['echo'] : args.slice(own);
    const given =
      sign === undefined
        ? text.split(/\s+/).filter((word) => word !== '')
        : text.split('\n').filter((line) => line !== '');
    const size = sign === undefined ? Number(count ?? Math.max(1, given.length)) : 1;
    let code = 0;
    for (let at = 0; at < given.length && !this.isDone; at += size) {
      const words = given.slice(at, at + size);
      yield* this.end(
        sign === undefined ? [...command, ...words] : command.map((word) => word.replaceAll(sign, words[0] as string)),
      );
      if (this.code !== 0) code = FAILED_EACH;
    }
    return ends(0, code);
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
    // By its own name it is run by the shell of its first line.
    const [shell, ...options] = at === 0 ? wordsOfFirstLine(text) : [first, ...words.slice(1, at)];
    const script = text.replace(/^#!.*\n/, '');
    return yield* this.apartScript(script, words.slice(at), { options, isBash: isBash(shell) });
  }

  /** A script in a shell of its own. */
  private *apartScript(
    text: string,
    parameters: readonly string[],
    how: { readonly options: readonly string[]; readonly isBash: boolean },
  ): Process<Outcome> {
    function* run(shell: Shell): Process {
      shell.state = shell.state.fresh(shell.at.around());
      shell.state.isBash = how.isBash;
      shell.state.set(how.options);
      shell.state.parameters = parameters;
      yield* shell.untilExit(text);
    }
    yield* this.apart(run(this));
    return ends(0, this.code);
  }

  private *call(body: Command, args: readonly string[]): Process {
    const { state, locals } = this;
    const { parameters } = state;
    state.parameters = [parameters[0] ?? 'sh', ...args];
    const own = new Map<string, string | undefined>();
    this.locals = own;
    yield* this.deeper(this.command(body));
    this.endReturn();
    for (const [name, value] of own) state.assign(name, value);
    this.locals = locals;
    state.parameters = parameters;
  }

  private endReturn(): void {
    if (this.leap?.kind === 'return') this.leap = undefined;
  }

  private *outcome(written: readonly string[]): Process<Outcome> {
    const { tool, inside, files } = this.at;
    const words = this.unaliased(written);
    const [first = ''] = words;
    const body = this.state.functions.get(first);
    if (body !== undefined) {
      yield* this.call(body, words.slice(1));
      return ends(0, this.code);
    }
    const own = yield* this.builtIn(words);
    if (own !== undefined) return own;
    const program = this.at.program?.(first);
    if (program !== undefined) return yield* this.started(program, words);
    const name = baseOf(first);
    const script = scriptOf(words);
    if (isShell(first) && script !== undefined) {
      const at = words.indexOf(script);
      const parameters = at + 1 < words.length ? words.slice(at + 1) : [first];
      const how = { options: words.slice(1, at), isBash: isBash(first) };
      return yield* this.apartScript(script, parameters, how);
    }
    const ofFile = yield* this.ofFile(words);
    if (ofFile !== undefined) return ofFile;
    if (this.input instanceof Flow && (readsInput(words) || isTalking(words)))
      return yield* this.drink(words, this.input);
    const poured = isInstalled(inside.image, first) ? this.poured(words) : undefined;
    if (poured !== undefined) return poured;
    if (name === 'tail' && words.some((word) => /^-\w*[fF]/.test(word))) return yield* this.follow(words.slice(1));
    if (name === 'nc' && words.some((word) => /^-\w*l/.test(word))) return { ...LISTENS, serves: listenedPort(words) };
    if (tool !== undefined && isAsking(words) && isInstalled(inside.image, first)) {
      const piped = name === 'nc' ? this.taken(['xargs']) : undefined;
      return yield* this.ask(tool, words, piped);
    }
    const input = this.taken(words);
    if (isTalking(words) && input !== undefined)
      return yield* this.apartScript(input, ['sh'], { options: [], isBash: isBash(first) });
    return runCommand(words, inside, files, input);
  }

  /** An alias may begin with its own name. */
  private unaliased(words: readonly string[]): readonly string[] {
    const found = this.at.aliased?.(words[0] ?? '');
    return found === undefined ? words : [...found, ...words.slice(1)];
  }

  private *started(program: Program, words: readonly string[]): Process<Outcome> {
    const { code, ctx } = yield* program({
      ctx: this.ctx,
      words,
      files: this.at.files,
      input: () => this.allInput(),
      say: (own, stream, text) => {
        this.ctx = own;
        this.say(stream === 'stdout' ? this.out : this.err, text);
      },
      said: (own, script) => this.saidBeside(own, script),
      variable: (name) => (this.state.exported.has(name) ? this.state.variables.get(name) : undefined),
      isOver: () => this.isDone,
      over: this.at.over,
    });
    this.ctx = ctx;
    return ends(0, code);
  }

  /** All that is piped in, when its writer has ended; undefined: nothing is. */
  private *allInput(): Process<string | undefined> {
    const { input } = this;
    if (input === undefined) return undefined;
    yield* this.untilThere(Number.POSITIVE_INFINITY);
    const { text } = input;
    input.text = '';
    return text;
  }

  /** On both its outputs. */
  private *saidBeside(ctx: Context, script: string): Process<string> {
    const run = this.beside(ctx, this.at);
    const kept = { text: '' };
    Object.assign(run, { out: kept, err: kept });
    yield* run.script(script);
    return kept.text;
  }

  /** What a tool makes of what comes in while somebody still writes. */
  private *drink(words: readonly string[], flow: Flow): Process<Outcome> {
    const { inside, files } = this.at;
    const appetite = appetiteOf(words);
    yield* this.untilThere(appetite?.lines ?? Number.POSITIVE_INFINITY);
    if (isTalking(words))
      return yield* this.apartScript(flow.taken(), ['sh'], { options: [], isBash: isBash(words[0]) });
    if (appetite?.ends === 'well') return yield* this.drinkUntilWell(words, flow);
    let told = runCommand(words, inside, files, flow.taken());
    if (appetite?.ends !== 'never') return told;
    const next = words[0] === 'tee' ? ['tee', '-a', ...words.slice(1)] : words;
    let code = told.exitCode;
    while (!(flow.isClosed && flow.text === '') && !this.isDone) {
      yield* this.play(told);
      yield* this.untilThere(1);
      told = runCommand(next, inside, files, flow.taken());
      code = Math.min(code, told.exitCode);
    }
    return { ...told, exitCode: code };
  }

  /** It looks at all that has come so far, until it finds something. */
  private *drinkUntilWell(words: readonly string[], flow: Flow): Process<Outcome> {
    const { inside, files } = this.at;
    for (;;) {
      const told = runCommand(words, inside, files, flow.text);
      if (told.exitCode === 0 || flow.isClosed || this.isDone) return told;
      yield* this.untilThere(linesOf(flow.text).length + 1);
    }
  }

  /** What comes of a tool that reads, or is, something that has no end; undefined: there is nothing like it here. */
  private poured(words: readonly string[]): Outcome | undefined {
    const [first = '', ...args] = words;
    const name = baseOf(first);
    if (name === 'dd') return this.copies(args);
    if (name === 'yes') return { ...ends(0, 0), ...this.pouring(floodOfYes(args)) };
    const device = first.startsWith('/dev/') ? undefined : args.find(isEndless);
    const { input } = this;
    if (device === undefined && (input?.bytes === undefined || !readsInput(words))) return undefined;
    const flood = device === undefined ? flowing(input) : this.deviceAt(device);
    if (flood === undefined || flood.bytes <= flood.text.length) return undefined;
    const own = words.filter((word) => word !== device);
    if (input !== undefined && device === undefined) this.input = { text: '' };
    const { inside, files } = this.at;
    return flooded(own, flood, (told, text) => runCommand(told, inside, files, text));
  }

  private pouring({ text, bytes }: Flood): Partial<Outcome> {
    return { output: [{ at: 0, stream: 'stdout', text: text }], floods: bytes };
  }

  private copies(args: readonly string[]): Outcome {
    const copying = copyingOf(args);
    const { from, to } = copying;
    const { files } = this.at;
    const read = from === undefined ? undefined : files.text(from);
    const device = from === undefined ? undefined : this.deviceAt(from);
    if (from !== undefined && (device ?? read) === undefined)
      return this.said(1, `dd: can't open '${from}': No such file or directory`);
    const flood = device ?? flowing(read === undefined ? this.input : { text: read });
    const outcome = copied(copying, flood);
    if (to === undefined || to.startsWith('/dev/')) return outcome;
    const text = flood.text.slice(0, Math.min(flood.bytes, copying.block * copying.count));
    if (!files.write(to, text, false)) return this.said(1, `dd: can't open '${to}': ${files.refusal(to)}`);
    return outcome;
  }

  /** What commands say, for `$(…)`: they change nothing of this shell. */
  protected *saidBy(body: Commands): Process<string> {
    const { out } = this;
    const kept: { text: string; bytes?: number } = { text: '' };
    this.out = kept;
    yield* this.apart(this.deeper(this.list(body)));
    this.out = out;
    if ((kept.bytes ?? 0) > MOST_TEXT) this.burst();
    return kept.text;
  }
}

const flowing = (input: { readonly text: string; readonly bytes?: number } | undefined): Flood => {
  const { text = '', bytes = text.length } = input ?? {};
  return { text, bytes };
};

const DONE = ends(0, 0);
/** What comes in is taken, and nothing said. */
const LISTENS = ends(undefined, 0);

/** `nc -l -p 8080`, `nc -lk 8080` */
function listenedPort(words: readonly string[]): number {
  const flagged = words.find((_, at) => /^-\w*p$/.test(words[at - 1] ?? ''));
  return Number(flagged ?? words.slice(1).findLast((word) => /^\d+$/.test(word)) ?? 0);
}

const TERMINATED = 143;
const NOT_FOUND = 127;
/** One of what `xargs` ran went wrong. */
const FAILED_EACH = 123;
const ASSIGNMENT = /^(\w+)=([\s\S]*)$/;

/** The shell that a script asks for in its first line, and the flags behind it; none: no such line. */
function wordsOfFirstLine(text: string): readonly string[] {
  const [, shell, flags = ''] = /^#!\s*(?:\S*\/env\s+)?(\S+)(.*)/.exec(text) ?? [];
  return shell === undefined ? [] : [shell, ...flags.split(/\s+/).filter((word) => word !== '')];
}
