import { forbiddenField, invalidValue, notSupported, required } from '../../errors/field-error.ts';
import { type Fields, isFields } from '../../go/json.ts';
import {
  dnsLabelProblems,
  dnsSubdomainProblems,
  labelValueProblems,
  qualifiedNameProblems,
} from '../../values/label-syntax.ts';
import { type Errors, fieldsAt, itemsAt, numberAt, problemsOf, textAt } from './check.ts';
import { internalOf } from './internal-form.ts';
import { validateLabelKeys } from './label-keys.ts';
import { validateSelector } from './selector.ts';

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';

/** Models pkg/apis/core/validation/validation.go validateAffinity (v1.36) */
export function validateAffinity(errors: Errors, affinity: Fields, path: string): void {
  const node = fieldsAt(affinity, 'nodeAffinity');
  if (isFields(node[REQUIRED])) validateNodeSelector(errors, node[REQUIRED], `${path}.nodeAffinity.${REQUIRED}`);
  itemsAt(node, PREFERRED).forEach((term, i) => {
    const at = `${path}.nodeAffinity.${PREFERRED}[${i}]`;
    validateWeight(errors, term, at);
    validateTerm(errors, fieldsAt(term, 'preference'), `${at}.preference`, false);
  });
  for (const kind of ['podAffinity', 'podAntiAffinity']) {
    const pods = fieldsAt(affinity, kind);
    itemsAt(pods, REQUIRED).forEach((term, i) => {
      validatePodTerm(errors, term, `${path}.${kind}.${REQUIRED}[${i}]`);
    });
    itemsAt(pods, PREFERRED).forEach((term, i) => {
      const at = `${path}.${kind}.${PREFERRED}[${i}]`;
      validateWeight(errors, term, at);
      validatePodTerm(errors, fieldsAt(term, 'podAffinityTerm'), `${at}.podAffinityTerm`);
    });
  }
}

function validateWeight(errors: Errors, term: Fields, at: string): void {
  const weight = numberAt(term, 'weight') ?? 0;
  if (weight <= 0 || weight > 100) errors.push(invalidValue(`${at}.weight`, weight, 'must be in the range 1-100'));
}

export function validateNodeSelector(errors: Errors, selector: Fields, path: string): void {
  const terms = itemsAt(selector, 'nodeSelectorTerms');
  if (terms.length === 0) {
    errors.push(required(`${path}.nodeSelectorTerms`, 'must have at least one node selector term'));
  }
  for (const [i, term] of terms.entries()) validateTerm(errors, term, `${path}.nodeSelectorTerms[${i}]`, true);
}

/** What is only preferred may ask for values that no label has. */
function validateTerm(errors: Errors, term: Fields, path: string, strict: boolean): void {
  itemsAt(term, 'matchExpressions').forEach((each, i) => {
    const at = `${path}.matchExpressions[${i}]`;
    validateValues(errors, each, at);
    problemsOf(errors, `${at}.key`, textAt(each, 'key'), qualifiedNameProblems);
    if (strict) validateEach(errors, each, at, labelValueProblems);
  });
  itemsAt(term, 'matchFields').forEach((each, i) => {
    const at = `${path}.matchFields[${i}]`;
    if (textAt(each, 'operator') !== 'In' && textAt(each, 'operator') !== 'NotIn') {
      errors.push(invalidValue(`${at}.operator`, textAt(each, 'operator'), 'not a valid selector operator'));
    } else if (itemsAt(each, 'values').length !== 1) {
      errors.push(
        required(`${at}.values`, "must be only one value when `operator` is 'In' or 'NotIn' for node field selector"),
      );
    }
    if (textAt(each, 'key') !== 'metadata.name') {
      errors.push(invalidValue(`${at}.key`, textAt(each, 'key'), 'not a valid field selector key'));
    } else validateEach(errors, each, at, dnsSubdomainProblems);
  });
}

function validateEach(
  errors: Errors,
  requirement: Fields,
  at: string,
  problems: (value: string) => readonly string[],
): void {
  const values = Array.isArray(requirement.values) ? (requirement.values as string[]) : [];
  for (const [i, value] of values.entries()) problemsOf(errors, `${at}.values[${i}]`, value, problems);
}

function validateValues(errors: Errors, requirement: Fields, at: string): void {
  const count = itemsAt(requirement, 'values').length;
  switch (textAt(requirement, 'operator')) {
    case 'In':
    case 'NotIn':
      if (count === 0) errors.push(required(`${at}.values`, "must be specified when `operator` is 'In' or 'NotIn'"));
      break;
    case 'Exists':
    case 'DoesNotExist':
      if (count > 0) {
        errors.push(
          forbiddenField(`${at}.values`, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"),
        );
      }
      break;
    case 'Gt':
    case 'Lt':
      if (count !== 1) {
        errors.push(required(`${at}.values`, "must be specified single value when `operator` is 'Lt' or 'Gt'"));
      }
      break;
    default:
      errors.push(invalidValue(`${at}.operator`, textAt(requirement, 'operator'), 'not a valid selector operator'));
  }
}

function validatePodTerm(errors: Errors, term: Fields, path: string): void {
  if (isFields(term.labelSelector)) validateSelector(errors, term.labelSelector, `${path}.labelSelector`);
  if (isFields(term.namespaceSelector)) validateSelector(errors, term.namespaceSelector, `${path}.namespaceSelector`);
  const namespaces = Array.isArray(term.namespaces) ? (term.namespaces as string[]) : [];
  for (const name of namespaces) problemsOf(errors, `${path}.namespace`, name, dnsLabelProblems);
  validateLabelKeys(errors, term, path);
  const key = textAt(term, 'topologyKey');
  if (key === '') errors.push(required(`${path}.topologyKey`, 'can not be empty'));
  problemsOf(errors, `${path}.topologyKey`, key, qualifiedNameProblems);
}

const EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

/** Models validateNodeTaints (v1.36) */
export function validateTaints(errors: Errors, taints: readonly Fields[], path: string): void {
  const seen = new Set<string>();
  taints.forEach((taint, i) => {
    const at = `${path}[${i}]`;
    problemsOf(errors, `${at}.key`, textAt(taint, 'key'), qualifiedNameProblems);
    const value = textAt(taint, 'value');
    const wrong = labelValueProblems(value);
    if (wrong.length > 0) errors.push(invalidValue(`${at}.value`, value, wrong.join(';')));
    const effect = textAt(taint, 'effect');
    if (effect === '') errors.push(required(`${at}.effect`));
    else if (!EFFECTS.includes(effect)) errors.push(notSupported(`${at}.effect`, effect, EFFECTS));
    const pair = `${textAt(taint, 'key')}:${effect}`;
    if (seen.has(pair)) {
      errors.push({
        type: 'Duplicate',
        field: at,
        message: `Duplicate value: ${JSON.stringify(internalOf('Taint', taint))}: taints must be unique by key and effect pair`,
      });
    }
    seen.add(pair);
  });
}
