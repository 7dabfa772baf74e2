import { civilOf, daysOf, weekdayOf } from '../../base/time/calendar.ts';
import { SECOND } from '../../base/time/units.ts';
import { quote } from '../go/quote.ts';
import { type CronFields, nextInZone } from './cron-in-zone.ts';
import { readGoDuration } from './duration.ts';
import { type TimeZone, timeZone } from './time-zones.ts';

/** When a schedule fires next, after a time in microseconds; undefined: never within five years. */
export interface Cron {
  next(after: number): number | undefined;
}

export interface CronError {
  readonly error: string;
}

interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly names?: ReadonlyMap<string, number>;
}

interface Field {
  readonly values: ReadonlySet<number>;
  /** Given as `*` or `?`: then the other of day and weekday decides alone. */
  readonly star: boolean;
}

const MONTHS = new Map(
  ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'].map((name, at) => [
    name,
    at + 1,
  ]),
);
const WEEKDAYS = new Map(['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'].map((name, at) => [name, at]));
const MINUTE: Bounds = { min: 0, max: 59 };
const HOUR: Bounds = { min: 0, max: 23 };
const DAY: Bounds = { min: 1, max: 31 };
const MONTH: Bounds = { min: 1, max: 12, names: MONTHS };
const WEEKDAY: Bounds = { min: 0, max: 6, names: WEEKDAYS };

const DESCRIPTORS: ReadonlyMap<string, string> = new Map([
  ['@yearly', '0 0 1 1 *'],
  ['@annually', '0 0 1 1 *'],
  ['@monthly', '0 0 1 * *'],
  ['@weekly', '0 0 * * 0'],
  ['@daily', '0 0 * * *'],
  ['@midnight', '0 0 * * *'],
  ['@hourly', '0 * * * *'],
]);

const DAY_SECONDS = 86_400;
const YEARS_AHEAD = 5;

/**
 * Five fields, a descriptor, or `@every` and a duration.
 * Models github.com/robfig/cron/v3 ParseStandard, as Kubernetes v1.36 uses it.
 */
export function parseCron(text: string): Cron | CronError {
  if (text === '') return { error: 'empty spec string' };
  let spec = text;
  let zone: TimeZone | undefined;
  if (spec.startsWith('TZ=') || spec.startsWith('CRON_TZ=')) {
    const space = spec.indexOf(' ');
    const name = spec.slice(spec.indexOf('=') + 1, space < 0 ? undefined : space);
    zone = isUtc(name) ? undefined : timeZone(name);
    if (zone === undefined && !isUtc(name)) {
      return { error: `provided bad location ${name}: unknown time zone ${name}` };
    }
    spec = space < 0 ? '' : spec.slice(space).trim();
  }
  if (spec.startsWith('@')) return fromDescriptor(spec, zone);
  const fields = spec.split(/\s+/).filter((field) => field !== '');
  if (fields.length !== 5) {
    return { error: `expected exactly 5 fields, found ${fields.length}: [${fields.join(' ')}]` };
  }
  return fromFields(fields, zone);
}

export function isCronError(parsed: Cron | CronError): parsed is CronError {
  return 'error' in parsed;
}

/** Zones whose clocks are those of the simulation. */
export function isUtc(zone: string): boolean {
  return zone === '' || zone === 'UTC' || zone === 'Etc/UTC' || zone === 'GMT' || zone === 'Etc/GMT';
}

function fromDescriptor(spec: string, zone: TimeZone | undefined): Cron | CronError {
  const fields = DESCRIPTORS.get(spec);
  if (fields !== undefined) return fromFields(fields.split(' '), zone);
  if (spec.startsWith('@every ')) return every(spec);
  return { error: `unrecognized descriptor: ${spec}` };
}

/** At least a second apart, cut to whole seconds. */
function every(spec: string): Cron | CronError {
  const micros = readGoDuration(spec.slice('@every '.length));
  if (typeof micros === 'string') return { error: `failed to parse duration ${spec}: ${micros}` };
  const delay = Math.max(1, Math.floor(micros / SECOND));
  return { next: (after) => (Math.floor(after / SECOND) + delay) * SECOND };
}

