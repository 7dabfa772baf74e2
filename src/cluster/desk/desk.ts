// Models bash at a terminal, as far as a person's lines go: what it keeps from one to the next, what it shows (v1.36)

import { DAY, SECOND } from '../../base/time/units.ts';
import { type Context, type Engine, type Process, Signal } from '../../engine/index.ts';
import { kubectl as kinds } from '../../steps/kubectl.ts';
import { UNKNOWN_PROGRAM } from '../images/catalog.ts';
import { isKnownToShell } from '../images/installed.ts';
import { HOME } from '../kubectl/session/files.ts';
import { Interrupt, KILLED } from '../kubectl/session/interrupt.ts';
import { CACHE_TABLE, COMMANDS_TABLE } from '../kubectl/session/rows.ts';
import { firstWords } from '../shell/commands.ts';
import { Jobs } from '../shell/jobs.ts';
import { Shell } from '../shell/shell.ts';
import type { Call, Program, Surroundings } from '../shell/shell-process.ts';
import { ShellState } from '../shell/shell-state.ts';
import type { Around } from '../tools/around.ts';
import { Files } from '../tools/files/files.ts';
import { baseOf } from '../tools/told.ts';
import { DeskFiles, type Texts } from './desk-files.ts';
import { NODE_IMAGE, nodeFiles, nodeProgram } from './node-shell.ts';
import { client, type DeskHost, type Line, OWN_PROGRAMS, watch } from './programs.ts';
import { SHELL_TABLE } from './rows.ts';
import { Screen, WIPE } from './screen.ts';

/** The machine, as the network knows it. */
const DESK = 'client';
const USER = { uid: 1000, gid: 1000, groups: [1000] };
/** What kubectl finds in its environment. */
const GIVEN = ['KUBECONFIG', 'KUBE_EDITOR', 'EDITOR'];
const LOOP = 10 * SECOND;

const USERS = new Map([['/etc/passwd', `root:x:0:0:root:/root:/bin/bash\nuser:x:1000:1000::${HOME}:/bin/bash\n`]]);

const IMAGE = {
  repository: 'kubestep/desk',
  tags: [],
  sizeBytes: 0,
  program: UNKNOWN_PROGRAM,
  shell: true,
  programs: OWN_PROGRAMS,
} as const;

export interface TypedLine {
  readonly line: string;
  readonly files: Texts;
}

/**
 * The machine that a person types at.
 *
 * Promises: a line has one row from its first moment on, one exit code, and all that is written in its course in the order in
 * which it was; what lines leave (variables, files, the folder) is there for the next one; Ctrl+C ends a line at once.
 * Does not promise: that lines run one after another. Who gives them says so.
 * Called by: `inputs.ts`, for each line that is typed.
 */
export class Desk {
  private readonly files: DeskFiles;
  private kept: string | undefined;
  /** Shells within one another: the person's own, and those on nodes that were signed in to from there. */
  private readonly seats: Seat[];
  /** To which node the line that runs has signed in. */
  private next: string | undefined;

  constructor(
    private readonly engine: Engine,
    private readonly host: DeskHost,
  ) {
    this.files = new DeskFiles(engine.table(CACHE_TABLE), () => engine.now, USER);
    this.seats = [this.ownSeat()];
  }

  private ownSeat(): Seat {
    const around = (): Around => ({ ...PLACE, now: this.engine.now });
    const files = new Files(this.files.disk, { user: USER, around, image: USERS });
    files.enter(HOME);
    return newSeat(DESK, files, around);
  }

  private seatOn(node: string): Seat | undefined {
    const disk = this.host.disk(node);
    if (disk === undefined) return undefined;
    const around = (): Around => ({ ...PLACE, now: this.engine.now, hostname: node, user: 'root', variables: ROOT });
    return newSeat(node, nodeFiles(disk, around), around);
  }

  private get seat(): Seat {
    return this.seats.at(-1) as Seat;
  }

