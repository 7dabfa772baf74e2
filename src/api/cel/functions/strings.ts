import { type GoPattern, goPattern } from '../../go-pattern.ts';
import { Bytes, fail, isList, isMap, mapGet, mapKeys, type Value } from '../values.ts';
import { core } from './core.ts';
import type { Implementation } from './types.ts';

/** Texts. */
// Models github.com/google/cel-go/ext/strings.go and staging/src/k8s.io/apiserver/pkg/cel/library/regex.go (v1.36)

const matches: Implementation = ([text, pattern, ...more]) => {
  if (typeof text !== 'string' || typeof pattern !== 'string' || more.length > 0) return undefined;
  const read = goPattern(pattern);
  return 'problem' in read ? fail(read.problem) : read.test(text);
};

function searched(pattern: string): GoPattern {
  const read = goPattern(pattern);
  return 'problem' in read ? fail(`Illegal regex: ${read.problem}`) : read;
}

const texts =
  (act: (...parts: string[]) => Value, count: number): Implementation =>
  (args) =>
    args.length === count && args.every((arg) => typeof arg === 'string') ? act(...(args as string[])) : undefined;

const letters = (text: string): readonly string[] => [...text];

function place(text: string, found: number): bigint {
  return found < 0 ? -1n : BigInt(letters(text.slice(0, found)).length);
}

const indexOf: Implementation = ([text, part, from]) => {
  if (typeof text !== 'string' || typeof part !== 'string') return undefined;
  if (from === undefined) return place(text, text.indexOf(part));
  const all = letters(text);
  if (typeof from !== 'bigint') return undefined;
  if (from < 0n || from > BigInt(all.length)) return fail(`index out of range: ${from}`);
  const before = all.slice(0, Number(from)).join('').length;
  return place(text, text.indexOf(part, before));
};

const lastIndexOf: Implementation = ([text, part, from]) => {
  if (typeof text !== 'string' || typeof part !== 'string') return undefined;
  if (from === undefined) return place(text, text.lastIndexOf(part));
  if (typeof from !== 'bigint') return undefined;
  const all = letters(text);
  if (from < 0n || from > BigInt(all.length)) return fail(`index out of range: ${from}`);
  return place(text, text.lastIndexOf(part, all.slice(0, Number(from)).join('').length));
};

const substring: Implementation = ([text, from, to]) => {
  if (typeof text !== 'string' || typeof from !== 'bigint') return undefined;
  const all = letters(text);
  const end = to === undefined ? BigInt(all.length) : to;
  if (typeof end !== 'bigint') return undefined;
  if (from < 0n || from > BigInt(all.length)) return fail(`index out of range: ${from}`);
  if (end < 0n || end > BigInt(all.length)) return fail(`index out of range: ${end}`);
  if (from > end) return fail(`invalid substring range. start: ${from}, end: ${end}`);
  return all.slice(Number(from), Number(end)).join('');
};

const replace: Implementation = ([text, from, to, limit]) => {
  if (typeof text !== 'string' || typeof from !== 'string' || typeof to !== 'string') return undefined;
  if (limit === undefined || (typeof limit === 'bigint' && limit < 0n)) return text.split(from).join(to);
  if (typeof limit !== 'bigint') return undefined;
  const parts = text.split(from);
  const count = Math.min(Number(limit), parts.length - 1);
  return (
    parts
      .slice(0, count)
      .map((part) => part + to)
      .join('') + parts.slice(count).join(from)
  );
};

const split: Implementation = ([text, by, limit]) => {
  if (typeof text !== 'string' || typeof by !== 'string') return undefined;
  const parts = by === '' ? [...text] : text.split(by);
  if (limit === undefined || (typeof limit === 'bigint' && limit < 0n)) return parts;
  if (typeof limit !== 'bigint') return undefined;
  if (limit === 0n) return [];
  const count = Number(limit);
  return parts.length <= count ? parts : [...parts.slice(0, count - 1), parts.slice(count - 1).join(by)];
};

const join: Implementation = ([list, by = '']) => {
  if (!isList(list) || typeof by !== 'string' || !list.every((item) => typeof item === 'string')) return undefined;
  return list.join(by);
};

const SPACES = /^[\s\u0085]+|[\s\u0085]+$/g;

function ascii(text: string, from: RegExp, change: (letter: string) => string): string {
  return text.replace(from, change);
}

