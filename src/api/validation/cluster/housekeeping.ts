import { invalidValue, required } from '../../errors/field-error.ts';
import type { Fields } from '../../go/json.ts';
import { qualifiedNameProblems } from '../../values/label-syntax.ts';
import { type Errors, fieldsAt, numberAt, problemsOf, textAt } from '../common/check.ts';

/** What components write all the time. */

// Models pkg/apis/coordination/validation/validation.go (v1.36)
export function validateLease(errors: Errors, object: Fields): void {
  const spec = fieldsAt(object, 'spec');
  const seconds = numberAt(spec, 'leaseDurationSeconds');
  if (seconds !== undefined && seconds <= 0) {
    errors.push(invalidValue('spec.leaseDurationSeconds', seconds, 'must be greater than 0'));
  }
  const transitions = numberAt(spec, 'leaseTransitions');
  if (transitions !== undefined && transitions < 0) {
    errors.push(invalidValue('spec.leaseTransitions', transitions, 'must be greater than or equal to 0'));
  }
}

const LONGEST_TEXT = 128;
const LONGEST_NOTE = 1024;

// Models pkg/apis/core/validation/events.go legacyValidateEvent (v1.36)
export function validateEvent(errors: Errors, object: Fields): void {
  const namespace = textAt(fieldsAt(object, 'metadata'), 'namespace');
  const involved = textAt(fieldsAt(object, 'involvedObject'), 'namespace');
  const isNew = textAt(object, 'eventTime') !== '';
  const nowhere = namespace === '' || namespace === 'default' || (isNew && namespace === 'kube-system');
  const agrees = involved === '' ? nowhere : isNew || involved === namespace;
  if (!agrees) errors.push(invalidValue('involvedObject.namespace', involved, 'does not match event.namespace'));
  if (!isNew) return;
  const reporter = textAt(object, 'reportingComponent');
  if (reporter === '') errors.push(required('reportingController'));
  problemsOf(errors, 'reportingController', reporter, qualifiedNameProblems);
  for (const field of ['reportingInstance', 'action', 'reason']) {
    const text = textAt(object, field);
    if (text === '') errors.push(required(field));
    tooLong(errors, field, text, LONGEST_TEXT);
  }
  tooLong(errors, 'message', textAt(object, 'message'), LONGEST_NOTE);
}

function tooLong(errors: Errors, field: string, text: string, limit: number): void {
  if (text.length > limit) errors.push(invalidValue(field, '', `can have at most ${limit} characters`));
}

/** What events.k8s.io asks of an event besides. */
// Models pkg/apis/core/validation/events.go ValidateEventCreate (v1.36)
export function validateNewEvent(object: Fields): Errors {
  const errors = seriesErrors(object);
  if (textAt(object, 'eventTime') === '') errors.push(required('eventTime'));
  const type = textAt(object, 'type');
  if (type !== 'Normal' && type !== 'Warning') errors.push(invalidValue('type', '', `has invalid value: ${type}`));
  for (const field of OLD_FIELDS) if (object[field]) errors.push(invalidValue(field, '', 'needs to be unset'));
  const { component, host } = fieldsAt(object, 'source');
  if (component || host) errors.push(invalidValue('source', '', 'needs to be unset'));
  return errors;
}

const OLD_FIELDS = ['firstTimestamp', 'lastTimestamp', 'count'] as const;

export function seriesErrors(object: Fields): Errors {
  const errors: Errors = [];
  if (object.series === undefined) return errors;
  const series = fieldsAt(object, 'series');
  if ((numberAt(series, 'count') ?? 0) < 2) errors.push(invalidValue('series.count', '', 'should be at least 2'));
  if (textAt(series, 'lastObservedTime') === '') errors.push(required('series.lastObservedTime'));
  return errors;
}
