import { hexDigits } from '../../../base/bytes/hex.ts';
import { utf8 } from '../../../base/bytes/utf8.ts';
import { quote } from '../../go/quote.ts';
import {
  Bytes,
  type CelMap,
  Duration,
  fail,
  isList,
  isMap,
  mapGet,
  mapKeys,
  Timestamp,
  typeName,
  Uint,
  type Value,
} from '../values/values.ts';
import { core } from './core.ts';
import type { Implementation } from './types.ts';

/** `'…'.format([…])` as the string library has it that Kubernetes asks for, whose numbers are printed for American readers. */
// Models github.com/google/cel-go/ext/formatting.go (as vendored by v1.36) and golang.org/x/text/message

const CLAUSE = /%(?:\.(\d+))?([\s\S]|$)/g;
const USUAL_DIGITS = 6;

export const format: Implementation = ([text, list]) => {
  if (typeof text !== 'string' || !isList(list)) return undefined;
  let next = 0;
  return text.replace(CLAUSE, (_, precision: string | undefined, verb: string) => {
    if (verb === '%') return '%';
    if (verb === '') return fail('could not parse formatting clause: unexpected end of string');
    const clause = CLAUSES.get(verb);
    if (clause === undefined)
      return fail(`could not parse formatting clause: unrecognized formatting clause "${verb}"`);
    if (next >= list.length) return fail(`index ${next} out of range`);
    const value = list[next] as Value;
    next += 1;
    return clause(value, Number(precision ?? USUAL_DIGITS));
  });
};

type Clause = (value: Value, precision: number) => string;

const CLAUSES: ReadonlyMap<string, Clause> = new Map<string, Clause>([
  ['s', shown],
  ['d', decimal],
  ['f', fixed],
  ['e', scientific],
  ['b', binary],
  ['o', octal],
  ['x', hexadecimal],
  ['X', (value) => hexadecimal(value).toUpperCase()],
]);

function misfit(what: string, value: Value): never {
  return fail(`error during formatting: ${what}, was given ${typeName(value)}`);
}

/** The digits of a whole number, signed or not. */
function whole(value: Value, radix: number): string | undefined {
  if (value instanceof Uint) return value.value.toString(radix);
  return typeof value === 'bigint' ? value.toString(radix) : undefined;
}

function decimal(value: Value): string {
  return whole(value, 10) ?? misfit('decimal clause can only be used on integers', value);
}

function binary(value: Value): string {
  if (typeof value === 'boolean') return value ? '1' : '0';
  return whole(value, 2) ?? misfit('only integers and bools can be formatted as binary', value);
}

function octal(value: Value): string {
  return whole(value, 8) ?? misfit('octal clause can only be used on integers', value);
}

function hexadecimal(value: Value): string {
  const bytes = value instanceof Bytes ? value.values : typeof value === 'string' ? utf8(value) : undefined;
  if (bytes !== undefined) return bytes.map((byte) => hexDigits(byte, 2)).join('');
  return whole(value, 16) ?? misfit('only integers, byte buffers, and strings can be formatted as hex', value);
}

/** What is not finite may also be given as a text. */
function double(value: Value, clause: string): number {
  if (typeof value === 'number') return value;
  if (value === 'NaN' || value === 'Infinity' || value === '-Infinity') return Number(value);
  return misfit(`${clause} clause can only be used on doubles`, value);
}

function unfinite(value: number): string {
  return Number.isNaN(value) ? 'NaN' : value > 0 ? '∞' : '-∞';
}

function fixed(value: Value, precision: number): string {
  const number = double(value, 'fixed-point');
  return Number.isFinite(number) ? grouped(rounded(number, precision)) : unfinite(number);
}

/** Exactly half goes to the even digit, as in Go, where JavaScript goes away from zero. */
function rounded(value: number, precision: number): string {
  const text = value.toFixed(Math.min(precision, 100));
  if (precision >= 100 || text.includes('e')) return text;
  const exact = value.toFixed(100);
  const cut = exact.length - 100 + precision;
  if (!/^50*$/.test(exact.slice(cut))) return text;
  const below = exact.slice(0, precision === 0 ? cut - 1 : cut);
  return /[02468]$/.test(below) ? below : text;
}

function grouped(text: string): string {
  const [integer = '', fraction] = text.split('.');
  const groups = integer.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? groups : `${groups}.${fraction}`;
}

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** What is asked for as a precision is taken for a width: there are always six digits. */
function scientific(value: Value, width: number): string {
  const number = double(value, 'scientific');
  if (!Number.isFinite(number)) return unfinite(number);
  const [digits = '', power = ''] = number.toExponential(USUAL_DIGITS).split('e');
  const size = power.slice(1).padStart(2, '0');
  const raised = [...size].map((digit) => RAISED[Number(digit)]).join('');
  const text = `${digits}\u202f×\u202f10${power.startsWith('-') ? '⁻' : ''}${raised}`;
  return text.padStart(width);
}

const STRINGS =
  'string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps';

/** A value as text. */
export function shown(value: Value): string {
  if (value === null || value === undefined) return 'null';
  if (isList(value)) return `[${value.map(asLiteral).join(', ')}]`;
  if (isMap(value)) return shownMap(value);
  const text = (core.get('string') as Implementation)([value]);
  return typeof text === 'string' ? text : misfit(STRINGS, value);
}

function shownMap(value: CelMap): string {
  const entries = mapKeys(value).map((key) => [keyLiteral(key), asLiteral(mapGet(value, key))] as const);
  entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `{${entries.map(([key, each]) => `${key}:${each}`).join(', ')}}`;
}

function keyLiteral(key: Value): string {
  if (typeof key === 'number')
    return fail('error during formatting: no formatting function for map key of type double');
  return asLiteral(key);
}

/** Within a list or a map: as an expression would have it. */
function asLiteral(value: Value): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'number') return Number.isFinite(value) ? rounded(value, USUAL_DIGITS) : quote(shown(value));
  if (value instanceof Bytes) return `b${quote(shown(value))}`;
  if (value instanceof Timestamp) return `timestamp(${quote(shown(value))})`;
  if (value instanceof Duration) return `duration(${quote(shown(value))})`;
  return isPlain(value) ? shown(value) : fail(`error during formatting: no formatting function for ${typeName(value)}`);
}

function isPlain(value: Value): boolean {
  return (
    value === null || isList(value) || isMap(value) || (core.get('string') as Implementation)([value]) !== undefined
  );
}
