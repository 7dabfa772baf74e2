import { civilOf, daysOf, weekdayOf } from '../../../base/time/calendar.ts';
import { SECOND_IN_NANOS } from '../../../base/time/units.ts';
import { Duration, Timestamp } from '../values/values.ts';

const UNITS: ReadonlyMap<string, bigint> = new Map([
  ['ns', 1n],
  ['us', 1000n],
  ['µs', 1000n],
  ['μs', 1000n],
  ['ms', 1_000_000n],
  ['s', SECOND_IN_NANOS],
  ['m', 60n * SECOND_IN_NANOS],
  ['h', 3600n * SECOND_IN_NANOS],
]);

/** Models Go's time.ParseDuration. */
export function parseDuration(text: string): Duration | undefined {
  const sign = text.startsWith('-') ? -1n : 1n;
  let rest = text.replace(/^[+-]/, '');
  if (rest === '0') return new Duration(0n);
  let nanos = 0n;
  if (rest === '') return undefined;
  while (rest !== '') {
    const match = /^(\d+)?(?:\.(\d*))?(ns|us|µs|μs|ms|s|m|h)/.exec(rest);
    if (match === null || (match[1] === undefined && (match[2] ?? '') === '')) return undefined;
    const unit = UNITS.get(match[3] as string) as bigint;
    const fraction = match[2] ?? '';
    nanos += BigInt(match[1] ?? '0') * unit;
    if (fraction !== '') nanos += (BigInt(fraction) * unit) / 10n ** BigInt(fraction.length);
    rest = rest.slice(match[0].length);
  }
  const total = sign * nanos;
  return total < -(2n ** 63n) || total >= 2n ** 63n ? undefined : new Duration(total);
}

/** Seconds with a fraction: `90.5s`. */
export function durationText({ nanos }: Duration): string {
  return `${decimal(nanos)}s`;
}

function decimal(nanos: bigint): string {
  const size = nanos < 0n ? -nanos : nanos;
  const fraction = String(size % SECOND_IN_NANOS)
    .padStart(9, '0')
    .replace(/0+$/, '');
  return `${nanos < 0n ? '-' : ''}${size / SECOND_IN_NANOS}${fraction === '' ? '' : `.${fraction}`}`;
}

const SHAPE = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d):(\d\d))$/;

export function parseTimestamp(text: string): Timestamp | undefined {
  const match = SHAPE.exec(text);
  if (match === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number);
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month) || hour > 23 || minute > 59 || second > 59)
    return undefined;
  const offset =
    match[8] === undefined ? 0 : (match[8] === '-' ? -1 : 1) * (Number(match[9]) * 3600 + Number(match[10]) * 60);
  const seconds = daysOf(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second - offset;
  const fraction = BigInt((match[7] ?? '').slice(0, 9).padEnd(9, '0'));
  return new Timestamp(BigInt(seconds) * SECOND_IN_NANOS + fraction);
}

export interface Civil {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly nanos: number;
  readonly dayOfWeek: number;
  readonly dayOfYear: number;
}

/** The calendar date and time of day; `offset` in seconds east of Greenwich. */
export function civil({ nanos }: Timestamp, offset = 0): Civil {
  const total = nanos + BigInt(offset) * SECOND_IN_NANOS;
  const floor = (value: bigint, by: bigint): bigint => (value >= 0n ? value / by : -((-value + by - 1n) / by));
  const seconds = Number(floor(total, SECOND_IN_NANOS));
  const days = Math.floor(seconds / 86_400);
  const inDay = seconds - days * 86_400;
  const { year, month, day } = civilOf(days);
  return {
    year,
    month,
    day,
    hour: Math.floor(inDay / 3600),
    minute: Math.floor((inDay % 3600) / 60),
    second: inDay % 60,
    nanos: Number(total - BigInt(seconds) * SECOND_IN_NANOS),
    dayOfWeek: weekdayOf(days),
    dayOfYear: days - daysOf(year, 1, 1),
  };
}

export function timestampText(time: Timestamp): string {
  const { year, month, day, hour, minute, second, nanos } = civil(time);
  const two = (value: number): string => String(value).padStart(2, '0');
  const fraction = nanos === 0 ? '' : `.${String(nanos).padStart(9, '0').replace(/0+$/, '')}`;
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(second)}${fraction}Z`;
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
