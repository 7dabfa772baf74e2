import { forbiddenField, invalidValue, required, tooLong } from '../field-error.ts';
import { equalJson, isFields } from '../json.ts';
import {
  dns1035LabelProblems,
  dnsLabelProblems,
  dnsSubdomainProblems,
  labelValueProblems,
  qualifiedNameProblems,
} from '../label-syntax.ts';
import type { KObject, ObjectMeta, StringMap } from '../types/meta.ts';
import { type Errors, IMMUTABLE, problemsOf } from './check.ts';

const MAX_ANNOTATIONS = 262_144;

type NameCheck = (name: string) => readonly string[];

/** Of RBAC objects: anything that can stand in a path. Models apimachinery/pkg/api/validation/path/name.go (v1.36) */
function pathSegmentProblems(name: string): readonly string[] {
  if (name === '.' || name === '..') return [`may not be '${name}'`];
  const found: string[] = [];
  if (name.includes('/')) found.push("may not contain '/'");
  if (name.includes('%')) found.push("may not contain '%'");
  return found;
}

/** The name is the address itself. Models pkg/apis/networking/validation/validation.go ValidateIPAddressName (v1.36) */
function addressProblems(name: string): readonly string[] {
  const four = name.split('.').length === 4 && /^[0-9.]+$/.test(name);
  const valid = four || (name.includes(':') && /^[0-9a-f:]+$/.test(name));
  return valid ? [] : ['must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'];
}

const NAME_CHECKS: ReadonlyMap<string, NameCheck> = new Map<string, NameCheck>([
  ['/Namespace', dnsLabelProblems],
  ['/Service', dnsLabelProblems],
  ['rbac.authorization.k8s.io/Role', pathSegmentProblems],
  ['rbac.authorization.k8s.io/ClusterRole', pathSegmentProblems],
  ['rbac.authorization.k8s.io/RoleBinding', pathSegmentProblems],
  ['rbac.authorization.k8s.io/ClusterRoleBinding', pathSegmentProblems],
  ['certificates.k8s.io/CertificateSigningRequest', pathSegmentProblems],
  ['networking.k8s.io/IPAddress', addressProblems],
]);

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
): void {
  const check = NAME_CHECKS.get(`${info.group}/${info.kind}`) ?? dnsSubdomainProblems;
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
  validateFinalizers(errors, metadata.finalizers ?? [], OPEN_GROUPS.has(info.group) || info.custom === true);
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

function validateOwners(errors: Errors, metadata: ObjectMeta): void {
  const path = 'metadata.ownerReferences';
  let controller: string | undefined;
  for (const owner of metadata.ownerReferences ?? []) {
    if (!owner.apiVersion)
      errors.push(invalidValue(`${path}.apiVersion`, owner.apiVersion ?? '', 'version must not be empty'));
    if (!owner.kind) errors.push(invalidValue(`${path}.kind`, owner.kind ?? '', 'must not be empty'));
    if (!owner.name) errors.push(invalidValue(`${path}.name`, owner.name ?? '', 'must not be empty'));
    if (!owner.uid) errors.push(invalidValue(`${path}.uid`, owner.uid ?? '', 'must not be empty'));
    if (owner.controller !== true) continue;
    if (controller === undefined) controller = owner.name;
    else {
      errors.push(
        invalidValue(
          path,
          metadata.ownerReferences,
          `Only one reference can have Controller set to true. Found "true" in references for ${controller} and ${owner.name}`,
        ),
      );
    }
  }
}

const STANDARD_FINALIZERS: ReadonlySet<string> = new Set(['kubernetes', 'orphan', 'foregroundDeletion']);

/** Groups of other servers, which take any qualified name. */
const OPEN_GROUPS: ReadonlySet<string> = new Set(['apiextensions.k8s.io', 'apiregistration.k8s.io']);

function validateFinalizers(errors: Errors, finalizers: readonly string[], open: boolean): void {
  for (const finalizer of finalizers) {
    problemsOf(errors, 'metadata.finalizers', finalizer, qualifiedNameProblems);
    if (!open && !finalizer.includes('/') && !STANDARD_FINALIZERS.has(finalizer)) {
      errors.push(
        invalidValue(
          'metadata.finalizers',
          finalizer,
          'name is neither a standard finalizer name nor is it fully qualified',
        ),
      );
    }
  }
  if (finalizers.includes('orphan') && finalizers.includes('foregroundDeletion')) {
    errors.push(
      invalidValue('metadata.finalizers', finalizers, 'finalizer orphan and foregroundDeletion cannot be both set'),
    );
  }
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
  validateNewFinalizers(errors, old, now);
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
  if (old.labels !== now.labels) validateLabels(errors, now.labels, 'metadata.labels');
  if (old.annotations !== now.annotations) validateAnnotations(errors, now.annotations, 'metadata.annotations');
  if (old.ownerReferences !== now.ownerReferences) validateOwners(errors, now);
  if (old.finalizers !== now.finalizers)
    validateFinalizers(errors, now.finalizers ?? [], OPEN_GROUPS.has(info.group) || info.custom === true);
}

function validateNewFinalizers(errors: Errors, old: ObjectMeta, now: ObjectMeta): void {
  if (old.deletionTimestamp === undefined) return;
  const added = (now.finalizers ?? []).filter((each) => !(old.finalizers ?? []).includes(each));
  if (added.length === 0) return;
  const list = added.map((each) => JSON.stringify(each)).join(', ');
  errors.push(
    forbiddenField(
      'metadata.finalizers',
      `no new finalizers can be added if the object is being deleted, found new finalizers []string{${list}}`,
    ),
  );
}

export function isMap(value: unknown): value is StringMap {
  return isFields(value);
}
