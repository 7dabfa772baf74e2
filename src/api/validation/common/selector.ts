import { forbiddenField, invalidValue, required } from '../../errors/field-error.ts';
import type { Fields } from '../../go/json.ts';
import type { StringMap } from '../../types/meta.ts';
import { labelValueProblems, qualifiedNameProblems } from '../../values/label-syntax.ts';
import { type Errors, fieldsAt, itemsAt, problemsOf, textAt } from './check.ts';
import { validateLabels } from './metadata.ts';

/** Models apimachinery/pkg/apis/meta/v1/validation/validation.go ValidateLabelSelector (v1.36) */
export function validateSelector(errors: Errors, selector: Fields, path: string): void {
  const labels = fieldsAt(selector, 'matchLabels') as StringMap;
  validateLabels(errors, labels, `${path}.matchLabels`);
  itemsAt(selector, 'matchExpressions').forEach((each, i) => {
    const at = `${path}.matchExpressions[${i}]`;
    if (!validateCount(errors, each, at)) {
      errors.push(invalidValue(`${at}.operator`, textAt(each, 'operator'), 'not a valid selector operator'));
    }
    validateWords(errors, each, at);
  });
}

/** An operator has as many values as it needs; false where nobody knows it. */
export function validateCount(errors: Errors, requirement: Fields, at: string): boolean {
  const count = itemsAt(requirement, 'values').length;
  switch (textAt(requirement, 'operator')) {
    case 'In':
    case 'NotIn':
      if (count === 0) errors.push(required(`${at}.values`, "must be specified when `operator` is 'In' or 'NotIn'"));
      return true;
    case 'Exists':
    case 'DoesNotExist': {
      const why = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'";
      if (count > 0) errors.push(forbiddenField(`${at}.values`, why));
      return true;
    }
    default:
      return false;
  }
}

/** Key and values have the form of labels. */
export function validateWords(errors: Errors, requirement: Fields, at: string): void {
  problemsOf(errors, `${at}.key`, textAt(requirement, 'key'), qualifiedNameProblems);
  const values = Array.isArray(requirement.values) ? (requirement.values as string[]) : [];
  for (const [j, value] of values.entries()) problemsOf(errors, `${at}.values[${j}]`, value, labelValueProblems);
}
