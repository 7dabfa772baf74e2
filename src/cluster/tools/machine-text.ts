// Models fs/proc of Linux and procps/free.c and uptime.c of busybox, as far as the machine goes: a container sees all of it (v1.36)
// Deviation: nothing of its memory holds files, and its load is what its processes compute now.

import { DAY_IN_SECONDS, HOUR_IN_SECONDS, MINUTE_IN_SECONDS, SECOND } from '../../base/time/units.ts';

/** The machine of a process. */
export interface Machine {
  readonly cpus: number;
  readonly kernel: string;
  /** KiB. */
  readonly memory?: number;
  /** When it was started. */
  readonly since?: number;
  readonly used?: { readonly millicores: number; readonly kibibytes: number };
}

const two = (value: number): string => String(value).padStart(2, '0');

/** What a file of `/proc`, `free` or `uptime` says. */
export function machineText(what: string, flags: string, machine: Machine, now: number, clock: string): string {
  const { cpus, memory = 0, since = now } = machine;
  const { kibibytes: taken = 0, millicores = 0 } = machine.used ?? {};
  const busy = millicores / 1000;
  const seconds = Math.floor((now - since) / SECOND);
  const load = Array(3).fill(busy.toFixed(2));
  switch (what) {
    case 'meminfo':
      return meminfo(memory, memory - taken);
    case 'cpuinfo':
      return Array.from(
        { length: Math.ceil(cpus) },
        (_, at) => `processor\t: ${at}\ncpu cores\t: ${Math.ceil(cpus)}\n`,
      ).join('\n');
    case 'loadavg':
      return `${load.join(' ')} 1/${100 + Math.ceil(cpus)} 7\n`;
    case 'uptime':
      return `${seconds}.00 ${Math.floor(seconds * Math.max(0, cpus - busy))}.00\n`;
    case 'up':
      return ` ${clock} up ${lasting(seconds)},  0 users,  load average: ${load.join(', ')}\n`;
    default:
      return free(flags, memory, taken);
  }
}

function meminfo(total: number, left: number): string {
  const rows: readonly (readonly [name: string, value: number])[] = [
    ['MemTotal', total],
    ['MemFree', left],
    ['MemAvailable', left],
    ['Buffers', 0],
    ['Cached', 0],
    ['SwapCached', 0],
    ['SwapTotal', 0],
    ['SwapFree', 0],
  ];
  return rows.map(([name, value]) => `${`${name}:`.padEnd(16)}${String(value).padStart(8)} kB\n`).join('');
}

/** ` 1:05`, `12 min`, `2 days,  3:04` */
function lasting(seconds: number): string {
  const days = Math.floor(seconds / DAY_IN_SECONDS);
  const hours = Math.floor((seconds % DAY_IN_SECONDS) / HOUR_IN_SECONDS);
  const minutes = Math.floor((seconds % HOUR_IN_SECONDS) / MINUTE_IN_SECONDS);
  const rest = hours > 0 ? `${String(hours).padStart(2)}:${two(minutes)}` : `${minutes} min`;
  return days === 0 ? rest : `${days} day${days === 1 ? '' : 's'}, ${rest}`;
}

const KIB = 1024;

/** `free [-b] [-k] [-m] [-g] [-h]` */
function free(flags: string, total: number, taken: number): string {
  const shown = (kib: number): string => {
    if (flags.includes('h')) return sized(kib);
    const unit = flags.includes('b') ? 1 / KIB : flags.includes('m') ? KIB : flags.includes('g') ? KIB * KIB : 1;
    return String(Math.floor(kib / unit));
  };
  const cells = (values: readonly number[]): string => values.map((value) => shown(value).padStart(12)).join('');
  const head = ['total', 'used', 'free', 'shared', 'buff/cache', 'available'].map((word) => word.padStart(12)).join('');
  const left = total - taken;
  return `       ${head}\nMem:   ${cells([total, taken, left, 0, 0, left])}\nSwap:  ${cells([0, 0, 0])}\n`;
}

function sized(kib: number): string {
  if (kib === 0) return '0';
  if (kib >= KIB * KIB) return `${(kib / KIB / KIB).toFixed(1)}G`;
  return kib >= KIB ? `${(kib / KIB).toFixed(1)}M` : `${kib.toFixed(1)}K`;
}
