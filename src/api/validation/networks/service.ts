import {
  duplicate,
  type FieldError,
  forbiddenField,
  invalidValue,
  notSupported,
  required,
} from '../../errors/field-error.ts';
import { equalJson, type Fields, isFields } from '../../go/json.ts';
import type { StringMap } from '../../types/meta.ts';
import { dnsLabelProblems, dnsSubdomainProblems, portNameProblems } from '../../values/label-syntax.ts';
import { addressProblems } from '../common/addresses.ts';
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
import { validateLabels } from '../common/metadata.ts';
import {
  validateAppProtocol,
  validateDistribution,
  validateFamilies,
  validateServiceRest,
  validateSubset,
} from './networks.ts';

const TYPES = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'];
const PROTOCOLS = ['SCTP', 'TCP', 'UDP'];

/** Models pkg/apis/core/validation/validation.go ValidateService (v1.36) */
export function validateService(errors: Errors, object: Fields): void {
  const spec = fieldsAt(object, 'spec');
  const type = textAt(spec, 'type');
  const ports = itemsAt(spec, 'ports');
  const headless = clusterIPs(spec)[0] === 'None' || spec.clusterIP === 'None';
  if (ports.length === 0 && !headless && type !== 'ExternalName') errors.push(required('spec.ports'));
  validateByType(errors, spec, type, headless);
  validatePorts(errors, ports, headless);
  if (isFields(spec.selector)) validateLabels(errors, spec.selector as StringMap, 'spec.selector');
  const affinity = textAt(spec, 'sessionAffinity');
  if (affinity === '') errors.push(required('spec.sessionAffinity'));
  else supported(errors, 'spec.sessionAffinity', affinity, ['ClientIP', 'None']);
  if (affinity === 'ClientIP') validateTimeout(errors, spec);
  else if (affinity === 'None' && spec.sessionAffinityConfig !== undefined) {
    errors.push(forbiddenField('spec.sessionAffinityConfig', 'must not be set when session affinity is None'));
  }
  if (type !== 'ExternalName') validateFamilies(errors, spec);
  if (type === '') errors.push(required('spec.type'));
  else supported(errors, 'spec.type', type, TYPES);
  validateNodePorts(errors, ports, type);
  validateExternalAddresses(errors, spec);
  validateServiceRest(errors, spec, type);
  validateTraffic(errors, spec, type);
  validateDistribution(errors, spec);
}

function clusterIPs(spec: Fields): readonly unknown[] {
  return Array.isArray(spec.clusterIPs) ? spec.clusterIPs : [];
}

/** What is wrong with the addresses that somebody asks for, before they are looked for. `made`: the Service is new. */
// Models ValidateServiceClusterIPsRelatedFields (v1.36), as far as it speaks of addresses
export function clusterAddressErrors(spec: Fields, made: boolean): readonly FieldError[] {
  const errors: FieldError[] = [];
  const at = 'spec.clusterIPs';
  const { clusterIP: one = '' } = spec;
  const all = clusterIPs(spec).length === 0 && one !== '' ? [one] : clusterIPs(spec);
  if (made && all.length > 0 && all[0] !== one) {
    const why = one === '' ? 'must be empty when `clusterIP` is not specified' : 'first value must match `clusterIP`';
    errors.push(invalidValue(at, all, why));
  }
  const before = errors.length;
  all.forEach((address, i) => {
    if (i > 0 || address !== 'None') problemsOf(errors, `${at}[${i}]`, String(address), addressProblems);
    else if (all.length > 1) errors.push(invalidValue(at, all, "'None' must be the first and only value"));
  });
  const bad = errors.length > before;
  if (all.length > 2) errors.push(invalidValue(at, all, 'may only hold up to 2 values'));
  if (bad || all.length < 2) return errors;
  const sixes = all.filter((address) => String(address).includes(':')).length;
  if (all.length !== 2 || sixes !== 1) {
    errors.push(invalidValue(at, all, 'may specify no more than one IP for each IP family'));
  }
  return errors;
}

function validateByType(errors: Errors, spec: Fields, type: string, headless: boolean): void {
  if (type === 'LoadBalancer' && headless) {
    errors.push(invalidValue('spec.clusterIPs[0]', 'None', "may not be set to 'None' for LoadBalancer services"));
  }
  if (type === 'NodePort' && headless) {
    errors.push(invalidValue('spec.clusterIPs[0]', 'None', "may not be set to 'None' for NodePort services"));
  }
  if (type === 'ExternalName') {
    if (clusterIPs(spec).length > 0 || textAt(spec, 'clusterIP') !== '') {
      errors.push(forbiddenField('spec.clusterIPs', 'may not be set for ExternalName services'));
    }
    const name = textAt(spec, 'externalName').replace(/\.$/, '');
    if (name === '') errors.push(required('spec.externalName'));
    else problemsOf(errors, 'spec.externalName', name, dnsSubdomainProblems);
  }
}

