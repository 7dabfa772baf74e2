import { invalidValue } from '../../../../api/errors/field-error.ts';
import { invalid, type Status } from '../../../../api/errors/status.ts';
import type { KObject } from '../../../../api/types/meta.ts';
import { compareStrings } from '../../../../base/order.ts';
import {
  type AdmissionAttributes,
  type AdmissionPlugin,
  type AdmissionServices,
  on,
  refusedBecause,
} from '../attributes.ts';
import { isSignificant, type Violation, violationsOf } from './pod-security-checks.ts';

const PREFIX = 'pod-security.kubernetes.io/';

interface Policy {
  readonly level: string;
  readonly version: string;
}

/** A namespace's labels say how careless its Pods may be. Without labels: privileged, anything goes. */
// Models staging/src/k8s.io/pod-security-admission/admission/admission.go (v1.36)
export const podSecurity: AdmissionPlugin = {
  name: 'PodSecurity',
  handles: on(
    [
      'namespaces',
      'pods',
      'pods/ephemeralcontainers',
      'replicationcontrollers',
      'podtemplates',
      'deployments.apps',
      'replicasets.apps',
      'statefulsets.apps',
      'daemonsets.apps',
      'jobs.batch',
      'cronjobs.batch',
    ],
    ['CREATE', 'UPDATE'],
  ),
  validate(attributes, services) {
    const { object, old, operation, resource, namespace } = attributes;
    if (object === undefined) return undefined;
    if (resource.resource === 'namespaces') return validateNamespace(attributes, services);
    const labels = services.get('namespaces', '', namespace)?.metadata.labels ?? {};
    const isPod = resource.resource === 'pods';
    if (unlabelled(labels)) {
      if (!isPod) return undefined;
      services.annotate(`${PREFIX}enforce-policy`, 'privileged:latest');
      return 'privileged:latest';
    }
    const enforce = policyOf(labels, 'enforce');
    if (isPod && operation === 'UPDATE' && old !== undefined && unimportant(object, old)) return undefined;
    const spec = specOf(object);
    if (spec === undefined) return undefined;
    const meta = metaOf(object);
    const audited = policyOf(labels, 'audit');
    const recorded = violationsOf(audited.level, audited.version, spec, meta);
    if (recorded.length > 0) services.annotate(`${PREFIX}audit-violations`, wouldViolate(audited, recorded));
    if (isPod) {
      services.annotate(`${PREFIX}enforce-policy`, `${enforce.level}:${enforce.version}`);
      const violated = violationsOf(enforce.level, enforce.version, spec, meta);
      if (violated.length > 0) {
        const why = `violates PodSecurity "${enforce.level}:${enforce.version}": ${inWords(violated)}`;
        return refusedBecause(attributes, why);
      }
    }
    const warn = policyOf(labels, 'warn');
    const warned = violationsOf(warn.level, warn.version, spec, meta);
    if (warned.length > 0) services.warn(wouldViolate(warn, warned));
    return isPod ? `${enforce.level}:${enforce.version}` : undefined;
  },
};

function wouldViolate({ level, version }: Policy, violations: readonly Violation[]): string {
  return `would violate PodSecurity "${level}:${version}": ${inWords(violations)}`;
}

function inWords(violations: readonly Violation[]): string {
  return violations.map(({ reason, detail }) => `${reason} (${detail})`).join(', ');
}

const LEVELS: readonly string[] = ['privileged', 'baseline', 'restricted'];
const MODES: readonly string[] = ['enforce', 'audit', 'warn'];
const VERSION = /^(latest|v1\.(0|[1-9]\d*))$/;

/** Labels that mean nothing are refused; a stricter level warns about Pods that are there already. */
function validateNamespace(attributes: AdmissionAttributes, services: AdmissionServices): Status | undefined {
  const { resource, name, object, old } = attributes;
  const labels = object?.metadata.labels ?? {};
  const before = old?.metadata.labels ?? {};
  const errors = [...labelErrors(labels)];
  if (errors.length > 0 && labelErrors(before).length === 0) return invalid(resource, name, errors);
  if (old === undefined) return undefined;
  const enforce = policyOf(labels, 'enforce');
  const previous = policyOf(before, 'enforce');
  if (enforce.level === 'privileged' || LEVELS.indexOf(enforce.level) <= LEVELS.indexOf(previous.level))
    return undefined;
  warnOfExisting(name, enforce, services);
  return undefined;
}

function labelErrors(labels: { readonly [key: string]: string }) {
  return MODES.flatMap((mode) => {
    const level = labels[PREFIX + mode];
    const version = labels[`${PREFIX + mode}-version`];
    const at = (key: string): string => `metadata.labels[${key}]`;
    return [
      ...(level === undefined || LEVELS.includes(level)
        ? []
        : [invalidValue(at(PREFIX + mode), level, `must be one of ${LEVELS.join(', ')}`)]),
      ...(version === undefined || VERSION.test(version)
        ? []
        : [invalidValue(at(`${PREFIX + mode}-version`), version, 'must be "latest" or "v1.x"')]),
    ];
  });
}

function warnOfExisting(namespace: string, policy: Policy, services: AdmissionServices): void {
  const byReasons = new Map<string, string[]>();
  for (const pod of services.list('pods', namespace)) {
    const reasons = violationsOf(policy.level, policy.version, pod.spec as object, pod.metadata)
      .map(({ reason }) => reason)
      .join(', ');
    if (reasons === '') continue;
    const names = byReasons.get(reasons);
    if (names === undefined) byReasons.set(reasons, [pod.metadata.name ?? '']);
    else names.push(pod.metadata.name ?? '');
  }
  if (byReasons.size === 0) return;
  const which = `"${policy.level}:${policy.version}"`;
  services.warn(`existing pods in namespace "${namespace}" violate the new PodSecurity enforce level ${which}`);
  const lines = [...byReasons].map(([reasons, names]) => {
    const [first = '', ...others] = names.sort(compareStrings);
    const more = others.length === 0 ? '' : ` (and ${others.length} other ${others.length === 1 ? 'pod' : 'pods'})`;
    return `${first}${more}: ${reasons}`;
  });
  for (const line of lines.sort(compareStrings)) services.warn(line);
}

/** Nothing is asked of the namespace's Pods. */
function unlabelled(labels: { readonly [key: string]: string }): boolean {
  for (const mode of MODES) if ((labels[PREFIX + mode] ?? 'privileged') !== 'privileged') return false;
  return true;
}

function policyOf(labels: { readonly [key: string]: string }, mode: string): Policy {
  return { level: labels[PREFIX + mode] ?? 'privileged', version: labels[`${PREFIX + mode}-version`] ?? 'latest' };
}

/** Only other containers and other images are looked at again. */
function unimportant(object: KObject, old: KObject): boolean {
  return object.spec === old.spec || !isSignificant(object.spec as object, old.spec as object);
}

interface Templated {
  readonly template?: { readonly spec?: object; readonly metadata?: KObject['metadata'] };
  readonly jobTemplate?: { readonly spec?: Templated };
}

function specOf(object: KObject): object | undefined {
  if (object.kind === 'Pod') return object.spec as object;
  if (object.kind === 'PodTemplate') return (object as Templated).template?.spec;
  const spec = object.spec as Templated | undefined;
  return spec?.template?.spec ?? spec?.jobTemplate?.spec?.template?.spec;
}

function metaOf(object: KObject): KObject['metadata'] {
  if (object.kind === 'Pod') return object.metadata;
  return (object.spec as Templated | undefined)?.template?.metadata ?? {};
}
