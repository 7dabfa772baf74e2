import { hexDigits } from '../../base/bytes/hex.ts';
import { eachByteOf } from '../../base/bytes/utf8.ts';
import {
  DAY_IN_SECONDS,
  HOUR_IN_SECONDS,
  MINUTE,
  MINUTE_IN_SECONDS,
  type Micros,
  SECOND,
} from '../../base/time/units.ts';

const YEAR = 365 * DAY_IN_SECONDS;

/** The age column. Models apimachinery/pkg/util/duration/duration.go HumanDuration (v1.36) */
export function humanDuration(micros: Micros): string {
  const seconds = Math.trunc(micros / SECOND);
  if (seconds < -1) return '<invalid>';
  if (seconds < 0) return '0s';
  if (seconds < 2 * MINUTE_IN_SECONDS) return `${seconds}s`;
  const minutes = Math.floor(seconds / MINUTE_IN_SECONDS);
  if (minutes < 10) return pair(minutes, 'm', seconds % MINUTE_IN_SECONDS, 's');
  if (minutes < 180) return `${minutes}m`;
  const hours = Math.floor(seconds / HOUR_IN_SECONDS);
  if (hours < 8) return pair(hours, 'h', minutes % 60, 'm');
  if (hours < 48) return `${hours}h`;
  if (hours < 192) return pair(Math.floor(hours / 24), 'd', hours % 24, 'h');
  if (seconds < 2 * YEAR) return `${Math.floor(hours / 24)}d`;
  const years = Math.floor(seconds / YEAR);
  if (seconds < 8 * YEAR) return pair(years, 'y', Math.floor(hours / 24) % 365, 'd');
  return `${years}y`;
}

function pair(first: number, firstUnit: string, second: number, secondUnit: string): string {
  return second === 0 ? `${first}${firstUnit}` : `${first}${firstUnit}${second}${secondUnit}`;
}

/** How Go prints a duration: `1m30s`, `10s`, `1.5s`, `250ms`, `0s`. Models the Go standard library, time.Duration.String */
export function goDuration(micros: Micros): string {
  if (micros === 0) return '0s';
  const sign = micros < 0 ? '-' : '';
  const total = Math.abs(micros);
  if (total < 1000) return `${sign}${total}µs`;
  if (total < SECOND) return `${sign}${decimal(total, 1000)}ms`;
  const whole = Math.floor(total / MINUTE);
  const seconds = decimal(total - whole * MINUTE, SECOND);
  if (whole === 0) return `${sign}${seconds}s`;
  const hours = Math.floor(whole / 60);
  return hours === 0 ? `${sign}${whole}m${seconds}s` : `${sign}${hours}h${whole % 60}m${seconds}s`;
}

/** As Go prints a duration, rounded to milliseconds: `523ms`, `1.2s`, `1m20s`, `5m0s`. */
export function goMilliseconds(micros: Micros): string {
  return goDuration(Math.round(micros / 1000) * 1000);
}

/** An integer quotient written out exactly, without zeros at the end. */
function decimal(value: number, unit: number): string {
  const whole = Math.floor(value / unit);
  const rest = value - whole * unit;
  if (rest === 0) return String(whole);
  const digits = String(rest).padStart(String(unit).length - 1, '0');
  return `${whole}.${digits.replace(/0+$/, '')}`;
}

/** In nanoseconds. Both signs that people write for micro are known. */
const UNITS: ReadonlyMap<string, bigint> = new Map([
  ['ns', 1n],
  ['us', 1000n],
  ['\u00b5s', 1000n],
  ['\u03bcs', 1000n],
  ['ms', 1_000_000n],
  ['s', 1_000_000_000n],
  ['m', 60_000_000_000n],
  ['h', 3_600_000_000_000n],
]);
const PART = /(\d*)(?:\.(\d*))?([^\d.]*)/y;
const MOST_NANOS = (1n << 63n) - 1n;

/**
 * Microseconds of a text such as `1h30m`, or what Go says of one that is none.
 * Models the Go standard library, time.ParseDuration
 */
export function readGoDuration(text: string): number | string {
  const negative = text.startsWith('-');
  const amount = negative || text.startsWith('+') ? text.slice(1) : text;
  if (amount === '0') return 0;
  const invalid = () => `time: invalid duration ${quotedByTime(text)}`;
  let total = 0n;
  let at = 0;
  do {
    PART.lastIndex = at;
    const [part = '', whole = '', rest = '', name = ''] = PART.exec(amount) ?? [];
    if (whole === '' && rest === '') return invalid();
    if (name === '') return `time: missing unit in duration ${quotedByTime(text)}`;
    const unit = UNITS.get(name);
    if (unit === undefined) return `time: unknown unit ${quotedByTime(name)} in duration ${quotedByTime(text)}`;
    total += BigInt(whole) * unit + BigInt(Math.trunc(Number(`0.${rest}`) * Number(unit)));
    if (total > MOST_NANOS + (negative ? 1n : 0n)) return invalid();
    at += part.length;
  } while (at < amount.length);
  const micros = Math.round(Number(total) / 1000);
  return negative ? -micros : micros;
}

/** As `readGoDuration`; undefined for a text that is none. */
export function parseGoDuration(text: string): number | undefined {
  const read = readGoDuration(text);
  return typeof read === 'number' ? read : undefined;
}

/** As package time quotes in its errors: what is not ASCII is written byte by byte. */
export function quotedByTime(text: string): string {
  let inner = '';
  const writeOut = (byte: number) => {
    inner += `\\x${hexDigits(byte, 2)}`;
  };
  for (const letter of text) {
    if (letter >= ' ' && letter < '\u0080') inner += letter === '"' || letter === '\\' ? `\\${letter}` : letter;
    else eachByteOf(letter.codePointAt(0) as number, writeOut);
  }
  return `"${inner}"`;
}
