import { compareStrings } from '../../../base/order.ts';
import { duplicate, forbiddenField, invalidValue, notSupported, required } from '../../errors/field-error.ts';
import { equalJson, type Fields, isFields } from '../../go/json.ts';
import { quote } from '../../go/quote.ts';
import { MIRROR } from '../../pods/mirror.ts';
import { containerAmounts, type QuotaPodSpec } from '../../quota/pod-usage.ts';
import {
  dnsLabelProblems,
  dnsSubdomainProblems,
  labelValueProblems,
  qualifiedNameProblems,
} from '../../values/label-syntax.ts';
import { compareQuantity } from '../../values/quantity.ts';
import { addressProblems } from '../common/addresses.ts';
import { type Errors, fieldsAt, itemsAt, named, numberAt, problemsOf, supported, textAt } from '../common/check.ts';
import { textsAt, validateLabelKeys } from '../common/label-keys.ts';
import { validateSelector } from '../common/selector.ts';
import { validateResources } from './resources.ts';

/** What a Pod's spec may say beside its containers. Models pkg/apis/core/validation/validation.go (v1.36) */

export function validateResourceClaims(errors: Errors, spec: Fields, path: string): void {
  const names = new Set<string>();
  itemsAt(spec, 'resourceClaims').forEach((claim, i) => {
    const at = `${path}.resourceClaims[${i}]`;
    const name = textAt(claim, 'name');
    if (name === '') errors.push(required(`${at}.name`));
    else if (names.has(name)) errors.push(duplicate(`${at}.name`, name));
    else problemsOf(errors, `${at}.name`, name, dnsLabelProblems);
    names.add(name);
    const [direct, template] = [claim.resourceClaimName, claim.resourceClaimTemplateName];
    const shown = {
      Name: name,
      ResourceClaimName: direct ?? null,
      ResourceClaimTemplateName: template ?? null,
    };
    if (direct !== undefined && template !== undefined) {
      const why = 'at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified';
      errors.push(invalidValue(at, shown, why));
    }
    if (direct === undefined && template === undefined) {
      errors.push(invalidValue(at, shown, 'must specify one of: `resourceClaimName`, `resourceClaimTemplateName`'));
    }
    for (const key of ['resourceClaimName', 'resourceClaimTemplateName']) {
      if (claim[key] !== undefined) problemsOf(errors, `${at}.${key}`, textAt(claim, key), dnsSubdomainProblems);
    }
  });
}

/** Containers that name claims of the Pod. */
export function validateClaimNames(errors: Errors, resources: Fields, at: string, spec: Fields): void {
  const known = itemsAt(spec, 'resourceClaims').map((claim) => textAt(claim, 'name'));
  const names = new Set<string>();
  itemsAt(resources, 'claims').forEach((claim, i) => {
    const path = `${at}.claims[${i}]`;
    const name = textAt(claim, 'name');
    if (name === '') {
      errors.push(required(path));
      return;
    }
    const request = textAt(claim, 'request');
    const key = request === '' ? name : `${name}/${request}`;
    if (names.has(name) || names.has(key)) errors.push(duplicate(path, names.has(name) ? name : key));
    names.add(key);
    if (known.includes(name)) return;
    const list = known.length === 0 ? ' which is empty' : `: ${[...known].sort().join(', ')}`;
    const message = `Not found: ${quote(name)}: must be one of the names in pod.spec.resourceClaims${list}`;
    errors.push({ type: 'NotFound', field: path, message });
  });
}

const MOST_SERVERS = 3;
const MOST_SEARCHES = 32;
const LONGEST_SEARCH = 2048;

