import { duplicate, invalidValue, notSupported, required, tooLong } from '../../errors/field-error.ts';
import type { Fields } from '../../go/json.ts';
import { qualifiedNameProblems } from '../../values/label-syntax.ts';
import { type Errors, problemsOf, textAt } from './check.ts';

const LONGEST_REASON = 1024;
const LONGEST_MESSAGE = 32768;
const REASON = /^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$/;
const REASON_TEXT =
  "a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters or '_,:', and must end with an alphanumeric character or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName',  or 'ReasonA,ReasonB',  or 'ReasonA:ReasonB', regex used for validation is '[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?')";

/** Models staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/validation/validation.go, ValidateConditions (v1.36) */
export function validateConditions(errors: Errors, conditions: readonly Fields[], path: string): void {
  const seen = new Set<string>();
  for (const [i, condition] of conditions.entries()) {
    const at = `${path}[${i}]`;
    const [type, reason, message] = [
      textAt(condition, 'type'),
      textAt(condition, 'reason'),
      textAt(condition, 'message'),
    ];
    if (seen.has(type)) errors.push(duplicate(`${at}.type`, type));
    seen.add(type);
    problemsOf(errors, `${at}.type`, type, qualifiedNameProblems);
    const state = textAt(condition, 'status');
    const states = ['False', 'True', 'Unknown'];
    if (!states.includes(state)) errors.push(notSupported(`${at}.status`, state, states));
    const { observedGeneration: seenGeneration, lastTransitionTime: time } = condition;
    if (typeof seenGeneration === 'number' && seenGeneration < 0) {
      errors.push(invalidValue(`${at}.observedGeneration`, seenGeneration, 'must be greater than or equal to zero'));
    }
    if (typeof time !== 'string') errors.push(required(`${at}.lastTransitionTime`, 'must be set'));
    if (reason === '') errors.push(required(`${at}.reason`, 'must be set'));
    else if (!REASON.test(reason)) errors.push(invalidValue(`${at}.reason`, reason, REASON_TEXT));
    if (reason.length > LONGEST_REASON) errors.push(tooLong(`${at}.reason`, LONGEST_REASON));
    if (message.length > LONGEST_MESSAGE) errors.push(tooLong(`${at}.message`, LONGEST_MESSAGE));
  }
}
