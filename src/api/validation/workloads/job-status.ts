import { duplicate, type FieldError, invalidDetail, invalidValue, required } from '../../errors/field-error.ts';
import { equalJson } from '../../go/json.ts';
import { quote } from '../../go/quote.ts';
import type { Job, JobStatus } from '../../types/batch.ts';
import { type Errors, notNegative } from '../common/check.ts';

/** What a status of a Job cannot say; most of it only when the part in question changes. */
// Models pkg/apis/batch/validation/validation.go, ValidateJobStatusUpdate, and pkg/registry/batch/job/strategy.go, getStatusValidationOptions (v1.36). Deviation: more ready Pods than active ones are let pass, as the controller tells of none while it waits.
export function jobStatusErrors(before: Job, after: Job): readonly FieldError[] {
  const old = before.status ?? {};
  const now = after.status ?? {};
  if (old === now) return [];
  const errors: Errors = [];
  for (const name of ['active', 'succeeded', 'failed', 'ready', 'terminating'] as const) {
    notNegative(errors, `status.${name}`, now[name] ?? 0);
  }
  uncountedOnce(errors, now);
  const change = changeOf(old, now);
  conditionsAgree(errors, now, change);
  finishedIsFinished(errors, now, change);
  indexesFit(errors, after, now, change);
  successAlone(errors, after, now);
  nothingIsTakenBack(errors, after, old, now);
  return errors;
}

/** What differs between two statuses. */
interface Change {
  of(...fields: readonly (keyof JobStatus)[]): boolean;
  to(...conditions: readonly string[]): boolean;
}

function changeOf(old: JobStatus, now: JobStatus): Change {
  return {
    of: (...fields) => fields.some((field) => !equalJson(old[field], now[field])),
    to: (...conditions) => conditions.some((condition) => isTrue(old, condition) !== isTrue(now, condition)),
  };
}

function isTrue({ conditions = [] }: JobStatus, type: string): boolean {
  return conditions.some((each) => each.type === type && each.status === 'True');
}

const isFinished = (status: JobStatus): boolean => isTrue(status, 'Complete') || isTrue(status, 'Failed');

function conditionProblem(errors: Errors, detail: string): void {
  errors.push(invalidDetail('status.conditions', detail));
}

function uncountedOnce(errors: Errors, { uncountedTerminatedPods = {} }: JobStatus): void {
  const seen = new Set<string>();
  for (const part of ['succeeded', 'failed'] as const) {
    for (const [i, uid] of (uncountedTerminatedPods[part] ?? []).entries()) {
      const field = `status.uncountedTerminatedPods.${part}[${i}]`;
      if (uid === '') errors.push(invalidValue(field, uid, 'must not be empty'));
      else if (seen.has(uid)) errors.push(duplicate(field, uid));
      else seen.add(uid);
    }
  }
}

function conditionsAgree(errors: Errors, now: JobStatus, change: Change): void {
  const complete = isTrue(now, 'Complete');
  const failed = isTrue(now, 'Failed');
  const target = isTrue(now, 'FailureTarget');
  if (complete && failed && change.to('Complete', 'Failed')) {
    conditionProblem(errors, 'cannot set Complete=True and Failed=true conditions');
  }
  if (complete && target && change.to('Complete', 'FailureTarget')) {
    conditionProblem(errors, 'cannot set Complete=True and FailureTarget=true conditions');
  }
  completedInTime(errors, now, change);
  if (failed && !target && change.to('Failed', 'FailureTarget')) {
    conditionProblem(errors, 'cannot set Failed=True condition without the FailureTarget=true condition');
  }
  if (complete && !isTrue(now, 'SuccessCriteriaMet') && change.to('Complete', 'SuccessCriteriaMet')) {
    conditionProblem(errors, 'cannot set Complete=True condition without the SuccessCriteriaMet=true condition');
  }
}

