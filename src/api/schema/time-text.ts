import { pureOfText } from '../../base/pure.ts';
import { quotedByTime } from '../values/duration.ts';

/** How Go reads the two layouts in which the API writes times, and what it says when it cannot. No Date: the calendar is computed here. */
const RFC3339 = '2006-01-02T15:04:05Z07:00';
const RFC3339_MICRO = '2006-01-02T15:04:05.000000Z07:00';

/** Either the canonical text (UTC) or the error. */
export type TimeResult = { readonly text: string } | { readonly error: string };

const CANONICAL = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])T([01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/;
const CANONICAL_MICRO = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{6}Z$/;

/** One second's time stands in thousands of conditions; a microsecond's comes once. */
const isCanonicalSecond = pureOfText(512, (value: string) => CANONICAL.test(value));

/** Whether a time is, at a glance, just as Go would write it: the usual case, which needs no reader. */
export function isCanonical(value: string, micro: boolean): boolean {
  return micro ? CANONICAL_MICRO.test(value) : isCanonicalSecond(value);
}

/** Models k8s.io/apimachinery/pkg/apis/meta/v1/{time,micro_time}.go UnmarshalJSON (v1.36) */
export function readTime(value: string, micro: boolean): TimeResult {
  if (isCanonical(value, micro)) return { text: value };
  const reader = new Reader(value, micro);
  const error = reader.read();
  return error === undefined ? { text: reader.utc() } : { error };
}

const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

function daysIn(year: number, month: number): number {
  return month === 2 && isLeap(year) ? 29 : (MONTH_DAYS[month - 1] ?? 31);
}

const pad = (value: number, width: number): string => String(value).padStart(width, '0');
const isDigit = (text: string, at: number): boolean => text.charCodeAt(at) >= 48 && text.charCodeAt(at) <= 57;

class Reader {
  readonly #value: string;
  readonly #micro: boolean;
  #rest: string;
  #year = 0;
  #month = 1;
  #day = 1;
  #hour = 0;
  #minute = 0;
  #second = 0;
  #micros = '000000';
  #offsetMinutes = 0;

  constructor(value: string, micro: boolean) {
    this.#value = value;
    this.#micro = micro;
    this.#rest = value;
  }

  read(): string | undefined {
    return (
      this.#readYear() ??
      this.#literal('-') ??
      this.#number('01', 'month', 1, 12, (n) => (this.#month = n)) ??
      this.#literal('-') ??
      this.#number('02', 'day', 0, 99, (n) => (this.#day = n)) ??
      this.#literal('T') ??
      this.#number('15', 'hour', 0, 23, (n) => (this.#hour = n), true) ??
      this.#literal(':') ??
      this.#number('04', 'minute', 0, 59, (n) => (this.#minute = n)) ??
      this.#literal(':') ??
      this.#number('05', 'second', 0, 59, (n) => (this.#second = n)) ??
      this.#readFraction() ??
      this.#readZone() ??
      this.#checkEnd()
    );
  }

  #bad(element: string, rest: string): string {
    const layout = this.#micro ? RFC3339_MICRO : RFC3339;
    return `parsing time ${quotedByTime(this.#value)} as "${layout}": cannot parse ${quotedByTime(rest)} as "${element}"`;
  }

  #outOfRange(what: string): string {
    return `parsing time ${quotedByTime(this.#value)}: ${what} out of range`;
  }

  #literal(char: string): string | undefined {
    if (!this.#rest.startsWith(char)) return this.#bad(char, this.#rest);
    this.#rest = this.#rest.slice(1);
    return undefined;
  }

  #readYear(): string | undefined {
    const text = this.#rest.slice(0, 4);
    if (!/^\d{4}$/.test(text)) return this.#bad('2006', this.#rest);
    this.#year = Number(text);
    this.#rest = this.#rest.slice(4);
    return undefined;
  }

  #number(
    element: string,
    what: string,
    low: number,
    high: number,
    keep: (n: number) => void,
    oneDigit = false,
  ): string | undefined {
    if (!isDigit(this.#rest, 0)) return this.#bad(element, this.#rest);
    const width = isDigit(this.#rest, 1) ? 2 : 1;
    if (width === 1 && !oneDigit) return this.#bad(element, this.#rest);
    const n = Number(this.#rest.slice(0, width));
    this.#rest = this.#rest.slice(width);
    if (n < low || n > high) return this.#outOfRange(what);
    keep(n);
    return undefined;
  }

  /** The short layout does not mention fractions and yet accepts them. */
  #readFraction(): string | undefined {
    const match = (this.#micro ? /^[.,]\d{6}/ : /^[.,]\d+/).exec(this.#rest);
    if (match === null) return this.#micro ? this.#bad('.000000', this.#rest) : undefined;
    if (this.#micro) this.#micros = match[0].slice(1);
    this.#rest = this.#rest.slice(match[0].length);
    return undefined;
  }

  #readZone(): string | undefined {
    if (this.#rest.startsWith('Z')) {
      this.#rest = this.#rest.slice(1);
      return undefined;
    }
    const match = /^([+-])(\d\d):(\d\d)/.exec(this.#rest);
    if (match === null) return this.#bad('Z07:00', this.#rest);
    const hours = Number(match[2]);
    const minutes = Number(match[3]);
    if (hours > 24) return this.#outOfRange('time zone offset hour');
    if (minutes > 60) return this.#outOfRange('time zone offset minute');
    this.#offsetMinutes = (match[1] === '-' ? -1 : 1) * (hours * 60 + minutes);
    this.#rest = this.#rest.slice(6);
    return undefined;
  }

  #checkEnd(): string | undefined {
    if (this.#rest !== '') return `parsing time ${quotedByTime(this.#value)}: extra text: ${quotedByTime(this.#rest)}`;
    if (this.#day < 1 || this.#day > daysIn(this.#year, this.#month)) return this.#outOfRange('day');
    return undefined;
  }

  utc(): string {
    let minutes = this.#hour * 60 + this.#minute - this.#offsetMinutes;
    for (; minutes < 0; minutes += 1440) this.#previousDay();
    for (; minutes >= 1440; minutes -= 1440) this.#nextDay();
    const date = `${pad(this.#year, 4)}-${pad(this.#month, 2)}-${pad(this.#day, 2)}`;
    const clock = `${pad(Math.floor(minutes / 60), 2)}:${pad(minutes % 60, 2)}:${pad(this.#second, 2)}`;
    return `${date}T${clock}${this.#micro ? `.${this.#micros}` : ''}Z`;
  }

  #previousDay(): void {
    this.#day -= 1;
    if (this.#day > 0) return;
    this.#month -= 1;
    if (this.#month === 0) {
      this.#month = 12;
      this.#year -= 1;
    }
    this.#day = daysIn(this.#year, this.#month);
  }

  #nextDay(): void {
    this.#day += 1;
    if (this.#day <= daysIn(this.#year, this.#month)) return;
    this.#day = 1;
    this.#month += 1;
    if (this.#month <= 12) return;
    this.#month = 1;
    this.#year += 1;
  }
}
