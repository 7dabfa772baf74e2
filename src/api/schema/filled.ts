import type { Struct, Type } from './language.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * A decoded object without the nulls that Go writes: a list or map is there and empty, so that whoever goes through it goes through
 * nothing, and what a pointer does not point at is left out. Shares what does not change.
 */
export function filled<T extends object>(struct: Struct, object: T): T {
  let changed: Record<string, unknown> | undefined;
  for (const { json, type, always } of struct.fields) {
    const before = (object as Fields)[json];
    const after = filledValue(type, before, always);
    if (after !== before) {
      changed ??= { ...(object as Fields) };
      if (after === undefined) delete changed[json];
      else changed[json] = after;
    }
  }
  return (changed ?? object) as T;
}

function filledValue(type: Type, value: unknown, always: boolean): unknown {
  const { kind, struct, element } = type;
  if (value === null || value === undefined) {
    if (!always || value === undefined) return value;
    if (kind === 'pointer') return undefined;
    return kind === 'slice' ? [] : kind === 'map' ? {} : value;
  }
  if (kind === 'struct') return struct === undefined ? value : filled(struct, value as object);
  if (element === undefined) return value;
  if (kind === 'pointer') return filledValue(element, value, false);
  if (kind === 'slice') return (value as readonly unknown[]).map((each) => filledValue(element, each, true));
  if (kind !== 'map') return value;
  return Object.fromEntries(
    Object.entries(value as Fields).map(([key, each]) => [key, filledValue(element, each, true)] as const),
  );
}
