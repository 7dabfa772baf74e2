import { fromBase64 } from '../../../base/bytes/base64.ts';
import { utf8Length } from '../../../base/bytes/utf8.ts';
import { duplicate, forbiddenField, invalidValue, notSupported, required, tooLong } from '../../errors/field-error.ts';
import { equalJson, type Fields, isFields } from '../../go/json.ts';
import { jsonSyntaxError } from '../../go/json-syntax.ts';
import { configKeyProblems, dnsSubdomainProblems, qualifiedNameProblems } from '../../values/label-syntax.ts';
import { compareQuantity, parseQuantity } from '../../values/quantity.ts';
import {
  type Errors,
  fieldsAt,
  IMMUTABLE,
  itemsAt,
  named,
  numberAt,
  problemsOf,
  supported,
  textAt,
} from '../common/check.ts';
import { pathSegmentProblems } from '../common/metadata.ts';
import {
  checkExtendedName,
  checkWhole,
  validateQuotaName,
  validateQuotaScopes,
  validateResourceName,
} from '../common/resource-names.ts';
import { validateSelector } from '../common/selector.ts';
import { notMoreThanAll, validateScalingRules, validateShare } from '../workloads/sets.ts';
import { validateEvictionPolicy } from './breadth.ts';

const MAX_SIZE = 1_048_576;

/** Models pkg/apis/core/validation/validation.go ValidateConfigMap (v1.36) */
export function validateConfigMap(errors: Errors, object: Fields): void {
  const data = fieldsAt(object, 'data');
  const binary = fieldsAt(object, 'binaryData');
  let size = 0;
  for (const key in data) {
    problemsOf(errors, `data[${key}]`, key, configKeyProblems);
    if (Object.hasOwn(binary, key))
      errors.push(invalidValue(`data[${key}]`, key, 'duplicate of key present in binaryData'));
    size += utf8Length(textAt(data, key));
  }
  for (const key in binary) {
    problemsOf(errors, `binaryData[${key}]`, key, configKeyProblems);
    size += decodedLength(textAt(binary, key));
  }
  if (size > MAX_SIZE) errors.push(tooLong('[]', MAX_SIZE));
}

function decodedLength(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return Math.floor((base64.length * 3) / 4) - padding;
}

const REQUIRED_KEYS: ReadonlyMap<string, readonly string[]> = new Map([
  ['kubernetes.io/dockercfg', ['.dockercfg']],
  ['kubernetes.io/dockerconfigjson', ['.dockerconfigjson']],
  ['kubernetes.io/ssh-auth', ['ssh-privatekey']],
  ['kubernetes.io/tls', ['tls.crt', 'tls.key']],
]);

/** Models ValidateSecret (v1.36) */
export function validateSecret(errors: Errors, object: Fields): void {
  const data = fieldsAt(object, 'data');
  let size = 0;
  for (const key in data) {
    problemsOf(errors, `data[${key}]`, key, configKeyProblems);
    size += decodedLength(textAt(data, key));
  }
  if (size > MAX_SIZE) errors.push(tooLong('data', MAX_SIZE));
  const type = textAt(object, 'type');
  for (const key of REQUIRED_KEYS.get(type) ?? []) if (!Object.hasOwn(data, key)) errors.push(required(`data[${key}]`));
  for (const key of type.startsWith('kubernetes.io/dockerc') ? (REQUIRED_KEYS.get(type) ?? []) : []) {
    const problem = Object.hasOwn(data, key) ? jsonSyntaxError(fromBase64(textAt(data, key)) ?? '\ufffd') : undefined;
    if (problem !== undefined) errors.push(invalidValue(`data[${key}]`, '<secret contents redacted>', problem));
  }
  if (type === 'kubernetes.io/basic-auth' && !('username' in data) && !('password' in data)) {
    errors.push(required('data[username]'), required('data[password]'));
  }
  if (type === 'kubernetes.io/service-account-token') {
    const annotations = fieldsAt(fieldsAt(object, 'metadata'), 'annotations');
    if (textAt(annotations, 'kubernetes.io/service-account.name') === '') {
      errors.push(required('metadata.annotations[kubernetes.io/service-account.name]'));
    }
  }
}

const WHEN_IMMUTABLE = 'field is immutable when `immutable` is set';

export function validateConfigMapUpdate(errors: Errors, before: Fields, after: Fields): void {
  if (before.immutable !== true) return;
  if (after.immutable !== true) errors.push(forbiddenField('immutable', WHEN_IMMUTABLE));
  for (const key of ['data', 'binaryData']) {
    if (!equalJson(before[key], after[key])) errors.push(forbiddenField(key, WHEN_IMMUTABLE));
  }
}

