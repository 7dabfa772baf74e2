import { type GoPattern, goPattern } from '../../go/pattern.ts';
import { LETTERS } from '../../go/quote.ts';
import { fail, isList, type Value } from '../values/values.ts';
import { format } from './text-formatting.ts';
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

const indexOf: Implementation = ([text, part, from, ...more]) => {
  if (more.length > 0 || typeof text !== 'string' || typeof part !== 'string') return undefined;
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

function ascii(text: string, from: RegExp, change: (letter: string) => string): string {
  return text.replace(from, change);
}

/** What Go takes for a space, which is not what JavaScript does. */
const SPACE = '[\\t\\n\\v\\f\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]';
const SPACES = new RegExp(`^${SPACE}+|${SPACE}+$`, 'g');

/** Other characters that cannot be printed stay as they are. */
function quoted(text: string): string {
  return `"${[...text].map((letter) => LETTERS.get(letter) ?? letter).join('')}"`;
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
  ['strings.quote', texts(quoted, 1)],
  ['indexOf', indexOf],
  ['lastIndexOf', lastIndexOf],
]);
