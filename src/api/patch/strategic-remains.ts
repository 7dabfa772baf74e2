// Models apimachinery/pkg/util/strategicpatch/patch.go mergeMap (v1.36): what it takes out of the patch on its way

import { type Shape, shapeOf } from '../fields/shape.ts';
import { type Fields, isFields } from '../go/json.ts';
import { ORDER, PATCH, RETAIN_KEYS, withoutDirectives } from './strategic-lists.ts';
import type { PatchedKind } from './strategic-merge-patch.ts';

/**
 * What is left of a patch when it has been carried out: lists that it orders are gone with their order, and so is what
 * it retains. Upstream merges in place, so this is what it quotes when the object turns out to be none.
 */
export function remainsOfPatch(kind: PatchedKind, original: Fields, patch: Fields): Fields {
  return remains(shapeOf(kind.apiVersion, kind.kind), original, patch);
}

function remains(shape: Shape, original: Fields, patch: Fields): Fields {
  const directive = patch[PATCH];
  if (directive !== undefined) return directive === 'replace' ? without(patch, [PATCH]) : patch;
  const orders = Object.keys(patch).filter((key) => key.startsWith(ORDER));
  const left = without(patch, [RETAIN_KEYS, ...orders, ...orders.map((key) => key.slice(ORDER.length))]);
  return Object.fromEntries(
    Object.entries(left).map(([key, value]) => [key, remainsIn(shape.child(key), own(original, key), value)]),
  );
}

function remainsIn(shape: Shape, before: unknown, value: unknown): unknown {
  if (isFields(before) && isFields(value)) return shape.patchReplace ? value : remains(shape, before, value);
  if (Array.isArray(before) && Array.isArray(value)) return remainsInList(shape, before, value);
  return withoutDirectives(value);
}

/** Of a list that has no order: its items were merged one by one, unless one of them is a directive. */
function remainsInList({ patchMerge, patchKey, element }: Shape, before: readonly unknown[], list: readonly unknown[]) {
  const isPlain = list.every((item) => isFields(item) && item[PATCH] === undefined);
  if (!patchMerge || patchKey === undefined || element === undefined || !isPlain) return list;
  return list.map((item) => {
    const same = before.find((each) => isFields(each) && each[patchKey] === (item as Fields)[patchKey]);
    return remainsIn(element, same, item);
  });
}

function own(object: Fields, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function without(object: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !names.includes(key)));
}
