// Models jq 1.6 src/builtin.c and src/builtin.jq: the functions that people use with objects of a cluster (v1.36)

import { civilOf, daysOf } from '../../../base/time/calendar.ts';
import { expressions } from './jq-expressions.ts';
import { formatted } from './jq-formats.ts';
import { type Filter, NoFilter } from './jq-grammar.ts';
import { entries, indexed, withoutPath, withPath } from './jq-places.ts';
import type { JqRunner, Names } from './jq-runner.ts';
import { added } from './jq-sums.ts';
import { compare, isFields, isTrue, JqError, sortOf, told, write } from './jq-values.ts';

/** What a function makes of a value, without arguments. */
const PLAIN: { readonly [name: string]: (value: unknown) => unknown } = {
  length,
  not: (value) => !isTrue(value),
  keys: (value) => keysOf(value, true),
  keys_unsorted: (value) => keysOf(value, false),
  add: (value) => entries(value).reduce<unknown>((sum, [, one]) => added(sum, one), null),
  any: (value) => entries(value).some(([, one]) => isTrue(one)),
  all: (value) => entries(value).every(([, one]) => isTrue(one)),
  sort: (value) => [...listOf(value, 'sorted')].sort(compare),
  unique: (value) => distinct([...listOf(value, 'sorted')].sort(compare)),
  min: (value) => [...listOf(value, 'iterated over')].sort(compare)[0] ?? null,
  max: (value) => [...listOf(value, 'iterated over')].sort(compare).at(-1) ?? null,
  reverse: (value) =>
    value === null
      ? []
      : typeof value === 'string'
        ? [...value].reverse().join('')
        : [...listOf(value, 'reversed')].reverse(),
  flatten: (value) => flattened(listOf(value, 'flattened'), Number.POSITIVE_INFINITY),
  first: (value) => indexed(value, 0),
  last: (value) => indexed(value, -1),
  to_entries: (value) => entries(value).map(([key, one]) => ({ key, value: one })),
  from_entries: fromEntries,
  type: sortOf,
  tostring: (value) => (typeof value === 'string' ? value : write(value, {})),
  tonumber,
  tojson: (value) => write(value, {}),
  fromjson: (value) => parsed(stringOf(value, 'parsed')),
  ascii_downcase: (value) => stringOf(value, 'lowered').toLowerCase(),
  ascii_upcase: (value) => stringOf(value, 'raised').toUpperCase(),
  floor: (value) => Math.floor(numberOf(value)),
  ceil: (value) => Math.ceil(numberOf(value)),
  round: (value) => Math.round(numberOf(value)),
  sqrt: (value) => Math.sqrt(numberOf(value)),
  fabs: (value) => Math.abs(numberOf(value)),
  explode: (value) => [...stringOf(value, 'exploded')].map((sign) => sign.codePointAt(0)),
  implode: (value) =>
    listOf(value, 'imploded')
      .map((code) => String.fromCodePoint(Number(code)))
      .join(''),
  transpose: (value) => transposed(listOf(value, 'transposed') as readonly (readonly unknown[])[]),
  fromdate: secondsOf,
  fromdateiso8601: secondsOf,
  todate: (value) => dateOf(numberOf(value)),
  todateiso8601: (value) => dateOf(numberOf(value)),
};

/** What sorts each value may be told by. */
const SORTS: ReadonlyMap<string, (value: unknown) => boolean> = new Map<string, (value: unknown) => boolean>([
  ['arrays', Array.isArray],
  ['objects', isFields],
  ['iterables', (value) => typeof value === 'object' && value !== null],
  ['booleans', (value) => typeof value === 'boolean'],
  ['numbers', (value) => typeof value === 'number'],
  ['strings', (value) => typeof value === 'string'],
  ['nulls', (value) => value === null],
  ['values', (value) => value !== null],
  ['scalars', (value) => typeof value !== 'object' || value === null],
]);

/** A function by its name, with its arguments as filters. */
export function* builtIn(
  jq: JqRunner,
  name: string,
  args: readonly Filter[],
  input: unknown,
  names: Names,
): Generator<unknown> {
  const [first, second] = args;
  if (first === undefined) {
    if (name === 'empty') return;
    if (name === 'now') {
      yield jq.now;
      return;
    }
    if (name === 'error') throw new JqError(input);
    if (name === 'paths') {
      for (const [path] of jq.paths({ kind: 'recurse' }, input, names)) if (path.length > 0) yield path;
      return;
    }
    if (name.startsWith('@')) {
      yield formatted(name, input);
      return;
    }
    if (name === 'recurse') return yield* jq.run({ kind: 'recurse' }, input, names);
    const sort = SORTS.get(name);
    if (sort !== undefined) {
      if (sort(input)) yield input;
      return;
    }
    if (!Object.hasOwn(PLAIN, name)) throw new NoFilter(`${name}/0 is not defined`);
    yield PLAIN[name]?.(input);
    return;
  }
  if (second === undefined) yield* withOne(jq, name, first, input, names);
  else yield* withMore(jq, name, args, input, names);
}

