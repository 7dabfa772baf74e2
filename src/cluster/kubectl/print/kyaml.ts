// Models sigs.k8s.io/yaml/kyaml (v1.6)

/** Fields by their names, or as a type has them; of a List that was put together by type, its own as given and its items' by name. */
export type Order = 'by name' | 'as given' | 'items by name';

/** An object as KYAML: braces around everything, keys plain where that is safe, texts always in quotes. */
export function printKyaml(value: unknown, order: Order = 'by name'): string {
  return `---\n${written(value, '', order)}\n`;
}

function written(value: unknown, indent: string, order: Order): string {
  if (typeof value === 'string') return text(value, indent);
  if (value === null || value === undefined) return 'null';
  if (typeof value !== 'object') return String(value);
  const below = `${indent}  `;
  if (Array.isArray(value)) return list(value, indent, order === 'items by name' ? 'by name' : order);
  const fields = value as Readonly<Record<string, unknown>>;
  const keys = Object.keys(fields).filter((key) => fields[key] !== undefined);
  if (keys.length === 0) return '{}';
  const ordered = order === 'by name' ? keys.sort() : keys;
  const lines = ordered.map((key) => `${below}${shownKey(key)}: ${written(fields[key], below, order)},\n`);
  return `{\n${lines.join('')}${indent}}`;
}

function list(items: readonly unknown[], indent: string, order: Order): string {
  if (items.length === 0) return '[]';
  // Cuddled: brackets and braces share a line.
  if (items.every((item) => typeof item === 'object' && item !== null)) {
    return `[${items.map((item) => written(item, indent, order)).join(', ')}]`;
  }
  const below = `${indent}  `;
  return `[\n${items.map((item) => `${below}${written(item, below, order)},\n`).join('')}${indent}]`;
}

const PLAIN_KEY = /^[\p{L}\p{N}_](?:[-./\p{L}\p{N}_]*[\p{L}\p{N}_])?$/u;
/** Words that YAML may take for something else than a text, and what Go reads as a truth or a number. */
const AMBIGUOUS =
  /^(?:null|y|yes|on|n|no|off|[tT]|[fF]|true|false|[-+]?inf(?:inity)?|nan)$|^[-+]?0[xX][\da-fA-F]*\.?[\da-fA-F]*[pP][-+]?\d+$/i;
const NUMBER =
  /^[-+]?(?:0[xX][\da-fA-F]+|0[bB][01]+|0[oO][0-7]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)$|^\d{4}-\d{1,2}-\d{1,2}$/;

function shownKey(key: string): string {
  const isPlain = PLAIN_KEY.test(key) && !AMBIGUOUS.test(key) && !NUMBER.test(key.replaceAll('_', ''));
  return isPlain ? key : `"${[...key].map(escaped).join('')}"`;
}

/** A text of several lines is written as such, each line end escaped; a blank at a line's beginning too. */
function text(value: string, indent: string): string {
  if (!value.includes('\n')) return `"${[...value].map(escaped).join('')}"`;
  const ends = value.endsWith('\n');
  const lines = (ends ? value.slice(0, -1) : value).split('\n');
  const shown = lines.map((line, at) => {
    const last = at === lines.length - 1;
    const lead = WHITE.test(line) ? '\\' : ' ';
    return `${indent}  ${lead}${[...line].map(escaped).join('')}${last && !ends ? '' : '\\n'}\\\n`;
  });
  return `"\\\n${shown.join('')}${indent}  "`;
}

const WHITE = /^\p{White_Space}/u;
const PRINTED = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u;
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\x07', '\\a'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\v', '\\v'],
  ['\0', '\\0'],
  ['\x1b', '\\e'],
  ['\x85', '\\N'],
  ['\xa0', '\\_'],
  ['\u2028', '\\L'],
  ['\u2029', '\\P'],
]);

function escaped(char: string): string {
  const known = ESCAPES.get(char);
  if (known !== undefined) return known;
  if (char === '\t' || PRINTED.test(char)) return char;
  const code = char.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  if (code < 0x20 || code === 0x7f) return `\\x${hex.padStart(2, '0')}`;
  return code < 0x10000 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}
