import { invalidValue } from '../../errors/field-error.ts';
import { equalJson, type Fields } from '../../go/json.ts';
import { type Errors, IMMUTABLE } from '../common/check.ts';
import { seriesErrors } from './housekeeping.ts';

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
