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
import { client, type DeskHost, type Line, OWN_PROGRAMS, ssh, watch } from './programs.ts';
import { SHELL_TABLE } from './rows.ts';
import { Screen, WIPE } from './screen.ts';

/** The machine, as the network knows it. */
const DESK = 'client';
const USER = { uid: 1000, gid: 1000, groups: [1000] };
/** What kubectl finds in its environment. */
const GIVEN = ['KUBECONFIG', 'KUBE_EDITOR', 'EDITOR'];
const LOOP = 10 * SECOND;

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
  private readonly place: Files;
  private state = newState();
  private jobs = new Jobs();
  private kept: string | undefined;
  private readonly aliases = new Map<string, readonly string[]>();

  constructor(
    private readonly engine: Engine,
    private readonly host: DeskHost,
  ) {
    this.files = new DeskFiles(engine.table(CACHE_TABLE), () => engine.now, USER);
    this.place = new Files(this.files.disk, { user: USER, around: () => this.around() });
    this.place.enter(HOME);
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
    const shell = new Shell(begun, this.surroundings(id, screen, stop), undefined, this.state);
    Object.assign(shell, { jobs: this.jobs });
    if (!stop.isGiven) yield* shell.script(line);
    const code = stop.isGiven ? KILLED : shell.code;
    this.state.code = code;
    if (shell.isToldToLeave && shell.hasLeft) this.leave();
    this.host.running.delete(id);
    shell.ctx.as('kubectl').note(kinds.exit, `kubectl/${id}`, { code });
    this.files.keepWritten();
    this.keepShell();
    screen.exit(code);
    return code;
  }

  /** What a prompt says, once that is something else than at first. */
  private keepShell(): void {
    const { aliases, state, place } = this;
    const row = { host: DESK, folder: place.folder, names: [...aliases.keys(), ...state.functions.keys()].sort() };
    const isPlain = row.names.length === 0 && row.folder === HOME && !GIVEN.some((name) => state.exported.has(name));
    if (isPlain && this.kept === undefined) return;
    const text = JSON.stringify(row);
    if (text === this.kept) return;
    this.kept = text;
    this.engine.table(SHELL_TABLE).set('shell', row);
  }

  /** The shell is gone, and another one takes its place. */
  private leave(): void {
    this.state = newState();
    this.jobs = new Jobs();
    this.aliases.clear();
    this.place.enter(HOME);
  }

  private around(): Around {
    return { ...PLACE, now: this.engine.now };
  }

  private surroundings(id: number, screen: Screen, stop: Interrupt): Surroundings {
    const over = new Signal();
    stop.onKill = () => over.notify();
    const line: Line = {
      id,
      host: this.host,
      routine: this.engine.background('kubectl'),
      texts: (folder) => this.files.textsFrom(folder),
      readKept: () => this.files.readKept(),
    };
    return {
      host: DESK,
      image: '',
      inside: { image: IMAGE, unknown: 'is missing' },
      files: this.place,
      tool: this.host.tool,
      over,
      isOver: () => stop.isGiven,
      alone: { over, isOver: () => stop.isGiven },
      around: () => this.around(),
      routine: line.routine,
      story: { once: DAY, loop: LOOP },
      write: (ctx, stream, text) => screen.write(ctx, stream, text),
      log: () => {},
      serve: () => {},
      use: () => {},
      signal: () => {},
      program: (name) => this.programNamed(line, name),
      aliased: (name) => this.aliases.get(name),
    };
  }

  private programNamed(line: Line, word: string): Program | undefined {
    switch (baseOf(word)) {
      case 'kubectl':
      case 'k':
        return client(line, 'kubectl');
      case 'etcdctl':
        return client(line, 'etcdctl');
      case 'ssh':
        return ssh(line);
      case 'watch':
        return watch(line);
      case 'clear':
        return wipe;
      case 'alias':
        return (call) => this.alias(call);
      case 'unalias':
        return (call) => this.unalias(call);
      case 'history':
        return (call) => this.history(call);
      default:
        return isKnownToShell(IMAGE, word) || word.includes('/') ? undefined : missing(word);
    }
  }

  /** `alias k=kubectl`; without arguments, all there are. */
  private *alias({ ctx, words, say }: Call): ReturnType<Program> {
    let code = 0;
    const asked = words.length > 1 ? words.slice(1) : [...this.aliases.keys()].sort();
    for (const word of asked) {
      const [, name = word, value] = /^([^=]+)=([\s\S]*)$/.exec(word) ?? [];
      const known = this.aliases.get(name);
      if (value !== undefined) this.aliases.set(name, firstWords(value));
      else if (known !== undefined) say(ctx, 'stdout', `alias ${name}='${known.join(' ')}'\n`);
      else {
        code = 1;
        say(ctx, 'stderr', `bash: alias: ${name}: not found\n`);
      }
    }
    return { code, ctx };
  }

  private *unalias({ ctx, words }: Call): ReturnType<Program> {
    for (const word of words.slice(1)) this.aliases.delete(word);
    return { code: 0, ctx };
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

function newState(): ShellState {
  return Object.assign(new ShellState(), { isBash: true, parameters: ['bash'] });
}

function missing(word: string): Program {
  return function* ({ ctx, say }) {
    say(ctx, 'stderr', `bash: ${word}: command not found\n`);
    return { code: NOT_FOUND, ctx };
  };
}

const NOT_FOUND = 127;

function* wipe({ ctx, say }: Call): ReturnType<Program> {
  say(ctx, 'stdout', WIPE);
  return { code: 0, ctx };
}
