// Models jq 1.6 src/jv_print.c, src/jv_aux.c: how values are told, compared and written (v1.36)

/** What goes wrong in a filter; `value` is what `catch` gets. */
export class JqError extends Error {
  constructor(readonly value: unknown) {
    super(typeof value === 'string' ? value : `${JSON.stringify(value)} (not a string)`);
  }
}

export type Fields = { readonly [key: string]: unknown };

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function sortOf(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** With the value behind it, shortened: `string ("abc")`. */
export function told(value: unknown): string {
  const text = write(value, {});
  const shown = text.length > MOST ? `${text.slice(0, MOST - DOTS.length)}${DOTS}` : text;
  return `${sortOf(value)} (${shown})`;
}

const MOST = 14;
const DOTS = '...';

export const isTrue = (value: unknown): boolean => value !== null && value !== false && value !== undefined;

const ORDER = ['null', 'boolean', 'number', 'string', 'array', 'object'];

export function compare(one: unknown, other: unknown): number {
  const [sort, second] = [sortOf(one), sortOf(other)];
  if (sort !== second) return ORDER.indexOf(sort) - ORDER.indexOf(second);
  if (sort === 'null') return 0;
  if (Array.isArray(one) && Array.isArray(other)) {
    for (let at = 0; at < Math.min(one.length, other.length); at += 1) {
      const found = compare(one[at], other[at]);
      if (found !== 0) return found;
    }
    return one.length - other.length;
  }
  if (isFields(one) && isFields(other)) {
    const [keys, others] = [Object.keys(one).sort(), Object.keys(other).sort()];
    const found = compare(keys, others);
    if (found !== 0) return found;
    for (const key of keys) {
      const inner = compare(one[key], other[key]);
      if (inner !== 0) return inner;
    }
    return 0;
  }
  const [a, b] = [one as number | string | boolean, other as number | string | boolean];
  return a < b ? -1 : a > b ? 1 : 0;
}

export interface Look {
  readonly indent?: string;
  readonly isSorted?: boolean;
}

/** As JSON; with `indent` on several lines. */
export function write(value: unknown, look: Look, before = ''): string {
  const { indent, isSorted } = look;
  const inner = before + (indent ?? '');
  const line = indent === undefined ? '' : `\n${inner}`;
  const end = indent === undefined ? '' : `\n${before}`;
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    return `[${value.map((one) => line + write(one, look, inner)).join(',')}${end}]`;
  }
  if (isFields(value)) {
    const keys = isSorted === true ? Object.keys(value).sort() : Object.keys(value);
    if (keys.length === 0) return '{}';
    const colon = indent === undefined ? ':' : ': ';
    return `{${keys.map((key) => `${line}${string(key)}${colon}${write(value[key], look, inner)}`).join(',')}${end}}`;
  }
  if (typeof value === 'string') return string(value);
  if (typeof value === 'number') return number(value);
  return value === undefined ? 'null' : String(value);
}

const string = (text: string): string => JSON.stringify(text).replaceAll('\x7f', '\\u007f');

/** The fewest digits that mean the same, as jvp_dtoa_fmt writes them. */
function number(value: number): string {
  if (Number.isNaN(value)) return 'null';
  if (!Number.isFinite(value)) return value > 0 ? '1.7976931348623157e+308' : '-1.7976931348623157e+308';
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  const [, sign = '', first = '', rest = '', power = '0'] =
    /^(-?)(\d)(?:\.(\d+))?e([-+]\d+)$/.exec(value.toExponential()) ?? [];
  const digits = first + rest;
  const point = Number(power) + 1;
  if (point <= -4 || point > digits.length + 15) {
    const exponent = Math.abs(point - 1);
    return `${sign}${first}${rest === '' ? '' : `.${rest}`}e${point > 0 ? '+' : '-'}${exponent < 10 ? '0' : ''}${exponent}`;
  }
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  if (point >= digits.length) return sign + digits + '0'.repeat(point - digits.length);
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}
