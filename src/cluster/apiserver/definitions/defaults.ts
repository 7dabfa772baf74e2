import { type Fields, isFields } from '../../../api/go/json.ts';
import { fieldSchema, itemsOf, propertiesOf, type Schema } from './structural.ts';

/** Fills in what the schema has a `default` for and drops nulls that it does not allow. Shares what does not change. */
// Models staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting/algorithm.go and prunenulls.go (v1.36)
export function applySchemaDefaults<T>(value: T, schema: Schema): T {
  if (Array.isArray(value)) return defaultedList(value, schema) as T;
  return isFields(value) ? (defaultedFields(value, schema) as T) : value;
}

function defaultedFields(object: Fields, schema: Schema): Fields {
  let copy: Record<string, unknown> | undefined;
  const properties = propertiesOf(schema);
  for (const name in properties) {
    const property = properties[name] as Schema;
    if (property.default === undefined) continue;
    const present = Object.hasOwn(object, name);
    if (present && !forbiddenNull(object[name], property)) continue;
    copy ??= { ...object };
    copy[name] = property.default;
  }
  const filled = copy ?? object;
  for (const name in filled) {
    const inner = fieldSchema(schema, name);
    if (inner === undefined) continue;
    const before = filled[name];
    if (forbiddenNull(before, inner)) {
      copy ??= { ...object };
      if (inner.default === undefined) delete copy[name];
      else copy[name] = inner.default;
      continue;
    }
    const after = applySchemaDefaults(before, inner);
    if (after === before) continue;
    copy ??= { ...object };
    copy[name] = after;
  }
  return copy ?? object;
}

function defaultedList(list: readonly unknown[], schema: Schema): readonly unknown[] {
  const items = itemsOf(schema);
  if (items === undefined) return list;
  let copy: unknown[] | undefined;
  for (let i = 0; i < list.length; i += 1) {
    const before = list[i];
    const replaced = forbiddenNull(before, items) && items.default !== undefined ? items.default : before;
    const after = applySchemaDefaults(replaced, items);
    if (after === before) continue;
    copy ??= list.slice();
    copy[i] = after;
  }
  return copy ?? list;
}

function forbiddenNull(value: unknown, schema: Schema): boolean {
  return value === null && schema.nullable !== true;
}
