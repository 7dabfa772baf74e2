import { goSorted } from '../../base/go-sort.ts';
import { ownValue } from '../../base/own.ts';
import type { Shape } from '../fields/shape.ts';
import { equalJson, type Fields, isEmptyFields, isFields } from '../go/json.ts';
import { goType, goValue } from '../go/print.ts';
import { DELETE_FROM_LIST, ORDER, PATCH, RETAIN_KEYS } from './strategic-lists.ts';

export interface DiffOptions {
  readonly deletions: boolean;
  readonly changes: boolean;
  /** Why a list cannot be compared: an item without its key, or of another type. */
  readonly problems: string[];
}

export function diffMaps(
  original: Fields,
  modified: Fields,
  shape: Shape,
  options: DiffOptions,
  retainKeys: boolean,
): Fields {
  if (original === modified) return {};
  const patch: Record<string, unknown> = {};
  for (const key in modified) {
    const after = modified[key];
    const before = ownValue(original, key);
    if (after === before || after === undefined) continue;
    if (before === undefined) {
      if (options.changes) patch[key] = after;
    } else diffField(patch, key, before, after, shape.child(key), options);
  }
  if (options.deletions) {
    for (const key in original) {
      if (original[key] !== undefined && ownValue(modified, key) === undefined) patch[key] = null;
    }
  }
  if (retainKeys && (!isEmptyFields(patch) || hasExtra(original, modified))) {
    const kept = Object.keys(modified).filter((key) => modified[key] !== undefined && modified[key] !== null);
    if (kept.length > 0) patch[RETAIN_KEYS] = kept.sort();
  }
  return sortKeys(patch);
}

function hasExtra(original: Fields, modified: Fields): boolean {
  for (const key in original) if (original[key] !== undefined && ownValue(modified, key) === undefined) return true;
  return false;
}

function diffField(
  patch: Record<string, unknown>,
  key: string,
  before: unknown,
  after: unknown,
  shape: Shape,
  options: DiffOptions,
): void {
  if (isFields(before) && isFields(after) && !shape.patchReplace) {
    const inner = diffMaps(before, after, shape, options, shape.retainKeys);
    if (!isEmptyFields(inner)) patch[key] = inner;
  } else if (Array.isArray(before) && Array.isArray(after) && shape.patchMerge) {
    diffLists(patch, key, before, after, shape, options);
  } else if (options.changes && !equalJson(before, after)) patch[key] = after;
}

function diffLists(
  patch: Record<string, unknown>,
  name: string,
  original: readonly unknown[],
  modified: readonly unknown[],
  shape: Shape,
  options: DiffOptions,
): void {
  if (original.length === 0) {
    if (modified.length > 0 && options.changes) patch[name] = modified;
    return;
  }
  if (shape.patchKey === undefined) {
    diffScalars(patch, name, original, modified, options);
    return;
  }
  const all = [...original, ...modified];
  const other = all.find((item) => goType(item) !== goType(all[0]));
  if (other !== undefined) {
    options.problems.push(`list element types are not identical: [${goType(all[0])} ${goType(other)}]`);
    return;
  }
  const nameless = all.find((item) => isFields(item) && item[shape.patchKey ?? ''] === undefined);
  if (nameless !== undefined) {
    options.problems.push(`map: ${goValue(nameless)} does not contain declared merge key: ${shape.patchKey}`);
    return;
  }
  diffItems(patch, name, original as Fields[], modified as Fields[], shape, shape.patchKey, options);
}

