import { type FieldError, forbiddenField, invalidValue } from '../../errors/field-error.ts';
import type { ObjectMeta } from '../../types/meta.ts';
import { qualifiedNameProblems } from '../../values/label-syntax.ts';
import { type Errors, problemsOf } from './check.ts';

/** Owners that are not well named. Models apimachinery/pkg/api/validation/objectmeta.go ValidateOwnerReferences (v1.36) */
export function ownerErrors(owners: NonNullable<ObjectMeta['ownerReferences']>): readonly FieldError[] {
  const errors: Errors = [];
  const path = 'metadata.ownerReferences';
  let controller: string | undefined;
  for (const owner of owners) {
    const { apiVersion = '', kind = '', name = '', uid = '' } = owner;
    if (apiVersion === '') errors.push(invalidValue(`${path}.apiVersion`, '', 'version must not be empty'));
    if (kind === '') errors.push(invalidValue(`${path}.kind`, '', 'must not be empty'));
    if (name === '') errors.push(invalidValue(`${path}.name`, '', 'must not be empty'));
    if (uid === '') errors.push(invalidValue(`${path}.uid`, '', 'must not be empty'));
    if (kind === 'Event' && apiVersion === 'v1')
      errors.push(invalidValue(path, owner, '/v1, Kind=Event is disallowed from being an owner'));
    if (owner.controller !== true) continue;
    if (controller !== undefined) {
      const why = `Only one reference can have Controller set to true. Found "true" in references for ${controller} and ${name}`;
      errors.push(invalidValue(path, owners, why));
    } else controller = name;
  }
  return errors;
}

const STANDARD: ReadonlySet<string> = new Set(['kubernetes', 'orphan', 'foregroundDeletion']);

/** `open`: in groups of other servers, which take any qualified name. */
export function finalizerErrors(finalizers: readonly string[], open: boolean): readonly FieldError[] {
  const path = 'metadata.finalizers';
  const errors = finalizers.flatMap((finalizer) => finalizerNameErrors(path, finalizer, open));
  if (finalizers.includes('orphan') && finalizers.includes('foregroundDeletion')) {
    errors.push(invalidValue(path, finalizers, 'finalizer orphan and foregroundDeletion cannot be both set'));
  }
  return errors;
}

export function finalizerNameErrors(path: string, name: string, open: boolean): Errors {
  const errors: Errors = [];
  problemsOf(errors, path, name, qualifiedNameProblems);
  if (!open && !name.includes('/') && !STANDARD.has(name)) {
    errors.push(invalidValue(path, name, 'name is neither a standard finalizer name nor is it fully qualified'));
  }
  return errors;
}

/** Whoever goes away waits for nobody new. */
export function newFinalizerErrors(
  old: readonly string[] | undefined,
  now: readonly string[] | undefined,
): readonly FieldError[] {
  const added = (now ?? []).filter((each) => !(old ?? []).includes(each));
  if (added.length === 0) return [];
  const list = added.map((each) => JSON.stringify(each)).join(', ');
  const why = `no new finalizers can be added if the object is being deleted, found new finalizers []string{${list}}`;
  return [forbiddenField('metadata.finalizers', why)];
}
