const DAY = 86_400;
const SECOND = 1_000_000;

/** Virtual microseconds since 1970 as the API prints times: `2026-11-21T02:22:48Z`. */
export function rfc3339(micros: number): string {
  return `${wholeSeconds(micros)}Z`;
}

/** With microseconds: `2026-11-21T02:22:48.114794Z`. */
export function rfc3339Micro(micros: number): string {
  return `${wholeSeconds(micros)}.${String(micros % SECOND).padStart(6, '0')}Z`;
}

/** Seconds since 1970 of a time as the API prints it; fractions are cut. */
export function secondsOf(time: string): number {
  const field = (from: number, to: number): number => Number(time.slice(from, to));
  const days = daysFromCivil(field(0, 4), field(5, 7), field(8, 10));
  return days * DAY + field(11, 13) * 3600 + field(14, 16) * 60 + field(17, 19);
}

/** The unix time in nanoseconds, in hexadecimal: the end of an event's name. */
export function nanosHex(micros: number, nanos: number): string {
  return (BigInt(micros) * 1000n + BigInt(nanos)).toString(16);
}

let lastSecond = -1;
let lastText = '';

/** Many stamps fall into one second. */
function wholeSeconds(micros: number): string {
  const seconds = Math.floor(micros / SECOND);
  if (seconds === lastSecond) return lastText;
  const days = Math.floor(seconds / DAY);
  const rest = seconds - days * DAY;
  const { year, month, day } = civilFromDays(days);
  const clock = [Math.floor(rest / 3600), Math.floor(rest / 60) % 60, rest % 60].map(two).join(':');
  lastText = `${year}-${two(month)}-${two(day)}T${clock}`;
  lastSecond = seconds;
  return lastText;
}

function two(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}

/** Days since 1970-01-01 in the proleptic Gregorian calendar; years are counted from March, so that leap days come last. */
function daysFromCivil(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

function civilFromDays(days: number): { readonly year: number; readonly month: number; readonly day: number } {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const leaps = Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096);
  const yearOfEra = Math.floor((dayOfEra - leaps) / 365);
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return { year, month, day: dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1 };
}
