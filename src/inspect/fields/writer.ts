import type { ManagedFieldsEntry } from '../../api/types/meta.ts';

/** The manager that owns exactly the field to which these names lead; the newest one when several do. */
export function writerOf(managedFields: readonly ManagedFieldsEntry[], names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  let newest: ManagedFieldsEntry | undefined;
  for (const entry of managedFields) {
    const owned = names.reduce<unknown>((set, part) => memberOf(set, part), entry.fieldsV1);
    if (owned !== undefined && (newest === undefined || (entry.time ?? '') >= (newest.time ?? ''))) newest = entry;
  }
  return newest?.manager;
}

function memberOf(set: unknown, part: string): unknown {
  if (typeof set !== 'object' || set === null) return undefined;
  const members = set as Record<string, unknown>;
  if (members[`f:${part}`] !== undefined) return members[`f:${part}`];
  // A member of a list is under its key; any of them may hold the field.
  for (const [name, member] of Object.entries(members)) {
    if (!name.startsWith('k:')) continue;
    const found = memberOf(member, part);
    if (found !== undefined) return found;
  }
  return undefined;
}
