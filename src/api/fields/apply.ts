import { growingCopy } from '../../base/extend.ts';
import { ownValue } from '../../base/own.ts';
import { applyConflict, type Status, type StatusCause } from '../errors/status.ts';
import { compareText, equalJson, isFields, withoutField } from '../go/json.ts';
import type { KObject, ManagedFieldsEntry } from '../types/meta.ts';
import { LAST_APPLIED } from '../values/annotations.ts';
import { compareFields, IGNORED_METADATA } from './compare-fields.ts';
import { compareEntries, conflictsWith } from './field-entries.ts';
import {
  difference,
  EMPTY_SET,
  type FieldSet,
  fieldSetOf,
  isEmptySet,
  isMember,
  LEAF,
  stepOf,
  union,
} from './field-sets.ts';
import { type InVersion, seenFrom } from './seen-from.ts';
import { type Shape, shapeOf } from './shape.ts';

export interface ApplyRequest {
  readonly kind: { readonly apiVersion: string; readonly kind: string };
  /** Undefined when the object does not exist yet. */
  readonly live: KObject | undefined;
  /** What the applier sent, without defaults. */
  readonly config: KObject;
  readonly manager: string;
  readonly time: string;
  readonly force: boolean;
  readonly subresource?: string;
  readonly shape?: Shape;
  /** Where the kind is served in several versions. */
  readonly inVersion?: InVersion | undefined;
}

export interface ApplyResult {
  /** Merged, without managedFields. */
  readonly object: KObject;
  readonly managedFields: readonly ManagedFieldsEntry[];
}

type Fields = Readonly<Record<string, unknown>>;

/** Server-side apply. Models structured-merge-diff/v6/merge/update.go Apply (v1.36) */
export function applyConfiguration(request: ApplyRequest): ApplyResult | Status {
  const { config, live, manager } = request;
  const shape = request.shape ?? shapeOf(request.kind.apiVersion, request.kind.kind);
  const known = live?.metadata.managedFields ?? [];
  const entries = live === undefined || known.length > 0 ? known : unownedEntries(request, shape, live);
  const mine = (entry: ManagedFieldsEntry): boolean =>
    entry.operation === 'Apply' &&
    entry.manager === manager &&
    (entry.subresource ?? '') === (request.subresource ?? '');
  const previous = entries.find(mine);
  const others = entries.filter((entry) => !mine(entry));
  const wanted = stripped(fieldSetOf(shape, config));
  const base: Fields = live === undefined ? {} : withoutManagedFields(live);
  const merged = mergeFields(shape, base, withoutManagedFields(config));
  const pruned = prune(shape, merged, previous?.fieldsV1 ?? EMPTY_SET, fieldSetOf(shape, config), others);
  const before = live === undefined ? undefined : base;
  const seen = seenFrom(compareFields(shape, before, pruned), request.kind, request.inVersion, before, pruned);
  const conflicts = conflictsWith(others, ({ apiVersion }) => seen(apiVersion).changed);
  if (conflicts.length > 0 && !request.force) {
    const remaining = withoutLastApplied(request, shape, base, conflicts);
    if (remaining.length > 0) return conflictStatus(remaining);
  }
  const next: ManagedFieldsEntry[] = [];
  for (const entry of others) {
    const owned = entry.fieldsV1 ?? EMPTY_SET;
    const { changed, removed } = seen(entry.apiVersion);
    const kept = difference(difference(owned, changed), removed);
    if (kept === owned) next.push(entry);
    else if (!isEmptySet(kept)) next.push({ ...entry, fieldsV1: kept });
  }
  if (!isEmptySet(wanted)) next.push(entryOf(request, wanted, previous, pruned !== base));
  return { object: pruned as unknown as KObject, managedFields: next.sort(compareEntries) };
}

/** What was there when nobody was known to own anything. Models managedfields/internal/skipnonapplied.go (v1.36) */
function unownedEntries({ kind, time }: ApplyRequest, shape: Shape, live: KObject): readonly ManagedFieldsEntry[] {
  const fieldsV1 = stripped(fieldSetOf(shape, live));
  if (isEmptySet(fieldsV1)) return [];
  const { apiVersion } = kind;
  return [{ manager: 'before-first-apply', operation: 'Update', apiVersion, time, fieldsType: 'FieldsV1', fieldsV1 }];
}

function entryOf(
  request: ApplyRequest,
  fieldsV1: FieldSet,
  previous: ManagedFieldsEntry | undefined,
  changed: boolean,
): ManagedFieldsEntry {
  const same = !changed && previous !== undefined && equalJson(previous.fieldsV1, fieldsV1);
  if (same) return previous;
  // An apply that changes nothing but who owns what is not noted with a time.
  const time = changed ? request.time : previous?.time;
  return {
    manager: request.manager,
    operation: 'Apply',
    apiVersion: request.kind.apiVersion,
    ...(time === undefined ? undefined : { time }),
    fieldsType: 'FieldsV1',
    fieldsV1,
    ...(request.subresource === undefined || request.subresource === ''
      ? undefined
      : { subresource: request.subresource }),
  };
}

