import {
  type FieldError,
  forbiddenField,
  invalidValue,
  notSupported,
  required,
  tooLong,
} from '../errors/field-error.ts';
import { type Fields, isFields } from '../go/json.ts';
import { dnsSubdomainProblems } from '../values/label-syntax.ts';
import { addressProblems, isAddress } from './common/addresses.ts';
import { type Errors, fieldsAt, itemsAt, notNegative, problemsOf, textAt } from './common/check.ts';
import { validateConditions } from './common/conditions.ts';

interface Counts {
  /** What is never negative, in the order in which upstream looks at it. */
  readonly counted: readonly string[];
  /** What is part of status.replicas. */
  readonly parts: readonly string[];
  readonly readyText?: string;
}

const counts = (counted: string, parts = '', readyText?: string): Counts => ({
  counted: counted.split(' '),
  parts: parts === '' ? [] : parts.split(' '),
  ...(readyText === undefined ? undefined : { readyText }),
});

const READY = 'cannot be greater than readyReplicas';
const OF_A_SET = counts(
  'replicas fullyLabeledReplicas readyReplicas availableReplicas terminatingReplicas observedGeneration',
  'fullyLabeledReplicas readyReplicas availableReplicas',
  READY,
);

const KINDS: ReadonlyMap<string, Counts> = new Map([
  [
    'Deployment',
    counts(
      'observedGeneration replicas updatedReplicas readyReplicas availableReplicas unavailableReplicas terminatingReplicas collisionCount',
      'updatedReplicas readyReplicas availableReplicas',
      READY,
    ),
  ],
  ['ReplicaSet', OF_A_SET],
  ['ReplicationController', OF_A_SET],
  [
    'StatefulSet',
    counts(
      'replicas readyReplicas currentReplicas updatedReplicas availableReplicas observedGeneration collisionCount',
      'readyReplicas currentReplicas updatedReplicas availableReplicas',
      'cannot be greater than status.readyReplicas',
    ),
  ],
  [
    'DaemonSet',
    counts(
      'currentNumberScheduled numberMisscheduled desiredNumberScheduled numberReady observedGeneration updatedNumberScheduled numberAvailable numberUnavailable collisionCount',
    ),
  ],
  ['PodDisruptionBudget', counts('disruptionsAllowed currentHealthy desiredHealthy expectedPods')],
  ['HorizontalPodAutoscaler', counts('currentReplicas desiredReplicas')],
]);

/** What a status cannot say. Models pkg/apis/{apps,policy,autoscaling,core,networking}/validation/validation.go (v1.36) */
export function statusErrors(kind: string, object: Fields): readonly FieldError[] {
  const errors: Errors = [];
  const status = fieldsAt(object, 'status');
  if (CONDITIONED.has(kind)) validateConditions(errors, itemsAt(status, 'conditions'), 'status.conditions');
  if (kind === 'Ingress') validateAddresses(errors, status, false);
  if (kind === 'Namespace') validatePhase(errors, object, textAt(status, 'phase'));
  if (kind === 'Service') validateBalancer(errors, status, fieldsAt(object, 'spec'));
  if (kind === 'VolumeAttachment') validateAttachmentStatus(errors, status);
  validateCounts(errors, kind, status);
  return errors;
}

/** Whose conditions have the general form; older ones have forms of their own. */
const CONDITIONED: ReadonlySet<string> = new Set(['PodDisruptionBudget', 'ValidatingAdmissionPolicy']);

function validateCounts(errors: Errors, kind: string, status: Fields): void {
  const { counted = [], parts = [], readyText } = KINDS.get(kind) ?? {};
  const numberOf = (name: string): number => (typeof status[name] === 'number' ? status[name] : 0);
  for (const name of counted) notNegative(errors, `status.${name}`, numberOf(name));
  const more = (name: string, than: string, text: string): void => {
    if (numberOf(name) > numberOf(than)) errors.push(invalidValue(`status.${name}`, numberOf(name), text));
  };
  for (const name of parts) more(name, 'replicas', 'cannot be greater than status.replicas');
  if (readyText !== undefined) more('availableReplicas', 'readyReplicas', readyText);
}

function validatePhase(errors: Errors, { metadata }: Fields, phase: string): void {
  const [wanted, when] =
    isFields(metadata) && metadata.deletionTimestamp ? ['Terminating', 'not empty'] : ['Active', 'empty'];
  if (phase === wanted) return;
  errors.push(invalidValue('status.Phase', phase, `may only be '${wanted}' if \`deletionTimestamp\` is ${when}`));
}

const MOST_METADATA = 256 * 1024;
const LONGEST_MESSAGE = 1024;

/** Models pkg/apis/storage/validation/validation.go, validateVolumeAttachmentStatus (v1.36) */
function validateAttachmentStatus(errors: Errors, status: Fields): void {
  const metadata = Object.entries(fieldsAt(status, 'attachmentMetadata'));
  const size = metadata.reduce((sum, [key, value]) => sum + key.length + String(value).length, 0);
  if (size > MOST_METADATA) errors.push(tooLong('status.attachmentMetadata', MOST_METADATA));
  for (const name of ['attachError', 'detachError']) {
    const { message = '', errorCode } = fieldsAt(status, name) as { message?: string; errorCode?: number };
    // The real server, too, names another limit here than the one that it keeps to.
    if (message.length > LONGEST_MESSAGE) errors.push(tooLong(`status.${name}.message`, MOST_METADATA));
    if (errorCode !== undefined && errorCode < 0)
      errors.push(invalidValue(`status.${name}.errorCode`, errorCode, 'must be between 0 and 2147483647, inclusive'));
  }
}

const ADDRESSES = 'status.loadBalancer.ingress';

/** Models pkg/apis/core/validation/validation.go, ValidateLoadBalancerStatus (v1.36) */
function validateBalancer(errors: Errors, status: Fields, spec: Fields): void {
  const addresses = itemsAt(status.loadBalancer, 'ingress');
  if (spec.type !== 'LoadBalancer' && addresses.length > 0) {
    errors.push(forbiddenField(ADDRESSES, 'may only be used when `spec.type` is "LoadBalancer"'));
  } else validateAddresses(errors, status, true);
}

function validateAddresses(errors: Errors, status: Fields, hasModes: boolean): void {
  for (const [i, each] of itemsAt(status.loadBalancer, 'ingress').entries()) {
    const at = `${ADDRESSES}[${i}]`;
    const [address, host] = [textAt(each, 'ip'), textAt(each, 'hostname')];
    if (address !== '') problemsOf(errors, `${at}.ip`, address, addressProblems);
    if (hasModes) validateMode(errors, each, `${at}.ipMode`);
    if (host === '') continue;
    problemsOf(errors, `${at}.hostname`, host, dnsSubdomainProblems);
    if (isAddress(host)) errors.push(invalidValue(`${at}.hostname`, host, 'must be a DNS name, not an IP address'));
  }
}

function validateMode(errors: Errors, { ip, ipMode }: Fields, at: string): void {
  const has = ip !== undefined && ip !== '';
  const modes = ['Proxy', 'VIP'];
  if (ipMode === undefined) {
    if (has) errors.push(required(at, 'must be specified when `ip` is set'));
  } else if (!has) errors.push(forbiddenField(at, 'may not be specified when `ip` is not set'));
  else if (!modes.includes(String(ipMode))) errors.push(notSupported(at, ipMode, modes));
}
