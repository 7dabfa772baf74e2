import { forbiddenField, invalidValue } from '../../errors/field-error.ts';
import { type Fields, isFields } from '../../go/json.ts';
import { qualifiedNameProblems } from '../../values/label-syntax.ts';
import { type Errors, fieldsAt, itemsAt, problemsOf, textAt } from './check.ts';

/** A list of texts. */
export const textsAt = (object: Fields, key: string): readonly string[] =>
  Array.isArray(object[key]) ? (object[key] as string[]) : [];

/**
 * Keys whose values a Pod gives itself. They have become part of the selector by now: one that was there before stands twice.
 * Models pkg/apis/core/validation/validation.go validateMatchLabelKeysAndMismatchLabelKeys (v1.36)
 */
export function validateLabelKeys(errors: Errors, term: Fields, at: string): void {
  const matched = textsAt(term, 'matchLabelKeys');
  const mismatched = textsAt(term, 'mismatchLabelKeys');
  const selector = isFields(term.labelSelector) ? term.labelSelector : undefined;
  validateNames(errors, matched, selector, `${at}.matchLabelKeys`);
  validateNames(errors, mismatched, selector, `${at}.mismatchLabelKeys`);
  const seen = new Set(Object.keys(fieldsAt(selector ?? {}, 'matchLabels')));
  for (const expression of itemsAt(selector ?? {}, 'matchExpressions')) {
    const key = textAt(expression, 'key');
    const place = matched.lastIndexOf(key);
    if (place >= 0 && seen.has(key))
      errors.push(invalidValue(`${at}[${place}]`, key, 'exists in both matchLabelKeys and labelSelector'));
    seen.add(key);
  }
  matched.forEach((key, i) => {
    if (mismatched.includes(key))
      errors.push(
        invalidValue(`${at}.matchLabelKeys[${i}]`, key, 'exists in both matchLabelKeys and mismatchLabelKeys'),
      );
  });
}

function validateNames(errors: Errors, keys: readonly string[], selector: Fields | undefined, at: string): void {
  if (keys.length === 0) return;
  if (selector === undefined) {
    errors.push(forbiddenField(at, 'must not be specified when labelSelector is not set'));
    return;
  }
  keys.forEach((key, i) => {
    problemsOf(errors, `${at}[${i}]`, key, qualifiedNameProblems);
  });
}
