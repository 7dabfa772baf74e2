import { duplicate, forbiddenField, invalidValue, notSupported, required, tooMany } from '../../errors/field-error.ts';
import { equalJson, type Fields, isFields } from '../../go/json.ts';
import type { StringMap } from '../../types/meta.ts';
import {
  dnsLabelProblems,
  dnsSubdomainProblems,
  labelValueProblems,
  qualifiedNameProblems,
} from '../../values/label-syntax.ts';
import {
  addressProblems,
  isInside,
  isNetwork,
  networkProblems,
  rangeProblems,
  specialProblems,
} from '../common/addresses.ts';
import {
  type Errors,
  fieldsAt,
  IMMUTABLE,
  itemsAt,
  named,
  numberAt,
  portNumber,
  problemsOf,
  supported,
  textAt,
} from '../common/check.ts';
import { pathSegmentProblems, validateLabels } from '../common/metadata.ts';
import { validateSelector } from '../common/selector.ts';
import { validatePort } from '../pods/probes.ts';

/** Models pkg/apis/{networking,discovery,core}/validation/validation.go (v1.36) */

const PROTOCOLS = ['TCP', 'UDP', 'SCTP'];

const textsAt = (object: Fields, key: string): readonly string[] =>
  Array.isArray(object[key]) ? (object[key] as string[]) : [];

export function validatePolicyRules(errors: Errors, spec: Fields): void {
  for (const [direction, peers] of [
    ['ingress', 'from'],
    ['egress', 'to'],
  ] as const) {
    itemsAt(spec, direction).forEach((rule, i) => {
      const at = `spec.${direction}[${i}]`;
      for (const [j, port] of itemsAt(rule, 'ports').entries()) validatePolicyPort(errors, port, `${at}.ports[${j}]`);
      for (const [j, peer] of itemsAt(rule, peers).entries()) validatePeer(errors, peer, `${at}.${peers}[${j}]`);
    });
  }
}

function validatePolicyPort(errors: Errors, port: Fields, at: string): void {
  const { protocol, port: own } = port;
  if (protocol !== undefined && !PROTOCOLS.includes(String(protocol))) {
    errors.push(notSupported(`${at}.protocol`, protocol, PROTOCOLS));
  }
  const end = numberAt(port, 'endPort');
  if (own === undefined) {
    if (end !== undefined) {
      errors.push(invalidValue(`${at}.endPort`, end, 'may not be specified when `port` is not specified'));
    }
    return;
  }
  if (typeof own === 'string') {
    if (end !== undefined) {
      errors.push(invalidValue(`${at}.endPort`, end, 'may not be specified when `port` is non-numeric'));
    }
    validatePort(errors, own, `${at}.port`);
    return;
  }
  portNumber(errors, `${at}.port`, Number(own));
  if (end === undefined) return;
  if (end < Number(own)) errors.push(invalidValue(`${at}.endPort`, end, 'must be greater than or equal to `port`'));
  portNumber(errors, `${at}.endPort`, end);
}

function validatePeer(errors: Errors, peer: Fields, at: string): void {
  const { podSelector: pods, namespaceSelector: namespaces, ipBlock: block } = peer;
  if (isFields(pods)) validateSelector(errors, pods, `${at}.podSelector`);
  if (isFields(namespaces)) validateSelector(errors, namespaces, `${at}.namespaceSelector`);
  if (isFields(block)) validateBlock(errors, block, `${at}.ipBlock`);
  const count = [pods, namespaces, block].filter(isFields).length;
  if (count === 0) errors.push(required(at, 'must specify a peer'));
  else if (count > 1 && isFields(block)) {
    errors.push(forbiddenField(at, 'may not specify both ipBlock and another peer'));
  }
}

function validateBlock(errors: Errors, block: Fields, at: string): void {
  const cidr = textAt(block, 'cidr');
  if (cidr === '') {
    errors.push(required(`${at}.cidr`));
    return;
  }
  problemsOf(errors, `${at}.cidr`, cidr, networkProblems);
  if (!isNetwork(cidr)) return;
  textsAt(block, 'except').forEach((each, i) => {
    problemsOf(errors, `${at}.except[${i}]`, each, networkProblems);
    if (isNetwork(each) && isInside(cidr, each) === false) {
      errors.push(invalidValue(`${at}.except[${i}]`, each, 'must be a strict subset of `cidr`'));
    }
  });
}

