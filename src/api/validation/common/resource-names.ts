import { forbiddenField, invalidValue, required } from '../../errors/field-error.ts';
import type { Fields } from '../../go/json.ts';
import { qualifiedNameProblems } from '../../values/label-syntax.ts';
import { compareQuantity, parseQuantity } from '../../values/quantity.ts';
import type { Errors } from './check.ts';

/** Resources beside processor and memory. Models pkg/apis/core/validation/validation.go and core/helper/helpers.go (v1.36) */

const HUGE = /^hugepages-/;
const CONTAINER = /^(cpu|memory|ephemeral-storage|hugepages-.+)$/;
const COUNTED = [
  'pods',
  'services',
  'replicationcontrollers',
  'resourcequotas',
  'secrets',
  'configmaps',
  'persistentvolumeclaims',
  'services.nodeports',
  'services.loadbalancers',
];
const STANDARD: ReadonlySet<string> = new Set([
  'cpu',
  'memory',
  'ephemeral-storage',
  'requests.cpu',
  'requests.memory',
  'requests.ephemeral-storage',
  'limits.cpu',
  'limits.memory',
  'limits.ephemeral-storage',
  'storage',
  'requests.storage',
  ...COUNTED,
]);
const QUOTA: ReadonlySet<string> = new Set([...STANDARD].filter((name) => name !== 'storage'));

const isHuge = (name: string): boolean => HUGE.test(name);
const isStandard = (name: string): boolean =>
  STANDARD.has(name) || /^(requests\.)?hugepages-/.test(name) || isHuge(name);

function isNative(name: string): boolean {
  return !name.includes('/') || /(^|\.)kubernetes\.io\//.test(name);
}

function isExtended(name: string): boolean {
  if (isNative(name) || name.startsWith('requests.')) return false;
  return qualifiedNameProblems(`requests.${name}`).length === 0;
}

/** Of anything that can be counted out. */
export function validateResourceName(errors: Errors, name: string, at: string): boolean {
  const problems = qualifiedNameProblems(name);
  for (const problem of problems) errors.push(invalidValue(at, name, problem));
  if (problems.length > 0) return false;
  if (name.includes('/') || isStandard(name)) return true;
  errors.push(invalidValue(at, name, 'must be a standard resource type or fully qualified'));
  return false;
}

export function checkExtendedName(errors: Errors, name: string, at: string): void {
  validateResourceName(errors, name, at);
  if (!name.includes('/')) {
    if (!CONTAINER.test(name)) errors.push(invalidValue(at, name, 'must be a standard resource for containers'));
  } else if (!isNative(name) && !isExtended(name)) {
    errors.push(invalidValue(at, name, "doesn't follow extended resource name standard"));
  }
}

export function validateQuotaName(errors: Errors, name: string, at: string): void {
  validateResourceName(errors, name, at);
  if (!name.includes('/') && !QUOTA.has(name) && !/^(requests\.)?hugepages-/.test(name)) {
    errors.push(invalidValue(at, name, 'must be a standard resource for quota'));
  }
}

type Amount = string | number;
const isAmount = (value: unknown): value is Amount => typeof value === 'string' || typeof value === 'number';

/** Some things come in whole numbers only. */
export function checkWhole(errors: Errors, name: string, amount: unknown, at: string): void {
  if (!isAmount(amount) || !(COUNTED.includes(name) || isExtended(name))) return;
  const parsed = parseQuantity(amount);
  if (parsed !== undefined && parsed.nanos % 1_000_000_000n !== 0n) {
    errors.push(invalidValue(at, amount, 'must be an integer'));
  }
}

/** Models pkg/apis/core/validation/validation.go ValidateResourceQuantityValue (v1.36) */
export function validateAmountOf(errors: Errors, name: string, amount: unknown, at: string): void {
  const parsed = isAmount(amount) ? parseQuantity(amount) : undefined;
  if (parsed !== undefined && parsed.nanos < 0n) {
    errors.push(invalidValue(at, amount, 'must be greater than or equal to 0'));
  }
  checkWhole(errors, name, amount, at);
}

/** What cannot be lent twice has a limit, and asks for exactly that. */
export function checkLimits(errors: Errors, name: string, request: unknown, limit: unknown, path: string): void {
  const shared = isNative(name) && !isHuge(name);
  if (!isAmount(limit)) {
    if (!shared) errors.push(required(`${path}.limits`, 'Limit must be set for non overcommitable resources'));
    return;
  }
  if (!isAmount(request)) return;
  const order = compareQuantity(request, limit);
  if (order !== 0 && !shared) {
    errors.push(invalidValue(`${path}.requests`, String(request), `must be equal to ${name} limit of ${limit}`));
  } else if (order > 0) {
    const why = `must be less than or equal to ${name} limit of ${limit}`;
    errors.push(invalidValue(`${path}.requests`, String(request), why));
  }
}

