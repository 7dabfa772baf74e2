import { duplicate, forbiddenField, invalidValue, notFoundField, notSupported, required } from '../field-error';
import { type Fields, isFields } from '../json';
import {
  configKeyProblems,
  dnsLabelProblems,
  dnsSubdomainProblems,
  envNameProblems,
  labelValueProblems,
  portNameProblems,
  qualifiedNameProblems,
} from '../label-syntax';
import type { StringMap } from '../types/meta';
import { validateAffinity } from './affinity';
import {
  type Errors,
  fieldsAt,
  itemsAt,
  named,
  notNegative,
  numberAt,
  portNumber,
  problemsOf,
  supported,
  textAt,
} from './check';
import { validateLabels } from './metadata';
import { validateResources } from './resources';

const PROTOCOLS = ['SCTP', 'TCP', 'UDP'];
const PULL_POLICIES = ['Always', 'IfNotPresent', 'Never'];
const RESTART_POLICIES = ['Always', 'OnFailure', 'Never'];
const DNS_POLICIES = ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None'];

/** Models pkg/apis/core/validation/validation.go ValidatePodSpec (v1.36) */
export function validatePodSpec(errors: Errors, spec: Fields, path: string): void {
  const volumes = validateVolumes(errors, itemsAt(spec, 'volumes'), `${path}.volumes`);
  const names = new Set<string>();
  const containers = itemsAt(spec, 'containers');
  if (containers.length === 0) errors.push(required(`${path}.containers`));
  validateContainers(errors, containers, `${path}.containers`, volumes, names, false);
  validateContainers(errors, itemsAt(spec, 'initContainers'), `${path}.initContainers`, volumes, names, true);
  supported(errors, `${path}.restartPolicy`, spec.restartPolicy, RESTART_POLICIES);
  supported(errors, `${path}.dnsPolicy`, spec.dnsPolicy, DNS_POLICIES);
  const selector = spec.nodeSelector;
  if (isFields(selector)) validateLabels(errors, selector as StringMap, `${path}.nodeSelector`);
  validateImagePullSecrets(errors, itemsAt(spec, 'imagePullSecrets'), `${path}.imagePullSecrets`);
  if (isFields(spec.affinity)) validateAffinity(errors, spec.affinity, `${path}.affinity`);
  validateSpread(errors, itemsAt(spec, 'topologySpreadConstraints'), `${path}.topologySpreadConstraints`);
  if (textAt(spec, 'serviceAccountName') !== '') {
    problemsOf(errors, `${path}.serviceAccountName`, textAt(spec, 'serviceAccountName'), dnsSubdomainProblems);
  }
  if (textAt(spec, 'nodeName') !== '') {
    problemsOf(errors, `${path}.nodeName`, textAt(spec, 'nodeName'), dnsSubdomainProblems);
  }
  const deadline = numberAt(spec, 'activeDeadlineSeconds');
  if (deadline !== undefined && (deadline < 1 || deadline > 2_147_483_647)) {
    errors.push(invalidValue(`${path}.activeDeadlineSeconds`, deadline, 'must be between 1 and 2147483647, inclusive'));
  }
  for (const key of ['hostname', 'subdomain']) {
    if (textAt(spec, key) !== '') problemsOf(errors, `${path}.${key}`, textAt(spec, key), dnsLabelProblems);
  }
  validateTolerations(errors, itemsAt(spec, 'tolerations'), `${path}.tolerations`);
  notNegative(errors, `${path}.terminationGracePeriodSeconds`, spec.terminationGracePeriodSeconds);
}

function validateImagePullSecrets(errors: Errors, secrets: readonly Fields[], path: string): void {
  secrets.forEach((secret, i) => {
    if (textAt(secret, 'name') === '') errors.push(invalidValue(`${path}[${i}]`, secret, 'must not be empty'));
  });
}

function validateSpread(errors: Errors, constraints: readonly Fields[], path: string): void {
  constraints.forEach((constraint, i) => {
    const at = `${path}[${i}]`;
    const skew = numberAt(constraint, 'maxSkew') ?? 0;
    if (skew <= 0) errors.push(invalidValue(`${at}.maxSkew`, skew, 'must be greater than 0'));
    named(errors, `${at}.topologyKey`, textAt(constraint, 'topologyKey'), qualifiedNameProblems);
    supported(errors, `${at}.whenUnsatisfiable`, constraint.whenUnsatisfiable, ['DoNotSchedule', 'ScheduleAnyway']);
  });
}

function validateTolerations(errors: Errors, tolerations: readonly Fields[], path: string): void {
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
    if (operator === '' || operator === 'Equal') {
      for (const problem of labelValueProblems(textAt(toleration, 'value'))) {
        errors.push(invalidValue(`${at}.operator`, textAt(toleration, 'value'), problem));
      }
    } else if (operator === 'Exists') {
      if (textAt(toleration, 'value') !== '') {
        errors.push(invalidValue(`${at}.operator`, toleration, "value must be empty when `operator` is 'Exists'"));
      }
    } else errors.push(notSupported(`${at}.operator`, operator, ['Equal', 'Exists']));
    if (effect !== '') supported(errors, `${at}.effect`, effect, ['NoExecute', 'NoSchedule', 'PreferNoSchedule']);
  });
}

