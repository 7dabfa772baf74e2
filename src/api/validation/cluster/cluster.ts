import {
  duplicate,
  forbiddenField,
  internalField,
  invalidValue,
  notSupported,
  required,
} from '../../errors/field-error.ts';
import { equalJson, type Fields, isFields } from '../../go/json.ts';
import { isNetwork, networkProblems } from '../common/addresses.ts';
import { validateTaints } from '../common/affinity.ts';
import { type Errors, fieldsAt, IMMUTABLE, itemsAt, numberAt, problemsOf, supported, textAt } from '../common/check.ts';
import { internalOf } from '../common/internal-form.ts';
import { finalizerNameErrors } from '../common/owners-and-finalizers.ts';
import { validateAmountOf } from '../common/resource-names.ts';
import { validateSelector } from '../common/selector.ts';
import {
  pathProblems,
  validateIngressRest,
  validatePolicyRules,
  validateResourceBackend,
} from '../networks/networks.ts';
import { validateIngressHost, validateServiceBackend } from './breadth.ts';

export function validateNode(errors: Errors, object: Fields): void {
  const spec = fieldsAt(object, 'spec');
  validateTaints(errors, itemsAt(spec, 'taints'), 'metadata.taints');
  validateNodeResources(errors, fieldsAt(object, 'status'));
  const networks = Array.isArray(spec.podCIDRs) ? (spec.podCIDRs as string[]) : [];
  const at = 'spec.podCIDRs';
  for (const [i, each] of networks.entries()) problemsOf(errors, `${at}[${i}]`, each, networkProblems);
  if (networks.length < 2) return;
  const wrong = networks.find((each) => !isNetwork(each));
  if (wrong !== undefined) {
    const why = `invalid CIDR[${networks.indexOf(wrong)}]: <nil> (invalid CIDR address: ${wrong})`;
    errors.push(internalField(at, `invalid PodCIDRs. failed to check with dual stack with error:${why}`));
  }
  const sixes = networks.filter((each) => each.includes(':')).length;
  if (wrong !== undefined || networks.length > 2 || sixes !== 1) {
    errors.push(invalidValue(at, networks, 'may specify no more than one CIDR for each IP family'));
  }
  for (const [i, each] of networks.entries()) {
    if (networks.indexOf(each) < i) errors.push(duplicate(`${at}[${i}]`, each));
  }
}

/** Models pkg/apis/core/validation/validation.go ValidateNodeResources (v1.36) */
function validateNodeResources(errors: Errors, status: Fields): void {
  for (const kind of ['capacity', 'allocatable']) {
    const amounts = fieldsAt(status, kind);
    for (const name in amounts) validateAmountOf(errors, name, amounts[name], `status.${kind}.${name}`);
  }
}

/** What a kubelet seldom changes, or somebody in its place. Models ValidateNodeUpdate (v1.36) */
export function nodeStatusErrors(status: Fields): Errors {
  const errors: Errors = [];
  validateNodeResources(errors, status);
  const seen = new Set<string>();
  for (const [i, each] of itemsAt(status, 'addresses').entries()) {
    const key = `${textAt(each, 'type')} ${textAt(each, 'address')}`;
    if (seen.has(key)) errors.push(duplicate(`status.addresses[${i}]`, internalOf('NodeAddress', each)));
    seen.add(key);
  }
  return errors;
}

/** Models pkg/apis/core/validation/validation.go ValidateNamespace (v1.36) */
export function validateNamespace(errors: Errors, object: Fields): void {
  const { finalizers } = fieldsAt(object, 'spec');
  for (const [i, name] of (Array.isArray(finalizers) ? (finalizers as string[]) : []).entries()) {
    errors.push(...finalizerNameErrors(`spec.finalizers[${i}]`, name, false));
  }
}

/** Models pkg/apis/core/validation/validation.go ValidateNodeUpdate (v1.36) */
export function validateNodeUpdate(errors: Errors, before: Fields, after: Fields): void {
  const old = fieldsAt(before, 'spec');
  const now = fieldsAt(after, 'spec');
  if (itemsAt(old, 'podCIDRs').length > 0 && !equalJson(old.podCIDRs, now.podCIDRs)) {
    errors.push(forbiddenField('spec.podCIDRs', 'node updates may not change podCIDR except from "" to valid'));
  }
  if (textAt(old, 'providerID') !== '' && old.providerID !== now.providerID) {
    errors.push(forbiddenField('spec.providerID', 'node updates may not change providerID except from "" to valid'));
  }
}