const format: Implementation = ([text, list]) => {
  if (typeof text !== 'string' || !isList(list)) return undefined;
  let next = 0;
  return text.replace(/%(?:\.(\d+))?(.)/g, (_, precision: string | undefined, verb: string) => {
    if (verb === '%') return '%';
    if (next >= list.length) return fail(`index ${next} out of range`);
    const value = list[next];
    next += 1;
    return formatted(value, verb, precision);
  });
};

function formatted(value: Value, verb: string, precision: string | undefined): string {
  switch (verb) {
    case 's':
      return shown(value);
    case 'd':
      return typeof value === 'bigint' || typeof value === 'number' ? String(value) : shown(value);
    case 'f':
      return typeof value === 'number' || typeof value === 'bigint'
        ? Number(value).toFixed(Number(precision ?? 6))
        : fail('error during formatting: fixed-point clause can only be used on doubles');
    case 'e':
      return typeof value === 'number'
        ? value.toExponential(Number(precision ?? 6)).replace(/e([+-])(\d)$/, 'e$10$2')
        : fail('error during formatting: scientific clause can only be used on doubles');
    case 'b':
      return typeof value === 'boolean'
        ? value
          ? '1'
          : '0'
        : typeof value === 'bigint'
          ? value.toString(2)
          : fail('error during formatting: only integers and bools can be formatted as binary');
    case 'o':
      return typeof value === 'bigint'
        ? value.toString(8)
        : fail('error during formatting: octal clause can only be used on integers');
    case 'x':
    case 'X': {
      const digits = hexadecimal(value);
      return verb === 'X' ? digits.toUpperCase() : digits;
    }
    default:
      return fail(`could not parse formatting clause: unrecognized formatting clause "${verb}"`);
  }
}

function hexadecimal(value: Value): string {
  if (typeof value === 'bigint') return value.toString(16);
  const bytes =
    value instanceof Bytes
      ? value.values
      : typeof value === 'string'
        ? letters(value).map((letter) => letter.codePointAt(0) ?? 0)
        : undefined;
  return bytes === undefined
    ? fail('error during formatting: only integers, byte buffers, and strings can be formatted as hex')
    : bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A value as text, lists and maps included. */
export function shown(value: Value): string {
  if (value === null) return 'null';
  if (isList(value)) return `[${value.map((item) => shown(item)).join(', ')}]`;
  if (isMap(value)) {
    const entries = mapKeys(value).map((key) => `${shown(key)}: ${shown(mapGet(value, key))}`);
    return `{${entries.sort().join(', ')}}`;
  }
  return String((core.get('string') as Implementation)([value]) ?? '');
}

const find: Implementation = ([text, pattern]) => {
  if (typeof text !== 'string' || typeof pattern !== 'string') return undefined;
  return searched(pattern).find(text) ?? '';
};

const findAll: Implementation = ([text, pattern, limit]) => {
  if (typeof text !== 'string' || typeof pattern !== 'string') return undefined;
  const found = searched(pattern).findAll(text);
  return typeof limit === 'bigint' && limit >= 0n ? found.slice(0, Number(limit)) : found;
};

const charAt: Implementation = ([text, at]) => {
  if (typeof text !== 'string' || typeof at !== 'bigint') return undefined;
  const all = letters(text);
  return at < 0n || at > BigInt(all.length) ? fail(`index out of range: ${at}`) : (all[Number(at)] ?? '');
};

export const strings: ReadonlyMap<string, Implementation> = new Map<string, Implementation>([
  ['contains', texts((text, part) => text.includes(part), 2)],
  ['startsWith', texts((text, part) => text.startsWith(part), 2)],
  ['endsWith', texts((text, part) => text.endsWith(part), 2)],
  ['matches', matches],
  ['find', find],
  ['findAll', findAll],
  ['charAt', charAt],
  ['substring', substring],
  ['replace', replace],
  ['split', split],
  ['join', join],
  ['trim', texts((text) => text.replace(SPACES, ''), 1)],
  ['lowerAscii', texts((text) => ascii(text, /[A-Z]/g, (letter) => letter.toLowerCase()), 1)],
  ['upperAscii', texts((text) => ascii(text, /[a-z]/g, (letter) => letter.toUpperCase()), 1)],
  ['format', format],
  ['strings.quote', texts((text) => JSON.stringify(text), 1)],
  ['indexOf', indexOf],
  ['lastIndexOf', lastIndexOf],
]);
