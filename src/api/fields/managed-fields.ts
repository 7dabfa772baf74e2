import { appended } from '../../base/appended.ts';
import { sameItems } from '../../base/equality.ts';
import { extend, without } from '../../base/extend.ts';
import { pureOfValues } from '../../base/pure.ts';
import { equalJson, isFields } from '../go/json.ts';
import { jsonSyntaxError } from '../go/json-syntax.ts';
import { withMetadata } from '../types/copies.ts';
import type { KObject, ManagedFieldsEntry } from '../types/meta.ts';
import { compareFields } from './compare-fields.ts';
import { compareEntries, sortEntries } from './field-entries.ts';
import { difference, EMPTY_SET, type FieldSet, isEmptySet, union } from './field-sets.ts';
import { type InVersion, type Seen, seenFrom } from './seen-from.ts';
import { type Shape, shapeOf } from './shape.ts';

export { type ApplyRequest, type ApplyResult, applyConfiguration } from './apply.ts';
export { fieldSetOf } from './field-sets.ts';

export interface Write {
  /** Of the object, even for a write of a subresource. */
  readonly kind: { readonly apiVersion: string; readonly kind: string };
  /** Undefined for a create. */
  readonly before: KObject | undefined;
  /** Defaulted; before admission and before the registry fills in its own fields. */
  readonly after: KObject;
  readonly manager: string;
  /** RFC 3339. */
  readonly time: string;
  readonly subresource?: string;
  /** Fields that this write does not set, whatever is sent of them: a status that has a subresource of its own. */
  readonly hidden?: readonly string[] | undefined;
  /** Of a custom resource: from its schema. */
  readonly shape?: Shape | undefined;
  /** Where the kind is served in several versions. */
  readonly inVersion?: InVersion | undefined;
}

/** Update entries beyond these are joined. */
const MAX_UPDATE_ENTRIES = 10;
const NONE: readonly ManagedFieldsEntry[] = [];

/**
 * Who owns what after a create, update or patch. The same list when nothing that can be owned changed.
 * Models apimachinery/pkg/util/managedfields/internal/fieldmanager.go Update (v1.36).
 * Deviation: entries of other versions of a custom kind are taken as if of this one.
 */
export function updateManagedFields(write: Write): readonly ManagedFieldsEntry[] {
  const shape = write.shape ?? shapeOf(write.kind.apiVersion, write.kind.kind);
  const entries = startingEntries(write);
  const comparison = compareFields(shape, write.before, write.after, write.hidden);
  const { changed, removed } = comparison;
  if (changed === EMPTY_SET && removed === EMPTY_SET) return entries;
  if (entries.length === 0)
    return changed === EMPTY_SET || write.before !== undefined
      ? entries
      : alone(ownEntry(write, changed, undefined, true));
  let seen: Seen | undefined;
  // Room for just what it will hold: a list that grows gets room for many more.
  let next = entries.slice();
  let kept = 0;
  let own: FieldSet = changed;
  let previous: ManagedFieldsEntry | undefined;
  for (let at = 0; at < entries.length; at += 1) {
    const entry = entries[at] as ManagedFieldsEntry;
    const before = entry.fieldsV1 ?? EMPTY_SET;
    if (isOwn(entry, write)) {
      previous = entry;
      own = union(difference(before, removed), changed);
      continue;
    }
    let other = comparison;
    if (write.inVersion !== undefined && entry.apiVersion !== write.kind.apiVersion) {
      seen ??= seenFrom(comparison, write.kind, write.inVersion, write.before, write.after);
      other = seen(entry.apiVersion);
    }
    const lost = difference(difference(before, other.removed), other.changed);
    if (isEmptySet(lost) && lost !== before) continue;
    next[kept] = lost === before ? entry : { ...entry, fieldsV1: lost };
    kept += 1;
  }
  if (!isEmptySet(own)) {
    const entry = ownEntry(write, own, previous, changed !== EMPTY_SET);
    if (kept === next.length) next = appended(next, entry);
    else next[kept] = entry;
    kept += 1;
  }
  if (kept < next.length) next.length = kept;
  const sorted = sortEntries(kept <= MAX_UPDATE_ENTRIES ? next : capped(next));
  // Who writes the same fields again within the same second owns nothing new.
  return sameItems(sorted, entries) ? entries : sorted;
}

function isOwn(entry: ManagedFieldsEntry, write: Write): boolean {
  return (
    entry.manager === write.manager &&
    entry.operation === 'Update' &&
    entry.apiVersion === write.kind.apiVersion &&
    (entry.subresource ?? '') === (write.subresource ?? '')
  );
}

function ownEntry(
  write: Write,
  fieldsV1: FieldSet,
  previous: ManagedFieldsEntry | undefined,
  changed: boolean,
): ManagedFieldsEntry {
  const time = changed || previous?.time === undefined ? write.time : previous.time;
  if (previous !== undefined && previous.fieldsV1 === fieldsV1 && previous.time === time) return previous;
  const { manager, subresource = '' } = write;
  return updateEntry(fieldsV1, time, manager, write.kind.apiVersion, subresource);
}

