import { pureOfValues } from '../../../base/pure.ts';
import {
  duplicate,
  forbiddenField,
  invalidValue,
  notFoundField,
  notSupported,
  required,
} from '../../errors/field-error.ts';
import { type Fields, isFields } from '../../go/json.ts';
import type { StringMap } from '../../types/meta.ts';
import {
  dnsLabelProblems,
  dnsSubdomainProblems,
  envNameProblems,
  portNameProblems,
  qualifiedNameProblems,
} from '../../values/label-syntax.ts';
import { validateAffinity } from '../common/affinity.ts';
import {
  type Errors,
  fieldsAt,
  itemsAt,
  named,
  numberAt,
  portNumber,
  problemsOf,
  supported,
  textAt,
} from '../common/check.ts';
import { validateLabels } from '../common/metadata.ts';
import { validateDevices, validateMountDetails, validateVolumeSource } from '../volumes/volumes.ts';
import { validateEnv } from './env.ts';
import * as parts from './pod-parts.ts';
import { validateLifecycle, validateProbes } from './probes.ts';
import { validateResources } from './resources.ts';
import * as security from './security.ts';

const PROTOCOLS = ['SCTP', 'TCP', 'UDP'];
const PULL_POLICIES = ['Always', 'IfNotPresent', 'Never'];
const RESTART_POLICIES = ['Always', 'OnFailure', 'Never'];
const DNS_POLICIES = ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None'];
const MESSAGE_POLICIES = ['File', 'FallbackToLogsOnError'];

type Volumes = ReadonlyMap<string, Fields>;

interface PodContext {
  readonly spec: Fields;
  readonly volumes: Volumes;
  readonly grace: number | undefined;
  /** A Pod itself, not a template. */
  readonly isPod: boolean;
}

/**
 * What is looked at in every Pod; what few Pods have has files of its own. Without a name it is a template.
 * Models pkg/apis/core/validation/validation.go ValidatePodSpec (v1.36)
 */
export function validatePodSpec(errors: Errors, spec: Fields, path: string, name?: string): void {
  const grace = numberAt(spec, 'terminationGracePeriodSeconds');
  if (grace === undefined) errors.push(required(`${path}.terminationGracePeriodSeconds`));
  const volumes = validateVolumes(errors, itemsAt(spec, 'volumes'), `${path}.volumes`, name ?? '');
  if (spec.resourceClaims !== undefined) parts.validateResourceClaims(errors, spec, path);
  const pod: PodContext = { spec, volumes, grace, isPod: name !== undefined };
  validateAllContainers(errors, pod, path);
  if (isFields(spec.resources)) parts.validatePodResources(errors, spec, path);
  if (spec.hostNetwork === true) validateHostNetwork(errors, pod, path);
  choice(errors, path, spec, 'restartPolicy', RESTART_POLICIES);
  choice(errors, path, spec, 'dnsPolicy', DNS_POLICIES);
  if (isFields(spec.nodeSelector)) validateLabels(errors, spec.nodeSelector as StringMap, `${path}.nodeSelector`);
  if (!isEmpty(spec.securityContext) || spec.shareProcessNamespace === true) {
    security.validatePodSecurity(errors, spec, path);
  }
  if (isFields(spec.affinity)) validateAffinity(errors, spec.affinity, `${path}.affinity`);
  if (spec.dnsConfig !== undefined || spec.dnsPolicy === 'None') parts.validateDns(errors, spec, path);
  if (spec.readinessGates !== undefined || spec.schedulingGates !== undefined) {
    parts.validateGates(errors, spec, path);
  }
  const spread = itemsAt(spec, 'topologySpreadConstraints');
  if (spread.length > 0) parts.validateSpread(errors, spread, `${path}.topologySpreadConstraints`);
  if (spec.hostUsers === false) parts.validateHostUsers(errors, spec, path);
  validateNames(errors, spec, path);
  validateTolerations(errors, itemsAt(spec, 'tolerations'), `${path}.tolerations`);
  if (REST.some((key) => spec[key] !== undefined)) parts.validateRest(errors, spec, path);
  if (pod.isPod) validateImages(errors, spec, path);
}

/** Fields whose rules come last. */
const REST = ['hostAliases', 'priorityClassName', 'runtimeClassName', 'overhead', 'os'] as const;

