import { invalidValue } from '../field-error';
import type { Fields } from '../json';
import { type Errors, fieldsAt, numberAt } from './check';

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
