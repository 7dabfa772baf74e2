import { invalidValue, required } from '../field-error.ts';
import { equalJson, type Fields } from '../json.ts';
import { type Errors, fieldsAt, IMMUTABLE, numberAt, textAt } from './check.ts';

/** What events.k8s.io asks of an event besides. */
// Models pkg/apis/core/validation/events.go ValidateEventCreate (v1.36)
export function validateNewEvent(object: Fields): Errors {
  const errors = seriesErrors(object);
  if (textAt(object, 'eventTime') === '') errors.push(required('eventTime'));
  const type = textAt(object, 'type');
  if (type !== 'Normal' && type !== 'Warning') errors.push(invalidValue('type', '', `has invalid value: ${type}`));
  const { component, host } = fieldsAt(object, 'source');
  const old: Fields = { ...object, source: component || host };
  for (const field of ['firstTimestamp', 'lastTimestamp', 'count', 'source'] as const) {
    if (old[field]) errors.push(invalidValue(field, '', 'needs to be unset'));
  }
  return errors;
}

function seriesErrors(object: Fields): Errors {
  const errors: Errors = [];
  if (object.series === undefined) return errors;
  const series = fieldsAt(object, 'series');
  if ((numberAt(series, 'count') ?? 0) < 2) errors.push(invalidValue('series.count', '', 'should be at least 2'));
  if (textAt(series, 'lastObservedTime') === '') errors.push(required('series.lastObservedTime'));
  return errors;
}

/** What an event says once, in the order in which it is looked at. */
const SAID_ONCE: readonly (readonly [stored: string, named: string])[] = [
  ['involvedObject', 'involvedObject'],
  ['reason', 'reason'],
  ['message', 'message'],
  ['source', 'source'],
  ['firstTimestamp', 'firstTimestamp'],
  ['lastTimestamp', 'lastTimestamp'],
  ['count', 'count'],
  ['type', 'type'],
  ['eventTime', 'eventTime'],
  ['action', 'action'],
  ['related', 'related'],
  ['reportingComponent', 'reportingController'],
  ['reportingInstance', 'reportingInstance'],
];

/** Through events.k8s.io an event changes by its series alone. */
// Models pkg/apis/core/validation/events.go ValidateEventUpdate (v1.36)
export function eventChangeErrors(before: Fields, after: Fields): Errors {
  const errors = equalJson(before.series, after.series) ? [] : seriesErrors(after);
  for (const [stored, named] of SAID_ONCE) {
    if (!equalJson(before[stored], after[stored])) errors.push(invalidValue(named, after[stored], IMMUTABLE));
  }
  return errors;
}