function validateVolumes(errors: Errors, volumes: readonly Fields[], path: string): ReadonlySet<string> {
  const names = new Set<string>();
  volumes.forEach((volume, i) => {
    const at = `${path}[${i}]`;
    const before = errors.length;
    validateSource(errors, volume, at);
    const name = textAt(volume, 'name');
    named(errors, `${at}.name`, name, dnsLabelProblems);
    if (names.has(name)) errors.push(duplicate(`${at}.name`, name));
    if (errors.length === before) names.add(name);
  });
  return names;
}

const SOURCE_NAMES: readonly (readonly [source: string, key: string])[] = [
  ['hostPath', 'path'],
  ['secret', 'secretName'],
  ['configMap', 'name'],
  ['persistentVolumeClaim', 'claimName'],
];

function validateSource(errors: Errors, volume: Fields, at: string): void {
  const sources = Object.keys(volume).filter((key) => key !== 'name' && volume[key] !== undefined);
  if (sources.length === 0) errors.push(required(at, 'must specify a volume type'));
  for (const extra of sources.slice(1)) {
    errors.push(forbiddenField(`${at}.${extra}`, 'may not specify more than 1 volume type'));
  }
  for (const [source, key] of SOURCE_NAMES) {
    if (isFields(volume[source]) && textAt(volume[source], key) === '') errors.push(required(`${at}.${source}.${key}`));
  }
  for (const source of ['secret', 'configMap']) {
    itemsAt(volume[source], 'items').forEach((item, i) => {
      named(errors, `${at}.${source}.items[${i}].key`, textAt(item, 'key'), () => []);
      named(errors, `${at}.${source}.items[${i}].path`, textAt(item, 'path'), () => []);
    });
  }
}

function validateContainers(
  errors: Errors,
  containers: readonly Fields[],
  path: string,
  volumes: ReadonlySet<string>,
  names: Set<string>,
  init: boolean,
): void {
  const hostPorts = new Set<string>();
  containers.forEach((container, i) => {
    const at = `${path}[${i}]`;
    validateContainer(errors, container, at, volumes);
    const name = textAt(container, 'name');
    if (names.has(name)) errors.push(duplicate(`${at}.name`, name));
    names.add(name);
    validateProbes(errors, container, at, init);
    if (!init) checkHostPorts(errors, container, at, hostPorts);
  });
}

function checkHostPorts(errors: Errors, container: Fields, at: string, seen: Set<string>): void {
  itemsAt(container, 'ports').forEach((port, i) => {
    const number = numberAt(port, 'hostPort') ?? 0;
    if (number === 0) return;
    const text = `${textAt(port, 'protocol')}/${textAt(port, 'hostIP')}/${number}`;
    if (seen.has(text)) errors.push(duplicate(`${at}.ports[${i}].hostPort`, text));
    seen.add(text);
  });
}

function validateContainer(errors: Errors, container: Fields, at: string, volumes: ReadonlySet<string>): void {
  named(errors, `${at}.name`, textAt(container, 'name'), dnsLabelProblems);
  const image = textAt(container, 'image');
  if (image === '') errors.push(required(`${at}.image`));
  else if (image.trim() !== image) {
    errors.push(invalidValue(`${at}.image`, image, 'must not have leading or trailing whitespace'));
  }
  validatePorts(errors, itemsAt(container, 'ports'), `${at}.ports`);
  validateEnv(errors, itemsAt(container, 'env'), `${at}.env`);
  validateMounts(errors, itemsAt(container, 'volumeMounts'), `${at}.volumeMounts`, volumes);
  supported(errors, `${at}.imagePullPolicy`, container.imagePullPolicy, PULL_POLICIES);
  validateResources(errors, fieldsAt(container, 'resources'), `${at}.resources`);
  validateSecurity(errors, fieldsAt(container, 'securityContext'), `${at}.securityContext`);
}

const MAX_ID = 2_147_483_647;

function validateSecurity(errors: Errors, context: Fields, path: string): void {
  for (const key of ['runAsUser', 'runAsGroup']) {
    const id = numberAt(context, key);
    if (id !== undefined && (id < 0 || id > MAX_ID)) {
      errors.push(invalidValue(`${path}.${key}`, id, `must be between 0 and ${MAX_ID}, inclusive`));
    }
  }
  if (context.allowPrivilegeEscalation === false && context.privileged === true) {
    errors.push(invalidValue(path, context, 'cannot set `allowPrivilegeEscalation` to false and `privileged` to true'));
  }
}

