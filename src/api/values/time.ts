import { pureOfValues } from '../../base/pure.ts';
import { civilOf, daysOf, weekdayOf } from '../../base/time/calendar.ts';
import { DAY_IN_SECONDS, type Micros, SECOND } from '../../base/time/units.ts';

/** Times are microseconds since 1970; no Date, so that every host agrees. */

const two = (value: number): string => (value < 10 ? `0${value}` : String(value));

/** Almost all times of a run are on one day. */
const dateText = pureOfValues(4, (days: number): string => {
  const { year, month, day } = civilOf(days);
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}T`;
});

/** The same string for the same second: it is put into thousands of objects. Between them come times when something began or will end. */
const rfc3339Second = pureOfValues(16, (seconds: number) => `${secondsText(seconds)}Z`);

function secondsText(seconds: number): string {
  const days = Math.floor(seconds / DAY_IN_SECONDS);
  const rest = seconds - days * DAY_IN_SECONDS;
  return `${dateText(days)}${two(Math.floor(rest / 3600))}:${two(Math.floor(rest / 60) % 60)}:${two(rest % 60)}`;
}

/** `2026-11-21T02:17:18Z`: the second that has begun. */
export function rfc3339(micros: Micros): string {
  return rfc3339Second(Math.floor(micros / SECOND));
}

const WEEKDAY_NAMES = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTH_NAMES = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `Sat, 21 Nov 2026 02:17:18 +0000`. */
export function rfc1123Z(micros: Micros): string {
  const seconds = Math.floor(micros / SECOND);
  const days = Math.floor(seconds / DAY_IN_SECONDS);
  const { year, month, day } = civilOf(days);
  const clock = secondsText(seconds).slice(-8);
  return `${WEEKDAY_NAMES[weekdayOf(days)]}, ${two(day)} ${MONTH_NAMES[month - 1]} ${year} ${clock} +0000`;
}

/** `Sat Nov 21 02:17:18 UTC 2026`. */
export function unixDate(micros: Micros): string {
  const [weekday = '', day = '', month, year, clock] = rfc1123Z(micros).split(' ');
  return `${weekday.slice(0, -1)} ${month} ${day.replace(/^0/, ' ')} ${clock} UTC ${year}`;
}

/** `2026-11-21T02:17:18.012345Z`. */
export function rfc3339Micro(micros: Micros): string {
  const seconds = Math.floor(micros / SECOND);
  return `${secondsText(seconds)}.${String(micros - seconds * SECOND).padStart(6, '0')}Z`;
}

/** `name.18a2b3c4d5e6f708`: the nanoseconds in hexadecimal, as the names of events end. */
export function nanosHex(micros: Micros): string {
  return (BigInt(micros) * 1000n).toString(16);
}

const TIME = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?Z$/;

/** Microseconds since 1970 of a UTC time as the API writes it; undefined when it is not one. */
export function parseTime(text: string | null | undefined): number | undefined {
  const match = TIME.exec(text ?? '');
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second, fraction = ''] = match;
  const days = daysOf(Number(year), Number(month), Number(day));
  const seconds = days * DAY_IN_SECONDS + Number(hour) * 3600 + Number(minute) * 60 + Number(second);
  return seconds * SECOND + (fraction === '' ? 0 : Number(fraction.padEnd(6, '0').slice(0, 6)));
}