function validatePorts(errors: Errors, ports: readonly Fields[], headless: boolean): void {
  const names = new Set<string>();
  const seen = new Set<string>();
  ports.forEach((port, i) => {
    const at = `spec.ports[${i}]`;
    const name = textAt(port, 'name');
    if (ports.length > 1 && name === '') errors.push(required(`${at}.name`));
    else if (name !== '') {
      problemsOf(errors, `${at}.name`, name, dnsLabelProblems);
      if (names.has(name)) errors.push(duplicate(`${at}.name`, name));
      names.add(name);
    }
    portNumber(errors, `${at}.port`, numberAt(port, 'port') ?? 0);
    const protocol = textAt(port, 'protocol');
    if (protocol === '') errors.push(required(`${at}.protocol`));
    else supported(errors, `${at}.protocol`, protocol, PROTOCOLS);
    const target = port.targetPort;
    if (typeof target === 'number') portNumber(errors, `${at}.targetPort`, target);
    else if (typeof target === 'string') problemsOf(errors, `${at}.targetPort`, target, portNameProblems);
    validateAppProtocol(errors, port, at);
    if (headless) return;
  });
  ports.forEach((port, i) => {
    const key = `${textAt(port, 'protocol')}/${numberAt(port, 'port')}`;
    if (seen.has(key)) {
      errors.push(
        duplicate(`spec.ports[${i}]`, {
          Name: '',
          Protocol: port.protocol,
          AppProtocol: null,
          Port: port.port,
          TargetPort: 0,
          NodePort: 0,
        }),
      );
    }
    seen.add(key);
  });
}

function validateTimeout(errors: Errors, spec: Fields): void {
  const seconds = numberAt(fieldsAt(fieldsAt(spec, 'sessionAffinityConfig'), 'clientIP'), 'timeoutSeconds');
  if (seconds === undefined || (seconds > 0 && seconds <= 86_400)) return;
  errors.push(
    invalidValue(
      'spec.sessionAffinityConfig.clientIP.timeoutSeconds',
      seconds,
      'must be greater than 0 and less than 86400',
    ),
  );
}

function validateNodePorts(errors: Errors, ports: readonly Fields[], type: string): void {
  const seen = new Set<string>();
  ports.forEach((port, i) => {
    const number = numberAt(port, 'nodePort') ?? 0;
    if (number === 0) return;
    const at = `spec.ports[${i}].nodePort`;
    if (type === 'ClusterIP' || type === 'ExternalName') {
      errors.push(forbiddenField(at, `may not be used when \`type\` is '${type}'`));
    }
    const key = `${textAt(port, 'protocol')}/${number}`;
    if (seen.has(key)) errors.push(duplicate(at, number));
    seen.add(key);
  });
}

function validateExternalAddresses(errors: Errors, spec: Fields): void {
  const external = Array.isArray(spec.externalIPs) ? (spec.externalIPs as string[]) : [];
  external.forEach((address, i) => {
    const at = `spec.externalIPs[${i}]`;
    const problems = addressProblems(address);
    if (problems.length > 0) problemsOf(errors, at, address, () => problems);
    else if (address === '0.0.0.0' || address === '::') {
      errors.push(invalidValue(at, address, `may not be unspecified (${address})`));
    } else if (address.startsWith('127.') || address === '::1') {
      errors.push(invalidValue(at, address, 'may not be in the loopback range (127.0.0.0/8, ::1/128)'));
    }
  });
}

function validateTraffic(errors: Errors, spec: Fields, type: string): void {
  const external = spec.externalTrafficPolicy;
  const reachable =
    type === 'NodePort' ||
    type === 'LoadBalancer' ||
    (type === 'ClusterIP' && Array.isArray(spec.externalIPs) && spec.externalIPs.length > 0);
  if (external !== undefined) {
    if (!reachable) {
      errors.push(
        invalidValue('spec.externalTrafficPolicy', external, 'may only be set for externally-accessible services'),
      );
    } else if (external !== 'Cluster' && external !== 'Local') {
      errors.push(notSupported('spec.externalTrafficPolicy', external, ['Cluster', 'Local']));
    }
  }
  const health = spec.healthCheckNodePort;
  if (typeof health === 'number' && health !== 0 && !(type === 'LoadBalancer' && external === 'Local')) {
    const why = "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'";
    errors.push(invalidValue('spec.healthCheckNodePort', health, why));
  }
  if (spec.internalTrafficPolicy !== undefined) {
    supported(errors, 'spec.internalTrafficPolicy', spec.internalTrafficPolicy, ['Cluster', 'Local']);
  }
}

/** Models ValidateServiceUpdate (v1.36) */
export function validateServiceUpdate(errors: Errors, before: Fields, after: Fields): void {
  const old = fieldsAt(before, 'spec');
  const now = fieldsAt(after, 'spec');
  const had = textAt(old, 'type') !== 'ExternalName' && clusterIPs(old).length > 0;
  if (had && textAt(now, 'type') !== 'ExternalName') {
    const addresses = clusterIPs(now);
    if (addresses[0] !== clusterIPs(old)[0]) {
      errors.push(invalidValue('spec.clusterIPs[0]', addresses, 'may not change once set'));
    }
  }
  const both = textAt(old, 'type') === 'LoadBalancer' && textAt(now, 'type') === 'LoadBalancer';
  if (both && old.loadBalancerClass !== now.loadBalancerClass) {
    errors.push(invalidValue('spec.loadBalancerClass', now.loadBalancerClass ?? null, 'may not change once set'));
  }
  if (old.healthCheckNodePort !== undefined && textAt(now, 'type') === 'LoadBalancer') {
    if (now.externalTrafficPolicy === 'Local' && !equalJson(old.healthCheckNodePort, now.healthCheckNodePort)) {
      errors.push(invalidValue('spec.healthCheckNodePort', now.healthCheckNodePort, 'field is immutable'));
    }
  }
}

export function validateEndpoints(errors: Errors, object: Fields): void {
  itemsAt(object, 'subsets').forEach((subset, i) => {
    const at = `subsets[${i}]`;
    const addresses = itemsAt(subset, 'addresses');
    if (addresses.length === 0 && itemsAt(subset, 'notReadyAddresses').length === 0) {
      errors.push(required(at, 'must specify `addresses` or `notReadyAddresses`'));
    }
    validateSubset(errors, subset, at);
  });
}