function validatePorts(errors: Errors, ports: readonly Fields[], path: string): void {
  const names = new Set<string>();
  ports.forEach((port, i) => {
    const at = `${path}[${i}]`;
    const name = textAt(port, 'name');
    if (name !== '') {
      problemsOf(errors, `${at}.name`, name, portNameProblems);
      if (names.has(name)) errors.push(duplicate(`${at}.name`, name));
      names.add(name);
    }
    const number = numberAt(port, 'containerPort') ?? 0;
    if (number === 0) errors.push(required(`${at}.containerPort`));
    else portNumber(errors, `${at}.containerPort`, number);
    const host = numberAt(port, 'hostPort') ?? 0;
    if (host !== 0) portNumber(errors, `${at}.hostPort`, host);
    const protocol = textAt(port, 'protocol');
    if (protocol === '') errors.push(required(`${at}.protocol`));
    else supported(errors, `${at}.protocol`, protocol, PROTOCOLS);
  });
}

const ENV_SOURCES = ['fieldRef', 'resourceFieldRef', 'configMapKeyRef', 'secretKeyRef', 'fileKeyRef'];
const FIELD_PATHS = [
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
];

function validateEnv(errors: Errors, env: readonly Fields[], path: string): void {
  env.forEach((each, i) => {
    const at = `${path}[${i}]`;
    named(errors, `${at}.name`, textAt(each, 'name'), envNameProblems);
    if (!isFields(each.valueFrom)) return;
    const sources = ENV_SOURCES.filter((source) => isFields(fieldsAt(each, 'valueFrom')[source]));
    const from = `${at}.valueFrom`;
    if (sources.length === 0) {
      errors.push(
        invalidValue(
          from,
          '',
          'must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`',
        ),
      );
    } else if (textAt(each, 'value') !== '') {
      errors.push(invalidValue(from, '', 'may not be specified when `value` is not empty'));
    } else if (sources.length > 1) {
      errors.push(invalidValue(from, '', 'may not have more than one field specified at a time'));
    }
    for (const source of sources)
      validateEnvSource(errors, source, fieldsAt(each.valueFrom, source), `${from}.${source}`);
  });
}

function validateEnvSource(errors: Errors, source: string, ref: Fields, at: string): void {
  if (source === 'fieldRef') {
    const path = textAt(ref, 'fieldPath');
    const subscripted = /^metadata\.(annotations|labels)\['.+'\]$/.test(path);
    if (path === '') errors.push(required(`${at}.fieldPath`));
    else if (!subscripted && !FIELD_PATHS.includes(path)) {
      errors.push(notSupported(`${at}.fieldPath`, path, FIELD_PATHS));
    }
  } else if (source === 'configMapKeyRef' || source === 'secretKeyRef') {
    if (textAt(ref, 'name') === '') errors.push(required(`${at}.name`));
    named(errors, `${at}.key`, textAt(ref, 'key'), configKeyProblems);
  } else if (source === 'resourceFieldRef' && textAt(ref, 'resource') === '') {
    errors.push(required(`${at}.resource`));
  }
}

function validateMounts(errors: Errors, mounts: readonly Fields[], path: string, volumes: ReadonlySet<string>): void {
  const paths = new Set<string>();
  mounts.forEach((mount, i) => {
    const at = `${path}[${i}]`;
    const name = textAt(mount, 'name');
    const where = textAt(mount, 'mountPath');
    if (name === '') errors.push(required(`${at}.name`));
    if (where === '') errors.push(required(`${at}.mountPath`));
    if (paths.has(where)) errors.push(invalidValue(`${at}.mountPath`, where, 'must be unique'));
    paths.add(where);
    if (!volumes.has(name)) errors.push(notFoundField(`${at}.name`, name));
  });
}

const HANDLERS = ['exec', 'httpGet', 'tcpSocket', 'grpc'];
const PROBE_COUNTS = ['initialDelaySeconds', 'timeoutSeconds', 'periodSeconds', 'successThreshold', 'failureThreshold'];

function validateProbes(errors: Errors, container: Fields, at: string, init: boolean): void {
  const sidecar = container.restartPolicy === 'Always';
  for (const kind of ['livenessProbe', 'readinessProbe', 'startupProbe']) {
    const probe = container[kind];
    if (!isFields(probe)) continue;
    const path = `${at}.${kind}`;
    if (init && !sidecar) {
      errors.push(forbiddenField(path, 'may not be set for init containers without restartPolicy=Always'));
      continue;
    }
    validateHandler(errors, probe, path);
    for (const count of PROBE_COUNTS) notNegative(errors, `${path}.${count}`, probe[count]);
    if (kind !== 'readinessProbe' && numberAt(probe, 'successThreshold') !== 1) {
      errors.push(invalidValue(`${path}.successThreshold`, probe.successThreshold, 'must be 1'));
    }
  }
}

function validateHandler(errors: Errors, handler: Fields, path: string): void {
  const used = HANDLERS.filter((each) => handler[each] !== undefined);
  for (const extra of used.slice(1)) {
    errors.push(forbiddenField(`${path}.${extra}`, 'may not specify more than 1 handler type'));
  }
  if (used.length === 0) errors.push(required(path, 'must specify a handler type'));
  for (const each of ['httpGet', 'tcpSocket', 'grpc']) {
    const port = fieldsAt(handler, each).port;
    if (typeof port === 'number') portNumber(errors, `${path}.${each}.port`, port);
  }
  if (isFields(handler.exec) && itemsAt(handler.exec, 'command').length === 0) {
    errors.push(required(`${path}.exec.command`));
  }
}