function fromFields(fields: readonly string[], zone: TimeZone | undefined): Cron | CronError {
  const bounds = [MINUTE, HOUR, DAY, MONTH, WEEKDAY];
  const parsed: Field[] = [];
  for (let i = 0; i < bounds.length; i += 1) {
    const field = parseField(fields[i] as string, bounds[i] as Bounds);
    if (typeof field === 'string') return { error: field };
    parsed.push(field);
  }
  const [minute, hour, day, month, weekday] = parsed as [Field, Field, Field, Field, Field];
  const when: CronFields = { minute, hour, day, month, weekday };
  return { next: (after) => (zone === undefined ? search(after, when) : nextInZone(zone, after, when)) };
}

function search(after: number, { minute, hour, day, month, weekday }: CronFields): number | undefined {
  const start = Math.floor(after / SECOND / 60) * 60 + 60;
  const limit = civilOf(Math.floor(start / DAY_SECONDS)).year + YEARS_AHEAD;
  let days = Math.floor(start / DAY_SECONDS);
  let from = Math.floor((start % DAY_SECONDS) / 60);
  for (;;) {
    const date = civilOf(days);
    if (date.year > limit) return undefined;
    if (!month.values.has(date.month)) {
      days = date.month === 12 ? daysOf(date.year + 1, 1, 1) : daysOf(date.year, date.month + 1, 1);
      from = 0;
      continue;
    }
    const byDay = day.values.has(date.day);
    const byWeekday = weekday.values.has(weekdayOf(days));
    if (day.star || weekday.star ? byDay && byWeekday : byDay || byWeekday) {
      const found = firstMinute(from, minute, hour);
      if (found !== undefined) return (days * DAY_SECONDS + found * 60) * SECOND;
    }
    days += 1;
    from = 0;
  }
}

function firstMinute(from: number, minute: Field, hour: Field): number | undefined {
  for (let at = from; at < 1440; at += 1) {
    if (!hour.values.has(Math.floor(at / 60))) at = Math.floor(at / 60) * 60 + 59;
    else if (minute.values.has(at % 60)) return at;
  }
  return undefined;
}

function parseField(text: string, bounds: Bounds): Field | string {
  const values = new Set<number>();
  let star = false;
  for (const part of text.split(',').filter((each) => each !== '')) {
    const range = parseRange(part, bounds);
    if (typeof range === 'string') return range;
    if (range.star) star = true;
    for (let value = range.start; value <= range.end; value += range.step) values.add(value);
  }
  return { values, star };
}

interface Range {
  readonly start: number;
  readonly end: number;
  readonly step: number;
  readonly star: boolean;
}

/** `N`, `N-M`, `*`, each with an optional step. */
function parseRange(text: string, bounds: Bounds): Range | string {
  const steps = text.split('/');
  const ends = (steps[0] as string).split('-');
  const single = ends.length === 1;
  let start: number | string;
  let end: number | string;
  let star = false;
  if (ends[0] === '*' || ends[0] === '?') {
    start = bounds.min;
    end = bounds.max;
    star = true;
  } else {
    start = numberOf(ends[0] as string, bounds);
    if (typeof start === 'string') return start;
    if (ends.length > 2) return `too many hyphens: ${text}`;
    end = single ? start : numberOf(ends[1] as string, bounds);
    if (typeof end === 'string') return end;
  }
  let step: number | string = 1;
  if (steps.length > 2) return `too many slashes: ${text}`;
  if (steps.length === 2) {
    step = integer(steps[1] as string);
    if (typeof step === 'string') return step;
    if (single && !star) end = bounds.max;
    if (step > 1) star = false;
  }
  if (start < bounds.min) return `beginning of range (${start}) below minimum (${bounds.min}): ${text}`;
  if (end > bounds.max) return `end of range (${end}) above maximum (${bounds.max}): ${text}`;
  if (start > end) return `beginning of range (${start}) beyond end of range (${end}): ${text}`;
  if (step === 0) return `step of range should be a positive number: ${text}`;
  return { start, end, step, star };
}

function numberOf(text: string, { names }: Bounds): number | string {
  return names?.get(text.toLowerCase()) ?? integer(text);
}

function integer(text: string): number | string {
  if (!/^[+-]?\d+$/.test(text)) {
    return `failed to parse int from ${text}: strconv.Atoi: parsing ${quote(text)}: invalid syntax`;
  }
  const value = Number(text);
  return value < 0 ? `negative number (${value}) not allowed: ${text}` : value;
}
