import { sameItems } from '../../base/equality.ts';
import { type Fields, isFields } from '../go/json.ts';
import { goValue } from '../go/print.ts';

export const PATCH = '$patch';
export const RETAIN_KEYS = '$retainKeys';
export const ORDER = '$setElementOrder/';
export const DELETE_FROM_LIST = '$deleteFromPrimitiveList/';

export function keyText(item: unknown, key: string | undefined): string {
  const value = key === undefined ? item : isFields(item) ? item[key] : undefined;
  return `${typeof value} ${String(value)}`;
}

/** What `keyText` tells apart, without making a text of a text. Those of other things begin as no name does. */
function keyOf(item: unknown, key: string | undefined): string {
  const value = key === undefined ? item : isFields(item) ? item[key] : undefined;
  return typeof value === 'string' ? value : `\0${typeof value} ${String(value)}`;
}

const MOST_COMPARED = 16;

/** Whether the list is as the order says, with nothing twice: then there is nothing to move. */
export function isInOrder(list: readonly unknown[], order: readonly unknown[], key: string | undefined): boolean {
  if (list.length !== order.length || list.length > MOST_COMPARED) return false;
  for (let i = 0; i < list.length; i += 1) {
    const text = keyOf(list[i], key);
    if (keyOf(order[i], key) !== text) return false;
    for (let k = 0; k < i; k += 1) if (keyOf(list[k], key) === text) return false;
  }
  return true;
}

/** Where an order wants what it names. */
export type Positions = ReadonlyMap<string, number>;

/** The items that an order names, and the others. */
export function partition(
  list: readonly unknown[],
  named: Positions,
  key: string | undefined,
): { readonly present: readonly unknown[]; readonly absent: readonly unknown[] } {
  const present: unknown[] = [];
  const absent: unknown[] = [];
  for (const item of list) (named.has(keyOf(item, key)) ? present : absent).push(item);
  return { present, absent };
}

export function positions(order: readonly unknown[], key: string | undefined): Positions {
  const found = new Map<string, number>();
  for (let i = 0; i < order.length; i += 1) {
    const text = keyOf(order[i], key);
    if (!found.has(text)) found.set(text, i);
  }
  return found;
}

/** An order has to name what the patch sends, in the same sequence. Models validatePatchWithSetOrderList of patch.go (v1.36) */
export function orderProblem(patch: unknown, order: readonly unknown[], key: string | undefined): string | undefined {
  if (!Array.isArray(patch) || patch.length === 0 || order.length === 0) return undefined;
  let next = 0;
  for (const item of patch) {
    if (isFields(item) && item[PATCH] === 'delete') continue;
    const name = keyOf(item, key);
    while (next < order.length && keyOf(order[next], key) !== name) next += 1;
    next += 1;
  }
  if (next <= order.length) return undefined;
  return `The order in patch list:\n${goValue(patch)}\n doesn't match $setElementOrder list:\n${goValue(order)}\n`;
}

/** By insertion: items of one place stay as they were. The list is kept, so that it is made as long as it will be. */
export function orderItems(list: readonly unknown[], at: Positions, key: string | undefined): readonly unknown[] {
  const items = list.slice();
  const places: number[] = [];
  for (const item of list) {
    const place = at.get(keyOf(item, key)) ?? 0;
    let to = places.length;
    for (; to > 0 && (places[to - 1] as number) > place; to -= 1) {
      items[to] = items[to - 1];
      places[to] = places[to - 1] as number;
    }
    items[to] = item;
    places[to] = place;
  }
  return items;
}

/**
 * Items that the patch orders keep its order; the others stand where they stood relative to them. Gives back `unchanged` when that is the result.
 * Models mergeSortedSlice of apimachinery/pkg/util/strategicpatch/patch.go (v1.36)
 */
export function orderMerged(
  patched: readonly unknown[],
  serverOnly: readonly unknown[],
  serverOrder: readonly unknown[],
  unchanged: readonly unknown[],
  key: string | undefined,
): readonly unknown[] {
  if (serverOnly.length === 0) return sameItems(patched, unchanged) ? unchanged : patched;
  const at = positions(serverOrder, key);
  const merged: unknown[] = [];
  let i = 0;
  let j = 0;
  while (i < serverOnly.length || j < patched.length) {
    const takeServer = j >= patched.length || (i < serverOnly.length && before(serverOnly[i], patched[j], at, key));
    merged.push(takeServer ? serverOnly[i] : patched[j]);
    if (takeServer) i += 1;
    else j += 1;
  }
  return sameItems(merged, unchanged) ? unchanged : merged;
}

function before(a: unknown, b: unknown, at: Positions, key: string | undefined): boolean {
  const left = at.get(keyOf(a, key));
  const right = at.get(keyOf(b, key));
  return left !== undefined && right !== undefined && left < right;
}

/** A value as it is stored when the object had none: without directives, and without what they delete. */
export function withoutDirectives(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value) ? cleanList(value) : cleanFields(value as Fields);
}

function cleanList(list: readonly unknown[]): readonly unknown[] {
  let kept: unknown[] | undefined;
  for (let at = 0; at < list.length; at += 1) {
    const item = list[at];
    const cleaned = isDeletion(item) ? undefined : withoutDirectives(item);
    if (cleaned === item) {
      kept?.push(item);
      continue;
    }
    kept ??= list.slice(0, at);
    if (cleaned !== undefined) kept.push(cleaned);
  }
  return kept ?? list;
}

function isDeletion(item: unknown): boolean {
  if (!isFields(item)) return false;
  return item[PATCH] === 'delete' || (item[PATCH] === 'replace' && Object.keys(item).length === 1);
}

const DOLLAR = 36;

function isDirective(key: string): boolean {
  if (key.charCodeAt(0) !== DOLLAR) return false;
  return key === PATCH || key === RETAIN_KEYS || key.startsWith(ORDER) || key.startsWith(DELETE_FROM_LIST);
}

const isDropped = (key: string, value: unknown): boolean => value === null || value === undefined || isDirective(key);

/** Fields that go are left out of a new object: one from which fields were deleted is slow to read ever after. */
function cleanFields(object: Fields): Fields {
  let copy: Record<string, unknown> | undefined;
  for (const key in object) {
    const value = object[key];
    const drops = isDropped(key, value);
    const cleaned = drops ? undefined : withoutDirectives(value);
    if (copy === undefined) {
      if (!drops && cleaned === value) continue;
      copy = fieldsBefore(object, key);
    }
    if (!drops) copy[key] = cleaned;
  }
  return copy ?? object;
}

function fieldsBefore(object: Fields, end: string): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const key in object) {
    if (key === end) break;
    copy[key] = object[key];
  }
  return copy;
}
