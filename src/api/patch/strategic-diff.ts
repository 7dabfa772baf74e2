import { equalJson, type Fields, isEmptyFields, isFields } from '../json.ts';
import type { Shape } from '../shape.ts';
import { DELETE_FROM_LIST, keyText, ORDER, PATCH, RETAIN_KEYS } from './strategic-lists.ts';

export interface DiffOptions {
  readonly deletions: boolean;
  readonly changes: boolean;
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
    const before = original[key];
    if (after === before || after === undefined) continue;
    if (before === undefined) {
      if (options.changes) patch[key] = after;
    } else diffField(patch, key, before, after, shape.child(key), options);
  }
  if (options.deletions) {
    for (const key in original) {
      if (original[key] !== undefined && modified[key] === undefined) patch[key] = null;
    }
  }
  if (retainKeys && (!isEmptyFields(patch) || hasExtra(original, modified))) {
    const kept = Object.keys(modified).filter((key) => modified[key] !== undefined && modified[key] !== null);
    if (kept.length > 0) patch[RETAIN_KEYS] = kept.sort();
  }
  return sortKeys(patch);
}

function hasExtra(original: Fields, modified: Fields): boolean {
  for (const key in original) if (original[key] !== undefined && modified[key] === undefined) return true;
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
  if (isFields(before) && isFields(after)) {
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
  if (shape.patchKey === undefined) diffScalars(patch, name, original, modified, options);
  else diffItems(patch, name, original as Fields[], modified as Fields[], shape, shape.patchKey, options);
}

function diffScalars(
  patch: Record<string, unknown>,
  name: string,
  original: readonly unknown[],
  modified: readonly unknown[],
  options: DiffOptions,
): void {
  const added = options.changes ? modified.filter((each) => !original.includes(each)) : [];
  const deleted = options.deletions ? original.filter((each) => !modified.includes(each)) : [];
  if (added.length > 0) patch[name] = added;
  if (deleted.length > 0) patch[DELETE_FROM_LIST + name] = deleted;
  const changed = options.changes && (added.length > 0 || !equalJson(original, modified));
  if (changed || deleted.length > 0) patch[ORDER + name] = modified;
}

function diffItems(
  patch: Record<string, unknown>,
  name: string,
  original: readonly Fields[],
  modified: readonly Fields[],
  shape: Shape,
  key: string,
  options: DiffOptions,
): void {
  const before = new Map(original.map((item) => [keyText(item, key), item]));
  const changes: unknown[] = [];
  for (const item of modified) {
    const old = before.get(keyText(item, key));
    if (old === undefined) {
      if (options.changes) changes.push(item);
    } else if (old !== item && shape.element !== undefined) {
      const inner = diffMaps(old, item, shape.element, options, shape.retainKeys);
      if (!isEmptyFields(inner)) changes.push(sortKeys({ ...inner, [key]: item[key] }));
    }
  }
  const deletions = options.deletions ? deletedItems(original, modified, key) : [];
  const list = [...changes, ...deletions];
  if (list.length > 0) patch[name] = list;
  const reordered = options.changes && !sameOrder(original, modified, key);
  const ordered = (options.changes && (list.length > 0 || reordered)) || (options.deletions && list.length > 0);
  if (ordered) patch[ORDER + name] = modified.map((item) => ({ [key]: item[key] }));
}

function deletedItems(original: readonly Fields[], modified: readonly Fields[], key: string): readonly Fields[] {
  const kept = new Set(modified.map((item) => keyText(item, key)));
  return original
    .filter((item) => !kept.has(keyText(item, key)))
    .sort((a, b) => (keyText(a, key) < keyText(b, key) ? -1 : 1))
    .map((item) => sortKeys({ [key]: item[key], [PATCH]: 'delete' }));
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
