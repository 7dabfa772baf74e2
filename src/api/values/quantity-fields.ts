/** What a Go quantity holds after it was read from a text; the hash of a template prints these private fields. */
export interface GoQuantity {
  /** The small form: a 64-bit integer times a power of ten. Zero when the big form is used. */
  readonly value: bigint;
  readonly scale: number;
  /** The big form: an integer of any size times 10^-9. */
  readonly big?: bigint;
  /** The text that it keeps when that is already the canonical one. */
  readonly cached: string;
  readonly format: 'DecimalSI' | 'BinarySI' | 'DecimalExponent';
}

export const DECIMAL_SUFFIXES: ReadonlyMap<string, number> = new Map([
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
const BINARY_SUFFIXES: ReadonlyMap<string, number> = new Map([
  ['Ki', 10],
  ['Mi', 20],
  ['Gi', 30],
  ['Ti', 40],
  ['Pi', 50],
  ['Ei', 60],
]);
const TEXT = /^([+-]?)0*([0-9]*)(?:\.([0-9]*))?([eEinumkKMGTP]*)([+-]?[0-9]*)$/;
/** A text that does not even have the shape of a quantity is refused in other words than one with a wrong suffix. */
export const QUANTITY_SHAPE: RegExp = TEXT;
/** Exponents beyond this are refused here; the real thing rounds or caps them. */
const MAX_EXPONENT = 1000;
const MAX_INT64 = 0x7fffffffffffffffn;
/** Decimal digits that always fit an int64. */
const SAFE_DIGITS = 18;

/** Models k8s.io/apimachinery/pkg/api/resource/quantity.go ParseQuantity (v1.36) */
export function parseGoQuantity(text: string): GoQuantity | undefined {
  if (text === '0') return { value: 0n, scale: 0, cached: text, format: 'DecimalSI' };
  const match = TEXT.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = '', denominator = '', letters = '', power = ''] = match;
  const suffix = suffixOf(letters, power);
  if (suffix === undefined) return undefined;
  const numerator = whole === '' ? '0' : whole;
  const negative = sign === '-';
  return small(text, numerator, denominator, suffix, negative) ?? big(numerator, denominator, suffix, negative);
}

interface Suffix {
  readonly exponent: number;
  readonly format: GoQuantity['format'];
}

function suffixOf(letters: string, power: string): Suffix | undefined {
  if (power !== '') {
    const exponent = Number(power);
    const valid = (letters === 'e' || letters === 'E') && exponent >= -MAX_EXPONENT && exponent <= MAX_EXPONENT;
    return valid ? { exponent, format: 'DecimalExponent' } : undefined;
  }
  const decimal = DECIMAL_SUFFIXES.get(letters);
  if (decimal !== undefined) return { exponent: decimal, format: 'DecimalSI' };
  const binary = BINARY_SUFFIXES.get(letters);
  return binary === undefined ? undefined : { exponent: binary, format: 'BinarySI' };
}

/** Room that is left before an int64 could overflow, in digits; negative when the big form is needed. */
function precision(numerator: string, denominator: string, suffix: Suffix): number {
  if (suffix.format !== 'BinarySI') return SAFE_DIGITS - numerator.length - denominator.length;
  if (denominator !== '') return -1;
  return 15 - numerator.length - Math.trunc((suffix.exponent * 3) / 10) - 1;
}

function small(
  text: string,
  numerator: string,
  denominator: string,
  suffix: Suffix,
  negative: boolean,
): GoQuantity | undefined {
  const scale = (suffix.format === 'BinarySI' ? 0 : suffix.exponent) - denominator.length;
  if (precision(numerator, denominator, suffix) < 0 || scale < -9) return undefined;
  const shifted = numerator + denominator;
  const digits = BigInt(shifted);
  const value = suffix.format === 'BinarySI' ? digits << BigInt(suffix.exponent) : digits;
  if (value > MAX_INT64) return undefined;
  const canonical =
    suffix.format === 'BinarySI'
      ? (digits & 7n) !== 0n
      : scale % 3 === 0 && !shifted.endsWith('000') && !shifted.startsWith('0');
  return { value: negative ? -value : value, scale, cached: canonical ? text : '', format: suffix.format };
}

function big(numerator: string, denominator: string, suffix: Suffix, negative: boolean): GoQuantity {
  const digits = BigInt(numerator + denominator);
  const binary = suffix.format === 'BinarySI';
  const scaled = binary ? digits << BigInt(suffix.exponent) : digits;
  const exponent = 9 - denominator.length + (binary ? 0 : suffix.exponent);
  let nanos = exponent >= 0 ? scaled * 10n ** BigInt(exponent) : roundUp(scaled, 10n ** BigInt(-exponent));
  if (binary && nanos > MAX_INT64 * 1_000_000_000n) nanos = MAX_INT64 * 1_000_000_000n;
  const format = binary && nanos > 0n && nanos < 1_000_000_000n ? 'DecimalSI' : suffix.format;
  return { value: 0n, scale: 0, big: negative ? -nanos : nanos, cached: '', format };
}

function roundUp(value: bigint, divisor: bigint): bigint {
  return (value + divisor - 1n) / divisor;
}

/** The struct as reflection prints it. Models k8s.io/apimachinery/pkg/util/dump ForHash of a resource.Quantity (v1.36) */
export function quantityText(text: string): string {
  const quantity = text === '' ? undefined : parseGoQuantity(text);
  if (quantity === undefined) return printed('0', 0, '<nil>', '', '');
  return printed(String(quantity.value), quantity.scale, bigText(quantity.big), quantity.cached, quantity.format);
}

function printed(value: string, scale: number, dec: string, cached: string, format: string): string {
  return `{i:(resource.int64Amount){value:(int64)${value} scale:(resource.Scale)${scale}} d:(resource.infDecAmount){Dec:(*inf.Dec)${dec}} s:(string)${cached} Format:(resource.Format)${format}}`;
}

function bigText(nanos: bigint | undefined): string {
  if (nanos === undefined) return '<nil>';
  const words: string[] = [];
  for (let rest = nanos < 0n ? -nanos : nanos; rest > 0n; rest >>= 64n) words.push(String(rest & 0xffffffffffffffffn));
  return `{unscaled:(big.Int){neg:(bool)${nanos < 0n} abs:(big.nat)[${words.join(' ')}]} scale:(inf.Scale)9}`;
}