export function validateDns(errors: Errors, spec: Fields, path: string): void {
  const at = `${path}.dnsConfig`;
  const config = spec.dnsConfig;
  if (spec.dnsPolicy === 'None') {
    if (!isFields(config)) {
      errors.push(required(at, 'must provide `dnsConfig` when `dnsPolicy` is None'));
      return;
    }
    if (textsAt(config, 'nameservers').length === 0) {
      const why = 'must provide at least one DNS nameserver when `dnsPolicy` is None';
      errors.push(required(`${at}.nameservers`, why));
      return;
    }
  }
  if (!isFields(config)) return;
  const servers = textsAt(config, 'nameservers');
  if (servers.length > MOST_SERVERS) {
    errors.push(invalidValue(`${at}.nameservers`, servers, `must not have more than ${MOST_SERVERS} nameservers`));
  }
  for (const [i, each] of servers.entries()) problemsOf(errors, `${at}.nameservers[${i}]`, each, addressProblems);
  const searches = textsAt(config, 'searches');
  if (searches.length > MOST_SEARCHES) {
    errors.push(invalidValue(`${at}.searches`, searches, `must not have more than ${MOST_SEARCHES} search paths`));
  }
  if (searches.join(' ').length > LONGEST_SEARCH) {
    const why = `must not have more than ${LONGEST_SEARCH} characters (including spaces) in the search list`;
    errors.push(invalidValue(`${at}.searches`, searches, why));
  }
  searches.forEach((search, i) => {
    if (search === '.') return;
    const name = search.replace(/\.$/, '');
    if (/^[a-z0-9_]([-_a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-_a-z0-9]*[a-z0-9])?)*$/.test(name)) return;
    const why =
      "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-_a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-_a-z0-9]*[a-z0-9])?)*')";
    errors.push(invalidValue(`${at}.searches[${i}]`, name, why));
  });
  itemsAt(config, 'options').forEach((option, i) => {
    if (textAt(option, 'name') === '') errors.push(required(`${at}.options[${i}]`, 'must not be empty'));
  });
}

export function validateGates(errors: Errors, spec: Fields, path: string): void {
  itemsAt(spec, 'readinessGates').forEach((gate, i) => {
    problemsOf(
      errors,
      `${path}.readinessGates[${i}].conditionType`,
      textAt(gate, 'conditionType'),
      qualifiedNameProblems,
    );
  });
  const seen = new Set<string>();
  itemsAt(spec, 'schedulingGates').forEach((gate, i) => {
    const at = `${path}.schedulingGates[${i}]`;
    const name = textAt(gate, 'name');
    problemsOf(errors, at, name, qualifiedNameProblems);
    if (seen.has(name)) errors.push(duplicate(at, name));
    seen.add(name);
  });
}

const POSITIVE = 'must be greater than zero';

export function validateSpread(errors: Errors, constraints: readonly Fields[], path: string): void {
  constraints.forEach((constraint, i) => {
    const at = `${path}[${i}]`;
    const skew = numberAt(constraint, 'maxSkew') ?? 0;
    if (skew <= 0) errors.push(invalidValue(`${at}.maxSkew`, skew, POSITIVE));
    const key = textAt(constraint, 'topologyKey');
    if (key === '') errors.push(required(`${at}.topologyKey`, 'can not be empty'));
    const when = constraint.whenUnsatisfiable;
    supported(errors, `${at}.whenUnsatisfiable`, when, ['DoNotSchedule', 'ScheduleAnyway']);
    const again = constraints
      .slice(i + 1)
      .some((other) => other.topologyKey === constraint.topologyKey && other.whenUnsatisfiable === when);
    if (again) errors.push(duplicate(`${at}.{topologyKey, whenUnsatisfiable}`, `{${key}, ${when ?? ''}}`));
    const domains = numberAt(constraint, 'minDomains');
    if (domains !== undefined && domains <= 0) errors.push(invalidValue(`${at}.minDomains`, domains, POSITIVE));
    if (domains !== undefined && when !== 'DoNotSchedule') {
      const why = `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${when ?? ''}`;
      errors.push(invalidValue(`${at}.minDomains`, domains, why));
    }
    for (const policy of ['nodeAffinityPolicy', 'nodeTaintsPolicy']) {
      if (constraint[policy] !== undefined) {
        supported(errors, `${at}.${policy}`, constraint[policy], ['Honor', 'Ignore']);
      }
    }
    validateLabelKeys(errors, constraint, at);
    const selector = constraint.labelSelector;
    if (isFields(selector)) validateSelector(errors, selector, `${at}.labelSelector`);
  });
}

/** Of a toleration's value, in one text. */
export function tolerationValueProblem(value: string): string | undefined {
  const found = labelValueProblems(value);
  return found.length === 0 ? undefined : found.join(';');
}

/** A Pod with a user namespace of its own shares no other with its node. */
export function validateHostUsers(errors: Errors, spec: Fields, path: string): void {
  if (spec.hostUsers !== false) return;
  const why = 'when `pod.Spec.HostUsers` is false';
  if (spec.hostPID === true) errors.push(forbiddenField(`${path}.HostPID`, why));
  if (spec.hostIPC === true) errors.push(forbiddenField(`${path}.HostIPC`, why));
}

