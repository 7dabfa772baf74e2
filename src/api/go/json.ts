import { ownValue } from '../../base/own.ts';

export { equalJson } from '../../base/equality.ts';

/** Small helpers for plain immutable JSON. */
export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isEmptyFields(value: object): boolean {
  for (const _ in value) return false;
  return true;
}

/** The object with one field set, or without it when the value is undefined; the same object when that changes nothing. */
function withField<T extends object>(object: T, key: string, value: unknown): T {
  const before = ownValue(object, key);
  if (before === value && (value !== undefined || !Object.hasOwn(object, key))) return object;
  if (value !== undefined) return { ...object, [key]: value };
  return withoutField(object, key);
}

export function withoutField<T extends object>(object: T, key: string): T {
  if (!Object.hasOwn(object, key)) return object;
  const copy: Record<string, unknown> = {};
  for (const each in object) if (each !== key) copy[each] = (object as Fields)[each];
  return copy as T;
}

/** Sets a field at a path of names, creating objects on the way; shares what does not change. */
export function withPath<T extends object>(object: T, path: readonly string[], value: unknown): T {
  const [key, ...rest] = path;
  if (key === undefined) return object;
  if (rest.length === 0) return withField(object, key, value);
  const child = ownValue(object, key);
  if (value === undefined && !isFields(child)) return object;
  return withField(object, key, withPath(isFields(child) ? child : {}, rest, value));
}

/** Maps a list, giving back the same list when no item changed. */
export function mapShared<T>(list: readonly T[], change: (item: T, index: number) => T): readonly T[] {
  let copy: T[] | undefined;
  for (let i = 0; i < list.length; i += 1) {
    const before = list[i] as T;
    const after = change(before, i);
    if (after !== before) copy ??= list.slice();
    if (copy !== undefined) copy[i] = after;
  }
  return copy ?? list;
}

/** Orders strings by UTF-16 code units: the same on every host. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