const isEmpty = (value: unknown): boolean => !isFields(value) || Object.keys(value).length === 0;

/** Paths are put together where something is wrong: every Pod is looked at, and nearly all are fine. */
function choice(errors: Errors, path: string, fields: Fields, key: string, values: readonly string[]): void {
  const value = fields[key];
  if (value === undefined || value === '') errors.push(required(`${path}.${key}`));
  else if (!values.includes(value as string)) errors.push(notSupported(`${path}.${key}`, value, values));
}

function validateNames(errors: Errors, spec: Fields, path: string): void {
  for (const key of ['serviceAccountName', 'nodeName']) {
    const name = textAt(spec, key);
    if (name !== '') problemsOf(errors, `${path}.${key}`, name, dnsSubdomainProblems);
  }
  const deadline = numberAt(spec, 'activeDeadlineSeconds');
  if (deadline !== undefined && (deadline < 1 || deadline > 2_147_483_647)) {
    errors.push(invalidValue(`${path}.activeDeadlineSeconds`, deadline, 'must be between 1 and 2147483647, inclusive'));
  }
  for (const key of ['hostname', 'subdomain']) {
    if (textAt(spec, key) !== '') problemsOf(errors, `${path}.${key}`, textAt(spec, key), dnsLabelProblems);
  }
}

/** Models pkg/apis/core/validation/validation.go ValidateTolerations (v1.36) */
export function validateTolerations(errors: Errors, tolerations: readonly Fields[], path: string): void {
  if (!areFineTolerations(tolerations)) checkTolerations(errors, tolerations, path);
}

/** Nearly all Pods have those that the server gives them. */
const areFineTolerations = pureOfValues(8, (tolerations: readonly Fields[]) => {
  const errors: Errors = [];
  checkTolerations(errors, tolerations, '');
  return errors.length === 0;
});

function checkTolerations(errors: Errors, tolerations: readonly Fields[], path: string): void {
  tolerations.forEach((toleration, i) => {
    const at = `${path}[${i}]`;
    const key = textAt(toleration, 'key');
    const operator = textAt(toleration, 'operator');
    const effect = textAt(toleration, 'effect');
    if (key !== '') problemsOf(errors, `${at}.key`, key, qualifiedNameProblems);
    else if (operator !== 'Exists') {
      errors.push(
        invalidValue(
          `${at}.operator`,
          operator,
          'operator must be Exists when `key` is empty, which means "match all values and all keys"',
        ),
      );
    }
    if (toleration.tolerationSeconds !== undefined && effect !== 'NoExecute') {
      errors.push(invalidValue(`${at}.effect`, effect, "effect must be 'NoExecute' when `tolerationSeconds` is set"));
    }
    const value = textAt(toleration, 'value');
    if (operator === '' || operator === 'Equal') {
      const problem = value === '' ? undefined : parts.tolerationValueProblem(value);
      if (problem !== undefined) errors.push(invalidValue(`${at}.operator`, value, problem));
    } else if (operator === 'Exists') {
      if (value !== '') {
        errors.push(invalidValue(`${at}.operator`, value, "value must be empty when `operator` is 'Exists'"));
      }
    } else errors.push(notSupported(`${at}.operator`, operator, ['Equal', 'Exists']));
    if (effect !== '') supported(errors, `${at}.effect`, effect, ['NoSchedule', 'PreferNoSchedule', 'NoExecute']);
  });
}

/** The server's own volume, which admission adds to nearly every Pod. */
function isTokenVolume({ name, projected }: Fields): boolean {
  return (
    typeof name === 'string' && /^kube-api-access-[a-z0-9]{5}$/.test(name) && itemsAt(projected, 'sources').length === 3
  );
}

function validateVolumes(errors: Errors, volumes: readonly Fields[], path: string, podName: string): Volumes {
  const found = new Map<string, Fields>();
  volumes.forEach((volume, i) => {
    const name = textAt(volume, 'name');
    const isToken = isTokenVolume(volume);
    if (isToken && !found.has(name)) {
      found.set(name, volume);
      return;
    }
    const at = `${path}[${i}]`;
    const before = errors.length;
    if (!isToken) validateVolumeSource(errors, volume, at, podName);
    named(errors, `${at}.name`, name, dnsLabelProblems);
    if (found.has(name)) errors.push(duplicate(`${at}.name`, name));
    if (errors.length === before) found.set(name, volume);
  });
  return found;
}

