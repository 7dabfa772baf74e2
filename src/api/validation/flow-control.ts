import { forbiddenField, invalidValue, notSupported, required } from '../field-error.ts';
import { type Fields, isFields } from '../json.ts';
import { type Errors, fieldsAt, itemsAt, numberAt, supported, textAt } from './check.ts';

/** Models pkg/apis/flowcontrol/validation/validation.go (v1.36) */

const VERBS: readonly string[] = [
  '*',
  'create',
  'delete',
  'deletecollection',
  'get',
  'list',
  'patch',
  'proxy',
  'update',
  'watch',
];

function textsAt(object: Fields, key: string): readonly string[] {
  return Array.isArray(object[key]) ? (object[key] as string[]) : [];
}

export function validateFlowRules(errors: Errors, object: Fields): void {
  itemsAt(fieldsAt(object, 'spec'), 'rules').forEach((rule, i) => {
    const path = `spec.rules[${i}]`;
    const subjects = itemsAt(rule, 'subjects');
    subjects.forEach((subject, j) => {
      validateSubject(errors, subject, `${path}.subjects[${j}]`);
    });
    if (subjects.length === 0) errors.push(required(`${path}.subjects`, 'subjects must contain at least one value'));
    const [resource, other] = [itemsAt(rule, 'resourceRules'), itemsAt(rule, 'nonResourceRules')];
    if (resource.length === 0 && other.length === 0) {
      errors.push(required(path, 'at least one of resourceRules and nonResourceRules has to be non-empty'));
    }
    resource.forEach((each, j) => {
      validateResourceRule(errors, each, `${path}.resourceRules[${j}]`);
    });
    other.forEach((each, j) => {
      const at = `${path}.nonResourceRules[${j}]`;
      some(errors, each, at, 'verbs', 'verbs must contain at least one value', 'verbs');
      some(errors, each, at, 'nonResourceURLs', 'nonResourceURLs must contain at least one value', 'non-resource URLs');
    });
  });
}

function validateSubject(errors: Errors, subject: Fields, path: string): void {
  const kinds = ['Group', 'ServiceAccount', 'User'];
  const kind = textAt(subject, 'kind');
  if (!kinds.includes(kind)) {
    errors.push(notSupported(`${path}.kind`, kind, kinds));
    return;
  }
  const key = kind === 'ServiceAccount' ? 'serviceAccount' : kind.toLowerCase();
  if (!isFields(subject[key])) {
    errors.push(required(`${path}.${key}`, `${key} is required when subject kind is '${kind}'`));
    return;
  }
  if (textAt(subject[key], 'name') === '') errors.push(required(`${path}.${key}.name`));
  if (key === 'serviceAccount' && textAt(subject[key], 'namespace') === '') {
    errors.push(required(`${path}.${key}.namespace`, 'must specify namespace for service account'));
  }
}

function validateResourceRule(errors: Errors, rule: Fields, path: string): void {
  some(errors, rule, path, 'verbs', 'verbs must contain at least one value', 'verbs');
  for (const verb of textsAt(rule, 'verbs')) {
    if (!VERBS.includes(verb)) errors.push(notSupported(`${path}.verbs`, textsAt(rule, 'verbs'), VERBS));
  }
  some(errors, rule, path, 'apiGroups', 'resource rules must supply at least one api group', 'api groups');
  some(errors, rule, path, 'resources', 'resource rules must supply at least one resource', 'resources');
  if (textsAt(rule, 'namespaces').length === 0 && rule.clusterScope !== true) {
    const why = 'resource rules that are not cluster scoped must supply at least one namespace';
    errors.push(required(`${path}.namespaces`, why));
  }
}

function some(errors: Errors, rule: Fields, path: string, key: string, missing: string, what: string): void {
  const values = textsAt(rule, key);
  if (values.length === 0) errors.push(required(`${path}.${key}`, missing));
  else if (values.length > 1 && values.includes('*')) {
    errors.push(invalidValue(`${path}.${key}`, values, `if '*' is present, must not specify other ${what}`));
  }
}

export function validatePriorityLevel(errors: Errors, object: Fields): void {
  const spec = fieldsAt(object, 'spec');
  switch (spec.type) {
    case 'Exempt':
      if (isFields(spec.limited)) errors.push(forbiddenField('spec.limited', 'must be nil if the type is not Limited'));
      if (isFields(spec.exempt)) validateShares(errors, spec.exempt, 'spec.exempt');
      return;
    case 'Limited':
      if (isFields(spec.exempt)) errors.push(forbiddenField('spec.exempt', 'must be nil if the type is Limited'));
      if (isFields(spec.limited)) validateLimited(errors, spec.limited, 'spec.limited');
      else errors.push(required('spec.limited', 'must not be empty when type is Limited'));
      return;
    default:
      supported(errors, 'spec.type', spec.type, ['Exempt', 'Limited']);
  }
}

function validateShares(errors: Errors, level: Fields, path: string): void {
  const shares = numberAt(level, 'nominalConcurrencyShares') ?? 0;
  const lendable = numberAt(level, 'lendablePercent') ?? 0;
  if (shares < 0)
    errors.push(invalidValue(`${path}.nominalConcurrencyShares`, shares, 'must be a non-negative integer'));
  if (lendable < 0 || lendable > 100) {
    errors.push(invalidValue(`${path}.lendablePercent`, lendable, 'must be between 0 and 100, inclusive'));
  }
}

function validateLimited(errors: Errors, limited: Fields, path: string): void {
  validateShares(errors, limited, path);
  const response = fieldsAt(limited, 'limitResponse');
  const at = `${path}.limitResponse`;
  if (response.type === 'Reject') {
    if (isFields(response.queuing)) {
      errors.push(forbiddenField(`${at}.queuing`, 'must be nil if limited.limitResponse.type is not Limited'));
    }
  } else if (response.type === 'Queue') {
    if (isFields(response.queuing)) validateQueuing(errors, response.queuing, `${at}.queuing`);
    else errors.push(required(`${at}.queuing`, 'must not be empty if limited.limitResponse.type is Limited'));
  } else supported(errors, `${at}.type`, response.type, ['Queue', 'Reject']);
  const borrowing = numberAt(limited, 'borrowingLimitPercent') ?? 0;
  if (borrowing < 0) {
    errors.push(
      invalidValue(`${path}.borrowingLimitPercent`, borrowing, 'if specified, must be a non-negative integer'),
    );
  }
}

function validateQueuing(errors: Errors, queuing: Fields, path: string): void {
  const number = (key: string): number => numberAt(queuing, key) ?? 0;
  const [queues, hand] = [number('queues'), number('handSize')];
  if (number('queueLengthLimit') <= 0) {
    errors.push(invalidValue(`${path}.queueLengthLimit`, number('queueLengthLimit'), 'must be positive'));
  }
  if (queues <= 0) errors.push(invalidValue(`${path}.queues`, queues, 'must be positive'));
  else if (queues > 10_000_000)
    errors.push(invalidValue(`${path}.queues`, queues, 'must not be greater than 10000000'));
  if (hand <= 0) errors.push(invalidValue(`${path}.handSize`, hand, 'must be positive'));
  else if (hand > queues) {
    errors.push(invalidValue(`${path}.handSize`, hand, `should not be greater than queues (${queues})`));
  }
}
