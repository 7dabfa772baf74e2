import { isFields } from '../../api/go/json.ts';
import type { KObject, ManagedFieldsEntry } from '../../api/types/meta.ts';
import { LAST_APPLIED } from '../../api/values/annotations.ts';
import type { ThreeWayObject } from '../../protocol/three-way.ts';

interface LastApplied {
  readonly object: unknown;
  readonly from: NonNullable<ThreeWayObject['lastApplied']>;
}

/** What was applied last: what kubectl wrote down in the object, or what the server knows that an applier owns. */
export function lastAppliedOf(live: KObject): LastApplied | undefined {
  const text = live.metadata.annotations?.[LAST_APPLIED];
  const written = text === undefined ? undefined : parsed(text);
  if (written !== undefined) return { object: written, from: { by: 'annotation' } };
  const entry = newestApplier(live.metadata.managedFields ?? []);
  if (entry === undefined) return undefined;
  const owned = { apiVersion: live.apiVersion, kind: live.kind, ...(ownedPart(live, entry.fieldsV1) as object) };
  return { object: owned, from: { by: 'managedFields', manager: entry.manager ?? '' } };
}

function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Whoever applied on the server; of several, kubectl, else the one that did it last. */
function newestApplier(entries: readonly ManagedFieldsEntry[]): ManagedFieldsEntry | undefined {
  const appliers = entries.filter(({ operation, subresource }) => operation === 'Apply' && (subresource ?? '') === '');
  const inTime = [...appliers].sort((a, b) => ((a.time ?? '') < (b.time ?? '') ? -1 : 1));
  return appliers.find(({ manager }) => manager === 'kubectl') ?? inTime.at(-1);
}

/** The part of a value that a field set names. */
function ownedPart(value: unknown, set: unknown): unknown {
  if (!isFields(set)) return undefined;
  const names = Object.keys(set).filter((name) => name !== '.');
  if (names.length === 0) return value;
  if (Array.isArray(value)) {
    const kept = value.flatMap((member) => {
      const name = names.find((each) => isNamed(each, member));
      return name === undefined ? [] : [ownedPart(member, set[name])];
    });
    return kept.length === 0 ? undefined : kept;
  }
  if (!isFields(value)) return undefined;
  const kept = names.flatMap((name): readonly (readonly [string, unknown])[] => {
    const field = name.slice(2);
    const part = name.startsWith('f:') ? ownedPart(value[field], set[name]) : undefined;
    return part === undefined ? [] : [[field, part]];
  });
  return Object.fromEntries(kept);
}

/** `k:{"name":"web"}` names a member by fields of it, `v:"a"` one that is a value. */
function isNamed(name: string, member: unknown): boolean {
  const said = parsedValue(name.slice(2));
  if (name.startsWith('v:')) return JSON.stringify(said) === JSON.stringify(member);
  if (!name.startsWith('k:') || !isFields(said) || !isFields(member)) return false;
  return Object.entries(said).every(([key, value]) => member[key] === value);
}

function parsedValue(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
