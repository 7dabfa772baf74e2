import { type Fields, isFields } from '../../../api/go/json.ts';
import { allowsMore, itemsOf, keepsUnknown, META_FIELDS, propertyOf, type Schema, valuesOf } from './structural.ts';

/** The real one stops collecting there too. */
const MOST_UNKNOWN = 100;

/** Drops what the schema does not declare and tells which paths those were. Shares what does not change. */
// Models staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning/algorithm.go (v1.36)
export function prune(object: Fields, schema: Schema, unknown: string[], root = true): Fields {
  return pruneFields(object, schema, '', root, unknown);
}

function pruneValue(value: unknown, schema: Schema | undefined, path: string, unknown: string[]): unknown {
  if (Array.isArray(value)) return pruneList(value, schema, path, unknown);
  if (!isFields(value)) return value;
  return pruneFields(value, schema ?? NOTHING_DECLARED, path, false, unknown);
}

const NOTHING_DECLARED: Schema = {};

export function pruneList(
  list: readonly unknown[],
  schema: Schema | undefined,
  path: string,
  unknown: string[],
): readonly unknown[] {
  const items = schema === undefined ? undefined : itemsOf(schema);
  if (items === undefined && schema !== undefined && keepsUnknown(schema)) return list;
  let copy: unknown[] | undefined;
  for (let i = 0; i < list.length; i += 1) {
    const after = pruneValue(list[i], items, `${path}[${i}]`, unknown);
    if (after === list[i]) continue;
    copy ??= list.slice();
    copy[i] = after;
  }
  return copy ?? list;
}

function pruneFields(object: Fields, schema: Schema, path: string, root: boolean, unknown: string[]): Fields {
  const embedded = root || schema['x-kubernetes-embedded-resource'] === true;
  const keeps = keepsUnknown(schema);
  const values = valuesOf(schema);
  const open = keeps || allowsMore(schema);
  let copy: Record<string, unknown> | undefined;
  for (const key in object) {
    if (embedded && META_FIELDS.has(key)) continue;
    const before = object[key];
    const declared = propertyOf(schema, key);
    const at = path === '' ? key : `${path}.${key}`;
    if (declared === undefined && !open) {
      if (unknown.length < MOST_UNKNOWN) unknown.push(at);
      copy ??= { ...object };
      delete copy[key];
      continue;
    }
    const inner = declared ?? values;
    if (inner === undefined) continue;
    const after = pruneValue(before, inner, at, unknown);
    if (after === before) continue;
    copy ??= { ...object };
    copy[key] = after;
  }
  return copy ?? object;
}
