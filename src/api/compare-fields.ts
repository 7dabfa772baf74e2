import { EMPTY_SET, type FieldSet, fieldStep, GrowingSet, LEAF, stepOf } from './field-sets';
import { equalJson, isEmptyFields, isFields } from './json';
import type { Shape } from './shape';

/** What a write changed. */
export interface Comparison {
  /** Added or given another value. */
  readonly changed: FieldSet;
  readonly removed: FieldSet;
}

export const SAME: Comparison = { changed: EMPTY_SET, removed: EMPTY_SET };

interface Change {
  readonly changed: FieldSet | undefined;
  readonly removed: FieldSet | undefined;
}

const NO_CHANGE: Change = { changed: undefined, removed: undefined };
const CHANGED: Change = { changed: LEAF, removed: undefined };
const REMOVED: Change = { changed: undefined, removed: LEAF };

/** Not of the object, or never owned. */
const IGNORED: ReadonlySet<string> = new Set(['apiVersion', 'kind']);
const IGNORED_METADATA: ReadonlySet<string> = new Set([
  'name',
  'namespace',
  'creationTimestamp',
  'selfLink',
  'uid',
  'generation',
  'managedFields',
  'resourceVersion',
]);

/**
 * Compares two versions of an object; subtrees that are the same object are not entered.
 * `before` undefined stands for an object that Go just made: structs held by value are there, all else is not.
 * Models structured-merge-diff/v6/typed/compare.go (v1.36), without the fields that stripmeta.go drops.
 */
export function compareFields(shape: Shape, before: object | undefined, after: object): Comparison {
  if (before === after) return SAME;
  const left = before as Readonly<Record<string, unknown>> | undefined;
  const right = after as Readonly<Record<string, unknown>>;
  const changed = new GrowingSet();
  const removed = new GrowingSet();
  for (const key in right) {
    if (IGNORED.has(key)) continue;
    const child = shape.child(key);
    const old = left === undefined ? child.zero : left[key];
    if (old === right[key]) continue;
    add(changed, removed, fieldStep(key), compareValue(child, old, right[key], key === 'metadata'));
  }
  if (left !== undefined) {
    for (const key in left) {
      if (right[key] !== undefined || left[key] === undefined || IGNORED.has(key)) continue;
      add(changed, removed, fieldStep(key), compareValue(shape.child(key), left[key], undefined, key === 'metadata'));
    }
  }
  return { changed: changed.toSet(), removed: removed.toSet() };
}

function add(changed: GrowingSet, removed: GrowingSet, step: string, change: Change): void {
  if (change.changed !== undefined) changed.put(step, change.changed);
  if (change.removed !== undefined) removed.put(step, change.removed);
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || (isFields(value) && isEmptyFields(value)) || isEmptyList(value);
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

function compareValue(shape: Shape, before: unknown, after: unknown, metadata = false): Change {
  if (before === after) return NO_CHANGE;
  if (before === undefined && after === undefined) return NO_CHANGE;
  const list = shape.kind === 'list';
  const container = shape.kind !== 'scalar' && !shape.atomic && isContainer(before) && isContainer(after);
  const mixed = Array.isArray(before) ? isFields(after) : isFields(before) && Array.isArray(after);
  if (!container || mixed || (isNothing(before) && isNothing(after)) || (!list && hasList(before, after))) {
    return compareLeaf(before, after);
  }
  const changed = new GrowingSet();
  const removed = new GrowingSet();
  if (!metadata && before === undefined) changed.put('.', LEAF);
  if (!metadata && after === undefined) removed.put('.', LEAF);
  if (list) compareItems(shape, asList(before), asList(after), changed, removed);
  else compareMembers(shape, asFields(before), asFields(after), changed, removed, metadata);
  return { changed: changed.toNode(), removed: removed.toNode() };
}

/** A deduced list is one unit. */
function hasList(before: unknown, after: unknown): boolean {
  return Array.isArray(before) || Array.isArray(after);
}

function isContainer(value: unknown): boolean {
  return value === undefined || typeof value === 'object';
}

function compareLeaf(before: unknown, after: unknown): Change {
  if (before === undefined) return CHANGED;
  if (after === undefined) return REMOVED;
  return equalJson(before, after) ? NO_CHANGE : CHANGED;
}

type Fields = Readonly<Record<string, unknown>>;
const NO_FIELDS: Fields = {};
const NO_ITEMS: readonly unknown[] = [];

const asFields = (value: unknown): Fields => (isFields(value) ? value : NO_FIELDS);
const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : NO_ITEMS);

function compareMembers(
  shape: Shape,
  before: Fields,
  after: Fields,
  changed: GrowingSet,
  removed: GrowingSet,
  metadata: boolean,
): void {
  for (const key in after) {
    const value = after[key];
    if (value === before[key] || (metadata && IGNORED_METADATA.has(key))) continue;
    add(changed, removed, fieldStep(key), compareValue(shape.child(key), before[key], value));
  }
  for (const key in before) {
    if (before[key] === undefined || after[key] !== undefined || (metadata && IGNORED_METADATA.has(key))) continue;
    add(changed, removed, fieldStep(key), compareValue(shape.child(key), before[key], undefined));
  }
}

function compareItems(
  shape: Shape,
  before: readonly unknown[],
  after: readonly unknown[],
  changed: GrowingSet,
  removed: GrowingSet,
): void {
  const old = new Map<string, unknown>();
  for (const item of before) {
    const step = stepOf(shape, item);
    if (step !== undefined) old.set(step, item);
  }
  const element = shape.keys.length === 0 ? undefined : shape.element;
  for (const item of after) {
    const step = stepOf(shape, item);
    if (step === undefined) continue;
    const previous = old.get(step);
    old.delete(step);
    if (previous === item) continue;
    add(
      changed,
      removed,
      step,
      element === undefined ? compareLeaf(previous, item) : compareValue(element, previous, item),
    );
  }
  for (const [step, item] of old) {
    add(changed, removed, step, element === undefined ? REMOVED : compareValue(element, item, undefined));
  }
}
