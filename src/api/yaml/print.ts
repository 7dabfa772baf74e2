import { utf8Length } from '../../base/bytes/utf8.ts';
import { goNumber } from './go-shown.ts';
import { byNature } from './key-order.ts';
import { foldedText, literalHeader, scalarText, usesLiteral } from './scalars.ts';

/** YAML as kubectl prints it: keys sorted, lists at their key's indentation. Fields that are undefined are left out. */
export function printYaml(value: unknown): string {
  const lines: string[] = [];
  if (isFields(value) && hasFields(value)) printFields(lines, value, 0, '');
  else if (Array.isArray(value) && value.length > 0) printList(lines, value, 0, '');
  else printLeaf(lines, '', value, 0);
  return `${lines.join('\n')}\n`;
}

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function hasFields(value: Fields): boolean {
  for (const key in value) if (value[key] !== undefined) return true;
  return false;
}

/** `first` stands in the place of the first line's indentation: `- ` of a list that holds the object. */
function printFields(lines: string[], value: Fields, indent: number, first: string): void {
  const pad = ' '.repeat(indent);
  let lead = first === '' ? pad : first;
  for (const key of Object.keys(value).sort(byNature)) {
    const child = value[key];
    if (child === undefined) continue;
    if (isSimpleKey(key)) printEntry(lines, `${lead}${scalarText(key)}:`, child, indent);
    else {
      printLeaf(lines, `${lead}? `, key, indent + 2);
      printItem(lines, `${pad}: `, child, indent);
    }
    lead = pad;
  }
}

const LONGEST_SIMPLE = 128;

/** A key of several lines or of many bytes stands behind a question mark. */
function isSimpleKey(key: string): boolean {
  if (key.length <= LONGEST_SIMPLE / 3) return !LINE_END.test(key);
  return !LINE_END.test(key) && utf8Length(key) <= LONGEST_SIMPLE;
}

const LINE_END = /[\n\r\x85\u2028\u2029]/;

function printEntry(lines: string[], head: string, child: unknown, indent: number): void {
  if (isFields(child) && hasFields(child)) {
    lines.push(head);
    printFields(lines, child, indent + 2, '');
  } else if (Array.isArray(child) && child.length > 0) {
    lines.push(head);
    printList(lines, child, indent, '');
  } else printLeaf(lines, `${head} `, child, indent + 2);
}

function printList(lines: string[], list: readonly unknown[], indent: number, first: string): void {
  const pad = ' '.repeat(indent);
  let lead = first === '' ? pad : first;
  for (const item of list) {
    printItem(lines, `${lead}- `, item, indent);
    lead = pad;
  }
}

/** `head` stands in the place of the first line's indentation. */
function printItem(lines: string[], head: string, item: unknown, indent: number): void {
  if (isFields(item) && hasFields(item)) printFields(lines, item, indent + 2, head);
  else if (Array.isArray(item) && item.length > 0) printList(lines, item, indent + 2, head);
  else printLeaf(lines, head, item, indent + 2);
}

function printLeaf(lines: string[], head: string, value: unknown, indent: number): void {
  if (typeof value !== 'string') {
    lines.push(head + plainText(value));
    return;
  }
  if (!usesLiteral(value)) {
    lines.push(head + foldedText(value, head.length, ' '.repeat(indent)));
    return;
  }
  const pad = ' '.repeat(indent);
  lines.push(head + literalHeader(value));
  const body = value.endsWith('\n') ? value.slice(0, -1) : value;
  for (const line of body.split('\n')) lines.push(line === '' ? '' : pad + line);
}

function plainText(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  // What is whole and fits into 64 bits was read as such a number.
  if (typeof value === 'number')
    return Number.isInteger(value) && value < 2 ** 64 && value >= -(2 ** 63) ? String(value) : goNumber(value);
  if (typeof value === 'boolean') return String(value);
  return Array.isArray(value) ? '[]' : '{}';
}
