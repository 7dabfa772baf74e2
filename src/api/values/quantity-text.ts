import { pureOfText } from '../../base/pure.ts';
import { DECIMAL_SUFFIXES, type GoQuantity, parseGoQuantity, QUANTITY_SHAPE } from './quantity-fields.ts';

/** Either the canonical text or the error. */
export type QuantityResult = { readonly text: string } | { readonly error: string };

const FORMAT_WRONG = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
const SUFFIX_WRONG = "unable to parse quantity's suffix";

/** The same few texts (100m, 64Mi …) come again and again. */
const CACHE_LIMIT = 2000;

/** What a quantity reads as after a way through the server. Models k8s.io/apimachinery/pkg/api/resource/quantity.go (v1.36) */
export const readQuantity = pureOfText(CACHE_LIMIT, (raw: string): QuantityResult => {
  const text = raw.trim();
  if (text === '' || !QUANTITY_SHAPE.test(text)) return { error: FORMAT_WRONG };
  const quantity = parseGoQuantity(text);
  if (quantity === undefined) return { error: SUFFIX_WRONG };
  const canonical = quantity.cached === '' ? textOfNanos(nanosOf(quantity), quantity.format) : quantity.cached;
  return { text: canonical };
});

const NANO = 1_000_000_000n;

/** How much it is, in billionths. */
export function nanosOf({ big, value, scale }: GoQuantity): bigint {
  return big ?? value * 10n ** BigInt(scale + 9);
}

/** The canonical text of an amount in billionths. */
export function textOfNanos(nanos: bigint, format: GoQuantity['format']): string {
  if (nanos === 0n) return '0';
  const binary = format === 'BinarySI' && nanos % NANO === 0n && (nanos >= 1024n * NANO || nanos <= -1024n * NANO);
  return binary ? binaryText(nanos / NANO) : decimalText(nanos, format === 'DecimalExponent');
}

const BINARY = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];

function binaryText(value: bigint): string {
  let rest = value;
  let power = 0;
  while (power < BINARY.length - 1 && rest % 1024n === 0n) {
    rest /= 1024n;
    power += 1;
  }
  return `${rest}${BINARY[power]}`;
}

const DECIMAL: ReadonlyMap<number, string> = new Map(
  [...DECIMAL_SUFFIXES].map(([suffix, exponent]) => [exponent, suffix]),
);

/** The mantissa is a whole number and the exponent the largest multiple of three that allows it. */
function decimalText(nanos: bigint, exponentForm: boolean): string {
  let rest = nanos;
  let exponent = -9;
  while (rest % 1000n === 0n) {
    rest /= 1000n;
    exponent += 3;
  }
  const suffix = exponentForm ? undefined : DECIMAL.get(exponent);
  return `${rest}${suffix ?? (exponent === 0 ? '' : `e${exponent}`)}`;
}
