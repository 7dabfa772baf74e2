// Models the Go standard library, text/template/funcs.go, with the functions of cli-runtime/pkg/printers/template.go (v1.36)

import { unbase64 } from '../../../base/bytes/base64.ts';
import { fromUtf8, utf8 } from '../../../base/bytes/utf8.ts';
import { formatted, shown } from './go-format.ts';
import type { Expression } from './go-template-parse.ts';
import { type Builtin, Byte, Int, isTrue, plain, Stopped, typeOf, type Value } from './go-template-values.ts';

/** How many arguments each takes: a number below zero is that many or more, without its sign and one. */
const ARGUMENTS: ReadonlyMap<string, number> = new Map([
  ['and', -2],
  ['base64decode', 1],
  ['call', -2],
  ['eq', -2],
  ['exists', -2],
  ['ge', 2],
  ['gt', 2],
  ['html', -1],
  ['index', -2],
  ['js', -1],
  ['le', 2],
  ['len', 1],
  ['lt', 2],
  ['ne', 2],
  ['not', 1],
  ['or', -2],
  ['print', -1],
  ['printf', -2],
  ['println', -1],
  ['slice', -2],
  ['urlquery', -1],
]);
export const FUNCTIONS: ReadonlySet<string> = new Set(ARGUMENTS.keys());

/** What is wrong with the number of arguments. */
export function argumentsProblem(name: string, count: number): string | undefined {
  const wanted = ARGUMENTS.get(name) ?? 0;
  if (wanted >= 0 ? count === wanted : count >= -wanted - 1) return undefined;
  const told = wanted >= 0 ? `want ${wanted}` : `want at least ${-wanted - 1}`;
  return `wrong number of args for ${name}: ${told} got ${count}`;
}

/** Models encoding/base64: the first letter that is wrong is told by its place. */
function decoded(text: string): string | Stopped {
  const place = firstWrong(text);
  return place === undefined
    ? unbase64(text)
    : new Stopped(`base64 decode failed: illegal base64 data at input byte ${place}`);
}

function firstWrong(text: string): number | undefined {
  let inGroup = 0;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] as string;
    if (letter === '\n' || letter === '\r') continue;
    if (letter === '=') return paddingProblem(text, at, inGroup);
    if (!/[A-Za-z0-9+/]/.test(letter)) return at;
    inGroup = (inGroup + 1) % 4;
  }
  return inGroup === 0 ? undefined : text.length - inGroup;
}

/** `=` ends a group of two letters twice, one of three once, and then the text. */
function paddingProblem(text: string, at: number, inGroup: number): number | undefined {
  if (inGroup < 2) return at;
  const isOne = inGroup === 3;
  const second = isOne ? at : text.slice(at + 1).search(/[^\r\n]/) + at + 1;
  if (!isOne && second === at) return text.length;
  if (!isOne && text[second] !== '=') return second - 1;
  const left = text.slice(second + 1).search(/[^\r\n]/);
  return left < 0 ? undefined : second + 1 + left;
}

/** What is wrong with an argument of the one function that takes nothing but a text. */
export function textProblem(name: string, value: Value, word: Expression | undefined): string | undefined {
  if (name !== 'base64decode' || typeof value === 'string') return undefined;
  if (word?.type === 'literal') return `expected string; found ${word.text}`;
  const isNothing = value === undefined || value === null;
  return isNothing ? 'invalid value; expected string' : `wrong type for value; expected string; got ${typeOf(value)}`;
}

const INCOMPATIBLE = 'incompatible types for comparison';

export function builtins(): { readonly [name: string]: Builtin } {
  const order =
    (holds: (a: number, b: number) => boolean): Builtin =>
    ([a, b]) =>
      notInOrder(a, b) ?? holds(plain(a) as number, plain(b) as number);
  return {
    and: (values) => values.find((value) => !isTrue(value)) ?? values.at(-1),
    or: (values) => values.find(isTrue) ?? values.at(-1),
    not: ([value]) => !isTrue(value),
    eq: equal,
    ne: (values) => {
      const same = equal(values);
      return same instanceof Stopped ? same : !same;
    },
    lt: order((a, b) => a < b),
    le: order((a, b) => a <= b),
    gt: order((a, b) => a > b),
    ge: order((a, b) => a >= b),
    len: ([value]) => lengthOf(value),
    index: ([value, ...keys]) => indexed(value, keys),
    slice: ([value, ...bounds]) => sliced(value, bounds.map(plain)),
    print: printedTogether,
    println: (values) => `${values.map(shown).join(' ')}\n`,
    printf: ([format, ...values]) => formatted(String(format), values),
    html: (values) => escapedHtml(escapable(values)),
    js: (values) => escapedScript(escapable(values)),
    urlquery: (values) => escapedQuery(escapable(values)),
    exists: ([value, ...keys]) => {
      const found = indexed(value, keys);
      return !(found instanceof Stopped) && found !== undefined;
    },
    base64decode: ([value]) => decoded(value as string),
  };
}

