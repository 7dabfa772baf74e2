import { describe, expect, it } from 'vitest';
import { isCronError, parseCron } from './cron.ts';
import { parseTime, rfc3339 } from './time.ts';
import { timeZone } from './time-zones.ts';

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
    ['@every 0', '2026-11-21T02:25:35Z', '2026-11-21T02:25:36Z'],
    ['@every -1h', '2026-11-21T02:25:35Z', '2026-11-21T02:25:36Z'],
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
    ['@every 1d', 'failed to parse duration @every 1d: time: unknown unit "d" in duration "1d"'],
    ['@every 1', 'failed to parse duration @every 1: time: missing unit in duration "1"'],
    ['TZ=Nowhere * * * * *', 'provided bad location Nowhere: unknown time zone Nowhere'],
  ])('%s cannot be read: %s', (spec, error) => {
    expect(nextOf(spec, '2026-11-21T02:25:35Z')).toBe(error);
  });
});

describe('schedules in time zones', () => {
  const next = (text: string, after: string): string => {
    const cron = parseCron(text);
    return isCronError(cron) ? cron.error : rfc3339(cron.next(parseTime(after) as number) as number);
  };

  it.each([
    ['TZ=America/New_York 0 9 * * *', '2026-01-15T00:00:00Z', '2026-01-15T14:00:00Z'],
    ['TZ=America/New_York 0 9 * * *', '2026-07-15T14:00:00Z', '2026-07-16T13:00:00Z'],
    ['TZ=Asia/Kolkata @daily', '2026-01-15T00:00:00Z', '2026-01-15T18:30:00Z'],
    ['TZ=Australia/Lord_Howe 30 12 1 1 *', '2026-01-15T00:00:00Z', '2027-01-01T01:30:00Z'],
    ['TZ=America/New_York 30 2 * * *', '2026-03-08T00:00:00Z', '2026-03-09T06:30:00Z'],
    ['TZ=America/New_York 30 1 * * *', '2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z'],
    ['TZ=America/New_York 30 1 * * *', '2026-11-01T06:30:00Z', '2026-11-02T06:30:00Z'],
    ['TZ=America/Santiago 0 0 * * *', '2026-09-05T05:00:00Z', '2026-09-07T03:00:00Z'],
    ['TZ=Europe/Dublin 0 12 29 2 *', '2026-01-15T00:00:00Z', '2028-02-29T12:00:00Z'],
    ['TZ=Europe/Berlin 0 0 31 12 *', '2026-12-31T00:00:00Z', '2027-12-30T23:00:00Z'],
  ])('%s after %s comes at %s', (text, after, wanted) => {
    expect(next(text, after)).toBe(wanted);
  });
});

describe('time zones', () => {
  const hour = (zone: string, at: string) =>
    (timeZone(zone)?.offsetAt((parseTime(at) as number) / 1_000_000) ?? 0) / 3600;

  it('change their clocks on the right day', () => {
    expect([hour('Europe/Dublin', '2026-01-15T00:00:00Z'), hour('Europe/Dublin', '2026-07-15T00:00:00Z')]).toEqual([
      0, 1,
    ]);
    expect([hour('Europe/Berlin', '2026-03-29T00:59:59Z'), hour('Europe/Berlin', '2026-03-29T01:00:00Z')]).toEqual([
      1, 2,
    ]);
    expect([hour('Europe/Berlin', '2026-10-25T00:59:59Z'), hour('Europe/Berlin', '2026-10-25T01:00:00Z')]).toEqual([
      2, 1,
    ]);
    expect([
      hour('Australia/Sydney', '2026-01-15T00:00:00Z'),
      hour('Australia/Sydney', '2026-07-15T00:00:00Z'),
    ]).toEqual([11, 10]);
    expect(hour('America/Argentina/Buenos_Aires', '2026-07-15T00:00:00Z')).toBe(-3);
    expect([timeZone('UTC') !== undefined, timeZone('Europe/Nowhere')]).toEqual([true, undefined]);
  });

  it('agree with those of the host', () => {
    for (const zone of [
      'America/New_York',
      'Asia/Kathmandu',
      'Europe/Kyiv',
      'Pacific/Auckland',
      'America/Santiago',
      'Asia/Jerusalem',
    ]) {
      const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
      for (let day = 0; day < 365; day += 13) {
        const at = Date.UTC(2026, 0, 1 + day, 12);
        const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
        const [, sign = '+', hours = '0', minutes = '0'] = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(name) ?? [];
        const seconds = (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60);
        expect([zone, timeZone(zone)?.offsetAt(at / 1000)]).toEqual([zone, seconds]);
      }
    }
  });
});

it('TXT4: a schedule that cannot be read is quoted as Go does', () => {
  const error = (spec: string) => (parseCron(spec) as { error: string }).error;
  expect(error('1<2 * * * *')).toBe('failed to parse int from 1<2: strconv.Atoi: parsing "1<2": invalid syntax');
  expect(error('a\u0007 * * * *')).toBe(
    'failed to parse int from a\u0007: strconv.Atoi: parsing "a\\a": invalid syntax',
  );
});