/** The last of a Pod's fields, in their order. */
export function validateRest(errors: Errors, spec: Fields, path: string): void {
  itemsAt(spec, 'hostAliases').forEach((alias, i) => {
    const at = `${path}.hostAliases[${i}]`;
    problemsOf(errors, `${at}.ip`, textAt(alias, 'ip'), addressProblems);
    for (const [j, name] of textsAt(alias, 'hostnames').entries()) {
      problemsOf(errors, `${at}.hostnames[${j}]`, name, dnsSubdomainProblems);
    }
  });
  const priority = textAt(spec, 'priorityClassName');
  if (priority !== '') problemsOf(errors, `${path}.priorityClassName`, priority, dnsSubdomainProblems);
  if (spec.runtimeClassName !== undefined) {
    problemsOf(errors, `${path}.runtimeClassName`, textAt(spec, 'runtimeClassName'), dnsSubdomainProblems);
  }
  const policy = spec.preemptionPolicy;
  if (policy === '') errors.push(required(`${path}.preemptionPolicy`));
  else if (policy !== undefined) {
    supported(errors, `${path}.preemptionPolicy`, policy, ['PreemptLowerPriority', 'Never']);
  }
  if (isFields(spec.overhead)) validateResources(errors, { limits: spec.overhead }, `${path}.overhead`);
  if (isFields(spec.os)) validateOs(errors, spec, spec.os, path);
}

const LINUX_ONLY_POD = [
  'appArmorProfile',
  'seLinuxOptions',
  'seccompProfile',
  'fsGroup',
  'fsGroupChangePolicy',
  'sysctls',
  'runAsUser',
  'runAsGroup',
  'supplementalGroups',
  'supplementalGroupsPolicy',
  'seLinuxChangePolicy',
];
const LINUX_ONLY = [
  'appArmorProfile',
  'seLinuxOptions',
  'seccompProfile',
  'capabilities',
  'readOnlyRootFilesystem',
  'privileged',
  'allowPrivilegeEscalation',
  'procMount',
  'runAsUser',
  'runAsGroup',
];
const WINDOWS = 'cannot be set for a windows pod';

function validateOs(errors: Errors, spec: Fields, os: Fields, path: string): void {
  const name = textAt(os, 'name');
  if (name === '') errors.push(required(`${path}.os.name`, 'cannot be empty'));
  else if (name !== 'linux' && name !== 'windows') {
    errors.push(notSupported(`${path}.os`, name, ['linux', 'windows']));
  }
  const kinds = ['initContainers', 'containers', 'ephemeralContainers'];
  const each = (visit: (context: Fields, at: string) => void): void => {
    for (const kind of kinds) {
      itemsAt(spec, kind).forEach((container, i) => {
        if (isFields(container.securityContext))
          visit(container.securityContext, `${path}.${kind}[${i}].securityContext`);
      });
    }
  };
  const own = fieldsAt(spec, 'securityContext');
  if (name === 'linux') {
    const why = 'windows options cannot be set for a linux pod';
    if (own.windowsOptions !== undefined) errors.push(forbiddenField(`${path}.securityContext.windowsOptions`, why));
    each((context, at) => {
      if (context.windowsOptions !== undefined) errors.push(forbiddenField(`${at}.windowsOptions`, why));
    });
  } else if (name === 'windows') {
    for (const key of LINUX_ONLY_POD) {
      if (own[key] !== undefined) errors.push(forbiddenField(`${path}.securityContext.${key}`, WINDOWS));
    }
    for (const key of ['hostUsers', 'shareProcessNamespace']) {
      if (spec[key] !== undefined) errors.push(forbiddenField(`${path}.${key}`, WINDOWS));
    }
    for (const key of ['hostPID', 'hostIPC']) {
      if (spec[key] === true) errors.push(forbiddenField(`${path}.${key}`, WINDOWS));
    }
    each((context, at) => {
      for (const key of LINUX_ONLY)
        if (context[key] !== undefined) errors.push(forbiddenField(`${at}.${key}`, WINDOWS));
    });
  }
}

const RESIZED = ['cpu', 'memory'];
const RESIZE_POLICIES = ['NotRequired', 'RestartContainer'];

export function validateResizePolicy(errors: Errors, container: Fields, at: string, restartPolicy: unknown): void {
  const path = `${at}.resizePolicy`;
  const seen = new Set<string>();
  itemsAt(container, 'resizePolicy').forEach((each, i) => {
    const [name, policy] = [textAt(each, 'resourceName'), textAt(each, 'restartPolicy')];
    if (seen.has(name)) errors.push(duplicate(`${path}[${i}]`, name));
    seen.add(name);
    if (name === '') errors.push(required(path));
    else supported(errors, path, name, RESIZED);
    if (policy === '') errors.push(required(path));
    else supported(errors, path, policy, RESIZE_POLICIES);
    if (restartPolicy === 'Never' && policy !== 'NotRequired') {
      errors.push(invalidValue(path, policy, "must be 'NotRequired' when `restartPolicy` is 'Never'"));
    }
  });
}

