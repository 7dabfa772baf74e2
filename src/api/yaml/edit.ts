import { equalJson, type Fields, isFields } from '../go/json.ts';
import type { Path } from '../values/field-path.ts';
import { parseFile } from './json-stream.ts';
import { readNode, type YamlNode } from './nodes.ts';
import { printYaml } from './print.ts';

export interface Edited {
  readonly text: string;
  /** The document had to be printed anew: its comments are gone. */
  readonly isPrinted: boolean;
}

/**
 * A file in which a field of one document has another value, or is gone: all else stays as it was written, comments too.
 * Undefined where there is no such document. What is left empty by it goes as well.
 */
export function withFieldEdited(text: string, document: number, path: Path, value: unknown): Edited | undefined {
  const found = parseFile(text).documents[document];
  if (found === undefined || path.length === 0) return undefined;
  const wanted = value === undefined ? without(found.object, path) : withValue(found.object, path, value);
  const lines = text.split('\n');
  const from = found.range.startLine - 1;
  const body = `${lines.slice(from, found.range.endLine).join('\n')}\n`;
  const edited = found.json === undefined ? editedBody(body, path, value, wanted) : undefined;
  const printed = found.json === undefined ? printYaml(wanted) : `${JSON.stringify(wanted, null, 2)}\n`;
  const after = lines.slice(found.range.endLine);
  const head = lines.slice(0, from).map((line) => `${line}\n`);
  return { text: head.join('') + (edited ?? printed) + after.join('\n'), isPrinted: edited === undefined };
}

/** What reads back as something else than it should is not kept. */
function editedBody(body: string, path: Path, value: unknown, wanted: unknown): string | undefined {
  try {
    const root = readNode(body);
    if (root === undefined) return undefined;
    const edit = value === undefined ? removal(body, root, path) : setting(body, root, path, value);
    if (edit === undefined) return undefined;
    const text = body.slice(0, edit.from) + edit.text + body.slice(edit.to);
    const { documents, errors } = parseFile(text);
    return errors.length === 0 && documents.length === 1 && equalJson(documents[0]?.object, wanted) ? text : undefined;
  } catch {
    return undefined;
  }
}

// The object

function withValue(object: unknown, path: Path, value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (typeof step === 'number') {
    const list = Array.isArray(object) ? [...object] : [];
    list[Math.min(step, list.length)] = withValue(list[step], rest, value);
    return list;
  }
  const fields: Fields = isFields(object) ? object : {};
  return { ...fields, [step]: withValue(fields[step], rest, value) };
}

function without(object: unknown, path: Path): unknown {
  const [step, ...rest] = path;
  if (Array.isArray(object)) {
    const left = object.flatMap((item, at) => (at === step ? present(without(item, rest), rest) : [item]));
    return left;
  }
  if (!isFields(object) || typeof step !== 'string' || !Object.hasOwn(object, step)) return object;
  const kept = present(without(object[step], rest), rest)[0];
  const { [step]: _, ...others } = object;
  return kept === undefined ? others : { ...object, [step]: kept };
}

/** At the end of the way nothing is left, and nothing empty on it. */
function present(value: unknown, rest: Path): readonly unknown[] {
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  return rest.length === 0 || isEmpty ? [] : [value];
}

// The text

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** A node, and where what names it begins: its key, or itself in a list. */
interface Member {
  readonly start: YamlNode['start'];
  readonly node: YamlNode;
}

function membersOf(node: YamlNode): readonly Member[] {
  if (node.kind === 'list') return node.items.map((item) => ({ start: item.start, node: item }));
  return node.kind === 'map' ? node.pairs.map(([key, value]) => ({ start: key.start, node: value })) : [];
}

function placeIn(node: YamlNode, step: string | number): number {
  if (node.kind === 'list') return typeof step === 'number' && step < node.items.length ? step : -1;
  return node.kind === 'map' ? node.pairs.findIndex(([key]) => key.kind === 'scalar' && key.text === step) : -1;
}

