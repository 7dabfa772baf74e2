import { hexDigits } from '../../../base/bytes/hex.ts';
import { utf8 } from '../../../base/bytes/utf8.ts';
import { mergeKeysOf, unordered } from '../values/unordered.ts';
import {
  Bytes,
  checkedInt,
  compare,
  Duration,
  equal,
  fail,
  isList,
  isMap,
  isNumber,
  isTwin,
  mapGet,
  mapSize,
  NONE,
  Optional,
  Timestamp,
  TypeValue,
  typeName,
  Uint,
  type Value,
} from '../values/values.ts';
import { durationText, parseDuration, parseTimestamp, timestampText } from './time-text.ts';
import type { Implementation } from './types.ts';

/** Operators, conversions and optional values. */
// Models github.com/google/cel-go/common/stdlib/standard.go (as vendored by v1.36)

type Numbers = {
  readonly ints: (a: bigint, b: bigint) => bigint;
  readonly doubles?: (a: number, b: number) => number;
};

function arithmetic({ ints, doubles }: Numbers): Implementation {
  return ([a, b]) => {
    if (typeof a === 'bigint' && typeof b === 'bigint') return checkedInt(ints(a, b));
    if (typeof a === 'number' && typeof b === 'number') return doubles?.(a, b);
    if (a instanceof Uint && b instanceof Uint) return new Uint(ints(a.value, b.value));
    return undefined;
  };
}

const plainAdd = arithmetic({ ints: (a, b) => a + b, doubles: (a, b) => a + b });
const plainSubtract = arithmetic({ ints: (a, b) => a - b, doubles: (a, b) => a - b });

/** Where order counts for nothing, what both have stands once, as the second one has it. */
function concatenated(a: readonly unknown[], b: readonly unknown[]): Value {
  const keys = mergeKeysOf(a);
  if (keys === undefined) return [...a, ...b];
  const kept = a.map((own) => b.find((item) => isTwin(own, item, keys)) ?? own);
  return unordered([...kept, ...b.filter((item) => !a.some((own) => isTwin(own, item, keys)))], keys);
}

const add: Implementation = ([a, b]) => {
  if (typeof a === 'string' && typeof b === 'string') return a + b;
  if (isList(a) && isList(b)) return concatenated(a, b);
  if (a instanceof Bytes && b instanceof Bytes) return new Bytes([...a.values, ...b.values]);
  if (a instanceof Duration && b instanceof Duration) return inRange(new Duration(a.nanos + b.nanos));
  if (a instanceof Timestamp && b instanceof Duration) return inRange(new Timestamp(a.nanos + b.nanos));
  if (a instanceof Duration && b instanceof Timestamp) return inRange(new Timestamp(a.nanos + b.nanos));
  return plainAdd([a, b]);
};

const subtract: Implementation = ([a, b]) => {
  if (a instanceof Duration && b instanceof Duration) return inRange(new Duration(a.nanos - b.nanos));
  if (a instanceof Timestamp && b instanceof Duration) return inRange(new Timestamp(a.nanos - b.nanos));
  if (a instanceof Timestamp && b instanceof Timestamp) return inRange(new Duration(a.nanos - b.nanos));
  return plainSubtract([a, b]);
};

const FIRST_TIME = -62_135_596_800n * 1_000_000_000n;
const LAST_TIME = 253_402_300_799n * 1_000_000_000n + 999_999_999n;

function inRange<T extends Duration | Timestamp>(value: T): T {
  if (value instanceof Duration)
    return value.nanos > 2n ** 63n - 1n || value.nanos < -(2n ** 63n) ? fail('duration overflow') : value;
  return value.nanos < FIRST_TIME || value.nanos > LAST_TIME ? fail('timestamp overflow') : value;
}

function ordered(accept: (order: number) => boolean): Implementation {
  return ([a, b]) => {
    const order = compare(a, b);
    return order === undefined ? undefined : accept(order);
  };
}

const size: Implementation = ([value]) => {
  if (typeof value === 'string') return BigInt([...value].length);
  if (value instanceof Bytes) return BigInt(value.values.length);
  if (isList(value)) return BigInt(value.length);
  return isMap(value) ? BigInt(mapSize(value)) : undefined;
};

const contains: Implementation = ([value, collection]) => {
  if (isList(collection)) return collection.some((item) => equal(item, value));
  return isMap(collection) ? mapGet(collection, value) !== undefined : undefined;
};

function whole(value: number, what: string): bigint {
  if (!Number.isFinite(value) || value >= 2 ** 63 || value <= -(2 ** 63)) return fail(`${what} overflow`);
  return BigInt(Math.trunc(value));
}

function noConversion(to: string): never {
  return fail(`type conversion error from 'string' to '${to}'`);
}

const toInt: Implementation = ([value]) => {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return whole(value, 'integer');
  if (value instanceof Uint) return checkedInt(value.value);
  if (value instanceof Timestamp) return value.nanos / 1_000_000_000n;
  if (typeof value === 'string') {
    return /^[+-]?\d+$/.test(value) ? checkedInt(BigInt(value.replace('+', ''))) : noConversion('int');
  }
  return undefined;
};

const toUint: Implementation = ([value]) => {
  if (value instanceof Uint) return value;
  if (typeof value === 'bigint') return new Uint(value);
  if (typeof value === 'number') {
    return Number.isFinite(value) && value >= 0 && value < 2 ** 64
      ? new Uint(BigInt(Math.trunc(value)))
      : fail('unsigned integer overflow');
  }
  if (typeof value === 'string') {
    return /^\d+$/.test(value) ? new Uint(BigInt(value)) : noConversion('uint');
  }
  return undefined;
};

