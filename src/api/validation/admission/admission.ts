import { duplicate, forbiddenField, invalidValue, notSupported, required } from '../../errors/field-error.ts';
import { type Fields, isFields } from '../../go/json.ts';
import { quote } from '../../go/quote.ts';
import { dns1035LabelProblems, dnsSubdomainProblems } from '../../values/label-syntax.ts';
import {
  type Errors,
  fieldsAt,
  itemsAt,
  numberAt,
  portNumber,
  problemsOf,
  supported,
  textAt,
} from '../common/check.ts';
import { pathSegmentProblems } from '../common/metadata.ts';
import { validateSelector } from '../common/selector.ts';

/** Webhooks, bindings of policies, and the rules that say which requests they are about. Models pkg/apis/admissionregistration/validation/validation.go (v1.36) */

const OPERATIONS: readonly string[] = ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE'];
const REVIEWS: readonly string[] = ['v1', 'v1beta1'];
const MOST_SECONDS = 30;

function textsAt(object: Fields, key: string): readonly string[] {
  return Array.isArray(object[key]) ? (object[key] as string[]) : [];
}

function validateRuleWithOperations(errors: Errors, rule: Fields, path: string): void {
  const operations = textsAt(rule, 'operations');
  const at = `${path}.operations`;
  if (operations.length === 0) errors.push(required(at));
  else if (operations.length > 1 && operations.includes('*')) {
    errors.push(invalidValue(at, operations, "if '*' is present, must not specify other operations"));
  }
  operations.forEach((operation, i) => {
    if (!OPERATIONS.includes(operation)) errors.push(notSupported(`${at}[${i}]`, operation, OPERATIONS));
  });
  starOrSome(errors, rule, path, 'apiGroups', 'API groups', true);
  starOrSome(errors, rule, path, 'apiVersions', 'API versions', false);
  if (textsAt(rule, 'resources').length === 0) errors.push(required(`${path}.resources`));
  else validateResources(errors, `${path}.resources`, textsAt(rule, 'resources'));
  if (rule.scope !== undefined) supported(errors, `${path}.scope`, rule.scope, ['*', 'Cluster', 'Namespaced']);
}

function starOrSome(errors: Errors, rule: Fields, path: string, key: string, what: string, mayBeEmpty: boolean): void {
  const values = textsAt(rule, key);
  const at = `${path}.${key}`;
  if (values.length === 0) errors.push(required(at));
  if (values.length > 1 && values.includes('*')) {
    errors.push(invalidValue(at, values, `if '*' is present, must not specify other ${what}`));
  }
  values.forEach((value, i) => {
    if (value === '' && !mayBeEmpty) errors.push(required(`${at}[${i}]`));
  });
}

/** A resource, or one of its subresources; a star stands for any of either. */
function validateResources(errors: Errors, path: string, resources: readonly string[]): void {
  const anyPartOf = new Set<string>();
  const ofAny = new Set<string>();
  let whole = '*';
  for (const [i, resource] of resources.entries()) {
    const at = `${path}[${i}]`;
    const [name = '', ...rest] = resource.split('/');
    if (resource === '') errors.push(required(at));
    else if (rest.length === 0) whole = name;
    else {
      const part = rest.join('/');
      const taken = (by: string): void => {
        errors.push(invalidValue(at, resource, `if '${by}' is present, must not specify ${resource}`));
      };
      if (anyPartOf.has(name)) taken(`${name}/*`);
      if (ofAny.has(part)) taken(`*/${part}`);
      if (part === '*') anyPartOf.add(name);
      if (name === '*') ofAny.add(part);
    }
  }
  if (resources.length > 1 && resources.includes('*/*')) {
    errors.push(invalidValue(path, resources, "if '*/*' is present, must not specify other resources"));
  }
  // The last one without a part counts, as it does upstream.
  if (resources.includes('*') && whole !== '*') {
    const why = "if '*' is present, must not specify other resources without subresources";
    errors.push(invalidValue(path, resources, why));
  }
}

