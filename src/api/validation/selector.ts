import { forbiddenField, invalidValue, required } from '../field-error.ts';
import type { Fields } from '../json.ts';
import { labelValueProblems, qualifiedNameProblems } from '../label-syntax.ts';
import type { StringMap } from '../types/meta.ts';
import { type Errors, fieldsAt, itemsAt, problemsOf, textAt } from './check.ts';
import { validateLabels } from './metadata.ts';

const OPERATORS = ['In', 'NotIn', 'Exists', 'DoesNotExist'];

/** Models apimachinery/pkg/apis/meta/v1/validation/validation.go ValidateLabelSelector (v1.36) */
export function validateSelector(errors: Errors, selector: Fields, path: string): void {
  const labels = fieldsAt(selector, 'matchLabels') as StringMap;
  validateLabels(errors, labels, `${path}.matchLabels`);
  itemsAt(selector, 'matchExpressions').forEach((each, i) => {
    const at = `${path}.matchExpressions[${i}]`;
    const values = Array.isArray(each.values) ? (each.values as string[]) : [];
    const operator = textAt(each, 'operator');
    if (operator === 'In' || operator === 'NotIn') {
      if (values.length === 0) {
        errors.push(required(`${at}.values`, "must be specified when `operator` is 'In' or 'NotIn'"));
      }
    } else if (operator === 'Exists' || operator === 'DoesNotExist') {
      if (values.length > 0) {
        errors.push(
          forbiddenField(`${at}.values`, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"),
        );
      }
    } else if (!OPERATORS.includes(operator)) {
      errors.push(invalidValue(`${at}.operator`, operator, 'not a valid selector operator'));
    }
    problemsOf(errors, `${at}.key`, textAt(each, 'key'), qualifiedNameProblems);
    for (const [j, value] of values.entries()) problemsOf(errors, `${at}.values[${j}]`, value, labelValueProblems);
  });
}
