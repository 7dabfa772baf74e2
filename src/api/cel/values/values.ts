import { pureOfObject } from '../../../base/pure.ts';
import { type MergeKeys, mergeKeysOf } from './unordered.ts';

/** Values of the Common Expression Language: int is a bigint, double a number, text a string, null is null. */
// Models github.com/google/cel-go/common/types (as vendored by v1.36)
export type Value = unknown;

/** What an expression fails with. */
export class CelError extends Error {}

export function fail(message: string): never {
  throw new CelError(message);
}

export class Uint {
  constructor(readonly value: bigint) {
    if (!isUint(value)) fail('unsigned integer overflow');
  }
}

export class Duration {
  constructor(readonly nanos: bigint) {}
}

export class Timestamp {
  constructor(readonly nanos: bigint) {}
}

export class Bytes {
  constructor(readonly values: readonly number[]) {}
}

export class TypeValue {
  constructor(readonly name: string) {}
}

export class Optional {
  constructor(readonly value: Value | typeof NOTHING) {}
  get present(): boolean {
    return this.value !== NOTHING;
  }
}

const NOTHING = Symbol('nothing');
export const NONE = new Optional(NOTHING);

/** Values of a library's own type: compared by a key, with methods found by the type's name. */
export abstract class Extension {
  abstract readonly typeName: string;
  abstract readonly key: string;
}

export type Fields = { readonly [name: string]: unknown };
export type CelMap = Fields | ReadonlyMap<Value, Value>;

const MAX_INT = 2n ** 63n - 1n;
const MIN_INT = -(2n ** 63n);
const MAX_UINT = 2n ** 64n - 1n;

export function isInt(value: bigint): boolean {
  return value <= MAX_INT && value >= MIN_INT;
}

export function isUint(value: bigint): boolean {
  return value <= MAX_UINT && value >= 0n;
}

export function checkedInt(value: bigint): bigint {
  return isInt(value) ? value : fail('integer overflow');
}

const listFromJson = pureOfObject((list: readonly unknown[]): readonly Value[] => list.map(fromJson));

/** A value of JSON as CEL sees it: whole numbers are ints, also in lists. Objects are turned over when they are read. */
export function fromJson(value: unknown): Value {
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : value;
  return Array.isArray(value) ? listFromJson(value) : value;
}

/** A value that is no JSON any more. */
export class Native {
  constructor(readonly value: Value) {}
}

export function isList(value: Value): value is readonly unknown[] {
  return Array.isArray(value);
}

export function isMap(value: Value): value is CelMap {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return (
    value instanceof Map ||
    !(
      value instanceof Uint ||
      value instanceof Duration ||
      value instanceof Timestamp ||
      value instanceof Bytes ||
      value instanceof TypeValue ||
      value instanceof Optional ||
      value instanceof Extension
    )
  );
}

export function mapSize(map: CelMap): number {
  return map instanceof Map ? map.size : Object.keys(map).length;
}

export function mapKeys(map: CelMap): readonly Value[] {
  return map instanceof Map ? [...map.keys()] : Object.keys(map);
}

/** Undefined: there is no such key. */
export function mapGet(map: CelMap, key: Value): Value | undefined {
  if (map instanceof Map) {
    if (map.has(key)) return map.get(key);
    for (const [other, value] of map) if (equal(other, key)) return value;
    return undefined;
  }
  if (typeof key !== 'string' || !Object.hasOwn(map, key)) return undefined;
  return fromJson((map as Fields)[key]);
}

export function typeName(value: Value): string {
  switch (typeof value) {
    case 'boolean':
      return 'bool';
    case 'bigint':
      return 'int';
    case 'number':
      return 'double';
    case 'string':
      return 'string';
  }
  if (value === null || value === undefined) return 'null_type';
  if (value instanceof Uint) return 'uint';
  if (value instanceof Duration) return 'google.protobuf.Duration';
  if (value instanceof Timestamp) return 'google.protobuf.Timestamp';
  if (value instanceof Bytes) return 'bytes';
  if (value instanceof TypeValue) return 'type';
  if (value instanceof Optional) return 'optional_type';
  if (value instanceof Extension) return value.typeName;
  return isList(value) ? 'list' : 'map';
}