const isFlow = (body: string, node: YamlNode): boolean => /[{[]/.test(body[node.start.at] ?? '');

/** Behind the last letter of a node: blank lines and comments behind it are not its own. */
function endOf(body: string, node: YamlNode): number {
  const last = membersOf(node).at(-1);
  if (last !== undefined && !isFlow(body, node)) return endOf(body, last.node);
  return body.slice(0, node.end.at).trimEnd().length;
}

function lineStart(body: string, at: number): number {
  return body.lastIndexOf('\n', at - 1) + 1;
}

function lineEnd(body: string, at: number): number {
  const end = body.indexOf('\n', at);
  return end < 0 ? body.length : end;
}

function setting(body: string, root: YamlNode, path: Path, value: unknown): Edit | undefined {
  let node = root;
  for (const [depth, step] of path.entries()) {
    const place = placeIn(node, step);
    const member = membersOf(node)[place];
    const rest = path.slice(depth + 1);
    // What is still missing on the way is made with it.
    if (member === undefined) return insertion(body, node, step, withValue(undefined, rest, value));
    const isEnd = rest.length === 0 || member.node.kind === 'scalar';
    if (isEnd) return replacement(body, node, member, step, withValue(undefined, rest, value));
    node = member.node;
  }
  return undefined;
}

function replacement(
  body: string,
  parent: YamlNode,
  { start, node }: Member,
  step: string | number,
  value: unknown,
): Edit {
  const to = Math.max(endOf(body, node), node.start.at);
  const isLine = !body.slice(node.start.at, to).includes('\n');
  if (isFlow(body, parent) || (isLine && typeof value !== 'object' && !isLong(value)))
    return { from: node.start.at, to, text: spaced(body, node.start.at, inline(value)) };
  const text = typeof step === 'string' ? printed({ [step]: value }, start.column) : printed(value, start.column);
  // Behind a text of many lines a comment would be a part of it.
  return { from: start.at, to: lineEnd(body, Math.max(to, start.at)), text };
}

/** Behind a key without a value a blank is missing. */
function spaced(body: string, at: number, text: string): string {
  return body[at - 1] === ':' ? ` ${text}` : text;
}

function insertion(body: string, node: YamlNode, step: string | number, value: unknown): Edit | undefined {
  const members = membersOf(node);
  const [first, last] = [members[0], members.at(-1)];
  if (isFlow(body, node)) {
    const text = typeof step === 'string' ? `${inline(step)}: ${inline(value)}` : inline(value);
    if (last === undefined) return { from: node.start.at + 1, to: node.start.at + 1, text };
    const at = endOf(body, last.node);
    return { from: at, to: at, text: `, ${text}` };
  }
  if (first === undefined) return undefined;
  const at = lineEnd(body, endOf(body, node));
  const column = node.kind === 'list' ? dashOf(body, first) : first.start.column;
  const entry = typeof step === 'string' ? { [step]: value } : [value];
  return { from: at, to: at, text: `\n${' '.repeat(column)}${printed(entry, column)}` };
}

/** The column of the dash before an item. */
function dashOf(body: string, { start }: Member): number {
  return body.slice(lineStart(body, start.at), start.at).lastIndexOf('-');
}

function removal(body: string, root: YamlNode, path: Path): Edit | undefined {
  let node = root;
  // The outermost that has nothing else in it.
  let whole: { readonly parent: YamlNode; readonly place: number } | undefined;
  for (const step of path) {
    const place = placeIn(node, step);
    const member = membersOf(node)[place];
    if (member === undefined) return undefined;
    if (membersOf(node).length > 1 || whole === undefined) whole = { parent: node, place };
    node = member.node;
  }
  return whole && removed(body, whole.parent, whole.place);
}

function removed(body: string, parent: YamlNode, place: number): Edit | undefined {
  const members = membersOf(parent);
  const [before, member, next] = [members[place - 1], members[place], members[place + 1]];
  if (member === undefined) return undefined;
  const to = endOf(body, member.node);
  if (isFlow(body, parent)) {
    if (next !== undefined) return { from: member.start.at, to: next.start.at, text: '' };
    return { from: before === undefined ? member.start.at : endOf(body, before.node), to, text: '' };
  }
  const from = lineStart(body, member.start.at);
  // The first field of an item stands behind its dash, which stays.
  const isBehindDash = parent.kind === 'map' && body.slice(from, member.start.at).trim() !== '';
  if (isBehindDash) return next && { from: member.start.at, to: next.start.at, text: '' };
  return { from, to: Math.min(lineEnd(body, to) + 1, body.length), text: '' };
}

function isLong(value: unknown): boolean {
  return typeof value === 'string' && value.includes('\n');
}

/** On one line, also within brackets. */
function inline(value: unknown): string {
  if (typeof value !== 'object' && !isLong(value)) {
    const text = printYaml(value).trimEnd();
    if (/^[\w./:"'-]*$/.test(text) && !text.includes(': ')) return text;
  }
  return typeof value === 'object' && value !== null ? inBrackets(value) : JSON.stringify(value);
}

function inBrackets(value: object): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  const fields = Object.entries(value).map(([name, one]) => `${inline(name)}: ${inline(one)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}

/** In lines: all but the first are that far in. */
function printed(value: unknown, column: number): string {
  return printYaml(value)
    .trimEnd()
    .replace(/\n(?=.)/g, `\n${' '.repeat(column)}`);
}
