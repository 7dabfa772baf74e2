import { pureOfObject } from '../../base/pure.ts';
import type { Struct, Type } from './language.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The same content with struct fields in declaration order and map keys sorted; the object itself when they are so already. */
export function orderStruct(struct: Struct, object: object): object {
  return orderOf(struct)(object);
}

/** The same immutable object is printed again and again. */
const orderOf = pureOfObject((struct: Struct) => pureOfObject((object: object): object => order(struct, object)));

function order(struct: Struct, object: object): object {
  return inOrder(struct, object as Fields) ?? rebuilt(struct, object as Fields);
}

/** The object itself if nothing has to move. */
function inOrder(struct: Struct, object: Fields): Fields | undefined {
  let next = 0;
  for (const key in object) {
    while (next < struct.fields.length && struct.fields[next]?.json !== key) next += 1;
    const field = struct.fields[next];
    if (field === undefined || orderValue(field.type, object[key]) !== object[key]) return undefined;
  }
  return object;
}

function rebuilt(struct: Struct, object: Fields): Fields {
  const out: Record<string, unknown> = {};
  for (const field of struct.fields) {
    const value = object[field.json];
    if (value !== undefined) out[field.json] = orderValue(field.type, value);
  }
  for (const key in object) if (!(key in out) && object[key] !== undefined) out[key] = object[key];
  return out;
}

function orderValue(type: Type, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { kind, element } = type;
  if (kind === 'struct' && type.struct !== undefined && !Array.isArray(value)) return order(type.struct, value);
  if (kind === 'pointer' && element !== undefined) return orderValue(element, value);
  if (kind === 'slice' && element !== undefined && Array.isArray(value)) return orderSlice(element, value);
  if (kind === 'any' && element !== undefined)
    return Array.isArray(value) ? orderSlice(element, value) : orderValue(element, value);
  if (kind === 'map' && element !== undefined && !Array.isArray(value)) return orderMap(element, value as Fields);
  return value;
}

function orderSlice(element: Type, items: readonly unknown[]): readonly unknown[] {
  let out: unknown[] | undefined;
  for (let i = 0; i < items.length; i += 1) {
    const item = orderValue(element, items[i]);
    if (item === items[i]) continue;
    out ??= [...items];
    out[i] = item;
  }
  return out ?? items;
}

function orderMap(element: Type, map: Fields): Fields {
  let previous = '';
  let clean = true;
  for (const key in map) {
    if (key < previous || orderValue(element, map[key]) !== map[key]) clean = false;
    previous = key;
  }
  if (clean) return map;
  const out: Record<string, unknown> = {};
  for (const key of Object.keys(map).sort()) out[key] = orderValue(element, map[key]);
  return out;
}