function* withOne(jq: JqRunner, name: string, arg: Filter, input: unknown, names: Names): Generator<unknown> {
  const run = (value: unknown): Generator<unknown> => jq.run(arg, value, names);
  const one = (value: unknown): unknown => first(run(value));
  switch (name) {
    case 'select':
      for (const value of run(input)) if (isTrue(value)) yield input;
      return;
    case 'map':
      yield entries(input).flatMap(([, value]) => [...run(value)]);
      return;
    case 'map_values': {
      const each = entries(input).flatMap(([key, value]) =>
        [...run(value)].slice(0, 1).map((made) => [key, made] as const),
      );
      yield Array.isArray(input) ? each.map(([, value]) => value) : Object.fromEntries(each);
      return;
    }
    case 'recurse':
      yield input;
      for (const value of run(input)) yield* withOne(jq, name, arg, value, names);
      return;
    case 'with_entries':
      yield fromEntries(entries(input).flatMap(([key, value]) => [...run({ key, value })]));
      return;
    case 'sort_by':
    case 'group_by':
    case 'unique_by':
    case 'min_by':
    case 'max_by':
      yield byKey(name, listOf(input, 'sorted'), (value) => [...run(value)]);
      return;
    case 'any':
    case 'all': {
      const values = entries(input).flatMap(([, value]) => [...run(value)]);
      yield name === 'any' ? values.some(isTrue) : values.every(isTrue);
      return;
    }
    case 'first': {
      for (const value of run(input)) {
        yield value;
        return;
      }
      return;
    }
    case 'last': {
      const values = [...run(input)];
      if (values.length > 0) yield values.at(-1);
      return;
    }
    case 'path':
      for (const [path] of jq.paths(arg, input, names)) yield path;
      return;
    case 'paths':
      for (const [path, value] of jq.paths({ kind: 'recurse' }, input, names))
        if (path.length > 0 && isTrue(one(value))) yield path;
      return;
    case 'del': {
      const places = [...jq.paths(arg, input, names)].map(([path]) => path).sort(compare);
      yield places.reverse().reduce((made, path) => withoutPath(made, path), input);
      return;
    }
    case 'to_entries':
    case 'error':
      for (const value of run(input)) throw new JqError(value);
      return;
    case 'IN': {
      let isIn = false;
      for (const value of run(input)) isIn ||= compare(value, input) === 0;
      yield isIn;
      return;
    }
    case 'match':
    case 'capture':
    case 'scan':
    case 'splits':
      yield* expressions(jq, name, [arg], input, names);
      return;
    case 'range':
      for (const end of run(input)) for (let at = 0; at < Number(end); at += 1) yield counted(jq, at);
      return;
    case 'isvalid':
      try {
        yield [...run(input)].length > 0;
      } catch (error) {
        if (!(error instanceof JqError)) throw error;
        yield false;
      }
      return;
    default:
      for (const value of run(input)) yield withValue(jq, name, input, value);
  }
}

function counted(jq: JqRunner, at: number): number {
  jq.work.spend(1);
  return at;
}