/** Models pkg/apis/networking/validation/validation.go (v1.36) */
export function validateIngress(errors: Errors, object: Fields): void {
  const spec = fieldsAt(object, 'spec');
  const rules = itemsAt(spec, 'rules');
  if (rules.length === 0 && !isFields(spec.defaultBackend)) {
    errors.push(invalidValue('spec', spec.rules ?? null, 'either `defaultBackend` or `rules` must be specified'));
  }
  if (isFields(spec.defaultBackend)) validateBackend(errors, spec.defaultBackend, 'spec.defaultBackend');
  rules.forEach((rule, i) => {
    validateIngressHost(errors, rule, `spec.rules[${i}]`);
    if (!isFields(rule.http)) return;
    const at = `spec.rules[${i}].http.paths`;
    const paths = itemsAt(rule.http, 'paths');
    if (paths.length === 0) errors.push(required(at));
    for (const [j, each] of paths.entries()) validateIngressPath(errors, each, `${at}[${j}]`);
  });
  validateIngressRest(errors, spec);
}

const PATH_TYPES = ['Exact', 'ImplementationSpecific', 'Prefix'];

function validateIngressPath(errors: Errors, each: Fields, at: string): void {
  const path = textAt(each, 'path');
  const type = each.pathType;
  if (type === undefined || type === null) errors.push(required(`${at}.pathType`, 'pathType must be specified'));
  else if (!PATH_TYPES.includes(String(type))) errors.push(notSupported(`${at}.pathType`, type, PATH_TYPES));
  else if (type !== 'ImplementationSpecific' && !path.startsWith('/')) {
    errors.push(invalidValue(`${at}.path`, path, 'must be an absolute path'));
  } else if (type !== 'ImplementationSpecific') pathProblems(errors, path, `${at}.path`);
  else if (path !== '' && !path.startsWith('/')) {
    errors.push(invalidValue(`${at}.path`, path, 'must be an absolute path'));
  }
  validateBackend(errors, fieldsAt(each, 'backend'), `${at}.backend`);
}

function validateBackend(errors: Errors, { service, resource }: Fields, at: string): void {
  if (isFields(service) && isFields(resource)) {
    errors.push(invalidValue(at, '', 'cannot set both resource and service backends'));
  } else if (isFields(resource)) validateResourceBackend(errors, resource, `${at}.resource`);
  else if (isFields(service)) validateServiceBackend(errors, service, at);
  else errors.push(invalidValue(at, '', 'resource or service backend is required'));
}

export function validateNetworkPolicy(errors: Errors, object: Fields): void {
  const spec = fieldsAt(object, 'spec');
  if (isFields(spec.podSelector)) validateSelector(errors, spec.podSelector, 'spec.podSelector');
  validatePolicyRules(errors, spec);
  const types = Array.isArray(spec.policyTypes) ? (spec.policyTypes as string[]) : [];
  if (types.length > 2) {
    errors.push(invalidValue('spec.policyTypes', types, 'may not specify more than two policyTypes'));
    return;
  }
  for (const [i, type] of types.entries()) supported(errors, `spec.policyTypes[${i}]`, type, ['Ingress', 'Egress']);
}

const MAX_USER_PRIORITY = 1_000_000_000;

const SYSTEM_PREFIX = 'system-';
const RESERVED = `priority class names with '${SYSTEM_PREFIX}' prefix are reserved for system use only`;
const SYSTEM_CLASSES: ReadonlyMap<string, number> = new Map([
  ['system-node-critical', 2_000_001_000],
  ['system-cluster-critical', 2_000_000_000],
]);

/** Models pkg/apis/scheduling/v1/helpers.go IsKnownSystemPriorityClass (v1.36) */
function systemClassProblem(name: string, priority: number, globalDefault: boolean): string | undefined {
  const known = SYSTEM_CLASSES.get(name);
  if (known === undefined) return `${name} is not a known system priority class`;
  if (known !== priority) return `value of ${name} PriorityClass must be ${known}`;
  return globalDefault ? `globalDefault of ${name} PriorityClass must be false` : undefined;
}

/** Models pkg/apis/scheduling/validation/validation.go (v1.36) */
export function validatePriorityClass(errors: Errors, object: Fields): void {
  const name = textAt(fieldsAt(object, 'metadata'), 'name');
  const priority = numberAt(object, 'value') ?? 0;
  if (name.startsWith(SYSTEM_PREFIX)) {
    const why = systemClassProblem(name, priority, object.globalDefault === true);
    if (why !== undefined) errors.push(forbiddenField('metadata.name', `${RESERVED}. error: ${why}`));
  } else if (priority > MAX_USER_PRIORITY) {
    errors.push(forbiddenField('value', `maximum allowed value of a user defined priority is ${MAX_USER_PRIORITY}`));
  }
  if (object.preemptionPolicy !== undefined) {
    supported(errors, 'preemptionPolicy', object.preemptionPolicy, ['PreemptLowerPriority', 'Never']);
  }
}

export function validatePriorityClassUpdate(errors: Errors, before: Fields, after: Fields): void {
  if (before.value !== after.value) errors.push(forbiddenField('value', 'may not be changed in an update.'));
  if (!equalJson(before.preemptionPolicy, after.preemptionPolicy)) {
    errors.push(invalidValue('preemptionPolicy', after.preemptionPolicy, IMMUTABLE));
  }
}
