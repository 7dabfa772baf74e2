import type { KObject, ManagedFieldsEntry } from '../../../../api/types/meta.ts';
import { LAST_APPLIED } from '../../../../api/values/annotations.ts';

type FieldSet = { readonly [key: string]: FieldSet };

/**
 * Gives the fields of whoever wrote what was applied last to the manager of server-side apply, as a JSON patch; undefined when
 * there are none.
 *
 * Models staging/src/k8s.io/client-go/util/csaupgrade/upgrade.go (v1.36)
 */
export function movedToApply({ metadata }: KObject, manager: string): readonly object[] | undefined {
  const entries = metadata.managedFields ?? [];
  const isClientSide = (entry: ManagedFieldsEntry) =>
    entry.operation === 'Update' && !entry.subresource && ownsLastApplied(entry);
  const old = entries.find(isClientSide);
  if (old === undefined) return undefined;
  const isApply = (entry: ManagedFieldsEntry) =>
    entry.manager === manager && entry.operation === 'Apply' && !entry.subresource;
  const moved: readonly ManagedFieldsEntry[] = entries.some(isApply)
    ? entries
        .filter((entry) => entry !== old)
        .map((entry) => (isApply(entry) ? { ...entry, fieldsV1: union(entry.fieldsV1, old.fieldsV1) } : entry))
    : entries.map((entry) => (entry === old ? { ...entry, manager, operation: 'Apply' as const } : entry));
  return [
    { op: 'replace', path: '/metadata/managedFields', value: moved.filter((entry) => !isClientSide(entry)) },
    { op: 'replace', path: '/metadata/resourceVersion', value: metadata.resourceVersion },
  ];
}

/** Whether this manager wrote the annotation that holds what was applied last. */
export function ownsLastApplied({ fieldsV1 }: ManagedFieldsEntry): boolean {
  const annotations = (fieldsV1 as FieldSet | undefined)?.['f:metadata']?.['f:annotations'];
  return annotations?.[`f:${LAST_APPLIED}`] !== undefined;
}

/** `{}` owns the field itself; beside owned members that is written as a dot. */
function union(a: unknown, b: unknown): FieldSet {
  const [first, second] = [(a ?? {}) as FieldSet, (b ?? {}) as FieldSet];
  const merged: Record<string, FieldSet> = { ...first };
  for (const [key, set] of Object.entries(second)) {
    const present = first[key];
    merged[key] = present === undefined ? set : unionOfMember(present, set);
  }
  return merged;
}

function unionOfMember(a: FieldSet, b: FieldSet): FieldSet {
  const [emptyA, emptyB] = [Object.keys(a).length === 0, Object.keys(b).length === 0];
  if (emptyA && emptyB) return a;
  return emptyA || emptyB ? { '.': {}, ...a, ...b } : union(a, b);
}