function* withMore(
  jq: JqRunner,
  name: string,
  args: readonly Filter[],
  input: unknown,
  names: Names,
): Generator<unknown> {
  const [one, other, third] = args as [Filter, Filter, Filter | undefined];
  switch (name) {
    case 'range':
      for (const from of jq.run(one, input, names))
        for (const to of jq.run(other, input, names))
          for (const by of third === undefined ? [1] : jq.run(third, input, names)) {
            const step = Number(by) || 1;
            for (let at = Number(from); step > 0 ? at < Number(to) : at > Number(to); at += step) yield counted(jq, at);
          }
      return;
    case 'limit': {
      let left = Number(first(jq.run(one, input, names)));
      if (left <= 0) return;
      for (const value of jq.run(other, input, names)) {
        yield value;
        left -= 1;
        if (left === 0) return;
      }
      return;
    }
    case 'any':
    case 'all': {
      const values = [...jq.run({ kind: 'pipe', one, other }, input, names)];
      yield name === 'any' ? values.some(isTrue) : values.every(isTrue);
      return;
    }
    case 'recurse':
      yield input;
      for (const value of jq.run(one, input, names))
        if (isTrue(first(jq.run(other, value, names)))) yield* withMore(jq, name, args, value, names);
      return;
    case 'setpath': {
      for (const path of jq.run(one, input, names))
        for (const value of jq.run(other, input, names)) yield withPath(input, path as readonly unknown[], value);
      return;
    }
    case 'test':
    case 'match':
    case 'capture':
    case 'scan':
    case 'sub':
    case 'gsub':
    case 'splits':
    case 'split':
      yield* expressions(jq, name, args, input, names);
      return;
    default:
      throw new NoFilter(`${name}/${args.length} is not defined`);
  }
}

/** A function of the input and of one value. */
function withValue(jq: JqRunner, name: string, input: unknown, value: unknown): unknown {
  switch (name) {
    case 'has':
      return has(input, value);
    case 'in':
      return has(value, input);
    case 'contains':
      return contains(input, value);
    case 'inside':
      return contains(value, input);
    case 'startswith':
    case 'endswith': {
      if (typeof input !== 'string' || typeof value !== 'string') throw new JqError(`${name}() requires string inputs`);
      return name === 'startswith' ? input.startsWith(value) : input.endsWith(value);
    }
    case 'ltrimstr':
      return typeof input === 'string' && typeof value === 'string' && input.startsWith(value)
        ? input.slice(value.length)
        : input;
    case 'rtrimstr':
      return typeof input === 'string' && typeof value === 'string' && value !== '' && input.endsWith(value)
        ? input.slice(0, -value.length)
        : input;
    case 'split':
      if (typeof input !== 'string' || typeof value !== 'string')
        throw new JqError('split input and separator must be strings');
      return input === '' ? [] : input.split(value);
    case 'join':
      return joined(input, value);
    case 'flatten':
      return flattened(listOf(input, 'flattened'), Number(value));
    case 'index':
    case 'rindex':
    case 'indices':
      return placesOf(name, input, value);
    case 'getpath':
      return (value as readonly unknown[]).reduce(
        (inner: unknown, key) => (inner === null ? null : indexed(inner, key)),
        input,
      );
    case 'delpaths':
      return [...(value as readonly (readonly unknown[])[])]
        .sort(compare)
        .reverse()
        .reduce((made: unknown, path) => withoutPath(made, path), input);
    case 'test':
      return first(expressions(jq, name, [{ kind: 'value', value }], input, new Map()));
    default:
      throw new NoFilter(`${name}/1 is not defined`);
  }
}

function first(values: Iterable<unknown>): unknown {
  for (const value of values) return value;
  return null;
}

function length(value: unknown): number {
  if (value === null) return 0;
  if (typeof value === 'string') return [...value].length;
  if (typeof value === 'number') return Math.abs(value);
  if (typeof value === 'object') return entries(value).length;
  throw new JqError(`${told(value)} has no length`);
}

function keysOf(value: unknown, isSorted: boolean): readonly unknown[] {
  if (Array.isArray(value)) return value.map((_, at) => at);
  if (!isFields(value)) throw new JqError(`${told(value)} has no keys`);
  return isSorted ? Object.keys(value).sort() : Object.keys(value);
}

function listOf(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new JqError(`${told(value)} cannot be ${what}, as it is not an array`);
  return value;
}

function stringOf(value: unknown, what: string): string {
  if (typeof value !== 'string') throw new JqError(`${told(value)} cannot be ${what}`);
  return value;
}

function numberOf(value: unknown): number {
  if (typeof value !== 'number') throw new JqError(`${told(value)} number required`);
  return value;
}

const distinct = (sorted: readonly unknown[]): readonly unknown[] =>
  sorted.filter((value, at) => at === 0 || compare(sorted[at - 1], value) !== 0);

function flattened(list: readonly unknown[], depth: number): readonly unknown[] {
  return list.flatMap((one) => (Array.isArray(one) && depth > 0 ? flattened(one, depth - 1) : [one]));
}

function fromEntries(value: unknown): unknown {
  const made: { [key: string]: unknown } = {};
  for (const [, entry] of entries(value)) {
    const { key, k, name, Name, Key, value: own, v, Value } = entry as { readonly [field: string]: unknown };
    const named = key ?? k ?? name ?? Name ?? Key ?? null;
    const text = typeof named === 'string' ? named : typeof named === 'object' ? 'null' : write(named, {});
    made[text] = own ?? v ?? Value ?? null;
  }
  return made;
}