function validateAllContainers(errors: Errors, pod: PodContext, path: string): void {
  const { spec } = pod;
  const containers = itemsAt(spec, 'containers');
  const names = new Set<string>();
  if (containers.length === 0) errors.push(required(`${path}.containers`));
  containers.forEach((container, i) => {
    const at = `${path}.containers[${i}]`;
    validateContainer(errors, container, at, pod);
    unique(errors, container, at, names);
    validateLife(errors, container, at, pod);
    if (PROBES.some((probe) => isFields(container[probe]))) validateProbes(errors, container, at, pod.grace);
    if (container.restartPolicy !== undefined || container.restartPolicyRules !== undefined) {
      parts.validateContainerRestart(errors, container, at);
    }
  });
  checkHostPorts(errors, containers, path, 'containers');
  itemsAt(spec, 'initContainers').forEach((container, i) => {
    const at = `${path}.initContainers[${i}]`;
    validateContainer(errors, container, at, pod);
    if (container.restartPolicy !== undefined || container.restartPolicyRules !== undefined) {
      parts.validateContainerRestart(errors, container, at);
    }
    unique(errors, container, at, names);
    checkHostPorts(errors, [container], path, 'initContainers');
    validateInit(errors, container, at, pod);
  });
  const ephemeral = itemsAt(spec, 'ephemeralContainers');
  if (ephemeral.length === 0) return;
  const others = new Set(names);
  ephemeral.forEach((container, i) => {
    const at = `${path}.ephemeralContainers[${i}]`;
    validateContainer(errors, container, at, pod);
    parts.validateEphemeralLimits(errors, container, at, names, others);
  });
}

function validateLife(errors: Errors, { lifecycle }: Fields, at: string, { grace }: PodContext): void {
  if (isFields(lifecycle)) validateLifecycle(errors, lifecycle, `${at}.lifecycle`, grace);
}

const PROBES = ['livenessProbe', 'readinessProbe', 'startupProbe'] as const;

function unique(errors: Errors, container: Fields, at: string, names: Set<string>): void {
  const name = textAt(container, 'name');
  if (names.has(name)) errors.push(duplicate(`${at}.name`, name));
  if (name !== '') names.add(name);
}

function validateInit(errors: Errors, container: Fields, at: string, pod: PodContext): void {
  if (container.restartPolicy === 'Always') {
    validateLife(errors, container, at, pod);
    validateProbes(errors, container, at, pod.grace);
    return;
  }
  for (const key of ['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe']) {
    if (isFields(container[key])) {
      errors.push(forbiddenField(`${at}.${key}`, 'may not be set for init containers without restartPolicy=Always'));
    }
  }
  if (container.resizePolicy !== undefined) parts.validateInitResizePolicy(errors, container, at);
}

function checkHostPorts(errors: Errors, containers: readonly Fields[], path: string, list: string): void {
  let seen: Set<string> | undefined;
  containers.forEach((container, c) => {
    itemsAt(container, 'ports').forEach((port, i) => {
      const number = numberAt(port, 'hostPort') ?? 0;
      if (number === 0) return;
      const text = `${textAt(port, 'protocol')}/${textAt(port, 'hostIP')}/${number}`;
      seen ??= new Set();
      if (seen.has(text)) errors.push(duplicate(`${path}.${list}[${c}].ports[${i}].hostPort`, text));
      seen.add(text);
    });
  });
}

function validateHostNetwork(errors: Errors, { spec, isPod }: PodContext, path: string): void {
  itemsAt(spec, 'containers').forEach((container, c) => {
    itemsAt(container, 'ports').forEach((port, i) => {
      const [host, own] = [numberAt(port, 'hostPort') ?? 0, numberAt(port, 'containerPort') ?? 0];
      if (host === own || (host === 0 && !isPod)) return;
      const at = `${path}.containers[${c}].ports[${i}].hostPort`;
      errors.push(invalidValue(at, host, 'must match `containerPort` when `hostNetwork` is true'));
    });
  });
}

/** A template may be written with spaces around an image; a Pod may not. */
function validateImages(errors: Errors, spec: Fields, path: string): void {
  for (const kind of ['containers', 'initContainers', 'ephemeralContainers']) {
    itemsAt(spec, kind).forEach((container, i) => {
      const image = textAt(container, 'image');
      if (image.trim() === image) return;
      errors.push(invalidValue(`${path}.${kind}[${i}].image`, image, 'must not have leading or trailing whitespace'));
    });
  }
}

