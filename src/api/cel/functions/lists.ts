import {
  CelError,
  checkedInt,
  compare,
  Duration,
  equal,
  fail,
  isList,
  isMap,
  mapGet,
  mapKeys,
  NONE,
  Optional,
  Uint,
  type Value,
} from '../values/values.ts';
import { core } from './core.ts';
import { strings } from './strings.ts';
import type { Implementation } from './types.ts';

/** Lists and sets. */
// Models staging/src/k8s.io/apiserver/pkg/cel/library/lists.go and github.com/google/cel-go/ext/{lists,sets}.go (v1.36)

const list =
  (act: (items: readonly Value[], ...rest: Value[]) => Value | undefined): Implementation =>
  ([items, ...rest]) =>
    isList(items) ? act(items, ...rest) : undefined;

/** Some names are of texts too. */
const or =
  (name: string, other: Implementation): Implementation =>
  (args) =>
    isList(args[0]) ? other(args) : strings.get(name)?.(args);

function extreme(items: readonly Value[], wanted: number, name: string): Value {
  const [first, ...rest] = items;
  if (first === undefined) return fail(`${name} called on empty list`);
  return rest.reduce((best, item) => (Math.sign(compare(item, best) ?? 0) === wanted ? item : best), first);
}

const sum = list((items) => {
  if (items.length === 0) return 0n;
  return items.reduce((total, item) => {
    if (typeof total === 'bigint' && typeof item === 'bigint') return checkedInt(total + item);
    if (typeof total === 'number' && typeof item === 'number') return total + item;
    if (total instanceof Uint && item instanceof Uint) return new Uint(total.value + item.value);
    if (total instanceof Duration && item instanceof Duration) return new Duration(total.nanos + item.nanos);
    throw new CelError('no such overload');
  });
});

const isSorted = list((items) => items.every((item, at) => at === 0 || (compare(items[at - 1], item) ?? 1) <= 0));

const distinct = list((items) => items.filter((item, at) => items.findIndex((other) => equal(other, item)) === at));

const reverse: Implementation = ([value]) => {
  if (typeof value === 'string') return [...value].reverse().join('');
  return isList(value) ? [...value].reverse() : undefined;
};

const slice = list((items, from, to) => {
  if (typeof from !== 'bigint' || typeof to !== 'bigint') return undefined;
  if (from < 0n || to < 0n) return fail(`cannot slice(${from}, ${to}), negative indexes not supported`);
  if (from > to) return fail(`cannot slice(${from}, ${to}), start index must be less than or equal to end index`);
  if (to > BigInt(items.length)) return fail(`cannot slice(${from}, ${to}), list is length ${items.length}`);
  return items.slice(Number(from), Number(to));
});

function flat(items: readonly Value[], depth: bigint): readonly Value[] {
  return items.flatMap((item) => (isList(item) && depth > 0n ? flat(item, depth - 1n) : [item]));
}

const range: Implementation = ([count]) =>
  typeof count === 'bigint' && count < 1_000_000n
    ? Array.from({ length: Number(count) }, (_, at) => BigInt(at))
    : undefined;

const every = (a: readonly Value[], b: readonly Value[]): boolean =>
  b.every((item) => a.some((own) => equal(own, item)));

const sets =
  (act: (a: readonly Value[], b: readonly Value[]) => boolean): Implementation =>
  ([a, b]) =>
    isList(a) && isList(b) ? act(a, b) : undefined;

const unwrap = list((items) =>
  items.flatMap((item) => {
    if (!(item instanceof Optional)) throw new CelError('no such overload');
    return item.present ? [item.value] : [];
  }),
);

const end =
  (at: number): Implementation =>
  ([items]) => {
    if (!isList(items)) return undefined;
    const item = items.at(at);
    return items.length === 0 ? NONE : new Optional(item);
  };

export const lists: ReadonlyMap<string, Implementation> = new Map<string, Implementation>([
  ['isSorted', isSorted],
  ['sum', sum],
  ['min', list((items) => extreme(items, -1, 'min'))],
  ['max', list((items) => extreme(items, 1, 'max'))],
  [
    'indexOf',
    or(
      'indexOf',
      list((items, value) => BigInt(items.findIndex((item) => equal(item, value)))),
    ),
  ],
  [
    'lastIndexOf',
    or(
      'lastIndexOf',
      list((items, value) => BigInt(items.findLastIndex((item) => equal(item, value)))),
    ),
  ],
  ['distinct', distinct],
  ['reverse', reverse],
  ['sort', list((items) => [...items].sort((a, b) => compare(a, b) ?? fail('no such overload')))],
  ['slice', slice],
  ['flatten', list((items, depth = 1n) => (typeof depth === 'bigint' ? flat(items, depth) : undefined))],
  ['lists.range', range],
  ['sets.contains', sets(every)],
  ['sets.equivalent', sets((a, b) => every(a, b) && every(b, a))],
  ['sets.intersects', sets((a, b) => b.some((item) => a.some((own) => equal(own, item))))],
  ['optional.unwrap', unwrap],
  ['unwrapOpt', unwrap],
  ['first', end(0)],
  ['last', end(-1)],
  ['includes', list((items, value) => items.some((item) => equal(item, value)))],
]);

/** Keys of a map as JSON has them, or undefined for anything that JSON has not. */
export function toJson(value: Value): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof Uint) return Number(value.value);
  if (isList(value)) return value.map((item) => toJson(item));
  if (!isMap(value)) return typeof value === 'object' && value !== null ? core.get('string')?.([value]) : value;
  const object: Record<string, unknown> = {};
  for (const key of mapKeys(value)) object[String(key)] = toJson(mapGet(value, key));
  return object;
}
