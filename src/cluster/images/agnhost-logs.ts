// Models test/images/agnhost/logs-generator (v1.36). Not modelled: the stacks of a fatal error; chance is a fixed sequence

import { HOUR, MINUTE, SECOND } from '../../base/time/units.ts';
import { klogLine } from '../tools/agnhost.ts';
import type { Line, Program } from './program.ts';

const MICROS: Readonly<Record<string, number>> = { ms: 1000, s: SECOND, m: MINUTE, h: HOUR };
const MOST = 100_000;
const METHODS = ['GET', 'PUT', 'POST'];
const NAMESPACES = ['kube-system', 'default', 'ns'];
const LETTERS = 'bcdfghjklmnpqrstvwxz2456789';
const SOURCE = 'logs_generator.go:';

/** Lines like those of an API server, evenly over a time, and then it ends. */
export function logsGenerator(flags: ReadonlyMap<string, string>): Pick<Program, 'output' | 'runMicros' | 'exitCode'> {
  const total = Number(flags.get('log-lines-total') ?? flags.get('t') ?? 0);
  const duration = flags.get('run-duration') ?? flags.get('d') ?? '0s';
  const micros = microsIn(duration);
  if (!(total > 0)) return fatal(`${SOURCE}58] Invalid total number of lines: ${total}`);
  if (!(micros > 0)) return fatal(`${SOURCE}62] Invalid duration: ${duration}`);
  const every = Math.floor(micros / total);
  const output: Line[] = [];
  for (let id = 0; id < Math.min(total, MOST); id += 1) {
    output.push({
      at: id * every,
      stream: 'stderr',
      text: ({ now }) => klogLine(`${SOURCE}76] ${lineOf(id)}`, now, ''),
    });
  }
  return { output, runMicros: every * total, exitCode: 0 };
}

function fatal(text: string): ReturnType<typeof logsGenerator> {
  const line: Line = { at: 0, stream: 'stderr', text: ({ now }) => klogLine(text, now, '').replace(/^I/, 'F') };
  return { output: [line], runMicros: 0, exitCode: 255 };
}

function microsIn(text: string): number {
  let sum = 0;
  for (const [, value, unit = ''] of text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g))
    sum += Number(value) * (MICROS[unit] ?? 0);
  return Math.round(sum);
}

function lineOf(id: number): string {
  let state = (id + 1) * 2_654_435_761;
  const next = (below: number): number => {
    state = (state * 48_271 + 11) % 2_147_483_647;
    return state % below;
  };
  next(2);
  const method = METHODS[next(3)];
  const namespace = NAMESPACES[next(3)];
  const length = 3 + next(2);
  let name = '';
  for (let at = 0; at < length; at += 1) name += LETTERS[next(LETTERS.length)];
  return `${id} ${method} /api/v1/namespaces/${namespace}/pods/${name} ${200 + next(400)}`;
}
