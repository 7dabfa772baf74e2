import { invalidValue } from '../field-error';
import type { Fields } from '../json';
import { compareQuantity, parseQuantity } from '../quantity';
import { type Errors, fieldsAt } from './check';

const STANDARD = /^(cpu|memory|ephemeral-storage|storage|hugepages-.+)$/;

/** Models pkg/apis/core/validation/validation.go ValidateContainerResourceRequirements (v1.36) */
export function validateResources(errors: Errors, resources: Fields, path: string): void {
  const limits = fieldsAt(resources, 'limits');
  const requests = fieldsAt(resources, 'requests');
  for (const name in limits) validateAmount(errors, name, limits[name], `${path}.limits`);
  for (const name in requests) {
    validateAmount(errors, name, requests[name], `${path}.requests`);
    const limit = limits[name];
    const request = requests[name];
    if (limit === undefined || !isAmount(limit) || !isAmount(request)) continue;
    if (compareQuantity(request, limit) > 0) {
      errors.push(invalidValue(`${path}.requests`, request, `must be less than or equal to ${name} limit of ${limit}`));
    }
  }
}

function isAmount(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

function validateAmount(errors: Errors, name: string, amount: unknown, path: string): void {
  if (!STANDARD.test(name) && !name.includes('/')) {
    errors.push(
      invalidValue(`${path}[${name}]`, name, 'must be a standard resource type or fully qualified'),
      invalidValue(`${path}[${name}]`, name, 'must be a standard resource for containers'),
    );
  }
  const parsed = isAmount(amount) ? parseQuantity(amount) : undefined;
  if (parsed !== undefined && parsed.nanos < 0n) {
    errors.push(invalidValue(`${path}[${name}]`, amount, 'must be greater than or equal to 0'));
  }
}