const WILDCARD =
  "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character (e.g. '*.example.com', regex used for validation is '\\*\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

export function hostProblems(host: string): readonly string[] {
  if (!host.includes('*')) return dnsSubdomainProblems(host);
  return host.startsWith('*.') && dnsSubdomainProblems(host.slice(2)).length === 0 ? [] : [WILDCARD];
}

/** Certificates and class of an Ingress. */
export function validateIngressRest(errors: Errors, spec: Fields): void {
  itemsAt(spec, 'tls').forEach((tls, i) => {
    const at = `spec.tls[${i}]`;
    for (const [j, host] of textsAt(tls, 'hosts').entries()) {
      problemsOf(errors, `${at}.hosts[${j}]`, host, hostProblems);
    }
    const secret = textAt(tls, 'secretName');
    if (secret !== '') problemsOf(errors, `${at}.secretName`, secret, dnsSubdomainProblems);
  });
  if (spec.ingressClassName !== undefined) {
    problemsOf(errors, 'spec.ingressClassName', textAt(spec, 'ingressClassName'), dnsSubdomainProblems);
  }
}

const BAD_PARTS = ['//', '/./', '/../', '%2f', '%2F'];
const BAD_ENDS = ['/..', '/.'];

export function pathProblems(errors: Errors, path: string, at: string): void {
  for (const part of BAD_PARTS) {
    if (path.includes(part)) errors.push(invalidValue(at, path, `must not contain '${part}'`));
  }
  for (const end of BAD_ENDS) if (path.endsWith(end)) errors.push(invalidValue(at, path, `cannot end with '${end}'`));
}

export function validateResourceBackend(errors: Errors, resource: Fields, at: string): void {
  const { apiGroup: group } = resource;
  if (typeof group === 'string') problemsOf(errors, `${at}.apiGroup`, group, dnsSubdomainProblems);
  for (const key of ['kind', 'name']) named(errors, `${at}.${key}`, textAt(resource, key), pathSegmentProblems);
}

const MOST_LABELS = 16;
const MOST_HINTS = 8;

/** One endpoint of a slice. */
export function validateEndpoint(errors: Errors, endpoint: Fields, type: string, at: string): void {
  textsAt(endpoint, 'addresses').forEach((address, i) => {
    const path = `${at}.addresses[${i}]`;
    if (type === 'FQDN') validateFullName(errors, address, path);
    else if (type === 'IPv4' || type === 'IPv6') {
      const problems = addressProblems(address);
      problemsOf(errors, path, address, () => problems);
      if (problems.length === 0) {
        const six = address.includes(':');
        if (six !== (type === 'IPv6')) errors.push(invalidValue(path, address, `must be an ${type} address`));
        problemsOf(errors, path, address, specialProblems);
      }
    }
  });
  const name = endpoint.nodeName;
  if (name !== undefined) problemsOf(errors, `${at}.nodeName`, String(name), dnsSubdomainProblems);
  const topology = fieldsAt(endpoint, 'deprecatedTopology');
  const count = Object.keys(topology).length;
  if (count > MOST_LABELS) errors.push(tooMany(`${at}.deprecatedTopology`, count, MOST_LABELS));
  validateLabels(errors, topology as StringMap, `${at}.deprecatedTopology`);
  if (endpoint.hostname !== undefined) {
    problemsOf(errors, `${at}.hostname`, String(endpoint.hostname), dnsLabelProblems);
  }
  const hints = fieldsAt(endpoint, 'hints');
  validateHints(errors, itemsAt(hints, 'forZones'), `${at}.hints.forZones`, labelValueProblems);
  validateHints(errors, itemsAt(hints, 'forNodes'), `${at}.hints.forNodes`, dnsSubdomainProblems);
}

/** Where an endpoint is meant to be used from. */
function validateHints(
  errors: Errors,
  hints: readonly Fields[],
  at: string,
  problems: (name: string) => readonly string[],
): void {
  if (hints.length > MOST_HINTS) {
    errors.push(tooMany(at, hints.length, MOST_HINTS));
    return;
  }
  const names = new Set<string>();
  hints.forEach((hint, i) => {
    const name = textAt(hint, 'name');
    if (names.has(name)) errors.push(duplicate(`${at}[${i}].name`, name));
    names.add(name);
    problemsOf(errors, `${at}[${i}].name`, name, problems);
  });
}

