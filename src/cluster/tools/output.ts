// Models what a process makes of its variables and the clock (v1.36)

import { civilOf, weekdayOf } from '../../base/calendar.ts';
import { type Machine, machineText } from './machine-text.ts';
import { ALL_PROCESSES, ALL_VARIABLES, PLAIN_DOLLAR } from './markers.ts';

/** What texts are filled in with. */
export interface Filling {
  readonly hostname: string;
  readonly namespace: string;
  readonly address: string;
  /** The files of its ServiceAccount. */
  readonly mounted?: ReadonlyMap<string, string>;
  readonly variables: readonly (readonly [name: string, value: string])[];
  readonly machine?: Machine;
  /** As whom its processes run, as they are listed; root unless told. */
  readonly user?: string;
  /** First processes that can be seen from there. */
  readonly processes?: () => readonly Listed[];
  /** Of a program that belongs to root and runs as its owner, unless it must not. */
  readonly ownersUid?: number;
  /** The image's tag, which is the version of most programs. */
  readonly version: string;
}

export interface Listed {
  readonly pid: number;
  readonly user: string;
  readonly command: string;
}

const REFERENCE = /\$(?:\{(\w+)\}|(\w+)|\(([^)]*)\))/g;

/** Puts in variables, the time and what else was left open. */
export function filled(text: string, filling: Filling, time: number): string {
  if (!/[$\ue001-\ue003]/.test(text)) return text;
  return text
    .replace(ALL_VARIABLES, () =>
      environment(filling)
        .map(([name, value]) => `${name}=${value.replaceAll('$', PLAIN_DOLLAR)}\n`)
        .join(''),
    )
    .replace(ALL_PROCESSES, () => processes(filling))
    .replace(REFERENCE, (_, braced?: string, bare?: string, command?: string) =>
      command === undefined ? variable(braced ?? bare ?? '', filling) : answerOf(command, filling, time),
    )
    .replaceAll(PLAIN_DOLLAR, '$');
}

const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** The variables of a process. */
export function environment({ hostname, variables }: Filling): readonly (readonly [string, string])[] {
  const all: readonly (readonly [string, string])[] = [['PATH', PATH], ['HOSTNAME', hostname], ...variables];
  const known = new Map(all);
  if (!known.has('HOME')) known.set('HOME', '/root');
  return [...known];
}

function variable(name: string, filling: Filling): string {
  if (name === 'POD_SPACE') return filling.namespace;
  if (name === 'POD_TOKEN') return filling.mounted?.get('token') ?? '';
  if (name === 'POD_AUTHORITY') return filling.mounted?.get('ca.crt') ?? '';
  if (name === 'POD_ADDRESS') return filling.address;
  return environment(filling).findLast(([known]) => known === name)?.[1] ?? '';
}

function answerOf(command: string, filling: Filling, time: number): string {
  const [name = '', ...args] = command.trim().split(/\s+/);
  if (name === 'date') return dateText(time, /\+.*/s.exec(command)?.[0] ?? '');
  if (name === 'hostname') return args[0] === '-i' ? filling.address : filling.hostname;
  if (name === 'version') return filling.version;
  if (name === 'setuid') return String(filling.ownersUid ?? 0);
  if (name === 'nproc') return String(filling.machine?.cpus ?? 1);
  if (name === 'machine') {
    const [what = '', ...flags] = args;
    return machineText(what, flags.join(''), filling.machine ?? { cpus: 1, kernel: '' }, time, moment(time).time);
  }
  if (name === 'uname') return unameText(args.join(''), filling);
  return '';
}

function unameText(flags: string, { hostname, machine }: Filling): string {
  const kernel = machine?.kernel ?? '';
  if (flags.includes('a')) return `Linux ${hostname} ${kernel} #1 SMP PREEMPT_DYNAMIC x86_64 GNU/Linux`;
  const told = {
    s: 'Linux',
    n: hostname,
    r: kernel,
    v: '#1 SMP PREEMPT_DYNAMIC',
    m: 'x86_64',
    p: 'unknown',
    o: 'GNU/Linux',
  };
  const shown = Object.entries(told).filter(([letter]) => flags.includes(letter));
  return shown.length === 0 ? told.s : shown.map(([, text]) => text).join(' ');
}

function processes({ processes: all, user = 'root' }: Filling): string {
  const seen = all?.() ?? [];
  const own = { pid: (seen.at(-1)?.pid ?? 0) + 6, user, command: 'ps' };
  const lines = [...seen, own].map(
    ({ pid, user: name, command }) =>
      `${String(pid).padStart(5)} ${name.padEnd(8)}  0:00 ${command.replace(/\s/g, ' ').replaceAll('$', PLAIN_DOLLAR)}\n`,
  );
  return `PID   USER     TIME  COMMAND\n${lines.join('')}`;
}

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const two = (value: number): string => String(value).padStart(2, '0');

interface Moment {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly weekday: string;
  readonly time: string;
}

function moment(micros: number): Moment {
  const seconds = Math.floor(micros / 1_000_000);
  const days = Math.floor(seconds / 86_400);
  const { year, month, day } = civilOf(days);
  const rest = seconds - days * 86_400;
  const time = `${two(Math.floor(rest / 3600))}:${two(Math.floor(rest / 60) % 60)}:${two(rest % 60)}`;
  return { year, month, day, weekday: DAYS[weekdayOf(days)] as string, time };
}

/** `Thu Jan 15 09:00:05 UTC 2026`; with a format, what `%Y`, `%s` and the like stand for. */
export function dateText(micros: number, format: string): string {
  const { year, month, day, weekday, time } = moment(micros);
  if (!format.startsWith('+')) {
    return `${weekday} ${MONTHS[month - 1]} ${String(day).padStart(2, ' ')} ${time} UTC ${year}`;
  }
  const parts = new Map([
    ['%Y', String(year)],
    ['%m', two(month)],
    ['%d', two(day)],
    ['%H', time.slice(0, 2)],
    ['%M', time.slice(3, 5)],
    ['%S', time.slice(6)],
    ['%T', time],
    ['%F', `${year}-${two(month)}-${two(day)}`],
    ['%N', `${String(micros % 1_000_000).padStart(6, '0')}000`],
    ['%6N', String(micros % 1_000_000).padStart(6, '0')],
    ['%s', String(Math.floor(micros / 1_000_000))],
    ['%e', String(day).padStart(2, ' ')],
    ['%b', MONTHS[month - 1] as string],
    ['%a', weekday],
    ['%z', '+0000'],
    ['%Z', 'UTC'],
  ]);
  return format
    .slice(1)
    .replace(/["']/g, '')
    .replace(/%6?\w/g, (part) => parts.get(part) ?? part);
}
