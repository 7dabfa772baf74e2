import { duplicate, forbiddenField, invalidValue, notSupported, required } from '../../errors/field-error.ts';
import { equalJson, type Fields, isFields } from '../../go/json.ts';
import { dnsLabelProblems, dnsSubdomainProblems } from '../../values/label-syntax.ts';
import { type Errors, fieldsAt, itemsAt, numberAt, problemsOf, supported, textAt } from '../common/check.ts';

/** Models pkg/apis/flowcontrol/validation/validation.go (v1.36) */

const VERBS: readonly string[] = [
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
const LAST_PRECEDENCE = 10_000;
const ALL = ['*'];
const EVERYTHING = {
  resourceRules: [{ verbs: ALL, apiGroups: ALL, resources: ALL, clusterScope: true, namespaces: ALL }],
  nonResourceRules: [{ verbs: ALL, nonResourceURLs: ALL }],
};

function textsAt(object: Fields, key: string): readonly string[] {
  return Array.isArray(object[key]) ? (object[key] as string[]) : [];
}

const groups = (...names: readonly string[]) => names.map((name) => ({ kind: 'Group', group: { name } }));

/** What the server itself cannot do without: nobody may change it. */
// Models pkg/apis/flowcontrol/internalbootstrap/default-internal.go (v1.36)
function mandatorySchema(name: string): Fields | undefined {
  if (name === 'exempt') {
    const rules = [{ subjects: groups('system:masters'), ...EVERYTHING }];
    return { priorityLevelConfiguration: { name }, matchingPrecedence: 1, rules };
  }
  if (name !== 'catch-all') return undefined;
  return {
    priorityLevelConfiguration: { name },
    matchingPrecedence: LAST_PRECEDENCE,
    distinguisherMethod: { type: 'ByUser' },
    rules: [{ subjects: groups('system:unauthenticated', 'system:authenticated'), ...EVERYTHING }],
  };
}

const CATCH_ALL_LEVEL = {
  type: 'Limited',
  limited: { nominalConcurrencyShares: 5, limitResponse: { type: 'Reject' }, lendablePercent: 0 },
};

export function validateFlowSchema(errors: Errors, object: Fields): void {
  const spec = fieldsAt(object, 'spec');
  const name = textAt(object.metadata, 'name');
  validatePrecedence(errors, numberAt(spec, 'matchingPrecedence') ?? 0, name);
  const method = spec.distinguisherMethod;
  if (isFields(method) && !['ByNamespace', 'ByUser'].includes(textAt(method, 'type'))) {
    errors.push(notSupported('spec.distinguisherMethod.type', { Type: method.type }, ['ByNamespace', 'ByUser']));
  }
  const level = textAt(fieldsAt(spec, 'priorityLevelConfiguration'), 'name');
  const path = 'spec.priorityLevelConfiguration.name';
  if (level === '') errors.push(required(path, 'must reference a priority level'));
  else problemsOf(errors, path, level, dnsSubdomainProblems);
  itemsAt(spec, 'rules').forEach((rule, i) => {
    validateRule(errors, rule, `spec.rules[${i}]`);
  });
  const fixed = mandatorySchema(name);
  if (fixed !== undefined && !equalJson(spec, fixed)) {
    errors.push(invalidValue('spec', spec, `spec of '${name}' must equal the fixed value`));
  }
  validateConditions(errors, object);
}

function validatePrecedence(errors: Errors, precedence: number, name: string): void {
  const at = 'spec.matchingPrecedence';
  if (precedence <= 0) errors.push(invalidValue(at, precedence, 'must be a positive value'));
  if (precedence > LAST_PRECEDENCE) {
    errors.push(invalidValue(at, precedence, `must not be greater than ${LAST_PRECEDENCE}`));
  }
  if (precedence === 1 && name !== 'exempt') {
    errors.push(invalidValue(at, precedence, "only the schema named 'exempt' may have matchingPrecedence 1"));
  }
}

function validateConditions(errors: Errors, object: Fields): void {
  const seen = new Set<string>();
  itemsAt(fieldsAt(object, 'status'), 'conditions').forEach((condition, i) => {
    const at = `status.conditions[${i}].type`;
    const type = textAt(condition, 'type');
    if (seen.has(type)) errors.push(duplicate(at, type));
    seen.add(type);
    if (type === '') errors.push(required(at, 'must not be empty'));
  });
}

function validateRule(errors: Errors, rule: Fields, path: string): void {
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
    validateOtherRule(errors, each, `${path}.nonResourceRules[${j}]`);
  });
}

const SUBJECTS = [
  ['ServiceAccount', 'serviceAccount'],
  ['User', 'user'],
  ['Group', 'group'],
] as const;

function validateSubject(errors: Errors, subject: Fields, path: string): void {
  const kind = textAt(subject, 'kind');
  const key = SUBJECTS.find(([each]) => each === kind)?.[1];
  if (key === undefined) {
    errors.push(notSupported(`${path}.kind`, kind, ['Group', 'ServiceAccount', 'User']));
    return;
  }
  const who = subject[key];
  if (isFields(who)) validateWho(errors, who, `${path}.${key}`, key === 'serviceAccount');
  else errors.push(required(`${path}.${key}`, `${key} is required when subject kind is '${kind}'`));
  for (const [other, field] of SUBJECTS) {
    if (field !== key && isFields(subject[field])) {
      errors.push(forbiddenField(`${path}.${field}`, `${field} is forbidden when subject kind is not '${other}'`));
    }
  }
}

