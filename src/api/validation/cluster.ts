import { forbiddenField, invalidValue, notSupported, required } from '../field-error.ts';
import { equalJson, type Fields, isFields } from '../json.ts';
import { validateTaints } from './affinity.ts';
import { validateIngressHost, validateServiceBackend } from './breadth.ts';
import { type Errors, fieldsAt, IMMUTABLE, itemsAt, numberAt, supported, textAt } from './check.ts';
import { pathProblems, validateIngressRest, validatePolicyRules, validateResourceBackend } from './networks.ts';
import { validateSelector } from './selector.ts';

export function validateNode(errors: Errors, object: Fields): void {
  validateTaints(errors, itemsAt(fieldsAt(object, 'spec'), 'taints'), 'metadata.taints');
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
    errors.push(invalidValue('spec', rules, 'either `defaultBackend` or `rules` must be specified'));
  }
  const own = fieldsAt(spec, 'defaultBackend');
  if (isFields(own.service) && isFields(own.resource)) {
    errors.push(invalidValue('spec.defaultBackend', '', 'cannot set both resource and service backends'));
  } else if (isFields(own.service)) validateServiceBackend(errors, own.service, 'spec.defaultBackend.service');
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
  const backend = fieldsAt(each, 'backend');
  if (!isFields(backend.service) && !isFields(backend.resource)) {
    errors.push(required(`${at}.backend`, 'cannot have both resource and service backends nil'));
  } else if (isFields(backend.service) && isFields(backend.resource)) {
    errors.push(invalidValue(`${at}.backend`, '', 'cannot set both resource and service backends'));
  } else if (isFields(backend.service)) validateServiceBackend(errors, backend.service, `${at}.backend.service`);
  else validateResourceBackend(errors, fieldsAt(backend, 'resource'), `${at}.backend.resource`);
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

/** Models pkg/apis/scheduling/validation/validation.go (v1.36) */
export function validatePriorityClass(errors: Errors, object: Fields): void {
  const name = textAt(fieldsAt(object, 'metadata'), 'name');
  const priority = numberAt(object, 'value') ?? 0;
  if (!name.startsWith('system-') && priority > MAX_USER_PRIORITY) {
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

export function validateStorageClass(errors: Errors, object: Fields): void {
  if (textAt(object, 'provisioner') === '') errors.push(required('provisioner'));
  supported(errors, 'reclaimPolicy', object.reclaimPolicy, ['Delete', 'Retain']);
  supported(errors, 'volumeBindingMode', object.volumeBindingMode, ['Immediate', 'WaitForFirstConsumer']);
}
