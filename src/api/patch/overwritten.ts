import { type Shape, shapeOf } from '../fields/shape.ts';
import { equalJson, type Fields, isFields } from '../go/json.ts';
import { diffMaps } from './strategic-diff.ts';
import { keyText, ORDER, PATCH, RETAIN_KEYS } from './strategic-lists.ts';
import type { PatchedKind } from './strategic-merge-patch.ts';

/**
 * What has changed since something was applied, where a patch would set the same to something else; undefined where it would not.
 *
 * Models apimachinery/pkg/util/strategicpatch/patch.go CreateThreeWayMergePatch without overwriting, MergingMapsHaveConflicts (v1.36)
 */
export function overwritten(kind: PatchedKind, original: object, current: object, patch: Fields): Fields | undefined {
  const shape = shapeOf(kind.apiVersion, kind.kind);
  const options = { deletions: true, changes: true, problems: [] };
  const changed = diffMaps(original as Fields, current as Fields, shape, options, false);
  const plain = withoutOrders(changed) as Fields;
  return clashes(patch, plain, shape) ? plain : undefined;
}

/** What changed is told without the order of lists. */
function withoutOrders(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutOrders);
  if (!isFields(value)) return value;
  const told = Object.entries(value).filter(([key]) => !key.startsWith(ORDER) && key !== RETAIN_KEYS);
  return Object.fromEntries(told.map(([key, each]) => [key, withoutOrders(each)]));
}

function clashes(left: unknown, right: unknown, shape: Shape): boolean {
  if (Array.isArray(left)) return !Array.isArray(right) || listsClash(left, right, shape);
  if (!isFields(left)) return !equalJson(left, right);
  if (!isFields(right)) return true;
  const [one, other] = [left[PATCH], right[PATCH]];
  if (one !== undefined || other !== undefined) {
    if (one !== other) return true;
    if (one === 'replace') return !equalJson(left, right);
  }
  return Object.keys(left).some((key) => right[key] !== undefined && clashes(left[key], right[key], shape.child(key)));
}

function listsClash(left: readonly unknown[], right: readonly unknown[], shape: Shape): boolean {
  const { element, patchKey } = shape;
  if (!shape.patchMerge) return !equalJson(left, right);
  // Of lists that are merged, single values have no conflicts.
  if (element === undefined || patchKey === undefined) return false;
  const others = new Map((right as Fields[]).map((item) => [keyText(item, patchKey), item]));
  return (left as Fields[]).some((item) => {
    const other = others.get(keyText(item, patchKey));
    return other !== undefined && clashes(item, other, element);
  });
}
