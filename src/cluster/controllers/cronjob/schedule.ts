// Models pkg/controller/cronjob/utils.go (v1.36)

import type { CronJob } from '../../../api/types/batch.ts';
import { type Cron, type CronError, isUtc, parseCron } from '../../../api/values/cron.ts';
import { parseTime } from '../../../api/values/time.ts';
import { SECOND } from '../../../base/time/units.ts';

/** A sync comes this much after its time. */
const DELTA = SECOND / 10;
export const MANY_MISSED = 100;

export interface Missed {
  /** Where counting began: the last time that was used, or the creation. */
  readonly earliest: number;
  readonly mostRecent: number | undefined;
  /** About how many times have passed. */
  readonly count: number;
}

export function scheduleOf({ spec }: CronJob): Cron | CronError {
  const inSchedule = spec.schedule.startsWith('TZ=') || spec.schedule.startsWith('CRON_TZ=');
  const zone = spec.timeZone;
  return parseCron(zone === undefined || inSchedule || isUtc(zone) ? spec.schedule : `TZ=${zone} ${spec.schedule}`);
}

/** Which of the times of a schedule came last, and how many were passed over; undefined: its times never come. */
export function missedTimes(job: CronJob, schedule: Cron, now: number, withDeadline: boolean): Missed | undefined {
  const { startingDeadlineSeconds } = job.spec;
  let earliest = parseTime(job.status?.lastScheduleTime ?? job.metadata.creationTimestamp) ?? 0;
  if (withDeadline && startingDeadlineSeconds !== undefined) {
    earliest = Math.max(earliest, now - startingDeadlineSeconds * SECOND);
  }
  const first = schedule.next(earliest);
  if (first === undefined) return undefined;
  if (now < first) return { earliest, mostRecent: undefined, count: 0 };
  const second = schedule.next(first);
  if (second === undefined) return undefined;
  if (now < second) return { earliest, mostRecent: first, count: 1 };
  const apart = second - first;
  const count = Math.floor((now - first) / apart) + 1;
  // One step further back than the estimate: schedules need not be regular.
  let mostRecent: number | undefined;
  let time = schedule.next(first + (count - 2) * apart);
  while (time !== undefined && time <= now) {
    mostRecent = time;
    time = schedule.next(time);
  }
  return { earliest, mostRecent, count };
}

/** Microseconds until the next sync; undefined: the schedule never comes again. */
export function untilNext(job: CronJob, schedule: Cron, now: number): number | undefined {
  const missed = missedTimes(job, schedule, now, false);
  // Some were missed, but by the estimate none of them is the last: it goes on from now.
  const from = missed?.mostRecent ?? (missed?.count === 0 ? missed.earliest : now);
  const next = schedule.next(from);
  return next === undefined ? undefined : next + DELTA - now;
}