/** Pods of one template and their events have the same entries again and again, within a second. */
const updateEntry = pureOfValues(
  16,
  (
    fieldsV1: FieldSet,
    time: ManagedFieldsEntry['time'],
    manager: string,
    apiVersion: string,
    subresource: string,
  ): ManagedFieldsEntry =>
    subresource === ''
      ? { manager, operation: 'Update', apiVersion, time, fieldsType: 'FieldsV1', fieldsV1 }
      : { manager, operation: 'Update', apiVersion, time, fieldsType: 'FieldsV1', fieldsV1, subresource },
);

const alone = pureOfValues(16, (entry: ManagedFieldsEntry): readonly ManagedFieldsEntry[] => [entry]);

/** Those that came with the request, so that they can be edited, else the object's. A subresource cannot edit them. */
function startingEntries(write: Write): readonly ManagedFieldsEntry[] {
  const live = write.before?.metadata.managedFields ?? NONE;
  const sent = write.after.metadata.managedFields;
  if (write.subresource !== undefined && write.subresource !== '') return live;
  if (sent === undefined || sent.length === 0) return live;
  // A single empty entry clears the list.
  if (sent.length === 1 && sent[0]?.manager === undefined && sent[0]?.fieldsV1 === undefined) return NONE;
  return sent === live || sent.every((entry) => live.includes(entry) || isReadable(entry)) ? sent : live;
}

/** Models apimachinery/pkg/util/managedfields/internal/managedfields.go decodeManagedFields (v1.36) */
function isReadable({ operation, apiVersion, fieldsType, fieldsV1 }: ManagedFieldsEntry): boolean {
  const known = operation === 'Apply' || operation === 'Update';
  return known && !!apiVersion && fieldsType === 'FieldsV1' && isReadableSet(fieldsV1);
}

/** Models structured-merge-diff/v6/fieldpath/serialize.go and serialize-pe.go: kinds of steps that nobody knows yet are passed over. */
function isReadableSet(set: unknown): boolean {
  if (set === undefined || set === null) return true;
  if (!isFields(set)) return false;
  return Object.entries(set).every(([step, below]) => step === '.' || (isReadableStep(step) && isReadableSet(below)));
}

function isReadableStep(step: string): boolean {
  if (step[1] !== ':') return false;
  const value = step.slice(2);
  if (step[0] === 'i') return /^-?\d+$/.test(value);
  return (step[0] !== 'k' && step[0] !== 'v') || jsonSyntaxError(value) === undefined;
}

/** Models apimachinery/pkg/util/managedfields/internal/capmanagers.go (v1.36) */
function capped(entries: ManagedFieldsEntry[]): ManagedFieldsEntry[] {
  const updates = entries.filter((entry) => entry.operation === 'Update').sort(compareEntries);
  if (updates.length <= MAX_UPDATE_ENTRIES) return entries;
  const buckets = new Map<string, ManagedFieldsEntry>();
  const joined = new Set<ManagedFieldsEntry>();
  for (const entry of updates) {
    if (updates.length - joined.size + buckets.size <= MAX_UPDATE_ENTRIES) break;
    joined.add(entry);
    const version = entry.apiVersion ?? '';
    const bucket = buckets.get(version);
    const fieldsV1 = union(bucket?.fieldsV1 ?? {}, entry.fieldsV1 ?? {});
    const { subresource: _, ...rest } = entry;
    buckets.set(version, { ...rest, manager: 'ancient-changes', fieldsV1 });
  }
  return [...entries.filter((entry) => !joined.has(entry)), ...buckets.values()];
}

/** The object with those entries; the same object when they are the ones it has. */
export function withManagedFields<T extends KObject>(object: T, managedFields: readonly ManagedFieldsEntry[]): T {
  const before = object.metadata.managedFields;
  if (before === managedFields || (before === undefined && managedFields.length === 0)) return object;
  const { metadata } = object;
  const isOwned = managedFields.length > 0;
  return withMetadata(object, isOwned ? extend(metadata, { managedFields }) : without(metadata, 'managedFields'));
}

/**
 * A write that changes nothing but the times of entries leaves them as they were, so that it is no write at all.
 * Models apiserver/pkg/endpoints/handlers/fieldmanager/equality.go (v1.36)
 */
export function ignoreTimestampChanges<T extends KObject>(before: T, after: T): T {
  const old = before.metadata.managedFields;
  const now = after.metadata.managedFields;
  if (old === now || old === undefined || now === undefined || old.length !== now.length) return after;
  for (const key in after) if (key !== 'metadata' && !equalJson(before[key], after[key])) return after;
  for (let i = 0; i < old.length; i += 1) {
    const left = old[i] as ManagedFieldsEntry;
    const right = now[i] as ManagedFieldsEntry;
    if (!equalExceptTime(left, right) || !equalExceptTime(right, left)) return after;
  }
  const withOld = { ...after.metadata, managedFields: old };
  return equalJson(withOld, before.metadata) ? before : after;
}

function equalExceptTime(a: ManagedFieldsEntry, b: ManagedFieldsEntry): boolean {
  if (a === b) return true;
  let key: keyof ManagedFieldsEntry;
  for (key in a) if (key !== 'time' && !equalJson(a[key], b[key])) return false;
  return true;
}
