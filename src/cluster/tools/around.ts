// Models what a process is told of where it runs: its environment, the clock, its machine (v1.36)

import { civilOf, weekdayOf } from '../../base/time/calendar.ts';
import type { Micros } from '../../base/time/units.ts';
import { SECOND } from '../../base/time/units.ts';
import { type Machine, machineText } from './machine-text.ts';

/** Where a process runs, and when somebody asks. */
export interface Around {
  readonly now: number;
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

/** Nobody's. */
export const NOBODY: Around = { now: 0, hostname: '', namespace: '', address: '', variables: [], version: '' };

const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** The variables of a process. */
export function environment({ hostname, variables }: Around): readonly (readonly [string, string])[] {
  const all: readonly (readonly [string, string])[] = [['PATH', PATH], ['HOSTNAME', hostname], ...variables];
  const known = new Map(all);
  if (!known.has('HOME')) known.set('HOME', '/root');
  return [...known];
}

/** What `uname` says. */
export function unameText(flags: string, { hostname, machine }: Around): string {
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

/** What `ps` says. */
export function processList({ processes: all, user = 'root' }: Around): string {
  const seen = all?.() ?? [];
  const own = { pid: (seen.at(-1)?.pid ?? 0) + 6, user, command: 'ps' };
  const lines = [...seen, own].map(
    ({ pid, user: name, command }) =>
      `${String(pid).padStart(5)} ${name.padEnd(8)}  0:00 ${command.replace(/\s/g, ' ')}\n`,
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

function moment(micros: Micros): Moment {
  const seconds = Math.floor(micros / SECOND);
  const days = Math.floor(seconds / 86_400);
  const { year, month, day } = civilOf(days);
  const rest = seconds - days * 86_400;
  const time = `${two(Math.floor(rest / 3600))}:${two(Math.floor(rest / 60) % 60)}:${two(rest % 60)}`;
  return { year, month, day, weekday: DAYS[weekdayOf(days)] as string, time };
}

/** `Thu Jan 15 09:00:05 UTC 2026`; with a format, what `%Y`, `%s` and the like stand for. */
export function dateText(micros: Micros, format: string): string {
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
    ['%N', `${String(micros % SECOND).padStart(6, '0')}000`],
    ['%6N', String(micros % SECOND).padStart(6, '0')],
    ['%s', String(Math.floor(micros / SECOND))],
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

/** What the machine says of itself: a file of `/proc`, `free` or `uptime`. */
export function machineSays(what: string, flags: string, { machine = NO_MACHINE, now }: Around): string {
  return machineText(what, flags, machine, now, moment(now).time);
}

const NO_MACHINE: Machine = { cpus: 1, kernel: '' };
