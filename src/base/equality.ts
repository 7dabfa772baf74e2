import { ownValue } from './own.ts';

/*
 * The ways in which two values are the same. `===` alone is told where that is what is asked: values are never changed, so
 * that the same object is always equal.
 */

/** Whether two lists hold the very same things in the same order. */
export function sameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i += 1) if (a[i] !== b[i]) return false;
  return true;
}

/** Equality of JSON values; `===` subtrees are not entered. Fields that are undefined count as absent. */
export function equalJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a)) return Array.isArray(b) && equalLists(a, b);
  return !Array.isArray(b) && equalFields(a as Fields, b as Fields);
}

function equalLists(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i += 1) if (!equalJson(a[i], b[i])) return false;
  return true;
}

function equalFields(a: Fields, b: Fields): boolean {
  for (const key in a) if (!equalJson(a[key], ownValue(b, key))) return false;
  for (const key in b) if (b[key] !== undefined && ownValue(a, key) === undefined) return false;
  return true;
}

type Fields = { readonly [field: string]: unknown };

/** As `equalJson`, but a field that is undefined is told from one that is not there. */
export function equalExactly(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length) return false;
    for (let at = 0; at < a.length; at += 1) if (!equalExactly(a[at], b[at])) return false;
    return true;
  }
  if (Array.isArray(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  for (const key of keys) {
    if (!(key in b) || !equalExactly((a as Fields)[key], (b as Fields)[key])) return false;
  }
  return true;
}

/** As `equalJson`, but what is absent, null or empty is all the same: the semantic equality of Kubernetes, whose structs can not tell them apart. */
export function equalUnlessEmpty(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (isNothing(a) || isNothing(b)) return isNothing(a) && isNothing(b);
  if (typeof a !== 'object' || typeof b !== 'object') return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const left = a as { readonly [key: string]: unknown };
  const right = b as { readonly [key: string]: unknown };
  for (const key in left) if (!equalUnlessEmpty(left[key], right[key])) return false;
  for (const key in right) if (!(key in left) && !isNothing(right[key])) return false;
  return true;
}

function isNothing(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value !== 'object') return false;
  for (const _ in value) return false;
  return true;
}
