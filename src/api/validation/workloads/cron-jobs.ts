import { invalidValue, notSupported, required } from '../../errors/field-error.ts';
import type { Fields } from '../../go/json.ts';
import { timeZone } from '../../values/time-zones.ts';
import { type Errors, fieldsAt, notNegative, supported, textAt } from '../common/check.ts';
import { validateJobSpec } from './jobs.ts';

/** Of names of cron jobs: their jobs append eleven characters. */
const MAX_CRON_NAME = 52;

/** Models pkg/apis/batch/validation/validation.go ValidateCronJobCreate (v1.36) */
export function validateNewCronJob(errors: Errors, object: Fields): void {
  validateSpec(errors, fieldsAt(object, 'spec'), undefined);
  const name = textAt(fieldsAt(object, 'metadata'), 'name');
  if (name.length <= MAX_CRON_NAME) return;
  errors.push(invalidValue('metadata.name', name, 'must be no more than 52 characters'));
}

/** What was there before may stay: a zone, and one within the schedule. */
export function validateCronJobUpdate(errors: Errors, before: Fields, after: Fields): void {
  validateSpec(errors, fieldsAt(after, 'spec'), fieldsAt(before, 'spec'));
}

function validateSpec(errors: Errors, spec: Fields, old: Fields | undefined): void {
  validateSchedule(errors, spec, textAt(old, 'schedule').includes('TZ'));
  notNegative(errors, 'spec.startingDeadlineSeconds', spec.startingDeadlineSeconds);
  if (old === undefined || old.timeZone !== spec.timeZone) validateZone(errors, spec.timeZone);
  const concurrency = spec.concurrencyPolicy;
  if (concurrency === undefined || concurrency === '') errors.push(required('spec.concurrencyPolicy'));
  else supported(errors, 'spec.concurrencyPolicy', concurrency, ['Allow', 'Forbid', 'Replace']);
  const job = fieldsAt(fieldsAt(spec, 'jobTemplate'), 'spec');
  validateJobSpec(errors, job, 'spec.jobTemplate.spec');
  if (job.selector !== undefined) {
    errors.push(invalidValue('spec.jobTemplate.spec.selector', job.selector, '`selector` will be auto-generated'));
  }
  if (job.manualSelector === true) {
    errors.push(notSupported('spec.jobTemplate.spec.manualSelector', true, ['nil', 'false']));
  }
  notNegative(errors, 'spec.successfulJobsHistoryLimit', spec.successfulJobsHistoryLimit);
  notNegative(errors, 'spec.failedJobsHistoryLimit', spec.failedJobsHistoryLimit);
}

function validateSchedule(errors: Errors, spec: Fields, mayHaveZone: boolean): void {
  const schedule = textAt(spec, 'schedule');
  const refuse = (why: string): void => {
    errors.push(invalidValue('spec.schedule', schedule, why));
  };
  if (schedule === '') {
    errors.push(required('spec.schedule'));
    return;
  }
  const problem = scheduleProblem(schedule);
  if (problem !== undefined) refuse(problem);
  if (!schedule.includes('TZ')) return;
  if (!mayHaveZone) refuse('cannot use TZ or CRON_TZ in schedule, use timeZone field instead');
  else if (spec.timeZone !== undefined) refuse('cannot use both timeZone field and TZ or CRON_TZ in schedule');
}

const ZONE_PART = /^[A-Za-z.\-_0-9+]{1,14}$/;

/** Models validateTimeZone (v1.36). */
function validateZone(errors: Errors, zone: unknown): void {
  if (typeof zone !== 'string') return;
  const refuse = (why: string): void => {
    errors.push(invalidValue('spec.timeZone', zone, why));
  };
  const unknown = `unknown time zone ${zone}`;
  const isOdd = (part: string): boolean => /^(\.\.?$|-)/.test(part) || !ZONE_PART.test(part);
  if (zone === '') refuse('timeZone must be nil or non-empty string');
  else if (zone.split('/').some(isOdd)) refuse(unknown);
  else if (zone.toLowerCase() === 'local') {
    refuse('timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones');
    if (zone !== 'Local') refuse(unknown);
  } else if (zone !== 'UTC' && timeZone(zone) === undefined) refuse(unknown);
}

const CRON_RANGES: readonly (readonly [low: number, high: number])[] = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 6],
];

/** Models github.com/robfig/cron/v3 ParseStandard: what it refuses. */
function scheduleProblem(schedule: string): string | undefined {
  if (/^@(yearly|annually|monthly|weekly|daily|midnight|hourly|every .+)$/.test(schedule)) return undefined;
  if (schedule.startsWith('@')) return `unrecognized descriptor: ${schedule}`;
  // A zone before the fields is understood, and refused for other reasons.
  const fields = schedule
    .replace(/^(?:CRON_)?TZ=\S*/, '')
    .trim()
    .split(/\s+/);
  if (fields.length !== 5) {
    return `expected exactly 5 fields, found ${fields.length}: [${fields.join(' ')}]`;
  }
  for (let i = 0; i < 5; i += 1) {
    const problem = cronFieldProblem(fields[i] ?? '', CRON_RANGES[i] ?? [0, 0], i);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

const NAMES: ReadonlyMap<number, string> = new Map([
  [3, 'jan feb mar apr may jun jul aug sep oct nov dec'],
  [4, 'sun mon tue wed thu fri sat'],
]);

function cronFieldProblem(field: string, [low, high]: readonly [number, number], index: number): string | undefined {
  for (const part of field.split(',')) {
    const [range = '', step] = part.split('/');
    if (step !== undefined && !/^\d+$/.test(step)) {
      return `failed to parse int from ${step}: strconv.Atoi: parsing "${step}": invalid syntax`;
    }
    if (step !== undefined && Number(step) === 0) return `step of range should be a positive number: ${part}`;
    if (range === '*' || range === '?') continue;
    const bounds = range.split('-').map((text) => cronNumber(text, index, low));
    const bad = bounds.indexOf(undefined);
    if (bad >= 0) {
      const text = range.split('-')[bad] ?? '';
      return `failed to parse int from ${text}: strconv.Atoi: parsing "${text}": invalid syntax`;
    }
    const first = bounds[0] ?? low;
    const last = bounds[1] ?? (step === undefined ? first : high);
    if (first < low) return `beginning of range (${first}) below minimum (${low}): ${part}`;
    if (last > high) return `end of range (${last}) above maximum (${high}): ${part}`;
    if (first > last) return `beginning of range (${first}) beyond end of range (${last}): ${part}`;
  }
  return undefined;
}

function cronNumber(text: string, index: number, low: number): number | undefined {
  if (/^\d+$/.test(text)) return Number(text);
  const at = NAMES.get(index)?.split(' ').indexOf(text.toLowerCase()) ?? -1;
  return at < 0 ? undefined : at + low;
}
