import { readQuantity } from './schema/quantity-text';

/** An exact amount: `unscaled` times 10^-9. Small ones are numbers, the rest bigints. */
const NANO = 1_000_000_000;
const NANO_BIG = 1_000_000_000n;

export type QuantityFormat = 'DecimalSI' | 'BinarySI' | 'DecimalExponent';

/** Models apimachinery/pkg/api/resource/quantity.go (v1.36). Deviation: an amount is held in billionths at any size. */
export interface Amount {
  /** In billionths. */
  readonly nanos: bigint;
  readonly format: QuantityFormat;
}

const DECIMAL: ReadonlyMap<string, number> = new Map([
  ['n', -9],
  ['u', -6],
  ['m', -3],
  ['', 0],
  ['k', 3],
  ['M', 6],
  ['G', 9],
  ['T', 12],
  ['P', 15],
  ['E', 18],
]);
const BINARY: ReadonlyMap<string, bigint> = new Map([
  ['Ki', 1n << 10n],
  ['Mi', 1n << 20n],
  ['Gi', 1n << 30n],
  ['Ti', 1n << 40n],
  ['Pi', 1n << 50n],
  ['Ei', 1n << 60n],
]);
const BINARY_NAMES = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];
const SHAPE = /^([+-]?)(\d*)(?:\.(\d*))?([a-zA-Z]*)([+-]?\d*)$/;
const MAX_EXPONENT = 1000;
const CACHE_LIMIT = 5000;

const amounts = new Map<string, Amount | undefined>();

/** Undefined for a text that is no quantity. Numbers are read as their digits. */
export function parseQuantity(text: string | number): Amount | undefined {
  const key = String(text);
  if (amounts.has(key)) return amounts.get(key);
  const amount = parse(key.trim());
  if (amounts.size >= CACHE_LIMIT) amounts.clear();
  amounts.set(key, amount);
  return amount;
}

function parse(text: string): Amount | undefined {
  const match = SHAPE.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = '', fraction = '', letters = '', power = ''] = match;
  if (whole === '' && fraction === '') return undefined;
  const digits = BigInt(`${whole}${fraction}`);
  const binary = BINARY.get(letters);
  let nanos: bigint;
  let format: QuantityFormat = 'DecimalSI';
  if (binary !== undefined && power === '') {
    nanos = ceilDivide(digits * binary * NANO_BIG, 10n ** BigInt(fraction.length));
    // Less than one cannot be written with a binary suffix.
    format = nanos < NANO_BIG ? 'DecimalSI' : 'BinarySI';
  } else {
    const exponent = decimalExponent(letters, power);
    if (exponent === undefined) return undefined;
    if (power !== '') format = 'DecimalExponent';
    const scale = exponent + 9 - fraction.length;
    nanos = scale >= 0 ? digits * 10n ** BigInt(scale) : ceilDivide(digits, 10n ** BigInt(-scale));
  }
  return { nanos: sign === '-' ? -nanos : nanos, format };
}

function decimalExponent(letters: string, power: string): number | undefined {
  if (power === '') return DECIMAL.get(letters);
  if (letters !== 'e' && letters !== 'E') return undefined;
  const exponent = Number(power);
  return Number.isNaN(exponent) || exponent > MAX_EXPONENT || exponent < -MAX_EXPONENT ? undefined : exponent;
}

function ceilDivide(value: bigint, divisor: bigint): bigint {
  return (value + divisor - 1n) / divisor;
}

function amountOf(text: string | number | undefined): bigint {
  return text === undefined ? 0n : (parseQuantity(text)?.nanos ?? 0n);
}

/** Rounded up, away from zero. */
function scaled(nanos: bigint, unit: bigint): number {
  const up = nanos >= 0n ? (nanos + unit - 1n) / unit : -((-nanos + unit - 1n) / unit);
  return Number(up);
}

const values = new Map<string, number>();
const milliValues = new Map<string, number>();