/** `mutating`: they may be asked again. */
export function validateWebhooks(errors: Errors, object: Fields, mutating: boolean): void {
  const names = new Set<string>();
  itemsAt(object, 'webhooks').forEach((hook, i) => {
    const path = `webhooks[${i}]`;
    validateWebhook(errors, hook, path, mutating);
    validateReviewVersions(errors, textsAt(hook, 'admissionReviewVersions'), `${path}.admissionReviewVersions`);
    const name = textAt(hook, 'name');
    if (name === '') return;
    if (names.has(name)) errors.push(duplicate(`${path}.name`, name));
    names.add(name);
  });
}

function validateWebhook(errors: Errors, hook: Fields, path: string, mutating: boolean): void {
  qualifiedName(errors, `${path}.name`, textAt(hook, 'name'));
  itemsAt(hook, 'rules').forEach((rule, i) => {
    validateRuleWithOperations(errors, rule, `${path}.rules[${i}]`);
  });
  const one = (key: string, values: readonly string[]): void => {
    if (hook[key] !== undefined) supported(errors, `${path}.${key}`, hook[key], values);
  };
  one('failurePolicy', ['Fail', 'Ignore']);
  one('matchPolicy', ['Equivalent', 'Exact']);
  if (hook.sideEffects === undefined || hook.sideEffects === null) {
    errors.push(required(`${path}.sideEffects`, 'must specify one of None, NoneOnDryRun'));
  } else one('sideEffects', ['None', 'NoneOnDryRun']);
  const seconds = numberAt(hook, 'timeoutSeconds');
  if (seconds !== undefined && (seconds > MOST_SECONDS || seconds < 1)) {
    const why = 'the timeout value must be between 1 and 30 seconds';
    errors.push(invalidValue(`${path}.timeoutSeconds`, seconds, why));
  }
  for (const key of ['namespaceSelector', 'objectSelector']) {
    if (isFields(hook[key])) validateSelector(errors, hook[key] as Fields, `${path}.${key}`);
  }
  if (mutating) one('reinvocationPolicy', ['IfNeeded', 'Never']);
  validateClientConfig(errors, fieldsAt(hook, 'clientConfig'), `${path}.clientConfig`);
}

function qualifiedName(errors: Errors, path: string, name: string): void {
  if (name === '') {
    errors.push(required(path));
    return;
  }
  const problems = dnsSubdomainProblems(name);
  for (const why of problems) errors.push(invalidValue(path, name, why));
  if (problems.length === 0 && name.split('.').length < 3) {
    errors.push(invalidValue(path, name, 'should be a domain with at least three segments separated by dots'));
  }
}

export function validateClientConfig(errors: Errors, config: Fields, path: string): void {
  const { url, service } = config;
  if ((url === undefined) === !isFields(service)) {
    errors.push(required(path, 'exactly one of url or service is required'));
  } else if (isFields(service)) validateServiceReference(errors, service, `${path}.service`);
  else validateUrl(errors, String(url), `${path}.url`);
}

