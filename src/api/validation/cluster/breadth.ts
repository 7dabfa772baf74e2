import { unbase64 } from '../../../base/bytes/base64.ts';
import {
  duplicate,
  forbiddenField,
  invalidValue,
  notSupported,
  required,
  tooLong,
  tooMany,
} from '../../errors/field-error.ts';
import { equalJson, type Fields, isFields } from '../../go/json.ts';
import { quote } from '../../go/quote.ts';
import { readCertificateRequest } from '../../values/certificate-request.ts';
import { dnsLabelProblems, dnsSubdomainProblems, portNameProblems } from '../../values/label-syntax.ts';
import {
  type Errors,
  fieldsAt,
  IMMUTABLE,
  itemsAt,
  named,
  notNegative,
  numberAt,
  portNumber,
  problemsOf,
  supported,
  textAt,
} from '../common/check.ts';
import { validateDomainPath } from '../common/domain-path.ts';
import { internalOf } from '../common/internal-form.ts';
import { validateLabels } from '../common/metadata.ts';
import { hostProblems, validateAppProtocol, validateEndpoint, validateResourceBackend } from '../networks/networks.ts';
import { validateTolerations } from '../pods/pod.ts';
import { validateResources } from '../pods/resources.ts';

/** Kinds that few people write by hand. */

function immutable(errors: Errors, before: Fields, after: Fields, ...keys: readonly string[]): void {
  for (const key of keys)
    if (!equalJson(before[key], after[key])) errors.push(invalidValue(key, after[key], IMMUTABLE));
}

/** Models pkg/apis/apps/validation/validation.go ValidateControllerRevision (v1.36) */
export function validateRevision(errors: Errors, object: Fields): void {
  if (object.data === undefined || object.data === null) errors.push(required('data', 'data is mandatory'));
  notNegative(errors, 'revision', object.revision);
}

export function validateRevisionUpdate(errors: Errors, before: Fields, after: Fields): void {
  immutable(errors, before, after, 'data');
}

/** Models pkg/apis/core/validation/events.go legacyValidateEvent (v1.36) */

const ADDRESS_TYPES = ['FQDN', 'IPv4', 'IPv6'];
const MOST_ENDPOINTS = 1000;
const MOST_ADDRESSES = 100;
const MOST_PORTS = 20_000;
const PROTOCOLS = ['SCTP', 'TCP', 'UDP'];

/** Models pkg/apis/discovery/validation/validation.go (v1.36) */
export function validateEndpointSlice(errors: Errors, object: Fields): void {
  const type = textAt(object, 'addressType');
  if (type === '') errors.push(required('addressType'));
  else if (!ADDRESS_TYPES.includes(type)) errors.push(notSupported('addressType', type, ADDRESS_TYPES));
  const endpoints = itemsAt(object, 'endpoints');
  if (endpoints.length > MOST_ENDPOINTS) {
    errors.push(tooMany('endpoints', endpoints.length, MOST_ENDPOINTS));
    return;
  }
  for (const [i, endpoint] of endpoints.entries()) {
    const addresses = itemsAt(endpoint, 'addresses');
    const at = `endpoints[${i}].addresses`;
    if (addresses.length === 0) errors.push(required(at, 'must contain at least 1 address'));
    else if (addresses.length > MOST_ADDRESSES) errors.push(tooMany(at, addresses.length, MOST_ADDRESSES));
    validateEndpoint(errors, endpoint, type, `endpoints[${i}]`);
  }
  const names = new Set<string>();
  const ports = itemsAt(object, 'ports');
  if (ports.length > MOST_PORTS) {
    errors.push(tooMany('ports', ports.length, MOST_PORTS));
    return;
  }
  for (const [i, port] of ports.entries()) {
    const name = textAt(port, 'name');
    if (name !== '') problemsOf(errors, `ports[${i}].name`, name, dnsLabelProblems);
    if (names.has(name)) errors.push(duplicate(`ports[${i}].name`, name));
    names.add(name);
    supported(errors, `ports[${i}].protocol`, port.protocol, PROTOCOLS);
    validateAppProtocol(errors, port, `ports[${i}]`);
  }
}

export function validateEndpointSliceUpdate(errors: Errors, before: Fields, after: Fields): void {
  immutable(errors, before, after, 'addressType');
}

const SHORTEST_CERTIFICATE = 600;
const USAGES =
  'any,cert sign,client auth,code signing,content commitment,crl sign,data encipherment,decipher only,digital signature,email protection,encipher only,ipsec end system,ipsec tunnel,ipsec user,key agreement,key encipherment,microsoft sgc,netscape sgc,ocsp signing,s/mime,server auth,signing,timestamping'.split(
    ',',
  );

function validateUsages(errors: Errors, usages: readonly string[] = []): void {
  if (usages.length === 0) errors.push(required('spec.usages'));
  for (const [i, usage] of usages.entries()) supported(errors, `spec.usages[${i}]`, usage, USAGES);
  for (const [i, usage] of usages.entries()) {
    if (usages.indexOf(usage) < i) errors.push(duplicate(`spec.usages[${i}]`, usage));
  }
}