export function checkExtended(errors: Errors, limits: Fields, requests: Fields, path: string): void {
  for (const [key, list] of [
    ['limits', limits],
    ['requests', requests],
  ] as const) {
    for (const name in list) {
      const amount = list[name];
      const page = isHuge(name) ? parseQuantity(name.slice('hugepages-'.length)) : undefined;
      const size = isAmount(amount) ? parseQuantity(amount) : undefined;
      if (page === undefined || size === undefined || page.nanos <= 0n || size.nanos % page.nanos === 0n) continue;
      const why = `${amount} is not positive integer multiple of ${name}`;
      errors.push(invalidValue(`${path}.${key}[${name}]`, String(amount), why));
    }
  }
  const names = [...Object.keys(limits), ...Object.keys(requests)];
  if (names.some(isHuge) && !names.some((name) => name === 'cpu' || name === 'memory')) {
    errors.push(forbiddenField(path, 'HugePages require cpu or memory'));
  }
}

const SCOPES = [
  'BestEffort',
  'CrossNamespacePodAffinity',
  'NotBestEffort',
  'NotTerminating',
  'PriorityClass',
  'Terminating',
  'VolumeAttributesClass',
];
const ONLY_EXISTS: ReadonlySet<string> = new Set([
  'BestEffort',
  'CrossNamespacePodAffinity',
  'NotBestEffort',
  'NotTerminating',
  'Terminating',
]);
const CONFLICTS = [
  ['BestEffort', 'NotBestEffort'],
  ['NotTerminating', 'Terminating'],
] as const;
const POD_OBJECTS = ['pods'];
const POD_COMPUTE = /^((requests|limits)\.)?(cpu|memory|ephemeral-storage)$|^pods$/;

function isValidFor(scope: string, resource: string): boolean {
  if (scope === 'BestEffort') return POD_OBJECTS.includes(resource);
  if (scope === 'VolumeAttributesClass')
    return resource === 'persistentvolumeclaims' || resource === 'requests.storage';
  return POD_COMPUTE.test(resource);
}

/** Models ValidateResourceQuotaSpec (v1.36) */
export function validateQuotaScopes(errors: Errors, spec: Fields): void {
  const hard = Object.keys((spec.hard ?? {}) as Fields).sort();
  const scopes = Array.isArray(spec.scopes) ? (spec.scopes as string[]) : [];
  const misapplied = (scope: string): number =>
    hard.filter((name) => QUOTA.has(name) && !isValidFor(scope, name)).length;
  for (const scope of scopes) {
    if (!SCOPES.includes(scope)) errors.push(invalidValue('spec.scopes', scopes, 'unsupported scope'));
    for (let i = misapplied(scope); i > 0; i -= 1) {
      errors.push(invalidValue('spec.scopes', scopes, 'unsupported scope applied to resource'));
    }
  }
  conflicts(errors, scopes, scopes);
  const selector = spec.scopeSelector as { readonly matchExpressions?: readonly Fields[] } | undefined;
  if (selector === undefined) return;
  const at = 'spec.scopeSelector.matchExpressions';
  const seen: string[] = [];
  for (const { scopeName, operator, values } of selector.matchExpressions ?? []) {
    const scope = String(scopeName);
    const count = Array.isArray(values) ? values.length : 0;
    if (!SCOPES.includes(scope)) errors.push(invalidValue(`${at}.scopeName`, scope, 'unsupported scope'));
    for (let i = misapplied(scope); i > 0; i -= 1) {
      errors.push(invalidValue(at, selector, 'unsupported scope applied to resource'));
    }
    if (ONLY_EXISTS.has(scope) && operator !== 'Exists') {
      const why =
        "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity";
      errors.push(invalidValue(`${at}.operator`, operator, why));
    }
    if (operator === 'In' || operator === 'NotIn') {
      if (count === 0) {
        const why = "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector";
        errors.push(required(`${at}.values`, why));
      }
    } else if (operator === 'Exists' || operator === 'DoesNotExist') {
      if (count > 0) {
        const why = "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector";
        errors.push(invalidValue(`${at}.values`, values, why));
      }
    } else errors.push(invalidValue(`${at}.operator`, operator, 'not a valid selector operator'));
    seen.push(scope);
  }
  conflicts(errors, seen, scopes);
}

function conflicts(errors: Errors, seen: readonly string[], shown: readonly string[]): void {
  for (const [a, b] of CONFLICTS) {
    if (seen.includes(a) && seen.includes(b)) errors.push(invalidValue('spec.scopes', shown, 'conflicting scopes'));
  }
}
