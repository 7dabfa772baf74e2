import { invalidValue } from '../field-error';
import type { Fields } from '../json';
import { type Errors, fieldsAt, numberAt, textAt } from './check';

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

// Models pkg/apis/core/validation/events.go (v1.36)
export function validateEvent(errors: Errors, object: Fields): void {
  const namespace = textAt(fieldsAt(object, 'metadata'), 'namespace');
  const involved = textAt(fieldsAt(object, 'involvedObject'), 'namespace');
  const agrees = involved === '' ? namespace === '' || namespace === 'default' : involved === namespace;
  if (!agrees) errors.push(invalidValue('involvedObject.namespace', involved, 'does not match event.namespace'));
}
