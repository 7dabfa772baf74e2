// Models sigs.k8s.io/yaml/kyaml (v1.6)

/** Fields by their names, or as a type has them. */
type Order = 'by name' | 'as given';

/** An object as KYAML: braces around everything, keys plain where that is safe, texts always in quotes. */
export function printKyaml(value: unknown, order: Order = 'by name'): string {
  return `---\n${written(value, '', order)}\n`;
}

const PLAIN_KEY = /^[A-Za-z_][-A-Za-z0-9_./]*$/;
/** Words that YAML may take for something else than a text. */
const AMBIGUOUS = /^(?:y|n|yes|no|on|off|true|false|null|nan|inf|_)$/i;

function written(value: unknown, indent: string, order: Order): string {
  if (typeof value === 'string') return text(value, indent);
  if (value === null || value === undefined) return 'null';
  if (typeof value !== 'object') return String(value);
  const below = `${indent}  `;
  if (Array.isArray(value)) return list(value, indent, order);
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

function shownKey(key: string): string {
  return PLAIN_KEY.test(key) && !AMBIGUOUS.test(key) ? key : JSON.stringify(key);
}

/** A text of several lines is written as such, each line end escaped. */
function text(value: string, indent: string): string {
  if (!value.includes('\n')) return JSON.stringify(value);
  const ends = value.endsWith('\n');
  const lines = (ends ? value.slice(0, -1) : value).split('\n').map((line) => JSON.stringify(line).slice(1, -1));
  const shown = lines.map((line, at) => {
    const last = at === lines.length - 1;
    return `${indent}   ${line}${last && !ends ? '' : '\\n'}\\\n`;
  });
  return `"\\\n${shown.join('')}${indent}  "`;
}