export function validateSecretUpdate(errors: Errors, before: Fields, after: Fields): void {
  if (before.type !== after.type) errors.push(invalidValue('type', after.type, IMMUTABLE));
  if (before.immutable !== true) return;
  if (after.immutable !== true) errors.push(forbiddenField('immutable', WHEN_IMMUTABLE));
  if (!equalJson(before.data, after.data)) errors.push(forbiddenField('data', WHEN_IMMUTABLE));
}

/** Models pkg/apis/rbac/validation/validation.go (v1.36) */
export function validateRole(errors: Errors, object: Fields, namespaced: boolean): void {
  itemsAt(object, 'rules').forEach((rule, i) => {
    const at = `rules[${i}]`;
    const list = (key: string): readonly unknown[] => (Array.isArray(rule[key]) ? (rule[key] as unknown[]) : []);
    if (list('verbs').length === 0) errors.push(required(`${at}.verbs`, 'verbs must contain at least one value'));
    if (list('nonResourceURLs').length > 0) {
      if (namespaced) {
        errors.push(
          invalidValue(
            `${at}.nonResourceURLs`,
            rule.nonResourceURLs,
            'namespaced rules cannot apply to non-resource URLs',
          ),
        );
      }
      if (list('apiGroups').length + list('resources').length + list('resourceNames').length > 0) {
        errors.push(
          invalidValue(
            `${at}.nonResourceURLs`,
            rule.nonResourceURLs,
            'rules cannot apply to both regular resources and non-resource URLs',
          ),
        );
      }
      return;
    }
    if (list('apiGroups').length === 0) {
      errors.push(required(`${at}.apiGroups`, 'resource rules must supply at least one api group'));
    }
    if (list('resources').length === 0) {
      errors.push(required(`${at}.resources`, 'resource rules must supply at least one resource'));
    }
  });
}

/** What a role takes over from others is selected by labels. */
export function validateClusterRole(errors: Errors, object: Fields): void {
  validateRole(errors, object, false);
  if (!isFields(object.aggregationRule)) return;
  const at = 'aggregationRule.clusterRoleSelectors';
  const selectors = itemsAt(object.aggregationRule, 'clusterRoleSelectors');
  if (selectors.length === 0) {
    errors.push(required(at, 'at least one clusterRoleSelector required if aggregationRule is non-nil'));
  }
  for (const [i, selector] of selectors.entries()) validateSelector(errors, selector, `${at}[${i}]`);
}

const RBAC = 'rbac.authorization.k8s.io';

export function validateRoleBinding(errors: Errors, object: Fields, namespaced: boolean): void {
  const ref = fieldsAt(object, 'roleRef');
  supported(errors, 'roleRef.apiGroup', ref.apiGroup, [RBAC]);
  supported(errors, 'roleRef.kind', ref.kind, namespaced ? ['Role', 'ClusterRole'] : ['ClusterRole']);
  named(errors, 'roleRef.name', textAt(ref, 'name'), pathSegmentProblems);
  for (const [i, subject] of itemsAt(object, 'subjects').entries()) {
    validateSubject(errors, subject, `subjects[${i}]`, namespaced);
  }
}

function validateSubject(errors: Errors, subject: Fields, at: string, namespaced: boolean): void {
  const [kind, name, group] = [textAt(subject, 'kind'), textAt(subject, 'name'), textAt(subject, 'apiGroup')];
  if (name === '') errors.push(required(`${at}.name`));
  if (kind === 'ServiceAccount') {
    if (name !== '') problemsOf(errors, `${at}.name`, name, dnsSubdomainProblems);
    if (group !== '') errors.push(notSupported(`${at}.apiGroup`, group, ['']));
    if (!namespaced && textAt(subject, 'namespace') === '') errors.push(required(`${at}.namespace`));
  } else if (kind === 'User' || kind === 'Group') supported(errors, `${at}.apiGroup`, group, [RBAC]);
  else errors.push(notSupported(`${at}.kind`, kind, ['ServiceAccount', 'User', 'Group']));
}

export function validateRoleBindingUpdate(errors: Errors, before: Fields, after: Fields): void {
  const ref = fieldsAt(after, 'roleRef');
  if (equalJson(before.roleRef, ref)) return;
  const shown = { APIGroup: ref.apiGroup, Kind: ref.kind, Name: ref.name };
  errors.push(invalidValue('roleRef', shown, 'cannot change roleRef'));
}

