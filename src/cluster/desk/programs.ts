// Models how bash starts programs that go on by themselves: kubectl, etcdctl, watch, ssh (v1.36)

import { SECOND } from '../../base/time/units.ts';
import { type Context, Deferred, type Process, within } from '../../engine/index.ts';
import type { EtcdctlInvocation } from '../etcdctl/terminal.ts';
import { Interrupt, KILLED } from '../kubectl/session/interrupt.ts';
import type { Asked, Part } from '../kubectl/session/rows.ts';
import type { Invocation } from '../kubectl/session/session.ts';
import type { NetworkTool } from '../ports/cri.ts';
import type { Folder } from '../ports/folder.ts';
import { either } from '../shell/following.ts';
import type { Call, Program } from '../shell/shell-process.ts';
import { dateText } from '../tools/around.ts';
import type { Texts } from './desk-files.ts';
import { WIPE } from './screen.ts';

/** What the machine is connected to. */
export interface DeskHost {
  kubectl(ctx: Context, invocation: Invocation): Process<number>;
  etcdctl(ctx: Context, invocation: EtcdctlInvocation): Process<number>;
  /** A tool that asks the network, from a machine of it. */
  readonly tool: NetworkTool;
  /** The disk of a node; undefined: there is none of that name. */
  disk(node: string): Folder | undefined;
  /** Lines that have not ended, by number: where a terminal finds what Ctrl+C is meant for. */
  readonly running: Map<number, Interrupt>;
}

/** Of the machine at which somebody types, beside what all have. */
export const OWN_PROGRAMS: readonly string[] = [
  'kubectl',
  'k',
  'etcdctl',
  'curl',
  'jq',
  'ssh',
  'column',
  'dig',
  'watch',
  'history',
  'alias',
  'unalias',
];

/** A line that a program is a part of. */
export interface Line {
  readonly id: number;
  readonly host: DeskHost;
  /** What is not part of the story any more follows from here. */
  readonly routine: Context;
  /** All files, by their names from a folder. */
  texts(folder: string): Texts;
  /** What a part of it waits for, of the person at the terminal. */
  asks(asked: Asked | undefined): void;
  /** After kubectl may have written some. */
  readKept(): void;
}

/** `kubectl` and `etcdctl`: each a process that reads standard input where it is told to. */
export function client(line: Line, name: 'kubectl' | 'etcdctl'): Program {
  return function* (call: Call) {
    const argv = [name, ...call.words.slice(1)];
    const stdin = readsInput(argv) ? yield* call.input() : undefined;
    const interrupt = new Interrupt();
    const ended = new Deferred<number>();
    let own = call.ctx;
    const part: Part = {
      id: line.id,
      say(ctx, stream, text) {
        own = ctx;
        call.say(ctx, stream, text);
        if (call.isOver()) interrupt.signal();
      },
      asks: (asked) => line.asks(asked),
      ended(ctx, code) {
        own = ctx;
        ended.resolve(code);
      },
    };
    const given = { argv, part, interrupt, isAttended: true, ...(stdin === undefined ? {} : { stdin }) };
    call.ctx.engine.spawn(
      name === 'etcdctl'
        ? line.host.etcdctl(call.ctx, given)
        : line.host.kubectl(call.ctx, { ...given, ...found(line, call) }),
    );
    while (!ended.isSettled && !call.isOver()) yield either(ended, call.over);
    if (!ended.isSettled) interrupt.signal();
    const code = ended.isSettled ? yield* ended.wait() : KILLED;
    line.readKept();
    return { code, ctx: own };
  };
}

/** What kubectl finds where it is started. */
function found(line: Line, { files, variable }: Call): Pick<Invocation, 'files' | 'kubeconfig' | 'editor'> {
  const kubeconfig = variable('KUBECONFIG');
  const editor = variable('KUBE_EDITOR') ?? variable('EDITOR');
  return {
    files: line.texts(files.folder),
    ...(kubeconfig === undefined ? {} : { kubeconfig }),
    ...(editor === undefined ? {} : { editor }),
  };
}

/** Who is not told to read leaves what is piped in to others. */
function readsInput([name, ...words]: readonly string[]): boolean {
  const end = words.indexOf('--');
  const own = end < 0 ? words : words.slice(0, end);
  if (name === 'etcdctl') return own.includes('txn') || (own.includes('put') && plain(own).length < 3);
  return own.some(
    (word) => /^(?:-|-f-|--filename=-|--stdin(?:=true)?|\/dev\/stdin)$/.test(word) || /^-[tq]*i[tq]*$/.test(word),
  );
}

const plain = (words: readonly string[]): readonly string[] => words.filter((word) => !word.startsWith('-'));

const USUAL_PAUSE = 2;

/** `watch [-n SECONDS] [-t] COMMAND`: the screen is the command's output, again and again. */
export function watch(line: Line): Program {
  return function* (call: Call) {
    const { pause, isBare, words } = readWatch(call.words.slice(1));
    if (words.length === 0) {
      call.say(call.ctx, 'stderr', 'Usage: watch [-n SECONDS] [-t] COMMAND\n');
      return { code: 1, ctx: call.ctx };
    }
    const script = words.join(' ');
    let { ctx } = call;
    while (!call.isOver()) {
      const text = yield* call.said(ctx, script);
      if (call.isOver()) break;
      const head = isBare ? '' : `Every ${pause.toFixed(1)}s: ${script}    ${dateText(ctx.now, '')}\n\n`;
      call.say(ctx, 'stdout', `${WIPE}${head}${text}`);
      // It keeps nobody from resting, and is no part of what the command has caused.
      ctx = line.routine;
      yield* within(ctx, Math.round(pause * SECOND), call.over, true);
    }
    return { code: KILLED, ctx };
  };
}

function readWatch(args: readonly string[]): { pause: number; isBare: boolean; words: readonly string[] } {
  let pause = USUAL_PAUSE;
  let isBare = false;
  let at = 0;
  for (; args[at]?.startsWith('-') === true; at += 1) {
    const word = args[at] as string;
    if (word === '-t' || word === '--no-title') isBare = true;
    const [, joined] = /^(?:-n|--interval=?)(.*)$/.exec(word) ?? [];
    if (joined === undefined) continue;
    if (joined === '') at += 1;
    pause = Math.max(0.1, Number(joined === '' ? args[at] : joined) || USUAL_PAUSE);
  }
  return { pause, isBare, words: args.slice(at) };
}