const toDouble: Implementation = ([value]) => {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof Uint) return Number(value.value);
  if (typeof value === 'string') {
    const named = { NaN: Number.NaN, Infinity: Infinity, '-Infinity': -Infinity, Inf: Infinity }[value];
    if (named !== undefined) return named;
    return /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(value) ? Number(value) : noConversion('double');
  }
  return undefined;
};

function doubleText(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf';
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e21)) {
    const [digits = '', power = ''] = value.toExponential().split('e');
    const sign = power.startsWith('-') ? '-' : '+';
    return `${digits}e${sign}${power.replace(/^[+-]/, '').padStart(2, '0')}`;
  }
  return String(value);
}

const toText: Implementation = ([value]) => {
  switch (typeof value) {
    case 'string':
      return value;
    case 'bigint':
    case 'boolean':
      return String(value);
    case 'number':
      return doubleText(value);
  }
  if (value instanceof Uint) return String(value.value);
  if (value instanceof Timestamp) return timestampText(value);
  if (value instanceof Duration) return durationText(value);
  if (value instanceof Bytes) return textOf(value);
  if (value instanceof TypeValue) return value.name;
  return undefined;
};

function textOf({ values }: Bytes): string {
  const escaped = values.map((byte) => `%${hexDigits(byte, 2)}`).join('');
  try {
    return decodeURIComponent(escaped);
  } catch {
    return fail('invalid UTF-8 in bytes, cannot convert to string');
  }
}

const TRUTHS: ReadonlyMap<string, boolean> = new Map([
  ...['1', 't', 'T', 'true', 'TRUE', 'True'].map((text) => [text, true] as const),
  ...['0', 'f', 'F', 'false', 'FALSE', 'False'].map((text) => [text, false] as const),
]);

const toBool: Implementation = ([value]) => {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') return undefined;
  return TRUTHS.get(value) ?? noConversion('bool');
};

const toTimestamp: Implementation = ([value]) => {
  if (value instanceof Timestamp) return value;
  if (typeof value === 'bigint') return inRange(new Timestamp(value * 1_000_000_000n));
  if (typeof value !== 'string') return undefined;
  const parsed = parseTimestamp(value);
  return parsed === undefined ? noConversion('google.protobuf.Timestamp') : inRange(parsed);
};

const toDuration: Implementation = ([value]) => {
  if (value instanceof Duration) return value;
  if (typeof value === 'bigint') return new Duration(value);
  if (typeof value !== 'string') return undefined;
  return parseDuration(value) ?? noConversion('google.protobuf.Duration');
};

const negate: Implementation = ([value]) => {
  if (typeof value === 'bigint') return checkedInt(-value);
  return typeof value === 'number' ? -value : undefined;
};

const optional =
  (act: (of: Optional, rest: readonly Value[]) => Value): Implementation =>
  ([of, ...rest]) =>
    of instanceof Optional ? act(of, rest) : undefined;

function isZero(value: Value): boolean {
  if (value === null || value === false || value === '' || value === 0n || value === 0) return true;
  if (isNumber(value)) return value instanceof Uint && value.value === 0n;
  if (isList(value)) return value.length === 0;
  return isMap(value) && mapSize(value) === 0;
}

export const core: ReadonlyMap<string, Implementation> = new Map<string, Implementation>([
  ['_+_', add],
  ['_-_', subtract],
  ['_*_', arithmetic({ ints: (a, b) => a * b, doubles: (a, b) => a * b })],
  ['_/_', arithmetic({ ints: (a, b) => (b === 0n ? fail('division by zero') : a / b), doubles: (a, b) => a / b })],
  ['_%_', arithmetic({ ints: (a, b) => (b === 0n ? fail('modulus by zero') : a % b) })],
  ['-_', negate],
  ['!_', ([value]) => (typeof value === 'boolean' ? !value : undefined)],
  ['_==_', ([a, b]) => equal(a, b)],
  ['_!=_', ([a, b]) => !equal(a, b)],
  ['_<_', ordered((order) => order < 0)],
  ['_<=_', ordered((order) => order <= 0)],
  ['_>_', ordered((order) => order > 0)],
  ['_>=_', ordered((order) => order >= 0)],
  ['_in_', contains],
  ['size', size],
  ['int', toInt],
  ['uint', toUint],
  ['double', toDouble],
  ['string', toText],
  ['bool', toBool],
  [
    'bytes',
    ([value]) => (typeof value === 'string' ? new Bytes(utf8(value)) : value instanceof Bytes ? value : undefined),
  ],
  ['timestamp', toTimestamp],
  ['duration', toDuration],
  ['dyn', ([value]) => value],
  ['type', ([value]) => new TypeValue(typeName(value))],
  ['optional.of', ([value]) => new Optional(value)],
  ['optional.ofNonZeroValue', ([value]) => (isZero(value) ? NONE : new Optional(value))],
  ['optional.none', () => NONE],
  ['hasValue', optional((of) => of.present)],
  ['value', optional((of) => (of.present ? of.value : fail('optional.none() dereference')))],
  ['or', optional((of, [other]) => (of.present ? of : other))],
  ['orValue', optional((of, [other]) => (of.present ? of.value : other))],
]);
