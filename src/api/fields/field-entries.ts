import { compareText } from '../go/json.ts';
import type { ManagedFieldsEntry } from '../types/meta.ts';
import { type FieldSet, intersection, isEmptySet, members } from './field-sets.ts';

/** Models apimachinery/pkg/util/managedfields/internal/managedfields.go sortEncodedManagedFields (v1.36) */
export function compareEntries(a: ManagedFieldsEntry, b: ManagedFieldsEntry): number {
  return (
    compareText(a.operation ?? '', b.operation ?? '') ||
    compareText(a.time ?? '', b.time ?? '') ||
    compareText(a.manager ?? '', b.manager ?? '') ||
    compareText(a.apiVersion ?? '', b.apiVersion ?? '') ||
    compareText(a.subresource ?? '', b.subresource ?? '')
  );
}

/** By insertion, in place: there are few entries and they are nearly in order. */
export function sortEntries(entries: ManagedFieldsEntry[]): readonly ManagedFieldsEntry[] {
  for (let i = 1; i < entries.length; i += 1) {
    const entry = entries[i] as ManagedFieldsEntry;
    let at = i;
    for (; at > 0 && compareEntries(entries[at - 1] as ManagedFieldsEntry, entry) > 0; at -= 1) {
      entries[at] = entries[at - 1] as ManagedFieldsEntry;
    }
    entries[at] = entry;
  }
  return entries;
}

/** Fields that another manager would lose, by manager. */
export function conflictsWith(
  entries: readonly ManagedFieldsEntry[],
  changedFor: (entry: ManagedFieldsEntry) => FieldSet,
): readonly { readonly entry: ManagedFieldsEntry; readonly paths: readonly (readonly string[])[] }[] {
  const found = [];
  for (const entry of entries) {
    const both = intersection(entry.fieldsV1 ?? {}, changedFor(entry));
    if (!isEmptySet(both)) found.push({ entry, paths: members(both) });
  }
  return found;
}