function completedInTime(errors: Errors, now: JobStatus, change: Change): void {
  const { completionTime, startTime } = now;
  const complete = isTrue(now, 'Complete');
  const field = 'status.completionTime';
  if (change.to('Complete') || change.of('completionTime')) {
    if (completionTime !== undefined && !complete) {
      const why = 'cannot set completionTime when there is no Complete=True condition';
      errors.push(invalidValue(field, completionTime, why));
    }
    if (completionTime === undefined && complete) {
      errors.push(required(field, 'completionTime is required for Complete jobs'));
    }
  }
  if (completionTime === undefined || startTime === undefined || !change.of('startTime', 'completionTime')) return;
  // Times are stored in one form, in which the earlier one is the smaller text.
  if (completionTime < startTime) {
    errors.push(invalidValue(field, completionTime, 'completionTime cannot be set before startTime'));
  }
}

function finishedIsFinished(errors: Errors, now: JobStatus, change: Change): void {
  if (!isFinished(now)) return;
  const finishes = change.to('Complete', 'Failed');
  const { active = 0, startTime, uncountedTerminatedPods: uncounted } = now;
  if (active > 0 && (finishes || change.of('active'))) {
    errors.push(invalidValue('status.active', active, 'active>0 is invalid for finished job'));
  }
  if (startTime === undefined && (finishes || change.of('startTime'))) {
    errors.push(required('status.startTime', 'startTime is required for finished job'));
  }
  const rest = (uncounted?.failed?.length ?? 0) + (uncounted?.succeeded?.length ?? 0);
  if (rest > 0 && (finishes || change.of('uncountedTerminatedPods'))) {
    const why = 'uncountedTerminatedPods needs to be empty for finished job';
    errors.push(invalidValue('status.uncountedTerminatedPods', uncounted, why));
  }
}

function indexesFit(errors: Errors, { spec }: Job, now: JobStatus, change: Change): void {
  const { completions, backoffLimitPerIndex } = spec;
  const { completedIndexes = '', failedIndexes } = now;
  const completed = change.of('completedIndexes');
  const failed = change.of('failedIndexes');
  if (completed && completions !== undefined) {
    const problem = formatProblem(completedIndexes, completions);
    const why = `error parsing completedIndexes: ${problem}`;
    if (problem !== undefined) errors.push(invalidValue('status.completedIndexes', completedIndexes, why));
  }
  if (failed && completions !== undefined && backoffLimitPerIndex !== undefined && failedIndexes !== undefined) {
    const problem = formatProblem(failedIndexes, completions);
    const why = `error parsing failedIndexes: ${problem}`;
    if (problem !== undefined) errors.push(invalidValue('status.failedIndexes', failedIndexes, why));
  }
  if (completed && completedIndexes !== '' && spec.completionMode !== 'Indexed') {
    const why = 'cannot set non-empty completedIndexes when non-indexed completion mode';
    errors.push(invalidValue('status.completedIndexes', completedIndexes, why));
  }
  if (failed && failedIndexes !== undefined && backoffLimitPerIndex === undefined) {
    const why = 'cannot set non-null failedIndexes when backoffLimitPerIndex is null';
    errors.push(invalidValue('status.failedIndexes', failedIndexes, why));
  }
  if ((completed || failed) && completions !== undefined && failedIndexes !== undefined) {
    const index = firstShared(intervals(completedIndexes, completions), intervals(failedIndexes, completions));
    const why = `failedIndexes and completedIndexes overlap at index: ${index}`;
    if (index !== undefined) errors.push(invalidValue('status.failedIndexes', failedIndexes, why));
  }
  const { terminating = 0 } = now;
  if (terminating > 0 && isFinished(now) && (change.to('Complete', 'Failed') || change.of('terminating'))) {
    errors.push(invalidValue('status.terminating', terminating, 'terminating>0 is invalid for finished job'));
  }
}

function successAlone(errors: Errors, { spec }: Job, now: JobStatus): void {
  const met = isTrue(now, 'SuccessCriteriaMet');
  if (met && isTrue(now, 'Failed')) {
    conditionProblem(errors, 'cannot set SuccessCriteriaMet=True and Failed=true conditions');
  }
  if (met && isTrue(now, 'FailureTarget')) {
    conditionProblem(errors, 'cannot set SuccessCriteriaMet=True and FailureTarget=true conditions');
  }
  if (!met && spec.successPolicy !== undefined && isTrue(now, 'Complete')) {
    conditionProblem(errors, 'cannot set Complete=True for Job with SuccessPolicy unless SuccessCriteriaMet=True');
  }
}