  /** Runs a line to its end. */
  *run(ctx: Context, { line, files }: TypedLine): Process<number> {
    const commands = this.engine.table(COMMANDS_TABLE);
    const id = commands.size + 1;
    const begun = ctx.step(kinds.arguments, `kubectl/${id}`, { line: line.slice(0, 120) });
    const row = { id, line, argv: firstWords(line), stdout: '', stderr: '', exitCode: undefined };
    const screen = new Screen(commands, row);
    this.files.takeIn(files);
    const stop = this.host.running.get(id) ?? new Interrupt();
    this.host.running.set(id, stop);
    const { seat } = this;
    const shell = new Shell(begun, this.surroundings(seat, id, screen, stop), undefined, seat.state);
    Object.assign(shell, { jobs: seat.jobs });
    if (!stop.isGiven) yield* shell.script(line);
    const code = stop.isGiven ? KILLED : shell.code;
    seat.state.code = code;
    if (shell.isToldToLeave && shell.hasLeft) this.leave(seat);
    const { next } = this;
    this.next = undefined;
    const signedIn = next === undefined || stop.isGiven ? undefined : this.seatOn(next);
    if (signedIn !== undefined) this.seats.push(signedIn);
    this.host.running.delete(id);
    shell.ctx.as('kubectl').note(kinds.exit, `kubectl/${id}`, { code });
    this.files.keepWritten();
    this.keepShell();
    screen.exit(code);
    return code;
  }

  /** What a prompt says, once that is something else than at first. */
  private keepShell(): void {
    const { host, aliases, state, files } = this.seat;
    const row = { host, folder: files.folder, names: [...aliases.keys(), ...state.functions.keys()].sort() };
    const isAtHome = host === DESK && row.folder === HOME;
    const isPlain = isAtHome && row.names.length === 0 && !GIVEN.some((name) => state.exported.has(name));
    if (isPlain && this.kept === undefined) return;
    const text = JSON.stringify(row);
    if (text === this.kept) return;
    this.kept = text;
    this.engine.table(SHELL_TABLE).set('shell', row);
  }

  /** The shell is gone, and another one takes its place. */
  private leave(seat: Seat): void {
    this.seats.splice(this.seats.indexOf(seat));
    if (this.seats.length === 0) this.seats.push(this.ownSeat());
  }

  private surroundings(seat: Seat, id: number, screen: Pick<Screen, 'write' | 'asks'>, stop: Interrupt): Surroundings {
    const over = new Signal();
    stop.onKill = () => over.notify();
    const line: Line = {
      id,
      host: this.host,
      routine: this.engine.background('kubectl'),
      asks: (asked) => screen.asks(asked),
      texts: (folder) => this.files.textsFrom(folder),
      readKept: () => this.files.readKept(),
    };
    return {
      host: seat.host,
      image: '',
      inside: { image: seat.host === DESK ? IMAGE : NODE_IMAGE, unknown: 'is missing' },
      files: seat.files,
      tool: this.host.tool,
      over,
      isOver: () => stop.isGiven,
      alone: { over, isOver: () => stop.isGiven },
      around: seat.around,
      routine: line.routine,
      story: { once: DAY, loop: LOOP },
      write: (ctx, stream, text) => screen.write(ctx, stream, text),
      log: () => {},
      serve: () => {},
      use: () => {},
      signal: () => {},
      program: (name) => this.programNamed(seat, line, name),
      aliased: (name) => seat.aliases.get(name),
    };
  }

  private programNamed(seat: Seat, line: Line, word: string): Program | undefined {
    const { host } = seat;
    switch (baseOf(word)) {
      case 'watch':
        return watch(line);
      case 'clear':
        return wipe;
      case 'help':
        return help(host === DESK ? OWN_PROGRAMS : NODE_IMAGE.programs);
      case 'alias':
        return (call) => setAliases(seat.aliases, call);
      case 'unalias':
        return (call) => dropAliases(seat.aliases, call);
      case 'history':
        return (call) => this.history(call);
    }
    const image = host === DESK ? IMAGE : NODE_IMAGE;
    const own = host === DESK ? this.ownProgram(line, word) : nodeProgram(this.engine, this.host, host, word);
    return own ?? (isKnownToShell(image, word) || word.includes('/') ? undefined : missing(word));
  }

  private ownProgram(line: Line, word: string): Program | undefined {
    switch (baseOf(word)) {
      case 'kubectl':
      case 'k':
        return client(line, 'kubectl');
      case 'etcdctl':
        return client(line, 'etcdctl');
      case 'ssh':
        return (call) => this.ssh(line, call);
      default:
        return undefined;
    }
  }

