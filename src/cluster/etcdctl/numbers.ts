// Models fmt's %x and %016x and github.com/dustin/go-humanize as etcdctl uses them

import type { Micros } from '../../base/time/units.ts';
import { SECOND } from '../../base/time/units.ts';

/** An id as it is shown: the hexadecimal form of a decimal text. */
export function hex(id: string): string {
  return BigInt(id).toString(16);
}

export function leaseHex(id: string): string {
  return hex(id).padStart(16, '0');
}

/** The decimal form of a hexadecimal id; undefined when it is none. */
export function fromHex(text: string): string | undefined {
  return /^[0-9a-fA-F]{1,16}$/.test(text) ? String(BigInt(`0x${text}`)) : undefined;
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

export function bytes(count: number): string {
  let value = count;
  let unit = 0;
  for (; value >= 1000 && unit < UNITS.length - 1; unit += 1) value /= 1000;
  const shown = unit > 0 && value < 10 ? value.toFixed(1) : String(Math.round(value));
  return `${shown} ${UNITS[unit]}`;
}

/** A Go duration of some microseconds. */
export function duration(micros: Micros): string {
  if (micros < 1000) return `${micros}µs`;
  if (micros < SECOND) return `${micros / 1000}ms`;
  return `${micros / SECOND}s`;
}
