// Models sigs.k8s.io/kustomize/kyaml/yaml/merge2 and kyaml/yaml/walk, lists growing at their front (v5.8)

import { isFields } from '../../../api/json.ts';
import { type Shape, shapeOf } from '../../../api/shape.ts';
import type { JsonObject } from '../../../api/types/meta.ts';

type Fields = Readonly<Record<string, unknown>>;

const DIRECTIVE = '$patch';

/** An object with a patch merged into it. Lists of kinds that nobody declared are replaced. */
export function mergedInto(object: JsonObject, patch: JsonObject, isDeclared: boolean): JsonObject {
  const { apiVersion = '', kind = '' } = object as { readonly apiVersion?: string; readonly kind?: string };
  const shape = isDeclared ? shapeOf(apiVersion, kind) : undefined;
  return (mergedFields(object as Fields, patch as Fields, shape) ?? {}) as JsonObject;
}

function mergedFields(before: Fields, patch: Fields, shape: Shape | undefined): Fields | undefined {
  const { [DIRECTIVE]: directive, ...changes } = patch;
  if (directive === 'delete') return undefined;
  if (directive === 'replace') return plain(changes) as Fields;
  const after: Record<string, unknown> = { ...before };
  for (const [field, value] of Object.entries(changes)) {
    const made = value === null ? undefined : merged(before[field], value, shape?.child(field));
    if (made === undefined) delete after[field];
    else after[field] = made;
  }
  return after;
}

function merged(before: unknown, value: unknown, shape: Shape | undefined): unknown {
  if (isFields(value)) return mergedFields(isFields(before) ? (before as Fields) : {}, value as Fields, shape);
  if (!Array.isArray(value) || !Array.isArray(before) || shape?.patchMerge !== true) return plain(value);
  return mergedLists(before, value, shape);
}

/** What the patch names comes first, in its order; then what it leaves alone. */
function mergedLists(before: readonly unknown[], patch: readonly unknown[], shape: Shape): unknown {
  const { patchKey } = shape;
  if (patchKey === undefined) return [...new Set([...patch, ...before])];
  const members = patch.filter((each) => !isFields(each) || each[DIRECTIVE] !== 'replace' || patchKey in each);
  if (members.length < patch.length) return plain(members);
  const keys = [...new Set([patchKey, ...shape.keys])].filter((key) =>
    [...patch, ...before].every((each) => isFields(each) && each[key] !== undefined),
  );
  if (keys.length === 0) return plain(patch);
  const keyOf = (each: unknown): string => JSON.stringify(keys.map((key) => (each as Fields)[key]));
  const changes = new Map<string, unknown>();
  for (const each of patch) changes.set(keyOf(each), each);
  const own = new Map(before.map((each) => [keyOf(each), each]));
  const touched = [...changes].map(([key, each]) => merged(own.get(key), each, shape.element));
  return [...touched.filter((each) => each !== undefined), ...before.filter((each) => !changes.has(keyOf(each)))];
}

/** Without directives, nor what they delete. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.filter((each) => !isFields(each) || each[DIRECTIVE] !== 'delete').map(plain);
  }
  if (!isFields(value)) return value;
  const kept = Object.entries(value as Fields).filter(([field, each]) => field !== DIRECTIVE && each !== null);
  return Object.fromEntries(kept.map(([field, each]) => [field, plain(each)]));
}
