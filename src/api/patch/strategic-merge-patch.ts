import { asKey } from '../../base/as-key.ts';
import { growingCopy } from '../../base/extend.ts';
import { ownValue } from '../../base/own.ts';
import { pureOfText, pureOfValues } from '../../base/pure.ts';
import { type Shape, shapeOf } from '../fields/shape.ts';
import { equalJson, type Fields, isFields } from '../go/json.ts';
import { goType, goValue } from '../go/print.ts';
import { openCopy } from '../types/copies.ts';
import { diffMaps, sortKeys } from './strategic-diff.ts';
import {
  DELETE_FROM_LIST,
  isInOrder,
  ORDER,
  orderItems,
  orderMerged,
  orderProblem,
  PATCH,
  partition,
  positions,
  RETAIN_KEYS,
  withoutDirectives,
} from './strategic-lists.ts';

/** A kind that patches are made for: apiVersion and kind. */
export interface PatchedKind {
  readonly apiVersion: string;
  readonly kind: string;
}

export type StrategicResult<T> = { readonly object: T } | { readonly error: string };

/**
 * Applies a strategic merge patch; gives back the same object when that changes nothing. Undefined fields count as absent.
 * Models apimachinery/pkg/util/strategicpatch/patch.go StrategicMergeMapPatch (v1.36)
 */
export function applyStrategicMerge<T extends object>(
  kind: PatchedKind,
  original: T,
  patch: Fields,
): StrategicResult<T> {
  return applyWithShape(shapeOf(kind.apiVersion, kind.kind), original, patch);
}

function applyWithShape<T extends object>(shape: Shape, original: T, patch: Fields): StrategicResult<T> {
  const merger = new Merger(true);
  const object = merger.map(original as Fields, patch, shape) as T;
  return merger.error === undefined ? { object } : { error: merger.error };
}

const DOLLAR = 36;

const isNothing = (list: unknown): boolean => !Array.isArray(list) || list.length === 0;
const hasDirective = (item: unknown): boolean => isFields(item) && item[PATCH] !== undefined;

class Merger {
  error: string | undefined;
  /** Applying to an object, as against joining two patches into one: nulls vanish and orders are carried out. */
  private readonly applying: boolean;

  constructor(applying: boolean) {
    this.applying = applying;
  }

  map(original: Fields, patch: Fields, shape: Shape): Fields {
    const directive = patch[PATCH];
    if (directive !== undefined && this.applying) {
      if (directive === 'delete') return {};
      if (directive === 'replace') return withoutField(patch, PATCH);
      this.fail(`unknown patch type: ${goValue(directive)} in map: ${goValue(patch)}`);
    }
    const start = this.retained(original, patch);
    let copy: Record<string, unknown> | undefined;
    let directives: string[] | undefined;
    for (const key in patch) {
      const value = patch[key];
      if (value === undefined || key === PATCH) continue;
      if (key.charCodeAt(0) === DOLLAR) {
        if (directives === undefined) directives = [key];
        else directives.push(key);
        if (this.applying) continue;
      }
      const before = ownValue(copy ?? start, key);
      if (value === null) {
        // A field that is null already stays as the decoder wrote it.
        if (this.applying && (before === undefined || before === null)) continue;
        copy ??= openCopy(start);
        if (this.applying) delete copy[key];
        else copy[key] = null;
        continue;
      }
      const after = this.field(before, value, key, shape);
      if (after === before) continue;
      copy ??= openCopy(start);
      copy[key] = after;
    }
    const target = copy ?? start;
    return directives === undefined ? target : this.parallelLists(original, patch, directives, shape, target, copy);
  }

  private fail(error: string): void {
    this.error ??= error;
  }

  /** `$retainKeys` names all that may stay. */
  private retained(original: Fields, patch: Fields): Fields {
    const keys = patch[RETAIN_KEYS];
    if (keys === undefined || !this.applying) return original;
    if (!Array.isArray(keys) || namesMore(patch, keys)) {
      this.fail('invalid patch format of retainKeys');
      return original;
    }
    let copy: Record<string, unknown> | undefined;
    for (const key in original) {
      if (keys.includes(key)) continue;
      copy ??= growingCopy(original);
      delete copy[key];
    }
    return copy ?? original;
  }

  private field(before: unknown, value: unknown, key: string, shape: Shape): unknown {
    const child = shape.child(key);
    if (before === undefined || before === null) return this.applying ? withoutDirectives(value) : value;
    if (isFields(before) && isFields(value) && !child.patchReplace) return this.map(before, value, child);
    if (Array.isArray(before) && Array.isArray(value)) return this.list(before, value, child);
    return equalJson(before, value) ? before : value;
  }

  private list(original: readonly unknown[], patch: readonly unknown[], shape: Shape): unknown {
    if (!shape.patchMerge) return equalJson(original, patch) ? original : patch;
    if (shape.patchKey === undefined) return inPatchOrder(mergeScalars(original, patch), patch, original, undefined);
    if (!this.applying) return this.merged(original, patch, shape.patchKey, shape.element);
    return this.took(mergedItems(original, patch, shape));
  }