function validateContainer(errors: Errors, container: Fields, at: string, pod: PodContext): void {
  named(errors, `${at}.name`, textAt(container, 'name'), dnsLabelProblems);
  if (textAt(container, 'image') === '') errors.push(required(`${at}.image`));
  choice(errors, at, container, 'terminationMessagePolicy', MESSAGE_POLICIES);
  const ports = itemsAt(container, 'ports');
  if (ports.length > 0) validatePorts(errors, ports, `${at}.ports`);
  const env = itemsAt(container, 'env');
  if (env.length > 0) validateEnv(errors, env, `${at}.env`);
  const from = itemsAt(container, 'envFrom');
  if (from.length > 0) parts.validateEnvFrom(errors, from, `${at}.envFrom`, envNameProblems);
  validateMounts(errors, container, at, pod.volumes);
  if (container.volumeDevices !== undefined) validateDevices(errors, container, at, pod.volumes);
  choice(errors, at, container, 'imagePullPolicy', PULL_POLICIES);
  if (!isEmpty(container.resources)) {
    const resources = fieldsAt(container, 'resources');
    validateResources(errors, resources, `${at}.resources`);
    if (resources.claims !== undefined) parts.validateClaimNames(errors, resources, `${at}.resources`, pod.spec);
  }
  if (container.resizePolicy !== undefined) {
    parts.validateResizePolicy(errors, container, at, pod.spec.restartPolicy);
  }
  if (!isEmpty(container.securityContext)) {
    const hostUsers = pod.spec.hostUsers !== false;
    security.validateContainerSecurity(
      errors,
      fieldsAt(container, 'securityContext'),
      `${at}.securityContext`,
      hostUsers,
    );
  }
}

function validatePorts(errors: Errors, ports: readonly Fields[], path: string): void {
  const names = new Set<string>();
  ports.forEach((port, i) => {
    const at = `${path}[${i}]`;
    const name = textAt(port, 'name');
    if (name !== '') {
      const problems = portNameProblems(name);
      for (const problem of problems) errors.push(invalidValue(`${at}.name`, name, problem));
      if (problems.length === 0) {
        if (names.has(name)) errors.push(duplicate(`${at}.name`, name));
        names.add(name);
      }
    }
    const number = numberAt(port, 'containerPort') ?? 0;
    if (number === 0) errors.push(required(`${at}.containerPort`));
    else portNumber(errors, `${at}.containerPort`, number);
    const host = numberAt(port, 'hostPort') ?? 0;
    if (host !== 0) portNumber(errors, `${at}.hostPort`, host);
    choice(errors, at, port, 'protocol', PROTOCOLS);
  });
}

function validateMounts(errors: Errors, container: Fields, path: string, volumes: Volumes): void {
  const mounts = itemsAt(container, 'volumeMounts');
  if (mounts.length === 0) return;
  const at = `${path}.volumeMounts`;
  const devices = itemsAt(container, 'volumeDevices');
  const paths = new Set<string>();
  mounts.forEach((mount, i) => {
    const own = `${at}[${i}]`;
    const name = textAt(mount, 'name');
    const where = textAt(mount, 'mountPath');
    if (name === '') errors.push(required(`${own}.name`));
    if (!volumes.has(name)) errors.push(notFoundField(`${own}.name`, name));
    if (where === '') errors.push(required(`${own}.mountPath`));
    if (paths.has(where)) errors.push(invalidValue(`${own}.mountPath`, where, 'must be unique'));
    paths.add(where);
    if (devices.some((device) => device.name === name)) {
      errors.push(invalidValue(`${own}.name`, name, 'must not already exist in volumeDevices'));
    }
    if (devices.some((device) => device.devicePath === where)) {
      errors.push(invalidValue(`${own}.mountPath`, where, 'must not already exist as a path in volumeDevices'));
    }
    if (DETAILS.some((key) => mount[key] !== undefined)) validateMountDetails(errors, mount, container, at, i, volumes);
  });
}

const DETAILS = ['subPath', 'subPathExpr', 'mountPropagation', 'recursiveReadOnly'] as const;