function withoutManagedFields(object: KObject): KObject {
  if (object.metadata?.managedFields === undefined) return object;
  const { managedFields: _, ...metadata } = object.metadata;
  return { ...object, metadata };
}

const STRIPPED: FieldSet = {
  'f:apiVersion': {},
  'f:kind': {},
  'f:metadata': { '.': {}, ...Object.fromEntries([...IGNORED_METADATA].map((name) => [`f:${name}`, {}])) },
};

function stripped(set: FieldSet): FieldSet {
  return difference(set, STRIPPED);
}

/** What is merged, or the places that can only be replaced as one. Models staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/mutating/patch/smd.go (v1.36) */
export function mergeConfiguration(
  shape: Shape,
  object: KObject,
  config: Fields,
): { readonly object: KObject } | { readonly error: string } {
  const atomics = atomicPlaces(shape, config, '');
  if (atomics.length > 0) {
    const where = atomics.sort(compareText).join(', ');
    return { error: `invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: ${where}` };
  }
  return { object: mergeFields(shape, object, config) as unknown as KObject };
}

function atomicPlaces(shape: Shape, value: unknown, path: string): string[] {
  const isList = Array.isArray(value);
  if (!isList && !isFields(value)) return [];
  if (shape.atomic && path !== '') return [path];
  if (!isList) return Object.keys(value).flatMap((key) => atomicPlaces(shape.child(key), value[key], `${path}.${key}`));
  return value.flatMap((item) =>
    shape.element === undefined ? [] : atomicPlaces(shape.element, item, `${path}${placeOf(shape, item)}`),
  );
}

function placeOf({ keys }: Shape, item: unknown): string {
  if (!isFields(item)) return `[=${JSON.stringify(item)}]`;
  return `[${keys.map((key) => `${key}=${JSON.stringify(item[key])}`).join(',')}]`;
}

function mergeFields(shape: Shape, base: Fields, config: Fields): Fields {
  let copy: Record<string, unknown> | undefined;
  for (const key in config) {
    const value = config[key];
    if (value === undefined) continue;
    const before = ownValue(base, key);
    const after = mergeValue(shape.child(key), before, value);
    if (after === before) continue;
    copy ??= growingCopy(base);
    copy[key] = after;
  }
  return copy ?? base;
}

function mergeValue(shape: Shape, before: unknown, value: unknown): unknown {
  if (before === undefined || before === null) return value;
  if (!shape.atomic && isFields(before) && isFields(value)) return mergeFields(shape, before, value);
  if (!shape.atomic && shape.kind === 'list' && Array.isArray(before) && Array.isArray(value)) {
    return mergeItems(shape, before, value);
  }
  return equalJson(before, value) ? before : value;
}

/** The applied items in their order; what only the object has stays in its place before the next item that both have. */
function mergeItems(shape: Shape, before: readonly unknown[], applied: readonly unknown[]): readonly unknown[] {
  const wanted = new Map(applied.map((item) => [stepOf(shape, item) ?? '', item]));
  const old = new Map(before.map((item) => [stepOf(shape, item) ?? '', item]));
  const merged: unknown[] = [];
  let at = 0;
  for (const [step, item] of wanted) {
    if (old.has(step)) {
      for (; at < before.length; at += 1) {
        const other = stepOf(shape, before[at]) ?? '';
        if (other === step) {
          at += 1;
          break;
        }
        if (!wanted.has(other)) merged.push(before[at]);
      }
    }
    const previous = old.get(step);
    merged.push(
      shape.element === undefined || previous === undefined ? item : mergeValue(shape.element, previous, item),
    );
  }
  for (; at < before.length; at += 1) if (!wanted.has(stepOf(shape, before[at]) ?? '')) merged.push(before[at]);
  const same = merged.length === before.length && merged.every((item, i) => item === before[i]);
  return same ? before : merged;
}

/** Takes away what this applier owned before and does not send any more, unless somebody else owns it. */
function prune(
  shape: Shape,
  object: Fields,
  last: FieldSet,
  wanted: FieldSet,
  others: readonly ManagedFieldsEntry[],
): Fields {
  let dropped = difference(last, wanted);
  let owned = wanted;
  for (const entry of others) {
    dropped = difference(dropped, entry.fieldsV1 ?? EMPTY_SET);
    owned = union(owned, entry.fieldsV1 ?? EMPTY_SET);
  }
  return isEmptySet(dropped) ? object : (without(shape, object, dropped, owned) as Fields);
}