  /** What was worked out apart, and what was wrong with it. */
  private took({ list, error }: Merged): readonly unknown[] {
    if (error !== undefined) this.fail(error);
    return list;
  }

  /** A list of objects that are told apart by a key. */
  items(
    original: readonly unknown[],
    patch: readonly unknown[],
    key: string,
    shape: Shape | undefined,
  ): readonly unknown[] {
    if (!patch.some(hasDirective)) return this.merged(original, patch, key, shape);
    let kept = original;
    const plain: Fields[] = [];
    let replace = false;
    for (const item of patch) {
      if (!isFields(item)) return this.merged(original, patch, key, shape);
      const directive = item[PATCH];
      if (directive === 'replace') replace = true;
      else if (directive === 'delete') kept = this.deleted(kept, item, key);
      else if (directive === undefined) plain.push(item);
      else if (directive === 'merge') this.fail('merging lists cannot yet be specified in the patch');
      else this.fail(`unknown patch type: ${goValue(directive)} in map: ${goValue(item)}`);
    }
    return replace ? plain : this.merged(kept, plain, key, shape);
  }

  private merged(
    original: readonly unknown[],
    items: readonly unknown[],
    key: string,
    shape: Shape | undefined,
  ): readonly unknown[] {
    let copy: unknown[] | undefined;
    for (const item of items) {
      if (!isFields(item)) {
        this.fail(`list element types are not identical: ${goValue([original, items])}`);
        continue;
      }
      const list = copy ?? original;
      const at = this.place(list, item, key);
      if (at === undefined) continue;
      const before = list[at] as Fields | undefined;
      const after =
        before === undefined ? this.added(item) : shape === undefined ? item : this.map(before, item, shape);
      if (after === before) continue;
      copy ??= original.slice();
      copy[at] = after;
    }
    return inPatchOrder(copy ?? original, items, original, key);
  }

  private added(item: Fields): unknown {
    return this.applying ? withoutDirectives(item) : item;
  }

  private deleted(list: readonly unknown[], item: Fields, key: string): readonly unknown[] {
    const wanted = item[key];
    if (wanted === undefined) {
      this.fail(`map: ${goValue(item)} does not contain declared merge key: ${key}`);
      return list;
    }
    const kept = list.filter((each) => !isFields(each) || each[key] !== wanted);
    return kept.length === list.length ? list : kept;
  }

  /** Where the item stands, or the end of the list when it is new. */
  private place(list: readonly unknown[], item: Fields, key: string): number | undefined {
    const wanted = item[key];
    if (wanted === undefined) {
      this.fail(`map: ${goValue(item)} does not contain declared merge key: ${key}`);
      return undefined;
    }
    for (let i = 0; i < list.length; i += 1) {
      const each = list[i];
      if (isFields(each) && each[key] === wanted) return i;
    }
    return list.length;
  }

  /** Deletions from lists of plain values, and orders. */
  private parallelLists(
    original: Fields,
    patch: Fields,
    directives: readonly string[],
    shape: Shape,
    target: Fields,
    made: Record<string, unknown> | undefined,
  ): Fields {
    let copy = made;
    for (const key of directives) {
      if (!this.applying || !key.startsWith(DELETE_FROM_LIST)) continue;
      const value = patch[key];
      const name = key.slice(DELETE_FROM_LIST.length);
      const list = ownValue(copy ?? target, name);
      if (!Array.isArray(value) || !Array.isArray(list)) continue;
      const kept = list.filter((each) => !value.includes(each));
      if (kept.length === list.length) continue;
      copy ??= growingCopy(target);
      copy[name] = kept;
    }
    for (const key of directives) {
      if (!key.startsWith(ORDER)) continue;
      const value = patch[key];
      const name = orderedField(key);
      const list = ownValue(copy ?? target, name);
      if (!Array.isArray(value)) this.fail(`expected a []interface {}, but received a ${goType(value)}`);
      if (!Array.isArray(value) || !Array.isArray(list)) continue;
      const ordered = this.took(
        orderedItems(ownValue(original, name), ownValue(patch, name), list, value, shape.child(name).patchKey),
      );
      if (ordered === list) continue;
      copy ??= growingCopy(target);
      copy[name] = ordered;
    }
    return copy ?? target;
  }
}

interface Merged {
  readonly list: readonly unknown[];
  readonly error: string | undefined;
}

/** One Pod's conditions are in the order that another's are in. */
const orderedItems = pureOfValues(
  16,
  (
    before: unknown,
    patch: unknown,
    list: readonly unknown[],
    order: readonly unknown[],
    key: string | undefined,
  ): Merged => {
    const isAny = !isNothing(before) || !isNothing(patch);
    const error = isAny ? orderProblem(patch, order, key) : 'no elements in any of the given slices';
    return { list: ordering(list, order, orderBefore(before, patch, list, key), key), error };
  },
);