  /** `ssh NODE` is a shell there from the next line on; `ssh NODE COMMAND` runs one, as the shell there reads it. */
  private *ssh(line: Line, call: Call): ReturnType<Program> {
    // Behind the node all words are the command's.
    const at = call.words.findIndex(
      (word, place) => place > 0 && !/^-/.test(word) && !VALUED.test(call.words[place - 1] ?? ''),
    );
    const [target = '', ...command] = at < 0 ? [] : call.words.slice(at);
    const node = target.slice(target.indexOf('@') + 1);
    const seat = this.seatOn(node);
    if (seat === undefined) {
      call.say(call.ctx, 'stderr', `ssh: Could not resolve hostname ${node}: Name or service not known\n`);
      return { code: UNREACHED, ctx: call.ctx };
    }
    if (command.length === 0) {
      this.next = node;
      return { code: 0, ctx: call.ctx };
    }
    const there: Surroundings = {
      ...this.surroundings(seat, line.id, NO_SCREEN, new Interrupt()),
      over: call.over,
      isOver: () => call.isOver(),
      alone: { over: call.over, isOver: () => call.isOver() },
      write: (ctx, stream, text) => call.say(ctx, stream, text),
    };
    const shell = new Shell(call.ctx, there, undefined, seat.state);
    yield* shell.script(command.join(' '));
    return { code: shell.code, ctx: shell.ctx };
  }

  /** All that was typed, with its number. */
  private *history({ ctx, say }: Call): ReturnType<Program> {
    for (const { id, line, argv } of this.engine.table(COMMANDS_TABLE).values())
      say(ctx, 'stdout', `${String(id).padStart(5)}  ${line ?? argv.join(' ')}\n`);
    return { code: 0, ctx };
  }
}

const PLACE: Around = {
  now: 0,
  hostname: DESK,
  namespace: 'default',
  address: '203.0.113.9',
  version: '',
  user: 'user',
  variables: [
    ['HOME', HOME],
    ['USER', 'user'],
    ['SHELL', '/bin/bash'],
  ],
};

const ROOT = [
  ['HOME', '/root'],
  ['USER', 'root'],
  ['SHELL', '/bin/bash'],
] as const;

/** A shell that somebody types into, on one machine. */
interface Seat {
  readonly host: string;
  readonly files: Files;
  readonly state: ShellState;
  readonly jobs: Jobs;
  readonly aliases: Map<string, readonly string[]>;
  around(): Around;
}

function newSeat(host: string, files: Files, around: () => Around): Seat {
  return { host, files, around, state: newState(), jobs: new Jobs(), aliases: new Map() };
}

/** `alias k=kubectl`; without arguments, all there are. */
function* setAliases(aliases: Seat['aliases'], { ctx, words, say }: Call): ReturnType<Program> {
  let code = 0;
  const asked = words.length > 1 ? words.slice(1) : [...aliases.keys()].sort();
  for (const word of asked) {
    const [, name = word, value] = /^([^=]+)=([\s\S]*)$/.exec(word) ?? [];
    const known = aliases.get(name);
    if (value !== undefined) aliases.set(name, firstWords(value));
    else if (known !== undefined) say(ctx, 'stdout', `alias ${name}='${known.join(' ')}'\n`);
    else {
      code = 1;
      say(ctx, 'stderr', `bash: alias: ${name}: not found\n`);
    }
  }
  return { code, ctx };
}

function* dropAliases(aliases: Seat['aliases'], { ctx, words }: Call): ReturnType<Program> {
  for (const word of words.slice(1)) aliases.delete(word);
  return { code: 0, ctx };
}

function newState(): ShellState {
  return Object.assign(new ShellState(), { isBash: true, parameters: ['bash'] });
}

/** What runs on another machine is shown by who has signed in there. */
const NO_SCREEN = { write: () => {}, asks: () => {} };

/** Of bash it is a list of what the shell itself knows; here also of what else can be typed. */
function help(programs: readonly string[]): Program {
  const words = [...new Set([...programs, ...EVERYWHERE])].sort().join(' ');
  return function* ({ ctx, say }) {
    say(ctx, 'stdout', `Among what can be typed here:\n  ${words}\n${KEYS}`);
    return { code: 0, ctx };
  };
}

/** Tools that every machine has, as far as one types them by hand. */
const EVERYWHERE = 'awk cat cd clear cut echo env export grep head help ls pwd rm sed sort tail tr uniq wc xargs'.split(
  ' ',
);
const KEYS =
  'Tab completes words, Ctrl+R finds an older line, Ctrl+C ends what runs, "COMMAND --help" tells of kubectl commands.\n';

function missing(word: string): Program {
  return function* ({ ctx, say }) {
    say(ctx, 'stderr', `bash: ${word}: command not found\n`);
    return { code: NOT_FOUND, ctx };
  };
}

const NOT_FOUND = 127;
const UNREACHED = 255;
/** Flags of ssh whose next word is their value. */
const VALUED = /^-[ilpoF]$/;

function* wipe({ ctx, say }: Call): ReturnType<Program> {
  say(ctx, 'stdout', WIPE);
  return { code: 0, ctx };
}