/** A name that says where it is: of two labels at least, with or without the dot at the end. */
// Models apimachinery/pkg/util/validation IsFullyQualifiedDomainName (v1.36)
function validateFullName(errors: Errors, given: string, at: string): void {
  if (given === '') {
    errors.push(required(at));
    return;
  }
  const name = given.endsWith('.') ? given.slice(0, -1) : given;
  const problems = dnsSubdomainProblems(name);
  const labels = name.split('.');
  if (problems.length > 0) errors.push(invalidValue(at, name, problems.join(',')));
  else if (labels.length < 2) {
    errors.push(invalidValue(at, name, 'should be a domain with at least two segments separated by dots'));
  } else {
    for (const label of labels) {
      const why = dnsLabelProblems(label);
      if (why.length > 0) errors.push(invalidValue(at, label, why.join(',')));
    }
  }
}

/** Of the old Endpoints. */
export function validateSubset(errors: Errors, subset: Fields, at: string): void {
  for (const key of ['addresses', 'notReadyAddresses']) {
    itemsAt(subset, key).forEach((address, i) => {
      const path = `${at}.${key}[${i}]`;
      const ip = textAt(address, 'ip');
      problemsOf(errors, `${path}.ip`, ip, addressProblems);
      const host = textAt(address, 'hostname');
      if (host !== '') problemsOf(errors, `${path}.hostname`, host, dnsLabelProblems);
      if (address.nodeName !== undefined) {
        problemsOf(errors, `${path}.nodeName`, String(address.nodeName), dnsSubdomainProblems);
      }
      problemsOf(errors, `${path}.ip`, ip, specialProblems);
    });
  }
  const ports = itemsAt(subset, 'ports');
  ports.forEach((port, i) => {
    const path = `${at}.ports[${i}]`;
    const name = textAt(port, 'name');
    if (ports.length > 1 && name === '') errors.push(required(`${path}.name`));
    else if (name !== '') problemsOf(errors, `${path}.name`, name, dnsLabelProblems);
    portNumber(errors, `${path}.port`, numberAt(port, 'port') ?? 0);
    if (textAt(port, 'protocol') === '') errors.push(required(`${path}.protocol`));
    else supported(errors, `${path}.protocol`, port.protocol, ['SCTP', 'TCP', 'UDP']);
    validateAppProtocol(errors, port, path);
  });
}

export function validateAppProtocol(errors: Errors, port: Fields, at: string): void {
  if (port.appProtocol === undefined) return;
  problemsOf(errors, `${at}.appProtocol`, String(port.appProtocol), qualifiedNameProblems);
}

export function validateServiceCidr(errors: Errors, object: Fields): void {
  const at = 'spec.cidrs';
  const cidrs = textsAt(fieldsAt(object, 'spec'), 'cidrs');
  if (cidrs.length === 0) errors.push(required(at, 'at least one CIDR required'));
  else if (cidrs.length > 2) errors.push(invalidValue(at, { CIDRs: cidrs }, 'may only hold up to 2 values'));
  else {
    for (const [i, cidr] of cidrs.entries()) problemsOf(errors, `${at}[${i}]`, cidr, rangeProblems);
    const [first = '', second = ''] = cidrs;
    const known = isNetwork(first) && isNetwork(second);
    if (cidrs.length === 2 && known && first.includes(':') === second.includes(':')) {
      const why = 'may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64';
      errors.push(invalidValue(at, cidrs, why));
    }
  }
}

/** What it has stays; a range of the other family may come to it. */
export function validateServiceCidrUpdate(errors: Errors, before: Fields, after: Fields): void {
  const old = textsAt(fieldsAt(before, 'spec'), 'cidrs');
  const cidrs = textsAt(fieldsAt(after, 'spec'), 'cidrs');
  const grows = old.length === 1 && cidrs.length === 2;
  if (old.length !== cidrs.length && !grows) {
    errors.push(invalidValue('spec.cidrs', cidrs, IMMUTABLE));
    return;
  }
  for (const [i, cidr] of old.entries()) {
    if (cidrs[i] !== cidr) errors.push(invalidValue(`spec.cidrs[${i}]`, cidrs[i], IMMUTABLE));
  }
  if (grows) validateServiceCidr(errors, after);
}