/** Values that are no texts are told apart by a blank. */
function printedTogether(values: readonly Value[]): string {
  return values
    .map((value, at) => {
      const apart = at > 0 && typeof value !== 'string' && typeof values[at - 1] !== 'string';
      return `${apart ? ' ' : ''}${shown(value)}`;
    })
    .join('');
}

/** What is nothing is a text of its own there. */
const escapable = (values: readonly Value[]): string => printedTogether(values.map((value) => value ?? '<no value>'));

type Basic = 'number' | 'float' | 'string' | 'boolean';

function basicOf(given: Value): Basic | undefined {
  const value = plain(given);
  if (typeof value === 'number') return Number.isInteger(value) ? 'number' : 'float';
  return typeof value === 'string' || typeof value === 'boolean' ? (typeof value as Basic) : undefined;
}

function equal([first, ...others]: readonly Value[]): boolean | Stopped {
  if (others.length === 0) return new Stopped('missing argument for comparison');
  for (const other of others) {
    const isNothing = first === undefined || first === null || other === undefined || other === null;
    if (basicOf(first) !== basicOf(other) && !isNothing) {
      return new Stopped(`${INCOMPATIBLE}: ${typeOf(first)} and ${typeOf(other)}`);
    }
    if (!isNothing && basicOf(first) === undefined) {
      return new Stopped(`non-comparable type ${shown(first)}: ${typeOf(other)}`);
    }
    if (plain(first) === plain(other)) return true;
  }
  return false;
}

function notInOrder(a: Value, b: Value): Stopped | undefined {
  const [first, second] = [basicOf(a), basicOf(b)];
  if (first === undefined || second === undefined) return new Stopped('invalid type for comparison');
  if (first === 'boolean' && second === 'boolean') return new Stopped('invalid type for comparison');
  return first === second ? undefined : new Stopped(INCOMPATIBLE);
}

function lengthOf(value: Value): Value | Stopped {
  if (typeof value === 'string') return new Int(utf8(value).length);
  if (Array.isArray(value)) return new Int(value.length);
  if (value === undefined || value === null) return new Stopped('reflect: call of reflect.Value.Type on zero Value');
  if (typeof value === 'object' && !(value instanceof Int)) return new Int(Object.keys(value).length);
  return new Stopped(`len of type ${typeOf(value)}`);
}

function indexed(value: Value, keys: readonly Value[]): Value | Stopped {
  let found = value;
  for (const given of keys) {
    const key = plain(given);
    if (found === undefined || found === null) return new Stopped('index of untyped nil');
    if (Array.isArray(found) || typeof found === 'string') {
      const items: readonly Value[] = typeof found === 'string' ? utf8(found).map((byte) => new Byte(byte)) : found;
      if (typeof key !== 'number') return new Stopped(`cannot index slice/array with type ${typeOf(given)}`);
      if (key < 0 || key >= items.length) return new Stopped(`index out of range: ${key}`);
      found = items[key];
    } else if (typeof found === 'object' && !(found instanceof Int)) {
      if (typeof key !== 'string') return new Stopped(`value has type ${typeOf(given)}; should be string`);
      found = Object.hasOwn(found, key) ? (found as Record<string, unknown>)[key] : undefined;
    } else return new Stopped(`can't index item of type ${typeOf(found)}`);
  }
  return found;
}

function sliced(value: Value, bounds: readonly Value[]): Value | Stopped {
  if (value === undefined || value === null) return new Stopped('slice of untyped nil');
  if (typeof value !== 'string' && !Array.isArray(value)) {
    return new Stopped(`can't slice item of type ${typeOf(value)}`);
  }
  const items: readonly unknown[] = typeof value === 'string' ? utf8(value) : value;
  const [from = 0, to = items.length] = bounds as readonly number[];
  const outside = [from, to].find((bound) => bound < 0 || bound > items.length);
  if (outside !== undefined) return new Stopped(`index out of range: ${outside}`);
  if (from > to) return new Stopped(`invalid slice index: ${from} > ${to}`);
  const kept = items.slice(from, to);
  return typeof value === 'string' ? fromUtf8(kept as readonly number[]) : kept;
}

/** Models url.QueryEscape: more is escaped than a browser does. */
function escapedQuery(text: string): string {
  const escaped = (letter: string): string => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(text)
    .replaceAll('%20', '+')
    .replace(/[!'()*]/g, escaped);
}

function escapedHtml(text: string): string {
  return text
    .replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
    .replaceAll('&#38;', '&amp;')
    .replaceAll('&#60;', '&lt;')
    .replaceAll('&#62;', '&gt;');
}

/** Models template.JSEscapeString. */
function escapedScript(text: string): string {
  return text.replace(/[\\'"]/g, '\\$&').replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is escaped
    /[<>&=\u0000-\u001f]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
  );
}