function nothingIsTakenBack(errors: Errors, { spec }: Job, old: JobStatus, now: JobStatus): void {
  for (const type of ['Failed', 'Complete', 'FailureTarget']) {
    if (isTrue(old, type) && !isTrue(now, type)) {
      conditionProblem(errors, `cannot disable the terminal ${type}=True condition`);
    }
  }
  const { failed = 0, succeeded = 0 } = now;
  if (failed < (old.failed ?? 0)) {
    errors.push(invalidValue('status.failed', failed, 'cannot decrease the failed counter'));
  }
  // An Indexed Job that is made smaller forgets what is beyond its end.
  const mayShrink = spec.completionMode === 'Indexed' && spec.completions === spec.parallelism;
  if (succeeded < (old.succeeded ?? 0) && !mayShrink) {
    errors.push(invalidValue('status.succeeded', succeeded, 'cannot decrease the succeeded counter'));
  }
  const { completionTime, startTime } = now;
  if (completionTime !== undefined && old.completionTime !== undefined && completionTime !== old.completionTime) {
    errors.push(invalidValue('status.completionTime', completionTime, 'completionTime cannot be mutated'));
  }
  // A Job that is resumed starts anew.
  const isResumed = isTrue(old, 'Suspended') && !isTrue(now, 'Suspended');
  if (old.startTime !== undefined && old.startTime !== startTime && spec.suspend !== true && !isResumed) {
    errors.push(invalidValue('status.startTime', startTime ?? null, 'field is immutable for unsuspended job once set'));
  }
  const met = isTrue(now, 'SuccessCriteriaMet');
  const wasMet = isTrue(old, 'SuccessCriteriaMet');
  if (wasMet && !met) conditionProblem(errors, 'cannot disable the SuccessCriteriaMet=True condition');
  if (isTrue(old, 'Complete') && !wasMet && met) {
    conditionProblem(errors, 'cannot set SuccessCriteriaMet=True for Job already has Complete=true conditions');
  }
}

type Interval = readonly [first: number, last: number];

/** One of `0,2-4`, or what is wrong with it. */
function interval(text: string, completions: number): Interval | string {
  const parts = text.split('-');
  if (parts.length > 2) {
    return `the fragment ${quote(text)} violates the requirement that an index interval can have at most two parts separated by '-'`;
  }
  const [first = '', last = first] = parts;
  for (const part of [first, last]) {
    if (!/^[+-]?\d+$/.test(part)) return `cannot convert string to integer for index: ${quote(part)}`;
    if (Number(part) >= completions) return `too large index: ${quote(part)}`;
  }
  if (parts.length > 1 && Number(first) >= Number(last)) {
    return `non-increasing order, previous: ${Number(first)}, current: ${Number(last)}`;
  }
  return [Number(first), Number(last)];
}

/** How many they are, or what is wrong with the text. */
export function indexesIn(text: string, completions: number): number | string {
  const problem = formatProblem(text, completions);
  return problem ?? intervals(text, completions).reduce((sum, [first, last]) => sum + last - first + 1, 0);
}

function formatProblem(text: string, completions: number): string | undefined {
  if (text === '') return undefined;
  let before: number | undefined;
  for (const part of text.split(',')) {
    const found = interval(part, completions);
    if (typeof found === 'string') return found;
    if (before !== undefined && before >= found[0]) {
      return `non-increasing order, previous: ${before}, current: ${found[0]}`;
    }
    before = found[1];
  }
  return undefined;
}

/** Those that can be read. */
function intervals(text: string, completions: number): readonly Interval[] {
  if (text === '') return [];
  return text.split(',').flatMap((part) => {
    const found = interval(part, completions);
    return typeof found === 'string' ? [] : [found];
  });
}

function firstShared(some: readonly Interval[], others: readonly Interval[]): number | undefined {
  for (let at = 0, other = 0; at < some.length && other < others.length; ) {
    const [first, last] = some[at] as Interval;
    const [otherFirst, otherLast] = others[other] as Interval;
    if (first <= otherLast && otherFirst <= last) return Math.max(first, otherFirst);
    if (first <= otherFirst) at += 1;
    else other += 1;
  }
  return undefined;
}
