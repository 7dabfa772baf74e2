import { forbiddenField, invalidValue, required, tooLong } from '../../errors/field-error.ts';
import { equalJson, isFields } from '../../go/json.ts';
import type { KObject, ObjectMeta, StringMap } from '../../types/meta.ts';
import {
  dns1035LabelProblems,
  dnsLabelProblems,
  dnsSubdomainProblems,
  labelValueProblems,
  qualifiedNameProblems,
} from '../../values/label-syntax.ts';
import { canonicalAddressProblems } from './addresses.ts';
import { type Errors, IMMUTABLE, problemsOf } from './check.ts';
import { finalizerErrors, newFinalizerErrors, ownerErrors } from './owners-and-finalizers.ts';

const MAX_ANNOTATIONS = 262_144;

export type NameCheck = (name: string) => readonly string[];

/** Of RBAC objects: anything that can stand in a path. Models apimachinery/pkg/api/validation/path/name.go (v1.36) */
export function pathSegmentProblems(name: string): readonly string[] {
  if (name === '.' || name === '..') return [`may not be '${name}'`];
  const found: string[] = [];
  if (name.includes('/')) found.push("may not contain '/'");
  if (name.includes('%')) found.push("may not contain '%'");
  return found;
}

const NAME_CHECKS: ReadonlyMap<string, NameCheck> = new Map<string, NameCheck>([
  ['/Namespace', dnsLabelProblems],
  ['/Service', dnsLabelProblems],
  ['rbac.authorization.k8s.io/Role', pathSegmentProblems],
  ['rbac.authorization.k8s.io/ClusterRole', pathSegmentProblems],
  ['rbac.authorization.k8s.io/RoleBinding', pathSegmentProblems],
  ['rbac.authorization.k8s.io/ClusterRoleBinding', pathSegmentProblems],
  ['certificates.k8s.io/CertificateSigningRequest', pathSegmentProblems],
  // The name is the address itself.
  ['networking.k8s.io/IPAddress', canonicalAddressProblems],
]);

export function nameCheckOf({ group, kind }: { readonly group: string; readonly kind: string }): NameCheck {
  return NAME_CHECKS.get(`${group}/${kind}`) ?? dnsSubdomainProblems;
}

export { dns1035LabelProblems };

/** A prefix may end with a dash. */
function prefixProblems(check: NameCheck, prefix: string): readonly string[] {
  return check(prefix.endsWith('-') && prefix.length > 1 ? `${prefix.slice(0, -1)}a` : prefix);
}

/** Models apimachinery/pkg/api/validation/objectmeta.go ValidateObjectMeta (v1.36) */
export function validateMetadata(
  errors: Errors,
  metadata: ObjectMeta,
  info: { readonly group: string; readonly kind: string; readonly namespaced: boolean; readonly custom?: boolean },
  check: NameCheck = nameCheckOf(info),
): void {
  const { name = '', generateName = '' } = metadata;
  if (generateName !== '') {
    for (const problem of prefixProblems(check, generateName)) {
      errors.push(invalidValue('metadata.generateName', generateName, problem));
    }
  }
  if (name === '') errors.push(required('metadata.name', 'name or generateName is required'));
  else problemsOf(errors, 'metadata.name', name, check);
  if (info.namespaced) {
    if (metadata.namespace === undefined || metadata.namespace === '') errors.push(required('metadata.namespace'));
    else problemsOf(errors, 'metadata.namespace', metadata.namespace, dnsLabelProblems);
  } else if (metadata.namespace !== undefined && metadata.namespace !== '') {
    errors.push(forbiddenField('metadata.namespace', 'not allowed on this type'));
  }
  validateLabels(errors, metadata.labels, 'metadata.labels');
  validateAnnotations(errors, metadata.annotations, 'metadata.annotations');
  validateOwners(errors, metadata);
  validateFinalizers(errors, metadata, info);
}

export function validateLabels(errors: Errors, labels: StringMap | undefined, path: string): void {
  for (const key in labels) {
    problemsOf(errors, path, key, qualifiedNameProblems);
    problemsOf(errors, path, labels[key] ?? '', labelValueProblems);
  }
}