export function validateAddressObject(errors: Errors, object: Fields): void {
  const parent = fieldsAt(object, 'spec').parentRef;
  if (!isFields(parent)) {
    errors.push(required('spec.parentRef'));
    return;
  }
  const group = textAt(parent, 'group');
  if (group !== '') problemsOf(errors, 'spec.parentRef.group', group, dnsSubdomainProblems);
  for (const key of ['resource', 'name']) {
    named(errors, `spec.parentRef.${key}`, textAt(parent, key), pathSegmentProblems);
  }
  const namespace = textAt(parent, 'namespace');
  if (namespace !== '') problemsOf(errors, 'spec.parentRef.namespace', namespace, pathSegmentProblems);
}

export function validateAddressObjectUpdate(errors: Errors, before: Fields, after: Fields): void {
  const { parentRef: parent } = fieldsAt(after, 'spec');
  if (equalJson(fieldsAt(before, 'spec').parentRef, parent)) return;
  errors.push(invalidValue('spec.parentRef', parent, IMMUTABLE));
}

/** What Services have beside ports and addresses. Models ValidateService (v1.36) */
export function validateServiceRest(errors: Errors, spec: Fields, type: string): void {
  const ranges = textsAt(spec, 'loadBalancerSourceRanges');
  const at = 'spec.LoadBalancerSourceRanges';
  if (ranges.length > 0) {
    if (type !== 'LoadBalancer') {
      errors.push(forbiddenField(at, "may only be used when `type` is 'LoadBalancer'"));
    }
    for (const [i, range] of ranges.entries()) problemsOf(errors, `${at}[${i}]`, range.trim(), networkProblems);
  }
  if (spec.allocateLoadBalancerNodePorts !== undefined && type !== 'LoadBalancer') {
    const why = "may only be used when `type` is 'LoadBalancer'";
    errors.push(forbiddenField('spec.allocateLoadBalancerNodePorts', why));
  }
  const className = spec.loadBalancerClass;
  if (className !== undefined) {
    if (type !== 'LoadBalancer') {
      errors.push(forbiddenField('spec.loadBalancerClass', "may only be used when `type` is 'LoadBalancer'"));
    } else problemsOf(errors, 'spec.loadBalancerClass', String(className), qualifiedNameProblems);
  }
}

export function validateFamilies(errors: Errors, spec: Fields): void {
  const seen = new Set<string>();
  textsAt(spec, 'ipFamilies').forEach((family, i) => {
    const at = `spec.ipFamilies[${i}]`;
    if (family !== 'IPv4' && family !== 'IPv6') errors.push(notSupported(at, family, ['IPv4', 'IPv6']));
    if (seen.has(family)) errors.push(duplicate(at, family));
    seen.add(family);
  });
  if (spec.ipFamilyPolicy !== undefined) {
    const policies = ['PreferDualStack', 'RequireDualStack', 'SingleStack'];
    supported(errors, 'spec.ipFamilyPolicy', spec.ipFamilyPolicy, policies);
  }
}

const DISTRIBUTIONS = ['PreferClose', 'PreferSameNode', 'PreferSameZone'];

export function validateDistribution(errors: Errors, spec: Fields): void {
  if (spec.trafficDistribution !== undefined) {
    supported(errors, 'spec.trafficDistribution', spec.trafficDistribution, DISTRIBUTIONS);
  }
}

/** A class that is named twice is one class. Models ValidateIngressCreate (v1.36) */
export function validateNewIngress(errors: Errors, object: Fields): void {
  const annotation = fieldsAt(fieldsAt(object, 'metadata'), 'annotations')['kubernetes.io/ingress.class'];
  const { ingressClassName: name } = fieldsAt(object, 'spec');
  if (annotation === undefined || name === undefined || annotation === name) return;
  const why = 'must match `ingressClassName` when both are specified';
  errors.push(invalidValue('annotations.kubernetes.io/ingress.class', annotation, why));
}