/** What runs once and ends is not restarted for more room. */
export function validateInitResizePolicy(errors: Errors, container: Fields, at: string): void {
  itemsAt(container, 'resizePolicy').forEach((each, i) => {
    const policy = textAt(each, 'restartPolicy');
    if (policy !== 'RestartContainer') return;
    const why = "must not be set to 'RestartContainer' for non-sidecar initContainers";
    errors.push(invalidValue(`${at}.resizePolicy[${i}].restartPolicy`, policy, why));
  });
}

const RESTART_POLICIES = ['Always', 'Never', 'OnFailure'];
const RULE_ACTIONS = ['Restart', 'RestartAllContainers'];
const MOST_RULES = 20;
const MOST_CODES = 255;

/** Models validateContainerRestartPolicy (v1.36) */
export function validateContainerRestart(errors: Errors, container: Fields, at: string): void {
  const rules = itemsAt(container, 'restartPolicyRules');
  const policy = container.restartPolicy;
  if (policy === undefined) {
    if (rules.length > 0) {
      errors.push(required(`${at}.restartPolicy`, 'must specify restartPolicy when restart rules are used'));
    }
    return;
  }
  supported(errors, `${at}.restartPolicy`, policy, RESTART_POLICIES);
  const path = `${at}.restartPolicyRules`;
  if (rules.length > MOST_RULES) {
    errors.push({
      type: 'TooMany',
      field: path,
      message: `Too many: ${rules.length}: must have at most ${MOST_RULES} items`,
    });
  }
  rules.forEach((rule, i) => {
    const own = `${path}[${i}]`;
    supported(errors, `${own}.action`, rule.action, RULE_ACTIONS);
    if (!isFields(rule.exitCodes)) {
      errors.push(required(`${own}.exitCodes`, 'must be specified'));
      return;
    }
    supported(errors, `${own}.exitCodes.operator`, rule.exitCodes.operator, ['In', 'NotIn']);
    const count = itemsAt(rule.exitCodes, 'values').length;
    if (count > MOST_CODES) {
      const message = `Too many: ${count}: must have at most ${MOST_CODES} items`;
      errors.push({ type: 'TooMany', field: `${own}.exitCodes.values`, message });
    }
  });
}

const EPHEMERAL_NOT = [
  'ports',
  'resources',
  'livenessProbe',
  'readinessProbe',
  'startupProbe',
  'lifecycle',
  'resizePolicy',
  'restartPolicy',
];
const NOT_EPHEMERAL = 'cannot be set for an Ephemeral Container';

/** What a container that was added later may not have. */
export function validateEphemeralLimits(
  errors: Errors,
  container: Fields,
  at: string,
  names: Set<string>,
  others: ReadonlySet<string>,
): void {
  const name = textAt(container, 'name');
  if (names.has(name)) errors.push(duplicate(`${at}.name`, name));
  names.add(name);
  const target = textAt(container, 'targetContainerName');
  if (target !== '' && !others.has(target)) {
    const message = `Not found: ${quote(target)}`;
    errors.push({ type: 'NotFound', field: `${at}.targetContainerName`, message });
  }
  for (const key of EPHEMERAL_NOT) {
    const value = container[key];
    if (value === undefined || value === null || equalJson(value, {}) || equalJson(value, [])) continue;
    errors.push(forbiddenField(`${at}.${key}`, NOT_EPHEMERAL));
  }
  itemsAt(container, 'volumeMounts').forEach((mount, i) => {
    for (const key of ['subPath', 'subPathExpr']) {
      if (textAt(mount, key) !== '') errors.push(forbiddenField(`${at}.volumeMounts[${i}].${key}`, NOT_EPHEMERAL));
    }
  });
}

/** Names of environment variables that a container takes over whole. */
export function validateEnvFrom(
  errors: Errors,
  sources: readonly Fields[],
  at: string,
  nameProblems: (name: string) => readonly string[],
): void {
  sources.forEach((source, i) => {
    const path = `${at}[${i}]`;
    const prefix = textAt(source, 'prefix');
    if (prefix !== '') problemsOf(errors, `${path}.prefix`, prefix, nameProblems);
    const refs = ['configMapRef', 'secretRef'].filter((key) => isFields(source[key]));
    for (const key of refs) {
      named(errors, `${path}.${key}.name`, textAt(source[key], 'name'), (name) =>
        dnsSubdomainProblems(name.replace(/-+$/, 'a')),
      );
    }
    if (refs.length === 0) errors.push(invalidValue(at, '', 'must specify one of: `configMapRef` or `secretRef`'));
    else if (refs.length > 1) {
      errors.push(invalidValue(at, '', 'may not have more than one field specified at a time'));
    }
  });
}

