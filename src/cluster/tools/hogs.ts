// Models stress, fallocate and the like: programs that take memory or fill a disk (v1.36)

import { type Micros, SECOND } from '../../base/time/units.ts';
import type { Use } from './outcome.ts';

/** What a program takes, and how long it runs; `forever`: until it is stopped. */
export interface Hog {
  readonly uses: readonly Use[];
  readonly micros: Micros | 'forever';
  readonly stdout: string;
  readonly stderr: string;
}

const SOON = SECOND / 2;
const MICROS_PER_MIB = 1000;
const MIB = 1024 * 1024;

const UNITS: { readonly [unit: string]: number } = {
  '': 1,
  c: 1,
  B: 1,
  K: 1024,
  k: 1024,
  KiB: 1024,
  kB: 1000,
  M: MIB,
  m: MIB,
  MiB: MIB,
  MB: 1_000_000,
  G: 1024 * MIB,
  g: 1024 * MIB,
  GiB: 1024 * MIB,
  GB: 1e9,
};

/** `64M` */
export function bytesOfAmount(text: string | undefined, otherwise: number): number {
  const [, number = '', unit = ''] = /^(\d+)([A-Za-z]*)$/.exec(text ?? '') ?? [];
  const scale = UNITS[unit];
  return number === '' || scale === undefined ? otherwise : Number(number) * scale;
}

/** Undefined for any other command. */
export function hogOf(name: string, args: readonly string[]): Hog | undefined {
  if (name === 'stress' || name === 'stress-ng') return stress(args);
  if (name === 'fallocate') return written(args.at(-1) ?? '', bytesOfAmount(optionOf(args, '-l', '--length'), 0));
  return undefined;
}

function optionOf(args: readonly string[], ...names: readonly string[]): string | undefined {
  const at = args.findIndex((word) => names.includes(word));
  return at < 0 ? undefined : args[at + 1];
}

function grabbing(memory: number, micros: Hog['micros'], stdout: string): Hog {
  return { uses: memory === 0 ? [] : [{ at: SOON, memory }], micros, stdout, stderr: '' };
}

/** How long it takes to read or write so many bytes. */
export function microsFor(amount: number): number {
  return Math.min(Math.round((amount / MIB) * MICROS_PER_MIB), 30 * SECOND);
}

function written(path: string, disk: number): Hog {
  const micros = microsFor(disk);
  return { uses: [{ at: Math.min(micros, SECOND), disk, path }], micros, stdout: '', stderr: '' };
}

function stress(args: readonly string[]): Hog {
  const count = (...names: readonly string[]): number => Number(optionOf(args, ...names) ?? 0);
  const [vm, cpu, io, hdd] = [count('--vm', '-m'), count('--cpu', '-c'), count('--io', '-i'), count('--hdd', '-d')];
  const timeout = optionOf(args, '--timeout', '-t');
  const micros = timeout === undefined ? 'forever' : Number(timeout.replace(/s$/, '')) * SECOND;
  const hogs = `${cpu} cpu, ${io} io, ${vm} vm, ${hdd} hdd`;
  const taken = grabbing(
    vm * bytesOfAmount(optionOf(args, '--vm-bytes'), 256 * MIB),
    micros,
    `stress: info: [1] dispatching hogs: ${hogs}\n`,
  );
  const disk = hdd * bytesOfAmount(optionOf(args, '--hdd-bytes'), 1024 * MIB);
  return disk === 0 ? taken : { ...taken, uses: [...taken.uses, { at: SECOND, disk, path: '/stress' }] };
}