function tonumber(value: unknown): number {
  if (typeof value === 'number') return value;
  const text = stringOf(value, 'parsed as a number');
  if (/^\s*-?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?\s*$/.test(text)) return Number(text);
  throw new JqError(`Invalid numeric literal at EOF at line 1, column ${text.length} (while parsing '${text}')`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new JqError(`Invalid JSON text (while parsing '${text}')`);
  }
}

function byKey(name: string, list: readonly unknown[], keyOf: (value: unknown) => unknown): unknown {
  const keyed = list.map((value) => ({ key: keyOf(value), value })).sort((a, b) => compare(a.key, b.key));
  if (name === 'sort_by') return keyed.map(({ value }) => value);
  if (name === 'min_by') return keyed[0]?.value ?? null;
  if (name === 'max_by') return keyed.at(-1)?.value ?? null;
  const groups: (typeof keyed)[] = [];
  for (const one of keyed) {
    const last = groups.at(-1);
    if (last !== undefined && compare(last[0]?.key, one.key) === 0) last.push(one);
    else groups.push([one]);
  }
  return groups.map((group) => (name === 'unique_by' ? group[0]?.value : group.map(({ value }) => value)));
}

function has(value: unknown, key: unknown): boolean {
  if (isFields(value) && typeof key === 'string') return Object.hasOwn(value, key);
  if (Array.isArray(value) && typeof key === 'number') return key >= 0 && key < value.length;
  throw new JqError(
    `Cannot check whether ${sortOf(value)} has a ${typeof key === 'string' ? 'string' : sortOf(key)} key`,
  );
}

function contains(one: unknown, other: unknown): boolean {
  if (isFields(one) && isFields(other))
    return Object.entries(other).every(([key, value]) => Object.hasOwn(one, key) && contains(one[key], value));
  if (Array.isArray(one) && Array.isArray(other))
    return other.every((value) => one.some((own) => sortOf(own) === sortOf(value) && contains(own, value)));
  if (typeof one === 'string' && typeof other === 'string') return one.includes(other);
  if (sortOf(one) !== sortOf(other))
    throw new JqError(`${told(one)} and ${told(other)} cannot have their containment checked`);
  return compare(one, other) === 0;
}

function joined(value: unknown, sign: unknown): string {
  return entries(value)
    .map(([, one]) => {
      if (one === null) return '';
      if (typeof one === 'string') return one;
      if (typeof one === 'object') throw new JqError(`${told(sign)} and ${told(one)} cannot be added`);
      return write(one, {});
    })
    .join(String(sign));
}

function placesOf(name: string, value: unknown, sought: unknown): unknown {
  if (value === null) return null;
  const found: number[] = [];
  if (typeof value === 'string' && typeof sought === 'string') {
    for (let at = value.indexOf(sought); at >= 0; at = value.indexOf(sought, at + 1)) found.push(at);
  } else if (Array.isArray(value))
    for (const [at, one] of value.entries()) if (compare(one, sought) === 0) found.push(at);
  if (name === 'indices') return found;
  return (name === 'index' ? found[0] : found.at(-1)) ?? null;
}

function transposed(rows: readonly (readonly unknown[])[]): readonly (readonly unknown[])[] {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  return Array.from({ length: width }, (_, at) => rows.map((row) => row[at] ?? null));
}

/** `2026-01-15T09:00:00Z` */
function secondsOf(value: unknown): number {
  const text = stringOf(value, 'parsed as a date');
  const [, year, month, day, hour, minute, second] = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)Z$/.exec(text) ?? [];
  if (year === undefined) throw new JqError(`date "${text}" does not match format "%Y-%m-%dT%H:%M:%SZ"`);
  const days = daysOf(Number(year), Number(month), Number(day));
  return ((days * 24 + Number(hour)) * 60 + Number(minute)) * 60 + Number(second);
}

function dateOf(seconds: number): string {
  const whole = Math.floor(seconds);
  const days = Math.floor(whole / 86_400);
  const rest = whole - days * 86_400;
  const { year, month, day } = civilOf(days);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${year}-${two(month)}-${two(day)}T${two(Math.floor(rest / 3600))}:${two(Math.floor(rest / 60) % 60)}:${two(rest % 60)}Z`;
}