/** Single values. Go sorts those that are there in their place, so that an order that is not theirs is sent each time. */
function diffScalars(
  patch: Record<string, unknown>,
  name: string,
  original: readonly unknown[],
  modified: readonly unknown[],
  options: DiffOptions,
): void {
  const sorted = inOrder(original, goValue);
  const rows = beside(sorted, inOrder(modified, goValue), goValue);
  const onlyAfter = rows.flatMap(([before, after]) => (before === undefined ? [after] : []));
  const onlyBefore = rows.flatMap(([before, after]) => (after === undefined ? [before] : []));
  const added = options.changes ? asIn(modified, onlyAfter, goValue) : [];
  const deleted = options.deletions ? [...new Set(onlyBefore)] : [];
  if (added.length > 0) patch[name] = added;
  if (deleted.length > 0) patch[DELETE_FROM_LIST + name] = deleted;
  const changed = options.changes && !equalJson(sorted, modified);
  if ((changed || deleted.length > 0) && modified.length > 0) patch[ORDER + name] = modified;
}

/** Items of one key stand beside each other in pairs, as they come when they are sorted: a port has a TCP and a UDP one. */
function diffItems(
  patch: Record<string, unknown>,
  name: string,
  original: readonly Fields[],
  modified: readonly Fields[],
  shape: Shape,
  key: string,
  options: DiffOptions,
): void {
  const textOf = (item: Fields): string => goValue(item[key]);
  const changes: Fields[] = [];
  const deletions: Fields[] = [];
  for (const [before, after] of beside(inOrder(original, textOf), inOrder(modified, textOf), textOf)) {
    if (after === undefined) {
      if (options.deletions) deletions.push(sortKeys({ [key]: before[key], [PATCH]: 'delete' }));
    } else if (before === undefined) {
      if (options.changes) changes.push(after);
    } else if (before !== after && shape.element !== undefined) {
      const inner = diffMaps(before, after, shape.element, options, shape.retainKeys);
      if (!isEmptyFields(inner)) changes.push(sortKeys({ ...inner, [key]: after[key] }));
    }
  }
  const list = [...asIn(modified, changes, textOf), ...deletions];
  if (list.length > 0) patch[name] = list;
  const reordered = options.changes && !sameOrder(original, modified, key);
  const ordered = (options.changes && (list.length > 0 || reordered)) || (options.deletions && list.length > 0);
  if (ordered && modified.length > 0) patch[ORDER + name] = modified.map((item) => ({ [key]: item[key] }));
}

/** By what Go prints of them. It holds equal ones for less than each other, and so turns them round. */
function inOrder<T>(list: readonly T[], textOf: (item: T) => string): readonly T[] {
  return goSorted(list, (a, b) => textOf(a) <= textOf(b));
}

type Row<T> = readonly [T, T] | readonly [T, undefined] | readonly [undefined, T];

/** Two sorted lists, those of the same text beside each other. */
function beside<T>(left: readonly T[], right: readonly T[], textOf: (item: T) => string): readonly Row<T>[] {
  const rows: Row<T>[] = [];
  const [keys, others] = [left.map(textOf), right.map(textOf)];
  let [i, j] = [0, 0];
  while (i < left.length || j < right.length) {
    const [key, other] = [keys[i], others[j]];
    if (key === other) rows.push([left[i++] as T, right[j++] as T]);
    else if (other === undefined || (key !== undefined && key < other)) rows.push([left[i++] as T, undefined]);
    else rows.push([undefined, right[j++] as T]);
  }
  return rows;
}

/** In the order in which a list has them. */
function asIn<T>(order: readonly T[], items: readonly T[], textOf: (item: T) => string): readonly T[] {
  if (items.length < 2) return items;
  const places = new Map([...order].reverse().map((item, at) => [textOf(item), order.length - 1 - at]));
  const placeOf = (item: T): number => places.get(textOf(item)) ?? 0;
  return [...items].sort((a, b) => placeOf(a) - placeOf(b));
}

/** Whether the items that both have come in the same order. */
function sameOrder(original: readonly Fields[], modified: readonly Fields[], key: string): boolean {
  if (original.length !== modified.length) return false;
  return original.every((item, at) => item[key] === modified[at]?.[key]);
}

/** As Go writes maps. */
export function sortKeys(object: Fields): Fields {
  const keys = Object.keys(object);
  if (keys.length < 2) return object;
  const sorted: Record<string, unknown> = {};
  for (const key of keys.sort()) sorted[key] = object[key];
  return sorted;
}