/** Whole units, rounded up; 0 for absent or malformed text. */
export function value(quantity: string | number | undefined): number {
  return cached(values, quantity, NANO_BIG);
}

/** Thousandths, rounded up; 0 for absent or malformed text. */
export function milliValue(quantity: string | number | undefined): number {
  return cached(milliValues, quantity, 1_000_000n);
}

function cached(cache: Map<string, number>, quantity: string | number | undefined, unit: bigint): number {
  if (quantity === undefined) return 0;
  const key = String(quantity);
  const known = cache.get(key);
  if (known !== undefined) return known;
  const made = scaled(amountOf(quantity), unit);
  if (cache.size >= CACHE_LIMIT) cache.clear();
  cache.set(key, made);
  return made;
}

export function compareQuantity(a: string | number, b: string | number): number {
  const left = amountOf(a);
  const right = amountOf(b);
  return left < right ? -1 : left > right ? 1 : 0;
}

/** The sum in canonical form; the format is the first one's unless that is zero. */
export function addQuantity(a: string | number | undefined, b: string | number | undefined): string {
  return combine(a, b, 1n);
}

export function subtractQuantity(a: string | number | undefined, b: string | number | undefined): string {
  return combine(a, b, -1n);
}

function combine(a: string | number | undefined, b: string | number | undefined, sign: bigint): string {
  const left = a === undefined ? undefined : parseQuantity(a);
  const right = b === undefined ? undefined : parseQuantity(b);
  const format = left === undefined || left.nanos === 0n ? (right?.format ?? left?.format) : left.format;
  return formatQuantity({ nanos: (left?.nanos ?? 0n) + sign * (right?.nanos ?? 0n), format: format ?? 'DecimalSI' });
}

/** The canonical text. */
export function formatQuantity(amount: Amount): string {
  const { nanos, format } = amount;
  if (nanos === 0n) return '0';
  const size = nanos < 0n ? -nanos : nanos;
  if (format === 'BinarySI' && nanos % NANO_BIG === 0n && size >= 1024n * NANO_BIG) return binaryText(nanos / NANO_BIG);
  return decimalText(nanos, format === 'DecimalExponent');
}

function binaryText(amount: bigint): string {
  let rest = amount;
  let power = 0;
  while (power < BINARY_NAMES.length - 1 && rest % 1024n === 0n) {
    rest /= 1024n;
    power += 1;
  }
  return `${rest}${BINARY_NAMES[power]}`;
}

const DECIMAL_NAMES: ReadonlyMap<number, string> = new Map(
  [...DECIMAL].map(([suffix, exponent]) => [exponent, suffix]),
);

function decimalText(nanos: bigint, exponentForm: boolean): string {
  let rest = nanos;
  let exponent = -9;
  while (rest % 1000n === 0n) {
    rest /= 1000n;
    exponent += 3;
  }
  const suffix = exponentForm ? undefined : DECIMAL_NAMES.get(exponent);
  return `${rest}${suffix ?? (exponent === 0 ? '' : `e${exponent}`)}`;
}

/** What the server stores for the text: `1000m` becomes `1`. The text itself when it is no quantity. */
export function canonicalQuantity(text: string | number): string {
  const read = readQuantity(String(text));
  return 'text' in read ? read.text : String(text);
}

/** A whole number of units in a format, such as bytes in `BinarySI`. */
export function quantityOf(units: number, format: QuantityFormat = 'DecimalSI'): string {
  return formatQuantity({ nanos: BigInt(units) * NANO_BIG, format });
}

export function milliQuantity(milli: number): string {
  return formatQuantity({ nanos: BigInt(milli) * 1_000_000n, format: 'DecimalSI' });
}

export function isQuantity(text: string): boolean {
  return parseQuantity(text) !== undefined;
}

/** For texts that show a ratio; not exact beyond 2^53. */
export function asFloat(quantity: string | number): number {
  return Number(amountOf(quantity)) / NANO;
}