function validateWho(errors: Errors, who: Fields, path: string, account: boolean): void {
  const name = textAt(who, 'name');
  if (name === '') errors.push(required(`${path}.name`));
  if (!account) return;
  if (name !== '' && name !== '*') problemsOf(errors, `${path}.name`, name, dnsSubdomainProblems);
  const namespace = textAt(who, 'namespace');
  if (namespace === '') errors.push(required(`${path}.namespace`, 'must specify namespace for service account'));
  else problemsOf(errors, `${path}.namespace`, namespace, dnsLabelProblems);
}

function validateResourceRule(errors: Errors, rule: Fields, path: string): void {
  validateVerbs(errors, rule, path);
  some(errors, rule, path, 'apiGroups', 'resource rules must supply at least one api group', 'api groups');
  some(errors, rule, path, 'resources', 'resource rules must supply at least one resource', 'resources');
  const at = `${path}.namespaces`;
  const namespaces = textsAt(rule, 'namespaces');
  if (namespaces.length === 0 && rule.clusterScope !== true) {
    errors.push(required(at, 'resource rules that are not cluster scoped must supply at least one namespace'));
  } else if (namespaces.includes('*')) onlyAll(errors, namespaces, at, 'namespaces');
  else {
    namespaces.forEach((namespace, i) => {
      for (const problem of dnsLabelProblems(namespace)) {
        const why = `each member of this list must be '*' or a DNS-1123 label; ${problem}`;
        errors.push(invalidValue(`${at}[${i}]`, namespace, why));
      }
    });
  }
}

function validateOtherRule(errors: Errors, rule: Fields, path: string): void {
  validateVerbs(errors, rule, path);
  const key = 'nonResourceURLs';
  const urls = some(errors, rule, path, key, `${key} must contain at least one value`, 'non-resource URLs');
  if (urls.includes('*')) return;
  urls.forEach((url, i) => {
    const problem = pathProblem(url);
    if (problem !== undefined) errors.push(invalidValue(`${path}.${key}[${i}]`, url, problem));
  });
}

function pathProblem(path: string): string | undefined {
  if (path === '') return 'must not be empty';
  if (path === '/') return undefined;
  if (!path.startsWith('/')) return 'must start with slash';
  if (path.includes(' ')) return 'must not contain white-space';
  if (path.includes('//')) return 'must not contain double slash';
  const star = path.indexOf('*');
  return star < 0 || (star === path.length - 1 && path.endsWith('/*'))
    ? undefined
    : 'wildcard can only do suffix matching';
}

function validateVerbs(errors: Errors, rule: Fields, path: string): void {
  const verbs = some(errors, rule, path, 'verbs', 'verbs must contain at least one value', 'verbs');
  if (!verbs.includes('*') && !verbs.every((verb) => VERBS.includes(verb))) {
    errors.push(notSupported(`${path}.verbs`, verbs, VERBS));
  }
}

function some(
  errors: Errors,
  rule: Fields,
  path: string,
  key: string,
  missing: string,
  what: string,
): readonly string[] {
  const values = textsAt(rule, key);
  if (values.length === 0) errors.push(required(`${path}.${key}`, missing));
  onlyAll(errors, values, `${path}.${key}`, what);
  return values;
}

function onlyAll(errors: Errors, values: readonly string[], path: string, what: string): void {
  if (values.length > 1 && values.includes('*')) {
    errors.push(invalidValue(path, values, `if '*' is present, must not specify other ${what}`));
  }
}

export function validatePriorityLevel(errors: Errors, object: Fields): void {
  const spec = fieldsAt(object, 'spec');
  const name = textAt(object.metadata, 'name');
  if ((name === 'exempt') !== (spec.type === 'Exempt')) {
    errors.push(
      invalidValue('spec.type', textAt(spec, 'type'), "type must be 'Exempt' if and only if name is 'exempt'"),
    );
  }
  validateLevelSpec(errors, spec);
  if (name === 'catch-all' && !equalJson(spec, CATCH_ALL_LEVEL)) {
    errors.push(invalidValue('spec', spec, "spec of 'catch-all' must equal the fixed value"));
  }
  if (name === 'exempt' && (spec.type !== 'Exempt' || isFields(spec.limited))) {
    const why = "spec of 'exempt' except the 'spec.exempt' field must equal the fixed value";
    errors.push(invalidValue('spec', spec, why));
  }
  validateConditions(errors, object);
}

function validateLevelSpec(errors: Errors, spec: Fields): void {
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
  } else if (queues > 0 && entropyBits(queues, hand) > 60) {
    const why = `required entropy bits of deckSize ${queues} and handSize ${hand} should not be greater than 60`;
    errors.push(invalidValue(`${path}.handSize`, hand, why));
  }
}

/** How many bits of a hash a hand takes: more than 60 when the hand is large, however large. */
function entropyBits(queues: number, hand: number): number {
  let hands = 1n;
  for (let i = 0; i < Math.min(hand, 64); i += 1) hands *= BigInt(queues);
  return (hands - 1n).toString(2).length;
}