const LONGEST_DOMAIN = 253;
const LONGEST_SIGNER = 571;

/** Models pkg/apis/core/validation/names.go, ValidateSignerName (v1.36) */
function validateSigner(errors: Errors, signer: string, at: string): void {
  const [domain = '', path = '', ...more] = signer.split('/');
  if (signer === '') errors.push(required(at));
  else if (!signer.includes('/') || more.length > 0) {
    const why = "must be a fully qualified domain and path of the form 'example.com/signer-name'";
    errors.push(invalidValue(at, signer, why));
  }
  if (!signer.includes('/') || more.length > 0) return;
  if (domain.length > LONGEST_DOMAIN) errors.push(tooLong(at, LONGEST_DOMAIN));
  firstWrong(errors, at, domain, dnsLabelProblems);
  const short = 'should be a domain with at least two segments separated by dots';
  if (!domain.includes('.')) errors.push(invalidValue(at, domain, short));
  firstWrong(errors, at, path, dnsSubdomainProblems);
  if (signer.length > LONGEST_SIGNER) errors.push(tooLong(at, LONGEST_SIGNER));
}

/** Of the parts between dots. */
function firstWrong(errors: Errors, at: string, text: string, problems: (part: string) => readonly string[]): void {
  const part = text.split('.').find((each) => problems(each).length > 0);
  if (part === undefined) return;
  for (const why of problems(part)) {
    errors.push(invalidValue(at, text, `validating label ${quote(part)}: ${why}`));
  }
}

/** Models pkg/apis/certificates/validation/validation.go (v1.36) */
export function validateCertificateRequest(errors: Errors, object: Fields): void {
  const spec = fieldsAt(object, 'spec');
  const read = readCertificateRequest(textAt(spec, 'request'));
  if (typeof read === 'string') errors.push(invalidValue('spec.request', spec.request ?? null, read));
  validateUsages(errors, spec.usages as readonly string[] | undefined);
  const signer = textAt(spec, 'signerName');
  const legacy = 'the legacy signerName is not allowed via this API version';
  if (signer === 'kubernetes.io/legacy-unknown') errors.push(invalidValue('spec.signerName', signer, legacy));
  else validateSigner(errors, signer, 'spec.signerName');
  const seconds = numberAt(spec, 'expirationSeconds');
  if (seconds !== undefined && seconds < SHORTEST_CERTIFICATE) {
    const why = 'may not specify a duration less than 600 seconds (10 minutes)';
    errors.push(invalidValue('spec.expirationSeconds', seconds, why));
  }
}

export function validateCertificateRequestUpdate(errors: Errors, before: Fields, after: Fields): void {
  immutable(errors, before, after, 'spec');
}

/** What became of a request: nobody takes a judgement back. */
export function certificateStatusErrors(before: Fields, after: Fields): Errors {
  const errors: Errors = [];
  validateJudgements(errors, itemsAt(after.status, 'conditions'));
  for (const type of JUDGEMENTS) {
    const count = (object: Fields): number =>
      itemsAt(object.status, 'conditions').filter((each) => each.type === type).length;
    if (count(after) < count(before)) {
      errors.push(forbiddenField('status.conditions', `updates may not remove a condition of type "${type}"`));
    }
  }
  const [old, now] = [textAt(before.status, 'certificate'), textAt(after.status, 'certificate')];
  const problem = now === old || now === '' ? undefined : certificateProblem(now);
  if (problem !== undefined) errors.push(invalidValue('status.certificate', '<certificate data>', problem));
  if (old !== '' && old !== now) {
    errors.push(forbiddenField('status.certificate', 'updates may not modify existing certificate content'));
  }
  return errors;
}

/** Of PEM in base64. Not modelled: whether what stands in a block is a certificate. */
function certificateProblem(text: string): string | undefined {
  const blocks = [...unbase64(text).matchAll(/-----BEGIN ([A-Z0-9 ]+)-----\n([\s\S]*?)-----END \1-----/g)];
  for (const [, label = '', body = ''] of blocks) {
    if (label !== 'CERTIFICATE') return `only CERTIFICATE PEM blocks are allowed, found ${quote(label)}`;
    if (body.includes(':')) return 'no PEM block headers are permitted';
  }
  return blocks.length === 0 ? 'must contain at least one CERTIFICATE PEM block' : undefined;
}

const JUDGEMENTS = ['Approved', 'Denied', 'Failed'];

function validateJudgements(errors: Errors, conditions: readonly Fields[]): void {
  const seen = new Set<string>();
  for (const [i, condition] of conditions.entries()) {
    const at = `status.conditions[${i}]`;
    const [type, status] = [textAt(condition, 'type'), textAt(condition, 'status')];
    if (type === '') errors.push(required(`${at}.type`));
    if (status === '') errors.push(required(`${at}.status`));
    else supported(errors, `${at}.status`, status, JUDGEMENTS.includes(type) ? ['True'] : ['False', 'True', 'Unknown']);
    if ((type === 'Approved' && seen.has('Denied')) || (type === 'Denied' && seen.has('Approved'))) {
      errors.push(invalidValue(`${at}.type`, type, 'Approved and Denied conditions are mutually exclusive'));
    }
    if (seen.has(type)) errors.push(duplicate(`${at}.type`, type));
    seen.add(type);
  }
}

