import { describe, expect, it } from 'vitest';
import { isCronError, parseCron } from './cron.ts';
import { parseTime, rfc3339 } from './time.ts';

function nextOf(spec: string, time: string): string {
  const cron = parseCron(spec);
  if (isCronError(cron)) return cron.error;
  const next = cron.next(parseTime(time) as number);
  return next === undefined ? 'never' : rfc3339(next);
}

describe('a schedule', () => {
  it.each([
    ['* * * * *', '2026-11-21T02:25:35Z', '2026-11-21T02:26:00Z'],
    ['* * * * *', '2026-11-21T02:26:00Z', '2026-11-21T02:27:00Z'],
    ['*/15 * * * *', '2026-11-21T02:46:00Z', '2026-11-21T03:00:00Z'],
    ['30 6-16/4 * * 1-5', '2026-11-20T15:00:00Z', '2026-11-23T06:30:00Z'],
    ['0 0 31 * *', '2026-11-21T00:00:00Z', '2026-12-31T00:00:00Z'],
    ['0 0 29 2 *', '2026-11-21T00:00:00Z', '2028-02-29T00:00:00Z'],
    ['0 12 1 * mon', '2026-11-21T00:00:00Z', '2026-11-23T12:00:00Z'],
    ['0 12 13 * FRI', '2026-11-21T00:00:00Z', '2026-11-27T12:00:00Z'],
    ['5,10 1 * jan,mar ?', '2026-11-21T00:00:00Z', '2027-01-01T01:05:00Z'],
    ['20/25 * * * *', '2026-11-21T02:21:00Z', '2026-11-21T02:45:00Z'],
    ['59 23 31 12 *', '2026-12-31T23:59:00Z', '2027-12-31T23:59:00Z'],
    ['@hourly', '2026-11-21T02:25:35Z', '2026-11-21T03:00:00Z'],
    ['@weekly', '2026-11-21T02:25:35Z', '2026-11-22T00:00:00Z'],
    ['@yearly', '2026-11-21T02:25:35Z', '2027-01-01T00:00:00Z'],
    ['@every 1h30m', '2026-11-21T02:25:35Z', '2026-11-21T03:55:35Z'],
    ['@every 10ms', '2026-11-21T02:25:35Z', '2026-11-21T02:25:36Z'],
    ['CRON_TZ=UTC 0 3 * * *', '2026-11-21T02:25:35Z', '2026-11-21T03:00:00Z'],
    ['59 23 31 2 *', '2026-11-21T02:25:35Z', 'never'],
  ])('%s comes after %s at %s', (spec, time, next) => {
    expect(nextOf(spec, time)).toBe(next);
  });

  it.each([
    ['61 * * * *', 'end of range (61) above maximum (59): 61'],
    ['* * 0 * *', 'beginning of range (0) below minimum (1): 0'],
    ['5-3 * * * *', 'beginning of range (5) beyond end of range (3): 5-3'],
    ['1-2-3 * * * *', 'too many hyphens: 1-2-3'],
    ['*/2/3 * * * *', 'too many slashes: */2/3'],
    ['*/0 * * * *', 'step of range should be a positive number: */0'],
    ['x * * * *', 'failed to parse int from x: strconv.Atoi: parsing "x": invalid syntax'],
    ['* * * *', 'expected exactly 5 fields, found 4: [* * * *]'],
    ['', 'empty spec string'],
    ['@soon', 'unrecognized descriptor: @soon'],
    ['@every soon', 'failed to parse duration @every soon: time: invalid duration "soon"'],
    ['TZ=Nowhere * * * * *', 'provided bad location Nowhere: unknown time zone Nowhere'],
  ])('%s cannot be read: %s', (spec, error) => {
    expect(nextOf(spec, '2026-11-21T02:25:35Z')).toBe(error);
  });
});
