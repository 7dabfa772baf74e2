import { compareStrings } from '../base/order.ts';

export interface YamlLine {
  readonly text: string;
  /** Dotted; members of lists by their place. */
  readonly path: string;
}

/** A value as block YAML, keys sorted, each line with the path of what stands on it. */
export function yamlLines(value: unknown): readonly YamlLine[] {
  const lines: YamlLine[] = [];
  members(value, '', '', lines);
  return lines;
}

function members(value: unknown, indent: string, path: string, lines: YamlLine[]): void {
  if (Array.isArray(value)) {
    value.forEach((member, at) => {
      listMember(member, indent, join(path, String(at)), lines);
    });
    return;
  }
  for (const key of Object.keys(value as object).sort(compareStrings)) {
    const child = (value as Record<string, unknown>)[key];
    if (child !== undefined) entry(key, child, indent, join(path, key), lines);
  }
}

function entry(key: string, value: unknown, indent: string, path: string, lines: YamlLine[]): void {
  const label = `${indent}${plain(key)}:`;
  if (!isBranch(value)) {
    lines.push({ text: `${label} ${scalar(value)}`, path });
    return;
  }
  lines.push({ text: label, path });
  members(value, Array.isArray(value) ? indent : `${indent}  `, path, lines);
}

function listMember(member: unknown, indent: string, path: string, lines: YamlLine[]): void {
  if (!isBranch(member)) {
    lines.push({ text: `${indent}- ${scalar(member)}`, path });
    return;
  }
  const own: YamlLine[] = [];
  members(member, `${indent}  `, path, own);
  const [first, ...rest] = own;
  if (first !== undefined) lines.push({ ...first, text: `${indent}- ${first.text.slice(indent.length + 2)}` });
  lines.push(...rest);
}

function join(path: string, part: string): string {
  return path === '' ? part : `${path}.${part}`;
}

/** An empty list or map stands on its key's own line. */
function isBranch(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

function scalar(value: unknown): string {
  if (typeof value === 'string') return plain(value);
  if (Array.isArray(value)) return '[]';
  return typeof value === 'object' && value !== null ? '{}' : String(value);
}

const SAFE = /^[A-Za-z_./][\w./%()-]*(?: [\w./%()"'-]+)*$/;
const AMBIGUOUS = /^(?:true|false|yes|no|on|off|null|y|n|~)$/i;

function plain(text: string): string {
  return SAFE.test(text) && !AMBIGUOUS.test(text) ? text : JSON.stringify(text);
}