type Amount = string | number;
const isAmount = (value: unknown): value is Amount => typeof value === 'string' || typeof value === 'number';

const POD_RESOURCES = /^(cpu|memory|hugepages-.+)$/;

/** What all containers together may use. Models validatePodResources (v1.36) */
export function validatePodResources(errors: Errors, spec: Fields, path: string): void {
  const own = fieldsAt(spec, 'resources');
  const at = `${path}.resources`;
  if (own.claims !== undefined) {
    errors.push(forbiddenField(`${at}.claims`, 'claims cannot be set for Resources at pod-level'));
  }
  for (const key of ['limits', 'requests']) {
    for (const name in fieldsAt(own, key)) {
      if (POD_RESOURCES.test(name)) continue;
      errors.push(notSupported(`${at}.${key}[${name}]`, name, ['cpu', 'hugepages-', 'memory']));
    }
  }
  validateResources(errors, own, at);
  validateEnough(errors, spec, own, at);
  itemsAt(spec, 'containers').forEach((container, i) => {
    const limits = fieldsAt(fieldsAt(container, 'resources'), 'limits');
    for (const name in limits) {
      const [limit, most] = [limits[name], fieldsAt(own, 'limits')[name]];
      if (!isAmount(limit) || !isAmount(most) || compareQuantity(limit, most) <= 0) continue;
      const field = `${at}.containers[${i}][${name}].limits`;
      errors.push(invalidValue(field, String(limit), `must be less than or equal to pod limits of ${most}`));
    }
  });
}

/** The whole asks for at least as much as its containers together. Models validatePodResourceConsistency (v1.36) */
function validateEnough(errors: Errors, spec: Fields, own: Fields, at: string): void {
  const asked = fieldsAt(own, 'requests');
  const needed = containerAmounts(spec as QuotaPodSpec, 'requests');
  for (const name of Object.keys(needed).sort(compareStrings)) {
    const [amount, least] = [asked[name], needed[name] as string];
    if (!isAmount(amount) || compareQuantity(least, amount) <= 0) continue;
    const why = `must be greater than or equal to aggregate container requests of ${least}`;
    errors.push(invalidValue(`${at}.requests[${name}]`, String(amount), why));
  }
}

/** Only of a Pod itself, not of a template. Models ValidatePodCreate (v1.36) */
export function validateNewPod(errors: Errors, object: Fields): void {
  const spec = fieldsAt(object, 'spec');
  if (itemsAt(spec, 'ephemeralContainers').length > 0) {
    errors.push(forbiddenField('spec.ephemeralContainers', 'cannot be set on create'));
  }
  if (textAt(spec, 'nodeName') !== '' && itemsAt(spec, 'schedulingGates').length > 0) {
    errors.push(forbiddenField('spec.nodeName', 'cannot be set until all schedulingGates have been cleared'));
  }
}

/** The annotations of a Pod or template that mean something. Models ValidatePodSpecificAnnotations (v1.36) */
export function validatePodAnnotations(errors: Errors, annotations: Fields, spec: Fields, at: string): void {
  const mirror = annotations[MIRROR];
  if (mirror !== undefined && textAt(spec, 'nodeName') === '') {
    const why = 'must set spec.nodeName if mirror pod annotation is set';
    errors.push(invalidValue(`${at}[${MIRROR}]`, mirror, why));
  }
  const cost = annotations['controller.kubernetes.io/pod-deletion-cost'];
  if (cost !== undefined && !/^([+-]?[1-9]\d*|0)$/.test(String(cost))) {
    errors.push(invalidValue(`${at}[controller.kubernetes.io/pod-deletion-cost]`, cost, 'must be a 32bit integer'));
  }
}

const HTTP_HEADER = /^[-A-Za-z0-9]+$/;
const HEADER_TEXT =
  "a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')";

export function headerProblems(name: string): readonly string[] {
  return HTTP_HEADER.test(name) ? [] : [HEADER_TEXT];
}

export function validateSleep(errors: Errors, sleep: Fields, grace: number | undefined, at: string): void {
  const seconds = numberAt(sleep, 'seconds') ?? 0;
  if (grace === undefined || (seconds >= 0 && seconds <= grace)) return;
  const why = `must be non-negative and less than terminationGracePeriodSeconds (${grace})`;
  errors.push(invalidValue(at, seconds, why));
}