export function validateTokenRequest(errors: Errors, object: Fields): void {
  const seconds = numberAt(fieldsAt(object, 'spec'), 'expirationSeconds') ?? 0;
  const path = 'spec.expirationSeconds';
  if (seconds < 600) errors.push(invalidValue(path, seconds, 'may not specify a duration less than 10 minutes'));
  if (seconds > 2 ** 32)
    errors.push(invalidValue(path, seconds, 'may not specify a duration larger than 2^32 seconds'));
}

/** Models pkg/apis/autoscaling/validation/validation.go (v1.36) */
export function validateAutoscaler(errors: Errors, object: Fields): void {
  const spec = fieldsAt(object, 'spec');
  const min = numberAt(spec, 'minReplicas');
  const max = numberAt(spec, 'maxReplicas') ?? 0;
  if (min !== undefined && min < 1) {
    errors.push(invalidValue('spec.minReplicas', min, 'must be greater than or equal to 1'));
  }
  if (max < 1) errors.push(invalidValue('spec.maxReplicas', max, 'must be greater than 0'));
  if (min !== undefined && max < min) {
    errors.push(invalidValue('spec.maxReplicas', max, 'must be greater than or equal to `minReplicas`'));
  }
  const target = fieldsAt(spec, 'scaleTargetRef');
  for (const key of ['kind', 'name']) {
    named(errors, `spec.scaleTargetRef.${key}`, textAt(target, key), pathSegmentProblems);
  }
  if (spec.metrics !== undefined || spec.behavior !== undefined) validateScalingRules(errors, spec);
}

/** What is to be scaled says its group, besides the one kind that has none. Models ValidateAPIVersion there and pkg/registry/autoscaling/horizontalpodautoscaler/strategy.go (v1.36) */
export function validateScaleTarget(errors: Errors, object: Fields): void {
  const target = fieldsAt(fieldsAt(object, 'spec'), 'scaleTargetRef');
  const version = textAt(target, 'apiVersion');
  const path = 'spec.scaleTargetRef.apiVersion';
  const parts = version.split('/').length;
  if (parts > 2) errors.push(invalidValue(path, version, `unexpected GroupVersion string: ${version}`));
  else if (textAt(target, 'kind') !== 'ReplicationController' && (parts < 2 || version.startsWith('/')))
    errors.push(invalidValue(path, version, 'apiVersion must specify API group'));
}

/** What was there before the rule may stay. */
export function validateScaleTargetUpdate(errors: Errors, before: Fields, after: Fields): void {
  const [old, next] = [before, after].map((object) => fieldsAt(fieldsAt(object, 'spec'), 'scaleTargetRef'));
  if (old?.kind !== next?.kind || old?.apiVersion !== next?.apiVersion) validateScaleTarget(errors, after);
}

/** Models pkg/apis/policy/validation/validation.go (v1.36) */
export function validateDisruptionBudget(errors: Errors, object: Fields): void {
  const spec = fieldsAt(object, 'spec');
  if (spec.minAvailable !== undefined && spec.maxUnavailable !== undefined) {
    const { minAvailable: MinAvailable, maxUnavailable: MaxUnavailable } = spec;
    const { selector: Selector = null, unhealthyPodEvictionPolicy: UnhealthyPodEvictionPolicy = null } = spec;
    const shown = { MinAvailable, Selector, MaxUnavailable, UnhealthyPodEvictionPolicy };
    errors.push(invalidValue('spec', shown, 'minAvailable and maxUnavailable cannot be both set'));
  }
  for (const key of ['minAvailable', 'maxUnavailable']) {
    validateShare(errors, `spec.${key}`, spec[key]);
    notMoreThanAll(errors, `spec.${key}`, spec[key]);
  }
  if (isFields(spec.selector)) validateSelector(errors, spec.selector, 'spec.selector');
  validateEvictionPolicy(errors, spec);
}

export function validateQuota(errors: Errors, object: Fields): void {
  const spec = fieldsAt(object, 'spec');
  const hard = fieldsAt(spec, 'hard');
  for (const name in hard) {
    const amount = hard[name];
    const at = `spec.hard[${name}]`;
    validateQuotaName(errors, name, at);
    const parsed = typeof amount === 'string' || typeof amount === 'number' ? parseQuantity(amount) : undefined;
    if (parsed !== undefined && parsed.nanos < 0n) {
      errors.push(invalidValue(at, amount, 'must be greater than or equal to 0'));
    }
    checkWhole(errors, name, amount, at);
  }
  if (spec.scopes !== undefined || spec.scopeSelector !== undefined) validateQuotaScopes(errors, spec);
}

