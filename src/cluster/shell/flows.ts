// Models pipe(7) of Linux where one end goes on for a while: what is written can be read before the writer ends (v1.36)

import { Signal } from '../../engine/index.ts';
import { baseOf } from '../tools/told.ts';
import type { Command, Commands } from './syntax.ts';
import { literalOf } from './words.ts';

/** What is in the pipe, and whether somebody still writes and reads. */
export class Flow {
  text = '';
  /** What has no end is not counted here. */
  readonly bytes: number | undefined = undefined;
  readonly changed = new Signal();
  isClosed = false;
  /** Who writes to it now is ended. */
  isBroken = false;

  close(): void {
    this.isClosed = true;
    this.changed.notify();
  }

  /** Whether so many lines are there, or no more will come. */
  has(lines: number): boolean {
    if (this.isClosed) return true;
    let at = -1;
    for (let count = 0; count < lines; count += 1) {
      at = this.text.indexOf('\n', at + 1);
      if (at < 0) return false;
    }
    return true;
  }

  /** All whole lines; at the end what is left, too. */
  taken(): string {
    const end = this.isClosed ? this.text.length : this.text.lastIndexOf('\n') + 1;
    const text = this.text.slice(0, end);
    this.text = this.text.slice(end);
    return text;
  }
}

const lastAny = (commands: Commands): boolean =>
  commands.some(({ pipes }) => pipes.some(({ parts }) => parts.some(lasts)));

/** Programs that wait for others, and may go on for long. */
const LASTING: ReadonlySet<string> = new Set(['sleep', 'kubectl', 'k', 'etcdctl', 'ssh', 'watch']);

/** Whether time may pass before a command ends: then it has to be read while it runs. */
export function lasts(command: Command): boolean {
  switch (command.kind) {
    case 'simple':
      return LASTING.has(literalOf(command.words[0]) ?? '');
    case 'while':
    case 'until':
      return lastAny(command.condition) || lastAny(command.body) || command.condition.length === 1;
    case 'if':
      return lastAny(command.chosen) || lastAny(command.otherwise);
    case 'case':
      return command.arms.some(({ body }) => lastAny(body));
    case 'for':
    case 'group':
    case 'subshell':
      return lastAny(command.body);
    default:
      return false;
  }
}

/** These make of each line something of its own, and do so at once. */
const BY_LINE: ReadonlySet<string> = new Set(['cat', 'tee', 'tr', 'cut', 'rev', 'fold', 'grep', 'egrep', 'fgrep']);
/** Matches that are counted, or shown with the lines around them, need all of it. */
const GREP_WHOLE = /(?:^|\s)-\w*[clLmnABC]/;
/** Orders of sed that are the same for every line. */
const SED_BY_LINE = /^(?:[sy]\W|\/(?:[^/\\]|\\.)*\/[dps])/;

/** For how many lines a tool waits. */
export interface Appetite {
  readonly lines: number;
  /** Then it ends; or it does when it succeeds, and else looks at more; or it goes on with what comes. */
  readonly ends: 'then' | 'well' | 'never';
}

/** Undefined: it wants everything. */
export function appetiteOf([first = '', ...args]: readonly string[]): Appetite | undefined {
  const name = baseOf(first);
  const given = args.join(' ');
  if (name === 'head' && !/-\w*c|-n\s*-/.test(given))
    return { lines: Number(/(?:^|\s)-(?:n\s*)?(\d+)/.exec(given)?.[1] ?? 10), ends: 'then' };
  if (name === 'sed') {
    const script = args.find((word) => !word.startsWith('-')) ?? '';
    const last = /^(\d+)q$/.exec(script)?.[1];
    if (last !== undefined) return { lines: Number(last), ends: 'then' };
    return SED_BY_LINE.test(script) ? { lines: 1, ends: 'never' } : undefined;
  }
  if (name.endsWith('grep') && /(?:^|\s)-(?:\w*q|m ?1\b)/.test(given)) return { lines: 1, ends: 'well' };
  const isWhole = !BY_LINE.has(name) || (name.endsWith('grep') && GREP_WHOLE.test(given));
  return isWhole ? undefined : { lines: 1, ends: 'never' };
}