/** What one Pod's conditions become by a patch is what another's of its template become. */
const mergedItems = pureOfValues(
  16,
  (original: readonly unknown[], patch: readonly unknown[], shape: Shape): Merged => {
    const merger = new Merger(true);
    const list = merger.items(original, patch, shape.patchKey ?? '', shape.element);
    return { list, error: merger.error };
  },
);

/** Few lists are ordered by patches. */
const orderedField = pureOfText(64, (key: string) => asKey(key.slice(ORDER.length)));

/** Whether the patch sets what it does not retain. */
function namesMore(patch: Fields, retained: readonly unknown[]): boolean {
  for (const key in patch) {
    const isDirective = key === RETAIN_KEYS || key.startsWith(ORDER) || key.startsWith(DELETE_FROM_LIST);
    if (!isDirective && patch[key] !== null && patch[key] !== undefined && !retained.includes(key)) return true;
  }
  return false;
}

/** Where the items stood before the patch; new ones stood nowhere. */
function orderBefore(
  before: unknown,
  patch: unknown,
  list: readonly unknown[],
  key: string | undefined,
): readonly unknown[] {
  if (!Array.isArray(before)) return list;
  return key !== undefined && Array.isArray(patch) && patch.some(hasDirective) ? reused(before, patch, key) : before;
}

/** Upstream deletes in place, so what the patch adds stands in the places that became free, and counts as having stood there. */
function reused(before: readonly unknown[], patch: readonly unknown[], key: string): readonly unknown[] {
  const places = before.slice();
  let length = places.length;
  const find = (item: unknown): number => {
    const wanted = isFields(item) ? item[key] : undefined;
    const at = places.findIndex((each) => isFields(each) && each[key] === wanted);
    return at < length ? at : -1;
  };
  for (const item of patch) {
    if (!isFields(item) || item[PATCH] !== 'delete') continue;
    for (let at = find(item); at >= 0; at = find(item)) {
      places.copyWithin(at, at + 1, length);
      length -= 1;
    }
  }
  if (patch.some((item) => isFields(item) && item[PATCH] === 'replace')) return places;
  for (const item of patch) {
    if (hasDirective(item) || find(item) >= 0 || length === places.length) continue;
    places[length] = item;
    length += 1;
  }
  return places;
}

function ordering(
  list: readonly unknown[],
  order: readonly unknown[],
  serverOrder: readonly unknown[],
  key: string | undefined,
): readonly unknown[] {
  if (isInOrder(list, order, key)) return list;
  const places = positions(order, key);
  const { present, absent } = partition(list, places, key);
  return orderMerged(orderItems(present, places, key), absent, serverOrder, list, key);
}

/**
 * What the patch names keeps the patch's order, also without an explicit one: a new item comes before those of the server
 * that it is not known to follow.
 */
function inPatchOrder(
  merged: readonly unknown[],
  patch: readonly unknown[],
  original: readonly unknown[],
  key: string | undefined,
): readonly unknown[] {
  if (merged.length === original.length && patch.length < 2) return merged;
  return ordering(merged, patch, original, key);
}

function mergeScalars(original: readonly unknown[], patch: readonly unknown[]): readonly unknown[] {
  const merged = [...new Set([...original, ...patch])];
  return equalJson(merged, original) ? original : merged;
}

function withoutField(object: Fields, key: string): Fields {
  const copy: Record<string, unknown> = {};
  for (const each in object) if (each !== key) copy[each] = object[each];
  return copy;
}

/** The patch from one object to the other, empty when they are equal. Models CreateTwoWayMergePatch (v1.36) */
export function createTwoWayPatch(kind: PatchedKind, original: object, modified: object): Fields {
  const shape = shapeOf(kind.apiVersion, kind.kind);
  const options = { deletions: true, changes: true, problems: [] };
  return diffMaps(original as Fields, modified as Fields, shape, options, false);
}

/**
 * What apply sends: deletions of what the last applied manifest had and the new one has not, and the changes from the live object.
 * Models CreateThreeWayMergePatch (v1.36) without its search for conflicts, which kubectl switches off too.
 */
export function createThreeWayPatch(
  kind: PatchedKind,
  original: object,
  modified: object,
  current: object,
): StrategicResult<Fields> {
  const shape = shapeOf(kind.apiVersion, kind.kind);
  const problems: string[] = [];
  const after = modified as Fields;
  const changes = diffMaps(current as Fields, after, shape, { deletions: false, changes: true, problems }, false);
  const deletions = diffMaps(original as Fields, after, shape, { deletions: true, changes: false, problems }, false);
  const [error] = problems;
  return error === undefined ? { object: sortKeys(new Merger(false).map(deletions, changes, shape)) } : { error };
}
