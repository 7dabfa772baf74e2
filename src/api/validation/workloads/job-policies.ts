import {
  duplicate,
  invalidDetail,
  invalidValue,
  notSupported,
  required,
  tooLong,
  tooMany,
} from '../../errors/field-error.ts';
import { type Fields, isFields } from '../../go/json.ts';
import { qualifiedNameProblems } from '../../values/label-syntax.ts';
import { type Errors, fieldsAt, itemsAt, notNegative, numberAt, supported, textAt } from '../common/check.ts';
import { indexesIn } from './job-status.ts';

/** When a Job has failed, and when it has succeeded. Models pkg/apis/batch/validation/validation.go (v1.36) */

const ACTIONS = ['Count', 'FailIndex', 'FailJob', 'Ignore'];
const MOST_RULES = 20;
const MOST_VALUES = 255;
const LONGEST_INDEXES = 64 * 1024;

export function validateFailurePolicy(errors: Errors, spec: Fields, at: string): void {
  const rules = itemsAt(spec.podFailurePolicy, 'rules');
  if (rules.length > MOST_RULES) errors.push(tooMany(`${at}.rules`, rules.length, MOST_RULES));
  const pod = fieldsAt(fieldsAt(spec, 'template'), 'spec');
  const names = [...itemsAt(pod, 'containers'), ...itemsAt(pod, 'initContainers')].map((each) => each.name);
  rules.forEach((rule, i) => {
    const path = `${at}.rules[${i}]`;
    const action = textAt(rule, 'action');
    if (action === '')
      errors.push(
        required(`${path}.action`, `valid values: ${ACTIONS.map((each) => JSON.stringify(each)).join(', ')}`),
      );
    else if (!ACTIONS.includes(action)) errors.push(notSupported(`${path}.action`, action, ACTIONS));
    else if (action === 'FailIndex' && spec.backoffLimitPerIndex === undefined) {
      errors.push(invalidValue(`${path}.action`, action, 'requires the backoffLimitPerIndex to be set'));
    }
    const codes = rule.onExitCodes;
    const conditions = itemsAt(rule, 'onPodConditions');
    if (isFields(codes)) validateExitCodes(errors, codes, `${path}.onExitCodes`, names);
    if (conditions.length > MOST_RULES) errors.push(tooMany(`${path}.onPodConditions`, conditions.length, MOST_RULES));
    conditions.forEach((condition, j) => {
      const own = `${path}.onPodConditions[${j}]`;
      for (const problem of qualifiedNameProblems(textAt(condition, 'type'))) {
        errors.push(invalidValue(`${own}.type`, condition.type ?? '', problem));
      }
      if (textAt(condition, 'status') === '')
        errors.push(required(`${own}.status`, 'valid values: "False", "True", "Unknown"'));
      else supported(errors, `${own}.status`, condition.status, ['False', 'True', 'Unknown']);
    });
    if (isFields(codes) && conditions.length > 0) {
      errors.push(invalidDetail(path, 'specifying both OnExitCodes and OnPodConditions is not supported'));
    }
    if (!isFields(codes) && conditions.length === 0) {
      errors.push(invalidDetail(path, 'specifying one of OnExitCodes and OnPodConditions is required'));
    }
  });
}

function validateExitCodes(errors: Errors, codes: Fields, at: string, names: readonly unknown[]): void {
  const operator = textAt(codes, 'operator');
  if (operator === '') errors.push(required(`${at}.operator`, 'valid values: "In", "NotIn"'));
  else supported(errors, `${at}.operator`, operator, ['In', 'NotIn']);
  const container = codes.containerName;
  if (container !== undefined && !names.includes(container)) {
    const why = 'must be one of the container or initContainer names in the pod template';
    errors.push(invalidValue(`${at}.containerName`, container, why));
  }
  const values = Array.isArray(codes.values) ? (codes.values as number[]) : [];
  const path = `${at}.values`;
  if (values.length === 0) errors.push(invalidValue(path, values, 'at least one value is required'));
  else if (values.length > MOST_VALUES) errors.push(tooMany(path, values.length, MOST_VALUES));
  let ordered = true;
  const seen = new Set<number>();
  values.forEach((value, i) => {
    if (i > 0 && value < (values[i - 1] as number)) ordered = false;
    if (operator === 'In' && value === 0) {
      errors.push(invalidValue(`${path}[${i}]`, 0, 'must not be 0 for the In operator'));
    }
    if (seen.has(value)) errors.push(duplicate(`${path}[${i}]`, value));
    seen.add(value);
  });
  if (!ordered) errors.push(invalidValue(path, values, 'must be ordered'));
}

export function validateSuccessPolicy(errors: Errors, spec: Fields, at: string): void {
  const rules = itemsAt(spec.successPolicy, 'rules');
  if (rules.length === 0)
    errors.push(required(`${at}.rules`, 'at least one rules must be specified when the successPolicy is specified'));
  if (rules.length > MOST_RULES) errors.push(tooMany(`${at}.rules`, rules.length, MOST_RULES));
  for (const [i, rule] of rules.entries()) {
    validateSuccessRule(errors, rule, numberAt(spec, 'completions') ?? 0, `${at}.rules[${i}]`);
  }
}

function validateSuccessRule(errors: Errors, rule: Fields, completions: number, path: string): void {
  const { succeededCount: count, succeededIndexes: indexes } = rule;
  if (count === undefined && indexes === undefined) {
    errors.push(required(path, 'at least one of succeededCount or succeededIndexes must be specified'));
  }
  const read = indexes === undefined ? undefined : indexesIn(String(indexes), completions);
  if (String(indexes).length > LONGEST_INDEXES) errors.push(tooLong(`${path}.succeededIndexes`, LONGEST_INDEXES));
  if (typeof read === 'string') {
    errors.push(invalidValue(`${path}.succeededIndexes`, indexes, `error parsing succeededIndexes: ${read}`));
  }
  if (typeof count !== 'number') return;
  notNegative(errors, `${path}.succeededCount`, count);
  const bound = (most: number, what: string): void => {
    const why = `must be less than or equal to ${most} (the number of ${what})`;
    if (count > most) errors.push(invalidValue(`${path}.succeededCount`, count, why));
  };
  bound(completions, 'specified completions');
  if (read !== undefined) {
    bound(typeof read === 'number' ? read : 0, 'indexes in the specified succeededIndexes field');
  }
}