/** What is left of a value; `===` it when everything is. */
function without(shape: Shape, value: unknown, dropped: FieldSet, owned: FieldSet): unknown {
  let rest = value;
  for (const step in dropped) {
    const node = dropped[step] ?? LEAF;
    if (step.startsWith('f:')) rest = withoutKey(shape, rest, step, node, owned[step]);
    else if (Array.isArray(rest)) rest = withoutItem(shape, rest, step, node, owned[step]);
  }
  return rest;
}

function withoutKey(shape: Shape, value: unknown, step: string, node: FieldSet, owned: FieldSet | undefined): unknown {
  const key = step.slice(2);
  if (!isFields(value) || !Object.hasOwn(value, key)) return value;
  const named = shape.declares(key) || shape.kind === 'deduced';
  if (named ? owned === undefined : isDisowned(node, owned)) return withoutField(value, key);
  const after = without(shape.child(key), value[key], node, owned ?? EMPTY_SET);
  return after === value[key] ? value : { ...value, [key]: after };
}

function withoutItem(
  shape: Shape,
  items: readonly unknown[],
  step: string,
  node: FieldSet,
  owned: FieldSet | undefined,
): readonly unknown[] {
  const at = items.findIndex((item) => stepOf(shape, item) === step);
  if (at < 0) return items;
  if (isDisowned(node, owned) || shape.element === undefined) return items.toSpliced(at, 1);
  const after = without(shape.element, items[at], node, owned ?? EMPTY_SET);
  return after === items[at] ? items : items.with(at, after);
}

/** An item goes with who named it, also when others own something in it; a field stays as long as something in it is owned. */
function isDisowned(dropped: FieldSet, owned: FieldSet | undefined): boolean {
  return isMember(dropped) && (owned === undefined || !isMember(owned));
}

type Conflicts = ReturnType<typeof conflictsWith>;

/**
 * `kubectl` may take over what its client-side apply set before and nobody changed since.
 * Models apimachinery/pkg/util/managedfields/internal/lastappliedmanager.go (v1.36)
 */
function withoutLastApplied(request: ApplyRequest, shape: Shape, live: Fields, conflicts: Conflicts): Conflicts {
  const text = request.live?.metadata.annotations?.[LAST_APPLIED];
  if (request.manager !== 'kubectl' || text === undefined) return conflicts;
  const applied = parsed(text);
  if (applied === undefined) return conflicts;
  const { changed } = compareFields(shape, live, mergeFields(shape, live, applied));
  const allowed = difference(fieldSetOf(shape, applied), changed);
  return conflicts.flatMap(({ entry, paths }) => {
    const kept = paths.filter((path) => !isMemberAt(allowed, path));
    return kept.length === 0 ? [] : [{ entry, paths: kept }];
  });
}

function parsed(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isMemberAt(set: FieldSet, path: readonly string[]): boolean {
  let node: FieldSet | undefined = set;
  for (const step of path) node = node?.[step];
  return node !== undefined && ('.' in node || isEmptySet(node));
}

/** Models apimachinery/pkg/util/managedfields/internal/conflict.go (v1.36) */
function conflictStatus(conflicts: Conflicts): Status {
  const causes: StatusCause[] = [];
  for (const { entry, paths } of conflicts) {
    for (const path of paths) {
      causes.push({
        reason: 'FieldManagerConflict',
        message: `conflict with ${managerText(entry)}`,
        field: pathText(path),
      });
    }
  }
  causes.sort((a, b) => compareText(a.message ?? '', b.message ?? ''));
  const [first] = causes;
  if (causes.length === 1) {
    return applyConflict(`Apply failed with 1 conflict: ${first?.message}: ${first?.field}`, causes);
  }
  const lines: string[] = [];
  let last = '';
  for (const { message = '', field } of causes) {
    if (message !== last) lines.push(`${message.replace('conflict with', 'conflicts with')}:`);
    last = message;
    lines.push(`- ${field}`);
  }
  return applyConflict(`Apply failed with ${causes.length} conflicts: ${lines.join('\n')}`, causes);
}

function managerText(entry: ManagedFieldsEntry): string {
  const subresource =
    entry.subresource === undefined || entry.subresource === '' ? '' : ` with subresource "${entry.subresource}"`;
  const using = entry.operation === 'Update' ? ` using ${entry.apiVersion}` : '';
  return `"${entry.manager}"${subresource}${using}`;
}

/** `.spec.template.spec.containers[name="nginx"].image` */
function pathText(path: readonly string[]): string {
  let text = '';
  for (const step of path) {
    const rest = step.slice(2);
    if (step.startsWith('f:')) text += `.${rest}`;
    else if (step.startsWith('k:')) {
      const pairs = Object.entries(JSON.parse(rest) as Fields).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
      text += `[${pairs.join(',')}]`;
    } else text += step.startsWith('v:') ? `[=${rest}]` : `[${rest}]`;
  }
  return text;
}
