import { SECOND_IN_NANOS } from '../../../base/time/units.ts';
import { timeZone } from '../../values/time-zones.ts';
import { Duration, fail, Timestamp, type Value } from '../values/values.ts';
import { type Civil, civil } from './time-text.ts';
import type { Implementation } from './types.ts';

const ZONE = /^([+-]?)(\d\d):(\d\d)$/;

/** Seconds east of Greenwich at a moment. */
function offsetOf(zone: Value, time: Value): number | undefined {
  if (zone === undefined || zone === 'UTC' || zone === 'Z' || zone === '') return 0;
  if (typeof zone !== 'string') return undefined;
  const match = ZONE.exec(zone);
  if (match === null) return namedOffset(zone, time);
  return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 3600 + Number(match[3]) * 60);
}

function namedOffset(zone: string, time: Value): number | undefined {
  const known = timeZone(zone);
  if (known === undefined) return fail(`unknown time zone ${zone}`);
  return time instanceof Timestamp ? known.offsetAt(Number(time.nanos / SECOND_IN_NANOS)) : undefined;
}

function part(of: (date: Civil) => number, ofDuration?: bigint): Implementation {
  return ([time, zone]) => {
    if (time instanceof Duration) return ofDuration === undefined ? undefined : time.nanos / ofDuration;
    const offset = offsetOf(zone, time);
    return time instanceof Timestamp && offset !== undefined ? BigInt(of(civil(time, offset))) : undefined;
  };
}

/** Parts of points in time and of durations. */
// Models github.com/google/cel-go/common/types/{timestamp,duration}.go (as vendored by v1.36)
export const time: ReadonlyMap<string, Implementation> = new Map<string, Implementation>([
  ['getFullYear', part(({ year }) => year)],
  ['getMonth', part(({ month }) => month - 1)],
  ['getDate', part(({ day }) => day)],
  ['getDayOfMonth', part(({ day }) => day - 1)],
  ['getDayOfWeek', part(({ dayOfWeek }) => dayOfWeek)],
  ['getDayOfYear', part(({ dayOfYear }) => dayOfYear)],
  ['getHours', part(({ hour }) => hour, 3600n * SECOND_IN_NANOS)],
  ['getMinutes', part(({ minute }) => minute, 60n * SECOND_IN_NANOS)],
  ['getSeconds', part(({ second }) => second, SECOND_IN_NANOS)],
  [
    'getMilliseconds',
    ([value, zone]) => {
      if (value instanceof Duration) return value.nanos / 1_000_000n;
      return part(({ nanos }) => Math.floor(nanos / 1_000_000))([value, zone]);
    },
  ],
]);