export function validateQuotaUpdate(errors: Errors, before: Fields, after: Fields): void {
  const scopes = (object: Fields): readonly string[] =>
    [...((fieldsAt(object, 'spec').scopes ?? []) as string[])].sort();
  if (equalJson(scopes(before), scopes(after))) return;
  errors.push(invalidValue('spec.scopes', fieldsAt(after, 'spec').scopes ?? null, IMMUTABLE));
}

/** The defaults of a limit lie between its bounds, and the request below the limit. */
function validateLimitDefaults(errors: Errors, limit: Fields, at: string): void {
  const [min, max, request, fallback] = ['min', 'max', 'defaultRequest', 'default'].map((key) => fieldsAt(limit, key));
  const check = (
    field: string,
    low: Fields | undefined,
    high: Fields | undefined,
    words: readonly [string, string],
  ) => {
    for (const name in low) {
      const [small, big] = [low[name] as string, high?.[name] as string | undefined];
      if (big === undefined || compareQuantity(small, big) <= 0) continue;
      const refused = (field === 'defaultRequest' ? request : field === 'default' ? fallback : low)?.[name];
      const why = `${words[0]} value ${small} is greater than ${words[1]} value ${big}`;
      errors.push(invalidValue(`${at}.${field}[${name}]`, refused, why));
    }
  };
  check('defaultRequest', min, request, ['min', 'default request']);
  check('defaultRequest', request, max, ['default request', 'max']);
  check('defaultRequest', request, fallback, ['default request', 'default limit']);
  check('default', min, fallback, ['min', 'default']);
  check('default', fallback, max, ['default', 'max']);
}

const LIMIT_TYPES = ['Pod', 'Container', 'PersistentVolumeClaim'];
const LIMIT_KEYS = ['max', 'min', 'default', 'defaultRequest', 'maxLimitRequestRatio'];

/** Models ValidateLimitRange (v1.36) */
export function validateLimitRange(errors: Errors, object: Fields): void {
  const types = new Set<string>();
  itemsAt(fieldsAt(object, 'spec'), 'limits').forEach((limit, i) => {
    const at = `spec.limits[${i}]`;
    const type = textAt(limit, 'type');
    const problems = qualifiedNameProblems(type);
    for (const problem of problems) errors.push(invalidValue(`${at}.type`, type, problem));
    if (problems.length === 0 && !type.includes('/') && !LIMIT_TYPES.includes(type)) {
      errors.push(invalidValue(`${at}.type`, type, 'must be a standard limit type or fully qualified'));
    }
    if (types.has(type)) errors.push(duplicate(`${at}.type`, type));
    types.add(type);
    for (const key of LIMIT_KEYS) {
      const list = fieldsAt(limit, key);
      if (type === 'Pod' && (key === 'default' || key === 'defaultRequest')) {
        if (Object.keys(list).length > 0) {
          errors.push(forbiddenField(`${at}.${key}`, "may not be specified when `type` is 'Pod'"));
        }
        continue;
      }
      for (const name in list) {
        const path = `${at}.${key}[${name}]`;
        if (type === 'Pod' || type === 'Container') checkExtendedName(errors, name, path);
        else validateResourceName(errors, name, path);
      }
    }
    const [max, min] = [fieldsAt(limit, 'max'), fieldsAt(limit, 'min')];
    if (type === 'PersistentVolumeClaim' && max.storage === undefined && min.storage === undefined) {
      const why = 'either minimum or maximum storage value is required, but neither was provided';
      errors.push(required(`${at}.limits`, why));
    }
    for (const name in min) {
      const low = min[name] as string;
      const high = max[name] as string | undefined;
      if (high === undefined || compareQuantity(low, high) <= 0) continue;
      errors.push(invalidValue(`${at}.min[${name}]`, low, `min value ${low} is greater than max value ${high}`));
    }
    validateLimitDefaults(errors, limit, at);
    const ratios = fieldsAt(limit, 'maxLimitRequestRatio');
    for (const name in ratios) {
      const ratio = ratios[name] as string;
      if (compareQuantity(ratio, '1') < 0) {
        errors.push(invalidValue(`${at}.maxLimitRequestRatio[${name}]`, ratio, `ratio ${ratio} is less than 1`));
      }
    }
  });
}

export function validateBinding(errors: Errors, object: Fields): void {
  const target = fieldsAt(object, 'target');
  const kind = textAt(target, 'kind');
  if (kind !== '' && kind !== 'Node') errors.push(notSupported('target.kind', kind, ['Node', '<empty>']));
  named(errors, 'target.name', textAt(target, 'name'), dnsSubdomainProblems);
}

export function isObject(value: unknown): value is Fields {
  return isFields(value);
}