export function validateAnnotations(errors: Errors, annotations: StringMap | undefined, path: string): void {
  let size = 0;
  for (const key in annotations) {
    for (const problem of qualifiedNameProblems(key.toLowerCase())) errors.push(invalidValue(path, key, problem));
    size += key.length + (annotations[key]?.length ?? 0);
  }
  if (size > MAX_ANNOTATIONS) errors.push(tooLong(path, MAX_ANNOTATIONS));
}

/** Nearly all owners are well named, and at most one of them controls. */
function validateOwners(errors: Errors, { ownerReferences = [] }: ObjectMeta): void {
  let controllers = 0;
  for (const { apiVersion, kind, name, uid, controller } of ownerReferences) {
    if (controller === true) controllers += 1;
    if (!apiVersion || !kind || !name || !uid || kind === 'Event') controllers = 2;
  }
  if (controllers > 1) errors.push(...ownerErrors(ownerReferences));
}

/** Groups of other servers, which take any qualified name. */
const OPEN_GROUPS: ReadonlySet<string> = new Set(['apiextensions.k8s.io', 'apiregistration.k8s.io']);

function validateFinalizers(
  errors: Errors,
  { finalizers = [] }: ObjectMeta,
  info: { readonly group: string; readonly custom?: boolean },
): void {
  if (finalizers.length === 0) return;
  errors.push(...finalizerErrors(finalizers, OPEN_GROUPS.has(info.group) || info.custom === true));
}

const FIXED = ['name', 'namespace', 'uid', 'creationTimestamp'] as const;

/** Models ValidateObjectMetaUpdate (v1.36) */
export function validateMetadataUpdate(
  errors: Errors,
  before: KObject,
  after: KObject,
  info: { readonly group: string; readonly custom?: boolean },
): void {
  const old = before.metadata;
  const now = after.metadata;
  if (old === now) return;
  if (old.deletionTimestamp !== undefined && old.finalizers !== now.finalizers)
    errors.push(...newFinalizerErrors(old.finalizers, now.finalizers));
  if (now.resourceVersion === undefined || now.resourceVersion === '') {
    errors.push(invalidValue('metadata.resourceVersion', now.resourceVersion ?? '', 'must be specified for an update'));
  }
  if ((now.generation ?? 0) < (old.generation ?? 0)) {
    errors.push(invalidValue('metadata.generation', now.generation ?? 0, 'must not be decremented'));
  }
  for (const key of FIXED) {
    if ((old[key] ?? '') !== (now[key] ?? '')) errors.push(invalidValue(`metadata.${key}`, now[key] ?? '', IMMUTABLE));
  }
  if (!equalJson(old.deletionTimestamp, now.deletionTimestamp)) {
    errors.push(invalidValue('metadata.deletionTimestamp', now.deletionTimestamp, IMMUTABLE));
  }
  if (!equalJson(old.deletionGracePeriodSeconds, now.deletionGracePeriodSeconds)) {
    errors.push(invalidValue('metadata.deletionGracePeriodSeconds', now.deletionGracePeriodSeconds, IMMUTABLE));
  }
  validateChangedParts(errors, before, after, info);
}

/** What of the metadata is looked at whatever it was before, as far as it has changed. Models ValidateObjectMetaAccessor (v1.36) */
export function validateChangedParts(
  errors: Errors,
  { metadata: old }: KObject,
  { metadata: now }: KObject,
  info: { readonly group: string; readonly custom?: boolean },
): void {
  if (old.labels !== now.labels) validateLabels(errors, now.labels, 'metadata.labels');
  if (old.annotations !== now.annotations) validateAnnotations(errors, now.annotations, 'metadata.annotations');
  if (old.ownerReferences !== now.ownerReferences) validateOwners(errors, now);
  if (old.finalizers !== now.finalizers) validateFinalizers(errors, now, info);
}

export function isMap(value: unknown): value is StringMap {
  return isFields(value);
}
