import { growingCopy } from '../../base/extend.ts';
import { ownValue } from '../../base/own.ts';
import { type Fields, isFields, mapShared } from '../go/json.ts';

/** Sets the fields that are absent; the same object when none is. */
export function fill<T extends object>(object: T, values: Fields): T {
  let copy: Record<string, unknown> | undefined;
  for (const key in values) {
    if (ownValue(object, key) !== undefined || values[key] === undefined) continue;
    copy ??= growingCopy(object as Fields);
    copy[key] = values[key];
  }
  return (copy as T | undefined) ?? object;
}

/** Changes a field that is an object; nothing when it is absent. */
export function inField<T extends object>(object: T, key: string, change: (value: Fields) => Fields): T {
  const before = (object as Fields)[key];
  if (!isFields(before)) return object;
  const after = change(before);
  return after === before ? object : { ...object, [key]: after };
}

/** Changes every object of a list. */
export function inList<T extends object>(object: T, key: string, change: (item: Fields) => Fields): T {
  const before = (object as Fields)[key];
  if (!Array.isArray(before)) return object;
  const after = mapShared(before as readonly unknown[], (item) => (isFields(item) ? change(item) : item));
  return after === before ? object : { ...object, [key]: after };
}
