import type { FieldError } from '../../../api/errors/field-error.ts';
import type { Fields } from '../../../api/go/json.ts';
import type { ResourceInfo } from '../../../api/scheme/scheme.ts';
import type { Job } from '../../../api/types/batch.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { certificateStatusErrors } from '../../../api/validation/cluster/breadth.ts';
import { nodeStatusErrors } from '../../../api/validation/cluster/cluster.ts';
import { validateNewEvent } from '../../../api/validation/cluster/housekeeping.ts';
import { eventChangeErrors } from '../../../api/validation/cluster/strict-events.ts';
import { claimStatusErrors } from '../../../api/validation/devices/status.ts';
import { validateCreate, validateUpdate } from '../../../api/validation/index.ts';
import { statusErrors } from '../../../api/validation/statuses.ts';
import { jobStatusErrors } from '../../../api/validation/workloads/job-status.ts';
import { policyErrors } from '../admission/policy/validation.ts';
import { defaultErrors } from '../definitions/default-errors.ts';
import type { Scope } from '../scope/scope.ts';
import { ephemeralErrors, resizeErrors, withoutEphemeral } from './pod-subresources.ts';

/** What is wrong with an object that is to be stored, in the order in which the server finds it. */
// Models Validate and ValidateUpdate of the strategies below pkg/registry (v1.36)
export function createErrors({ store, resource }: Scope, object: KObject): readonly FieldError[] {
  const found = withExpressions(validateCreate(store.info, object), store.info, object);
  if (resource.group !== 'events.k8s.io') return found;
  const strict = validateNewEvent(object as Fields);
  return strict.length === 0 ? found : [...found, ...strict];
}

/** Some subresources change what an update of the whole may not. */
export function updateErrors({ store, info, resource }: Scope, old: KObject, object: KObject): readonly FieldError[] {
  if (info.subresource === 'ephemeralcontainers') return ephemeralErrors(old, object);
  if (info.subresource === 'resize')
    return [...validateCreate(store.info, withoutEphemeral(object)), ...resizeErrors(old, object)];
  const found = validateUpdate(store.info, old, object);
  if (info.subresource === '') {
    const all = withExpressions(found, store.info, object);
    if (all !== found) return all;
  }
  if (resource.group === 'events.k8s.io') return [...found, ...eventChangeErrors(old, object)];
  if (info.subresource !== '' && store.info.kind === 'CertificateSigningRequest')
    return [...found, ...certificateStatusErrors(old as Fields, object as Fields)];
  if (info.subresource !== 'status') return found;
  if (store.info.kind === 'ResourceClaim') return [...found, ...claimStatusErrors(old as Fields, object as Fields)];
  if (store.info.kind === 'Job') return [...found, ...jobStatusErrors(old as Job, object as Job)];
  const status = (object.status ?? {}) as StatusView;
  if (store.info.kind === 'Node')
    return [...found, ...(hasOtherParts(old.status, status) ? nodeStatusErrors(status) : [])];
  if (isOdd(status) || SAY_MORE.has(store.info.kind))
    return [...found, ...statusErrors(store.info.kind, object as Fields)];
  return found;
}

function withExpressions(found: readonly FieldError[], info: ResourceInfo, object: KObject): readonly FieldError[] {
  const more = expressionErrors(info, object, found);
  if (more.length === 0) return found;
  const all = [...found, ...more];
  return info.resource.endsWith('webhookconfigurations') ? all.sort((a, b) => placeOf(a) - placeOf(b)) : all;
}

/** One webhook after the other; in each its conditions come before the versions of its reviews and before a name that another one has. */
function placeOf({ field, type }: FieldError): number {
  const [, index, part] = /^webhooks\[(\d+)\]\.(\w+)/.exec(field) ?? [];
  if (index === undefined) return -1;
  const isLate = part === 'admissionReviewVersions' || (part === 'name' && type === 'Duplicate');
  return Number(index) * 3 + (isLate ? 2 : part === 'matchConditions' ? 1 : 0);
}

/** Expressions of policies and defaults of definitions are judged by those who will use them. */
function expressionErrors(
  { group, resource }: ResourceInfo,
  object: KObject,
  found: readonly FieldError[],
): readonly FieldError[] {
  if (group === 'admissionregistration.k8s.io') return policyErrors(resource, object);
  if (resource !== 'customresourcedefinitions') return NONE;
  // A schema that is none says nothing about its defaults.
  return found.some(({ field }) => field.includes('openAPIV3Schema')) ? NONE : defaultErrors(object);
}

const NONE: readonly FieldError[] = [];

/** A heartbeat changes conditions alone. */
function hasOtherParts(old: unknown, now: StatusView): boolean {
  const before = (old ?? {}) as StatusView;
  return ['capacity', 'allocatable', 'addresses'].some((part) => before[part] !== now[part]);
}

/** Whose status says more than numbers that has rules. */
const SAY_MORE: ReadonlySet<string> = new Set(
  'PodDisruptionBudget ValidatingAdmissionPolicy Ingress Namespace Service VolumeAttachment'.split(' '),
);

interface StatusView {
  readonly [field: string]: unknown;
  readonly replicas?: number;
  readonly readyReplicas?: number;
  readonly updatedReplicas?: number;
  readonly availableReplicas?: number;
}

/** Controllers count well: the rules are asked about numbers that somebody made up. */
function isOdd(status: StatusView): boolean {
  for (const name in status) {
    const value = status[name];
    if (typeof value === 'number' && value < 0) return true;
  }
  const { replicas = 0, readyReplicas = 0, updatedReplicas = 0, availableReplicas = 0 } = status;
  return readyReplicas > replicas || updatedReplicas > replicas || availableReplicas > readyReplicas;
}
