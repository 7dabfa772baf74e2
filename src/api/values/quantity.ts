import { pureOfText } from '../../base/pure.ts';
import { type GoQuantity, parseGoQuantity } from './quantity-fields.ts';
import { nanosOf, readQuantity, textOfNanos } from './quantity-text.ts';

const NANO = 1_000_000_000n;

type QuantityFormat = GoQuantity['format'];

/** Models apimachinery/pkg/api/resource/quantity.go (v1.36). Deviation: an amount is held in billionths at any size. */
export interface Amount {
  /** In billionths. */
  readonly nanos: bigint;
  readonly format: QuantityFormat;
}

const DIGIT = /\d/;
const CACHE_LIMIT = 5000;

/** Undefined for a text that is no quantity. Numbers are read as their digits. */
export function parseQuantity(text: string | number): Amount | undefined {
  return parse(String(text));
}

const parse = pureOfText(CACHE_LIMIT, (given: string): Amount | undefined => {
  const text = given.trim();
  const quantity = DIGIT.test(text) ? parseGoQuantity(text) : undefined;
  return quantity === undefined ? undefined : { nanos: nanosOf(quantity), format: quantity.format };
});

function amountOf(text: string | number | undefined): bigint {
  return text === undefined ? 0n : (parseQuantity(text)?.nanos ?? 0n);
}

/** Rounded up, away from zero. */
function scaled(nanos: bigint, unit: bigint): number {
  const up = nanos >= 0n ? (nanos + unit - 1n) / unit : -((-nanos + unit - 1n) / unit);
  return Number(up);
}

const wholeUnits = pureOfText(CACHE_LIMIT, (quantity: string) => scaled(amountOf(quantity), NANO));
const thousandths = pureOfText(CACHE_LIMIT, (quantity: string) => scaled(amountOf(quantity), 1_000_000n));

/** Whole units, rounded up; 0 for absent or malformed text. */
export function value(quantity: string | number | undefined): number {
  return quantity === undefined ? 0 : wholeUnits(String(quantity));
}

/** Thousandths, rounded up; 0 for absent or malformed text. */
export function milliValue(quantity: string | number | undefined): number {
  return quantity === undefined ? 0 : thousandths(String(quantity));
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
  return textOfNanos((left?.nanos ?? 0n) + sign * (right?.nanos ?? 0n), format ?? 'DecimalSI');
}

/** What the server stores for the text: `1000m` becomes `1`. The text itself when it is no quantity. */
export function canonicalQuantity(text: string | number): string {
  const read = readQuantity(String(text));
  return 'text' in read ? read.text : String(text);
}

/** A whole number of units in a format, such as bytes in `BinarySI`. */
export function quantityOf(units: number, format: QuantityFormat = 'DecimalSI'): string {
  return textOfNanos(BigInt(units) * NANO, format);
}

export function milliQuantity(milli: number): string {
  return textOfNanos(BigInt(milli) * 1_000_000n, 'DecimalSI');
}

export function isQuantity(text: string): boolean {
  return parseQuantity(text) !== undefined;
}

/** For texts that show a ratio; not exact beyond 2^53. */
export function asFloat(quantity: string | number): number {
  return Number(amountOf(quantity)) / Number(NANO);
}
