import { civilOf, daysOf, weekdayOf } from '../../base/time/calendar.ts';
import { DAY_IN_SECONDS, HOUR_IN_SECONDS, SECOND } from '../../base/time/units.ts';
import type { TimeZone } from './time-zones.ts';

interface Field {
  readonly values: ReadonlySet<number>;
  readonly star: boolean;
}

export interface CronFields {
  readonly minute: Field;
  readonly hour: Field;
  readonly day: Field;
  readonly month: Field;
  readonly weekday: Field;
}

const YEARS_AHEAD = 5;

/**
 * When the clocks of a zone next show what the fields say. What falls into the hour that is left out in spring does not come;
 * what falls into the one that comes twice in autumn comes twice. Times in microseconds.
 * Models github.com/robfig/cron/v3 SpecSchedule.Next
 */
export function nextInZone(zone: TimeZone, after: number, fields: CronFields): number | undefined {
  let time = (Math.floor(after / SECOND / 60) + 1) * 60;
  const limit = localTime(zone, time).year + YEARS_AHEAD;
  for (;;) {
    const moved = advance(zone, time, limit, fields);
    if (moved === undefined) return undefined;
    if (moved.found) return moved.time * SECOND;
    time = moved.time;
  }
}

interface Moved {
  readonly time: number;
  readonly found: boolean;
}

/** Field after field, the greatest first; where one of them begins anew, all are looked at again. */
function advance(zone: TimeZone, start: number, limit: number, fields: CronFields): Moved | undefined {
  let time = start;
  let local = localTime(zone, time);
  if (local.year > limit) return undefined;
  while (!fields.month.values.has(local.month)) {
    time = momentAt(
      zone,
      local.month === 12 ? daysOf(local.year + 1, 1, 1) : daysOf(local.year, local.month + 1, 1),
      0,
    );
    local = localTime(zone, time);
    if (local.month === 1) return { time, found: false };
  }
  while (!matchesDay(fields, local)) {
    time = midnight(zone, local.days + 1);
    local = localTime(zone, time);
    if (local.day === 1) return { time, found: false };
  }
  if (!fields.hour.values.has(local.hour)) time -= local.minute * 60;
  while (!fields.hour.values.has(local.hour)) {
    time += HOUR_IN_SECONDS;
    local = localTime(zone, time);
    if (local.hour === 0) return { time, found: false };
  }
  while (!fields.minute.values.has(local.minute)) {
    time += 60;
    local = localTime(zone, time);
    if (local.minute === 0) return { time, found: false };
  }
  return { time, found: true };
}

interface LocalTime {
  readonly days: number;
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}

function localTime(zone: TimeZone, time: number): LocalTime {
  const local = time + zone.offsetAt(time);
  const days = Math.floor(local / DAY_IN_SECONDS);
  const rest = local - days * DAY_IN_SECONDS;
  return {
    days,
    ...civilOf(days),
    hour: Math.floor(rest / HOUR_IN_SECONDS),
    minute: Math.floor((rest % HOUR_IN_SECONDS) / 60),
  };
}

/** The moment at which clocks show this; where they never do, or do so twice, as Go's time.Date has it. */
function momentAt(zone: TimeZone, days: number, seconds: number): number {
  const local = days * DAY_IN_SECONDS + seconds;
  return local - zone.offsetAt(local - zone.offsetAt(local));
}

/** The day's first hour, where there is no midnight. */
function midnight(zone: TimeZone, days: number): number {
  const time = momentAt(zone, days, 0);
  const { hour } = localTime(zone, time);
  if (hour === 0) return time;
  return hour > 12 ? time + (24 - hour) * HOUR_IN_SECONDS : time - hour * HOUR_IN_SECONDS;
}

function matchesDay({ day, weekday }: CronFields, local: LocalTime): boolean {
  const byDay = day.values.has(local.day);
  const byWeekday = weekday.values.has(weekdayOf(local.days));
  return day.star || weekday.star ? byDay && byWeekday : byDay || byWeekday;
}
