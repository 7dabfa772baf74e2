import { invalidValue } from '../../errors/field-error.ts';
import type { Fields } from '../../go/json.ts';
import { compareQuantity, parseQuantity } from '../../values/quantity.ts';
import { type Errors, fieldsAt } from '../common/check.ts';
import { checkExtended, checkExtendedName, checkLimits, checkWhole } from '../common/resource-names.ts';

/** Names that nearly everybody means. */
const USUAL: ReadonlySet<string> = new Set(['cpu', 'memory', 'ephemeral-storage']);

/** Models pkg/apis/core/validation/validation.go ValidateContainerResourceRequirements (v1.36) */
export function validateResources(errors: Errors, resources: Fields, path: string): void {
  const limits = fieldsAt(resources, 'limits');
  const requests = fieldsAt(resources, 'requests');
  let unusual = false;
  for (const name in limits) {
    if (!USUAL.has(name)) unusual = true;
    validateAmount(errors, name, limits[name], `${path}.limits`);
  }
  for (const name in requests) {
    if (!USUAL.has(name)) unusual = true;
    validateAmount(errors, name, requests[name], `${path}.requests`);
    const limit = limits[name];
    const request = requests[name];
    if (!USUAL.has(name)) checkLimits(errors, name, request, limit, path);
    else if (isAmount(limit) && isAmount(request) && compareQuantity(request, limit) > 0) {
      errors.push(invalidValue(`${path}.requests`, request, `must be less than or equal to ${name} limit of ${limit}`));
    }
  }
  if (unusual) checkExtended(errors, limits, requests, path);
}

function isAmount(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

function validateAmount(errors: Errors, name: string, amount: unknown, path: string): void {
  const at = `${path}[${name}]`;
  if (!USUAL.has(name)) checkExtendedName(errors, name, at);
  const parsed = isAmount(amount) ? parseQuantity(amount) : undefined;
  if (parsed !== undefined && parsed.nanos < 0n) {
    errors.push(invalidValue(at, amount, 'must be greater than or equal to 0'));
  }
  if (!USUAL.has(name)) checkWhole(errors, name, amount, at);
}
