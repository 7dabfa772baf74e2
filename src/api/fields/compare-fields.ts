import { ownValue } from '../../base/own.ts';
import { pureOfValues } from '../../base/pure.ts';
import { equalJson, type Fields, isEmptyFields, isFields } from '../go/json.ts';
import { EMPTY_SET, type FieldSet, LEAF, SetStack, stepOf } from './field-sets.ts';
import { fieldStep, type Shape } from './shape.ts';

/** What a write changed. */
export interface Comparison {
  /** Added or given another value. */
  readonly changed: FieldSet;
  readonly removed: FieldSet;
}

const NONE: readonly string[] = [];
export const SAME: Comparison = { changed: EMPTY_SET, removed: EMPTY_SET };

const changed = new SetStack();
const removed = new SetStack();

/** Not of the object, or never owned. */
const isIgnored = (key: string): boolean => key === 'apiVersion' || key === 'kind';
export const IGNORED_METADATA: ReadonlySet<string> = new Set([
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
export function compareFields(
  shape: Shape,
  before: object | undefined,
  after: object,
  /** Fields of the object that do not count. */
  hidden: readonly string[] = NONE,
): Comparison {
  if (before === after) return SAME;
  changed.depth = 0;
  removed.depth = 0;
  if (before === undefined) compareWithNothing(shape, after as Fields, hidden);
  else compareTop(shape, before as Fields, after as Fields, hidden);
  return { changed: changed.take(0, shape), removed: removed.take(0, shape) };
}

function compareTop(shape: Shape, before: Fields, after: Fields, hidden: readonly string[]): void {
  for (const key in after) {
    const old = before[key];
    const now = after[key];
    if (old === now || isIgnored(key) || hidden.includes(key)) continue;
    compareMember(shape, key, old, now, key === 'metadata');
  }
  for (const key in before) {
    const old = before[key];
    if (old === undefined || after[key] !== undefined || isIgnored(key) || hidden.includes(key)) continue;
    compareMember(shape, key, old, undefined, key === 'metadata');
  }
}

function compareMember(shape: Shape, key: string, before: unknown, after: unknown, metadata: boolean): void {
  const child = shape.child(key);
  compareValue(child, child.step ?? fieldStep(key), before, after, metadata);
}

function compareWithNothing(shape: Shape, after: Fields, hidden: readonly string[]): void {
  for (const key in after) {
    if (isIgnored(key) || (hidden.length > 0 && hidden.includes(key))) continue;
    const child = shape.child(key);
    const { zero } = child;
    const value = after[key];
    if (zero === value) continue;
    // Of most fields it need not be asked what they hold.
    const isPlain = zero === undefined || (typeof value !== 'object' && value !== undefined);
    if (isPlain && isUnit(child)) changed.put(child.step ?? fieldStep(key), LEAF);
    else if (key === 'spec') note(fieldStep('spec'), newSpec(value, child));
    else compareValue(child, child.step ?? fieldStep(key), zero, value, key === 'metadata');
  }
}

/** What specs of new objects hold: one template's are all the same object. */
const newSpec = pureOfValues(16, (spec: unknown, shape: Shape): Outcome => {
  const base = changed.depth;
  const baseRemoved = removed.depth;
  compareValue(shape, '', shape.zero, spec);
  return { changed: changed.takeTop(base), removed: removed.takeTop(baseRemoved) };
});

/** What one place has come to; undefined: nothing. */
interface Outcome {
  readonly changed: FieldSet | undefined;
  readonly removed: FieldSet | undefined;
}

function note(step: string, outcome: Outcome): void {
  if (outcome.changed !== undefined) changed.put(step, outcome.changed);
  if (outcome.removed !== undefined) removed.put(step, outcome.removed);
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || (isFields(value) && isEmptyFields(value)) || isEmptyList(value);
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

const isUnit = ({ kind, atomic }: Shape): boolean => kind === 'scalar' || (atomic && kind !== 'deduced');

function compareValue(shape: Shape, step: string, before: unknown, after: unknown, metadata = false): void {
  if (before === after) return;
  const { kind } = shape;
  // Most places are of one piece.
  if (isUnit(shape)) return compareLeaf(step, before, after);
  const list = kind === 'list';
  // And most of the others hold objects.
  if (!list && isFields(before) && isFields(after)) return compareObjects(shape, step, before, after, metadata);
  const container = !shape.atomic && isContainer(before) && isContainer(after);
  const mixed = container && (Array.isArray(before) ? isFields(after) : isFields(before) && Array.isArray(after));
  if (kind === 'deduced' && isOtherKind(before, after))
    return compareObjects(shape, step, asFields(before), asFields(after), false, true);
  if (!container || mixed || (isNothing(before) && isNothing(after)) || (!list && hasList(before, after))) {
    return compareLeaf(step, before, after);
  }
  if (list && Array.isArray(before) && Array.isArray(after)) return note(step, comparedLists(before, after, shape));
  const baseChanged = changed.depth;
  const baseRemoved = removed.depth;
  if (!metadata && before === undefined) changed.put('.', LEAF);
  if (!metadata && after === undefined) removed.put('.', LEAF);
  if (list) compareItems(shape, asList(before), asList(after));
  else compareMembers(shape, asFields(before), asFields(after), metadata);
  changed.close(baseChanged, shape, step);
  removed.close(baseRemoved, shape, step);
}

/** `becomes`: it was none, or is none any more. It changes itself then, and what was in it goes, or what is in it now comes. */
function compareObjects(
  shape: Shape,
  step: string,
  before: Fields,
  after: Fields,
  metadata: boolean,
  becomes = false,
): void {
  const baseChanged = changed.depth;
  const baseRemoved = removed.depth;
  if (becomes) changed.put('.', LEAF);
  compareMembers(shape, before, after, metadata);
  changed.close(baseChanged, shape, step);
  removed.close(baseRemoved, shape, step);
}

/** An object has become something else, or the other way round. */
function isOtherKind(before: unknown, after: unknown): boolean {
  return before != null && after != null && isFields(before) !== isFields(after);
}

/** What one Pod's conditions were and become, another's of its template were and become. */
const comparedLists = pureOfValues(
  16,
  (before: readonly unknown[], after: readonly unknown[], shape: Shape): Outcome => {
    const baseChanged = changed.depth;
    const baseRemoved = removed.depth;
    compareItems(shape, before, after);
    changed.close(baseChanged, shape, '');
    removed.close(baseRemoved, shape, '');
    return { changed: changed.takeTop(baseChanged), removed: removed.takeTop(baseRemoved) };
  },
);

/** A deduced list is one unit. */
function hasList(before: unknown, after: unknown): boolean {
  return Array.isArray(before) || Array.isArray(after);
}

function isContainer(value: unknown): boolean {
  return value === undefined || typeof value === 'object';
}

function compareLeaf(step: string, before: unknown, after: unknown): void {
  if (before === undefined) changed.put(step, LEAF);
  else if (after === undefined) removed.put(step, LEAF);
  else if (!equalJson(before, after)) changed.put(step, LEAF);
}

const NO_FIELDS: Fields = {};
const NO_ITEMS: readonly unknown[] = [];

const asFields = (value: unknown): Fields => (isFields(value) ? value : NO_FIELDS);
const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : NO_ITEMS);

function compareMembers(shape: Shape, before: Fields, after: Fields, metadata: boolean): void {
  for (const key in after) {
    const old = ownValue(before, key);
    const now = after[key];
    if (old === now || (metadata && IGNORED_METADATA.has(key))) continue;
    compareMember(shape, key, old, now, false);
  }
  for (const key in before) {
    const old = before[key];
    if (old === undefined || ownValue(after, key) !== undefined || (metadata && IGNORED_METADATA.has(key))) continue;
    compareMember(shape, key, old, undefined, false);
  }
}

function compareItem(shape: Shape, step: string, before: unknown, after: unknown): void {
  const element = shape.keys.length === 0 ? undefined : shape.element;
  if (element === undefined) compareLeaf(step, before, after);
  else compareValue(element, step, before, after);
}

function compareItems(shape: Shape, before: readonly unknown[], after: readonly unknown[]): void {
  if (samePlaces(shape, before, after)) {
    for (let i = 0; i < after.length; i += 1) {
      if (before[i] !== after[i]) compareItem(shape, stepOf(shape, after[i]) ?? '', before[i], after[i]);
    }
    return;
  }
  if (before.length === 0) {
    for (const item of after) {
      const step = stepOf(shape, item);
      if (step !== undefined) compareItem(shape, step, undefined, item);
    }
    return;
  }
  const old = new Map<string, unknown>();
  for (const item of before) {
    const step = stepOf(shape, item);
    if (step !== undefined) old.set(step, item);
  }
  for (const item of after) {
    const step = stepOf(shape, item);
    if (step === undefined) continue;
    const previous = old.get(step);
    old.delete(step);
    if (previous !== item) compareItem(shape, step, previous, item);
  }
  for (const [step, item] of old) compareItem(shape, step, item, undefined);
}

const MOST_COMPARED = 16;

/** Whether both hold the same items at the same places, none of them twice: the usual case needs no map. */
function samePlaces(shape: Shape, before: readonly unknown[], after: readonly unknown[]): boolean {
  if (before.length !== after.length || after.length > MOST_COMPARED) return false;
  if (shape.keys.length === 1) return sameKeys(shape.keys[0] as string, before, after);
  for (let i = 0; i < after.length; i += 1) {
    const step = stepOf(shape, after[i]);
    if (step === undefined || (before[i] !== after[i] && stepOf(shape, before[i]) !== step)) return false;
    for (let k = 0; k < i; k += 1) if (stepOf(shape, after[k]) === step) return false;
  }
  return true;
}

/** As `samePlaces` for items of one key: what they are called need not be made up for that. */
function sameKeys(key: string, before: readonly unknown[], after: readonly unknown[]): boolean {
  for (let i = 0; i < after.length; i += 1) {
    const value = keyIn(after[i], key);
    if (typeof value !== 'string') return false;
    if (before[i] !== after[i] && keyIn(before[i], key) !== value) return false;
    for (let k = 0; k < i; k += 1) if (keyIn(after[k], key) === value) return false;
  }
  return true;
}

const keyIn = (item: unknown, key: string): unknown => (isFields(item) ? item[key] : undefined);
