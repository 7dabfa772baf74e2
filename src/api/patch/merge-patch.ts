import { growingCopy } from '../../base/extend.ts';
import { ownValue } from '../../base/own.ts';
import { equalJson, type Fields, isFields } from '../go/json.ts';

/** RFC 7396; gives back the same object when the patch changes nothing. */
// Models github.com/evanphx/json-patch v4 as the server uses it (v1.36)
export function applyMergePatch<T>(original: T, patch: unknown): T {
  return merge(original, patch) as T;
}

function merge(original: unknown, patch: unknown): unknown {
  if (!isFields(patch)) {
    // What takes an object's place is taken as it is; everything else without the nulls of the objects in it.
    const after = isFields(original) ? patch : withoutNulls(patch);
    return equalJson(original, after) ? original : after;
  }
  const target: Fields = isFields(original) ? original : {};
  let copy: Record<string, unknown> | undefined = isFields(original) ? undefined : {};
  for (const key in patch) {
    const value = patch[key];
    if (value === undefined) continue;
    const before = ownValue(target, key);
    if (value === null) {
      if (Object.hasOwn(target, key)) {
        copy ??= growingCopy(target);
        delete copy[key];
      }
      continue;
    }
    const after = merge(before, value);
    if (after === before) continue;
    copy ??= growingCopy(target);
    copy[key] = after;
  }
  return copy ?? original;
}

/** In lists, nulls of objects delete what is not there; a null that is an item stays. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  return isFields(value) ? merge({}, value) : value;
}

/** The smallest merge patch from one object to the other; empty when they are equal. */
export function createMergePatch(original: Fields, modified: Fields): Fields {
  const patch: Record<string, unknown> = {};
  for (const key of Object.keys({ ...original, ...modified }).sort()) {
    const before = ownValue(original, key);
    const after = ownValue(modified, key);
    if (before === after) continue;
    if (after === undefined) patch[key] = null;
    else if (isFields(before) && isFields(after)) {
      const inner = createMergePatch(before, after);
      if (Object.keys(inner).length > 0) patch[key] = inner;
    } else if (!equalJson(before, after)) patch[key] = after;
  }
  return patch;
}

/**
 * What apply sends for a kind without a table: deletions are what the last applied manifest had and the new one has not, the rest is the
 * difference to the live object. Models apimachinery/pkg/util/jsonmergepatch/patch.go (v1.36)
 */
export function createThreeWayMergePatch(original: Fields, modified: Fields, current: Fields): Fields {
  const changes = keepChanges(createMergePatch(current, modified));
  const deletions = keepDeletions(createMergePatch(original, modified));
  return mergePatches(deletions, changes);
}

function keepChanges(patch: Fields): Fields {
  const kept: Record<string, unknown> = {};
  for (const key in patch) {
    const value = patch[key];
    if (value === null) continue;
    const inner = isFields(value) ? keepChanges(value) : value;
    if (!isFields(inner) || Object.keys(inner).length > 0 || isEmpty(value)) kept[key] = inner;
  }
  return kept;
}

function keepDeletions(patch: Fields): Fields {
  const kept: Record<string, unknown> = {};
  for (const key in patch) {
    const value = patch[key];
    if (value === null) kept[key] = null;
    else if (isFields(value)) {
      const inner = keepDeletions(value);
      if (Object.keys(inner).length > 0) kept[key] = inner;
    }
  }
  return kept;
}

const isEmpty = (value: unknown): boolean => isFields(value) && Object.keys(value).length === 0;

function mergePatches(a: Fields, b: Fields): Fields {
  const merged: Record<string, unknown> = growingCopy(a);
  for (const key in b) {
    const left = ownValue(merged, key);
    const right = b[key];
    merged[key] = isFields(left) && isFields(right) ? mergePatches(left, right) : right;
  }
  return merged;
}