export function isNumber(value: Value): value is bigint | number | Uint {
  return typeof value === 'bigint' || typeof value === 'number' || value instanceof Uint;
}

/** With a double, a whole number is compared as the nearest double. */
function compareNumbers(a: bigint | number | Uint, b: bigint | number | Uint): number {
  const [first, second] = [a instanceof Uint ? a.value : a, b instanceof Uint ? b.value : b];
  const isExact = typeof first === typeof second;
  const left = isExact ? first : Number(first);
  const right = isExact ? second : Number(second);
  return left < right ? -1 : left > right ? 1 : left >= right ? 0 : Number.NaN;
}

export function equal(a: Value, b: Value): boolean {
  if (a === b) return true;
  if (isNumber(a) && isNumber(b)) return compareNumbers(a, b) === 0;
  if (a === undefined || a === null || b === undefined || b === null) return (a ?? null) === (b ?? null);
  if (typeof a !== 'object' || typeof b !== 'object') return false;
  if (isList(a)) {
    if (!isList(b) || a.length !== b.length) return false;
    const keys = mergeKeysOf(a);
    if (keys !== undefined) return b.every((item) => a.some((own) => isTwin(own, item, keys) && equal(own, item)));
    return a.every((item, at) => equal(item, b[at]));
  }
  if (a instanceof Duration || a instanceof Timestamp) {
    return a.constructor === b.constructor && a.nanos === (b as Duration).nanos;
  }
  if (a instanceof Bytes) return b instanceof Bytes && compareBytes(a, b) === 0;
  if (a instanceof TypeValue) return b instanceof TypeValue && a.name === b.name;
  if (a instanceof Optional) {
    return b instanceof Optional && (a.present ? b.present && equal(a.value, b.value) : !b.present);
  }
  if (a instanceof Extension) return b instanceof Extension && a.typeName === b.typeName && a.key === b.key;
  if (!isMap(a) || !isMap(b) || mapSize(a) !== mapSize(b)) return false;
  return mapKeys(a).every((key) => {
    const other = mapGet(b, key);
    return other !== undefined && equal(mapGet(a, key), other);
  });
}

/** Whether one would take the place of the other in a list of either. */
export function isTwin(a: Value, b: Value, keys: MergeKeys): boolean {
  if (keys.length === 0) return equal(a, b);
  return isMap(a) && isMap(b) && keys.every((key) => equal(mapGet(a, key), mapGet(b, key)));
}

function compareBytes(a: Bytes, b: Bytes): number {
  for (let at = 0; at < a.values.length && at < b.values.length; at += 1) {
    const difference = (a.values[at] as number) - (b.values[at] as number);
    if (difference !== 0) return difference < 0 ? -1 : 1;
  }
  return Math.sign(a.values.length - b.values.length);
}

/** Undefined: values that have no order among themselves. */
export function compare(a: Value, b: Value): number | undefined {
  if (isNumber(a) && isNumber(b)) return compareNumbers(a, b);
  if (typeof a === 'string' && typeof b === 'string') return compareCodePoints(a, b);
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  if (a instanceof Duration && b instanceof Duration) return a.nanos < b.nanos ? -1 : a.nanos > b.nanos ? 1 : 0;
  if (a instanceof Timestamp && b instanceof Timestamp) return a.nanos < b.nanos ? -1 : a.nanos > b.nanos ? 1 : 0;
  if (a instanceof Bytes && b instanceof Bytes) return compareBytes(a, b);
  return undefined;
}

/** As Go compares: by code points, where JavaScript compares by halves of them. */
function compareCodePoints(a: string, b: string): number {
  if (a === b) return 0;
  let at = 0;
  while (at < a.length && at < b.length && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  if (at > 0 && isLowHalf(a.charCodeAt(at)) && isLowHalf(b.charCodeAt(at))) at -= 1;
  return (a.codePointAt(at) ?? -1) < (b.codePointAt(at) ?? -1) ? -1 : 1;
}

function isLowHalf(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
