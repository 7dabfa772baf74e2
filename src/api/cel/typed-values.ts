import { bytesIn } from '../../base/bytes/base64.ts';
import { isFields } from '../go/json.ts';
import { parseDuration, parseTimestamp } from './functions/time-text.ts';
import { escaped } from './schema-names.ts';
import type { SizedType } from './schema-type.ts';
import { unordered } from './values/unordered.ts';
import { Bytes, fromJson, type Value } from './values/values.ts';

/** A value of JSON as its schema means it: a number with a fraction even when it has none, a time instead of a text. */
// Models staging/src/k8s.io/apiserver/pkg/cel/common/values.go, UnstructuredToVal (v1.36)
export function typedValue(value: unknown, of: SizedType | undefined): Value {
  if (value === null || value === undefined) return null;
  if (of === undefined) return fromJson(value);
  if (Array.isArray(value)) {
    const items = value.map((item) => typedValue(item, of.element));
    return of.mergeKeys === undefined ? items : unordered(items, of.mergeKeys);
  }
  if (isFields(value)) return typedFields(value, of);
  switch (of.type.name) {
    case 'double':
      return value;
    case 'google.protobuf.Timestamp':
      return (
        (typeof value === 'string' ? parseTimestamp(value.length === 10 ? `${value}T00:00:00Z` : value) : undefined) ??
        value
      );
    case 'google.protobuf.Duration':
      return (typeof value === 'string' ? parseDuration(value) : undefined) ?? value;
    case 'bytes':
      return typeof value === 'string' ? new Bytes(bytesIn(value)) : value;
    default:
      return fromJson(value);
  }
}

function typedFields(value: { readonly [name: string]: unknown }, of: SizedType): Value {
  const map = new Map<Value, Value>();
  for (const name in value) {
    const inner = of.element ?? of.fields?.get(escaped(name) ?? '');
    // What is null is taken to be absent; what no schema tells of, rules cannot see.
    if (inner !== undefined && value[name] !== null) map.set(name, typedValue(value[name], inner));
  }
  return map;
}