// Models staging/src/k8s.io/apiserver/pkg/util/webhook/validation.go (v1.36)
function validateUrl(errors: Errors, url: string, path: string): void {
  const form = 'desired format: https://host[/path]';
  const refuse = (why: string): void => {
    errors.push(invalidValue(path, url, why));
  };
  const match = /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?:\/\/([^/?#]*))?([^?#]*)(\?[^#]*)?(#.*)?$/.exec(url);
  const [, scheme = '', host = '', , query, fragment] = match ?? [];
  if (match === null) errors.push(required(path, `url must be a valid URL: parse ${quote(url)}; ${form}`));
  if (scheme !== 'https') refuse(`'https' is the only allowed URL scheme; ${form}`);
  if (host === '') refuse(`host must be specified; ${form}`);
  if (host.includes('@')) refuse(`user information is not permitted in the URL; ${form}`);
  if (fragment !== undefined) refuse(`fragments are not permitted in the URL; ${form}`);
  if (query !== undefined) refuse(`query parameters are not permitted in the URL; ${form}`);
}

function validateServiceReference(errors: Errors, service: Fields, path: string): void {
  if (textAt(service, 'name') === '') errors.push(required(`${path}.name`, 'service name is required'));
  if (textAt(service, 'namespace') === '') errors.push(required(`${path}.namespace`, 'service namespace is required'));
  const port = numberAt(service, 'port');
  if (port !== undefined) portNumber(errors, `${path}.port`, port);
  const way = service.path;
  if (typeof way !== 'string' || way === '/') return;
  if (way !== '' && !way.startsWith('/')) errors.push(invalidValue(`${path}.path`, way, "must start with a '/'"));
  const segments = way.replace(/^\//, '').split('/');
  segments.forEach((segment, i) => {
    if (segment === '' && i < segments.length - 1) {
      errors.push(invalidValue(`${path}.path`, way, `segment[${i}] may not be empty`));
    }
  });
}

function validateReviewVersions(errors: Errors, versions: readonly string[], path: string): void {
  if (versions.length === 0) {
    errors.push(required(path, `must specify one of ${REVIEWS.join(', ')}`));
    return;
  }
  const seen = new Set<string>();
  for (const [i, version] of versions.entries()) {
    if (seen.has(version)) errors.push(invalidValue(`${path}[${i}]`, version, 'duplicate version'));
    else problemsOf(errors, `${path}[${i}]`, version, dns1035LabelProblems);
    seen.add(version);
  }
  if (!versions.some((version) => REVIEWS.includes(version))) {
    errors.push(invalidValue(path, versions, `must include at least one of ${REVIEWS.join(', ')}`));
  }
}

/** `validating`: it says what is done about a refusal. */
export function validatePolicyBinding(errors: Errors, object: Fields, validating: boolean): void {
  const spec = fieldsAt(object, 'spec');
  const policy = textAt(spec, 'policyName');
  if (policy === '') errors.push(required('spec.policyName'));
  else for (const why of dnsSubdomainProblems(policy)) errors.push(invalidValue('spec.policyName', policy, why));
  if (isFields(spec.paramRef)) validateParamRef(errors, spec.paramRef, 'spec.paramRef');
  if (isFields(spec.matchResources)) {
    validateMatchResources(errors, spec.matchResources, 'spec.matchResources');
    if (!validating) validateMutable(errors, spec.matchResources, 'spec.matchResources');
  }
  if (validating) validateActions(errors, textsAt(spec, 'validationActions'));
}

function validateParamRef(errors: Errors, ref: Fields, path: string): void {
  const name = textAt(ref, 'name');
  const selector = isFields(ref.selector) ? ref.selector : undefined;
  const both = 'name and selector are mutually exclusive';
  if (name !== '') problemsOf(errors, `${path}.name`, name, pathSegmentProblems);
  if (name !== '' && selector !== undefined) errors.push(forbiddenField(`${path}.name`, both));
  if (selector !== undefined) {
    validateSelector(errors, selector, `${path}.selector`);
    if (name !== '') errors.push(forbiddenField(`${path}.selector`, both));
  }
  if (name === '' && selector === undefined) errors.push(required(path, 'one of name or selector must be specified'));
  const action = textAt(ref, 'parameterNotFoundAction');
  const at = `${path}.parameterNotFoundAction`;
  if (action === '') errors.push(required(at));
  else if (action !== 'Deny' && action !== 'Allow') errors.push(notSupported(at, action, ['Deny', 'Allow']));
}

export function validateMatchResources(errors: Errors, match: Fields, path: string): void {
  supported(errors, `${path}.matchPolicy`, match.matchPolicy, ['Equivalent', 'Exact']);
  for (const key of ['namespaceSelector', 'objectSelector']) {
    if (isFields(match[key])) validateSelector(errors, match[key] as Fields, `${path}.${key}`);
  }
  for (const key of ['resourceRules', 'excludeResourceRules']) {
    for (const [i, rule] of itemsAt(match, key).entries()) {
      validateNames(errors, textsAt(rule, 'resourceNames'), `${path}.${key}[${i}].resourceNames`);
      validateRuleWithOperations(errors, rule, `${path}.${key}[${i}]`);
    }
  }
}

function validateNames(errors: Errors, names: readonly string[], path: string): void {
  const seen = new Set<string>();
  for (const [i, name] of names.entries()) {
    problemsOf(errors, `${path}[${i}]`, name, pathSegmentProblems);
    if (seen.has(name)) errors.push(duplicate(`${path}[${i}]`, name));
    seen.add(name);
  }
}

/** What goes away is not changed any more. */
export function validateMutable(errors: Errors, match: Fields, path: string): void {
  for (const rule of itemsAt(match, 'resourceRules')) {
    for (const operation of textsAt(rule, 'operations')) {
      if (MUTABLE.includes(operation)) continue;
      errors.push(notSupported(`${path}.resourceRules.operations`, operation, MUTABLE));
    }
  }
}

const MUTABLE: readonly string[] = ['*', 'CONNECT', 'CREATE', 'UPDATE'];

const ACTIONS: readonly string[] = ['Audit', 'Deny', 'Warn'];

function validateActions(errors: Errors, actions: readonly string[]): void {
  const path = 'spec.validationActions';
  const seen = new Set<string>();
  actions.forEach((action, i) => {
    if (!ACTIONS.includes(action)) errors.push(notSupported(`${path}[${i}]`, action, ACTIONS));
    if (seen.has(action)) errors.push(duplicate(`${path}[${i}]`, action));
    seen.add(action);
  });
  if (seen.has('Deny') && seen.has('Warn')) {
    const why =
      'must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)';
    errors.push(invalidValue(path, actions, why));
  }
  if (actions.length === 0) errors.push(required(path, 'at least one validation action is required'));
}

/** Models staging/src/k8s.io/kube-aggregator/pkg/apis/apiregistration/validation/validation.go (v1.36) */
export function validateApiService(errors: Errors, object: Fields): void {
  const spec = fieldsAt(object, 'spec');
  const [group, version] = [textAt(spec, 'group'), textAt(spec, 'version')];
  const name = textAt(fieldsAt(object, 'metadata'), 'name');
  const expected = `${version}.${group}`;
  if (name !== '' && name !== expected) {
    const why = `must be \`spec.version+"."+spec.group\`: ${quote(expected)}`;
    errors.push(invalidValue('metadata.name', name, why));
  }
  if (group === '' && version !== 'v1') {
    errors.push(required('spec.group', 'only v1 may have an empty group and it better be legacy kube'));
  }
  if (group !== '') for (const why of dnsSubdomainProblems(group)) errors.push(invalidValue('spec.group', group, why));
  for (const why of dns1035LabelProblems(version)) errors.push(invalidValue('spec.version', version, why));
  priority(errors, spec, 'groupPriorityMinimum', 20_000);
  priority(errors, spec, 'versionPriority', 1000);
  const bundle = textAt(spec, 'caBundle');
  const insecure = spec.insecureSkipTLSVerify === true;
  const at = 'spec.insecureSkipTLSVerify';
  if (!isFields(spec.service)) {
    if (bundle !== '')
      errors.push(invalidValue('spec.caBundle', `${bundle.length} bytes`, 'local APIServices may not have a caBundle'));
    if (insecure) errors.push(invalidValue(at, true, 'local APIServices may not have insecureSkipTLSVerify'));
    return;
  }
  for (const key of ['namespace', 'name']) {
    if (textAt(spec.service, key) === '') errors.push(required(`spec.service.${key}`));
  }
  if (insecure && bundle !== '') errors.push(invalidValue(at, true, 'may not be true if caBundle is present'));
}

function priority(errors: Errors, spec: Fields, key: string, most: number): void {
  const value = numberAt(spec, key) ?? 0;
  if (value <= 0 || value > most) {
    errors.push(invalidValue(`spec.${key}`, value, `must be positive and less than ${most}`));
  }
}
