// Models jq 1.6 src/jv_aux.c: what is at a place of a value, and another value with that changed (v1.36)

import type { Path } from './jq-runner.ts';
import { isFields, JqError, sortOf, told } from './jq-values.ts';

export function entries(value: unknown): readonly (readonly [key: string | number, value: unknown])[] {
  if (Array.isArray(value)) return value.map((inner, at) => [at, inner]);
  if (isFields(value)) return Object.entries(value);
  throw new JqError(`Cannot iterate over ${value === null || value === undefined ? 'null (null)' : told(value)}`);
}

export function indexed(value: unknown, at: unknown): unknown {
  const sort = sortOf(value);
  if (typeof at === 'string') {
    if (sort === 'null') return null;
    if (!isFields(value)) throw new JqError(`Cannot index ${sort} with string "${at}"`);
    return Object.hasOwn(value, at) ? value[at] : null;
  }
  if (typeof at === 'number') {
    if (sort === 'null') return null;
    if (!Array.isArray(value)) throw new JqError(`Cannot index ${sort} with number`);
    const place = Math.floor(at);
    return value[place < 0 ? value.length + place : place] ?? null;
  }
  if (isFields(at)) return sliced(value, at.start, at.end);
  throw new JqError(`Cannot index ${sort} with ${sortOf(at)}`);
}

export function sliced(value: unknown, start: unknown, end: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (typeof value !== 'string' && !Array.isArray(value))
    throw new JqError(`Cannot index ${sortOf(value)} with object`);
  const place = (at: unknown): number | undefined => (typeof at === 'number' ? Math.floor(at) : undefined);
  return value.slice(place(start) ?? 0, place(end));
}

export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce((inner, key) => indexed(inner, key), value);
}

export function withPath(value: unknown, [key, ...rest]: Path, made: unknown): unknown {
  if (key === undefined) return made;
  const inner = withPath(indexed(value, key), rest, made);
  if (typeof key === 'string') return { ...(value as object | null), [key]: inner };
  const list = [...((value as readonly unknown[] | null) ?? [])];
  const place = Number(key) < 0 ? list.length + Number(key) : Number(key);
  if (place < 0) throw new JqError('Out of bounds negative array index');
  while (list.length < place) list.push(null);
  list[place] = inner;
  return list;
}

export function withoutPath(value: unknown, [key, ...rest]: Path): unknown {
  if (key === undefined || value === null || value === undefined)
    return value === undefined ? null : key === undefined ? null : value;
  if (rest.length > 0) {
    const inner = indexed(value, key);
    return inner === null ? value : withPath(value, [key], withoutPath(inner, rest));
  }
  if (Array.isArray(value)) return value.filter((_, at) => at !== (Number(key) < 0 ? value.length + Number(key) : key));
  if (isFields(value)) return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
  throw new JqError(`Cannot delete field at object index of ${sortOf(value)}`);
}