/** Models pkg/apis/node/validation/validation.go (v1.36) */
export function validateRuntimeClass(errors: Errors, object: Fields): void {
  problemsOf(errors, 'handler', textAt(object, 'handler'), dnsLabelProblems);
  if (isFields(object.overhead)) {
    validateResources(errors, { limits: fieldsAt(object.overhead, 'podFixed') }, 'overhead');
  }
  if (!isFields(object.scheduling)) return;
  const { nodeSelector } = object.scheduling;
  if (isFields(nodeSelector))
    validateLabels(errors, nodeSelector as Readonly<Record<string, string>>, 'scheduling.nodeSelector');
  const tolerations = itemsAt(object.scheduling, 'tolerations');
  validateTolerations(errors, tolerations, 'scheduling.tolerations');
  const seen = new Set<string>();
  for (const [i, each] of tolerations.entries()) {
    const key = JSON.stringify(['key', 'operator', 'value', 'effect'].map((name) => textAt(each, name)));
    if (seen.has(key)) errors.push(duplicate(`scheduling.tolerations[${i}]`, internalOf('Toleration', each)));
    seen.add(key);
  }
}

export function validateRuntimeClassUpdate(errors: Errors, before: Fields, after: Fields): void {
  immutable(errors, before, after, 'handler');
}

const LONGEST_CONTROLLER = 250;

/** Models pkg/apis/networking/validation/validation.go validateIngressClassSpec (v1.36) */
export function validateIngressClass(errors: Errors, object: Fields): void {
  const controller = textAt(fieldsAt(object, 'spec'), 'controller');
  const at = 'spec.controller';
  if (controller.length > LONGEST_CONTROLLER) errors.push(tooLong(at, LONGEST_CONTROLLER));
  validateDomainPath(errors, controller, at);
  const { parameters } = fieldsAt(object, 'spec');
  if (isFields(parameters)) validateClassParameters(errors, parameters, 'spec.parameters');
}

/** Models validateIngressClassParametersReference (v1.36) */
function validateClassParameters(errors: Errors, parameters: Fields, at: string): void {
  validateResourceBackend(errors, parameters, at);
  const { scope, namespace } = parameters;
  if (scope === undefined || scope === null) errors.push(required(`${at}.scope`));
  else supported(errors, `${at}.scope`, scope, ['Cluster', 'Namespace']);
  if (scope === 'Namespace') {
    if (namespace === undefined) {
      errors.push(required(`${at}.namespace`, "`parameters.scope` is set to 'Namespace'"));
    } else problemsOf(errors, `${at}.namespace`, String(namespace), dnsLabelProblems);
  }
  if (scope === 'Cluster' && namespace !== undefined) {
    errors.push(forbiddenField(`${at}.namespace`, "`parameters.scope` is set to 'Cluster'"));
  }
}

export function validateIngressClassUpdate(errors: Errors, before: Fields, after: Fields): void {
  const [old, now] = [fieldsAt(before, 'spec').controller, fieldsAt(after, 'spec').controller];
  if (old !== now) errors.push(invalidValue('spec.controller', now, IMMUTABLE));
}

/** Models pkg/apis/networking/validation/validation.go validateIngressRules and validateIngressServiceBackend (v1.36) */
export function validateIngressHost(errors: Errors, rule: Fields, at: string): void {
  const host = textAt(rule, 'host');
  if (host === '') return;
  if (/^\d+(\.\d+){3}$|:/.test(host)) {
    errors.push(invalidValue(`${at}.host`, host, 'must be a DNS name, not an IP address'));
  } else problemsOf(errors, `${at}.host`, host, hostProblems);
}

/** Of a backend by its path: problems of both fields of a port are told of the backend. */
export function validateServiceBackend(errors: Errors, service: Fields, at: string): void {
  const own = `${at}.service`;
  named(errors, `${own}.name`, textAt(service, 'name'), dnsLabelProblems);
  const port = fieldsAt(service, 'port');
  const [portName, number] = [textAt(port, 'name'), numberAt(port, 'number') ?? 0];
  if (portName !== '' && number !== 0) errors.push(invalidValue(at, '', 'cannot set both port name & port number'));
  else if (portName !== '') problemsOf(errors, `${own}.port.name`, portName, portNameProblems);
  else if (number !== 0) portNumber(errors, `${own}.port.number`, number);
  else errors.push(required(at, 'port name or number is required'));
}

const EVICTION_POLICIES = ['AlwaysAllow', 'IfHealthyBudget'];

/** Models pkg/apis/policy/validation/validation.go (v1.36) */
export function validateEvictionPolicy(errors: Errors, spec: Fields): void {
  if (spec.unhealthyPodEvictionPolicy !== undefined) {
    supported(errors, 'spec.unhealthyPodEvictionPolicy', spec.unhealthyPodEvictionPolicy, EVICTION_POLICIES);
  }
}
