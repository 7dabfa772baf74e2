import type { Path } from '../../../api/values/field-path.ts';

/** What stands at a column of a line: the dash of a list's item, or a key. Columns are from 0. */
interface Entry {
  readonly column: number;
  /** Undefined for a dash. */
  readonly key: string | undefined;
}

export interface Line {
  readonly text: string;
  readonly entries: readonly Entry[];
  /** Behind the last dash or key. */
  readonly value: { readonly column: number; readonly text: string };
  /** Blank, a comment, or within a text of many lines. */
  readonly isSilent: boolean;
}

/** A document as it is while somebody types: by its indentation, not by the rules of YAML. */
export interface Draft {
  /** Of its first line, from 0. */
  readonly from: number;
  readonly lines: readonly Line[];
}

const SEPARATOR = /^---(?:\s|$)/;
const DASH = /^-(?=\s|$) */;
const KEY = /^(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)'|([^\s#&*!|>'"%@`{}[\],:-][^:#]*?|-[^\s:#][^:#]*?)) *:(?=\s|$)/;
const BLOCK = /^[|>][+-]?\d*[+-]?\s*(?:#.*)?$/;

/** The document that a line is in. */
export function draftAt(text: string, line: number): Draft {
  const all = text.split('\n');
  let from = Math.min(line, all.length - 1);
  while (from > 0 && !SEPARATOR.test(all[from] ?? '')) from -= 1;
  if (SEPARATOR.test(all[from] ?? '')) from = from === line ? from : from + 1;
  let to = from;
  while (to + 1 < all.length && !SEPARATOR.test(all[to + 1] ?? '')) to += 1;
  return { from, lines: readLines(all.slice(from, to + 1)) };
}

export function draftsOf(text: string): readonly Draft[] {
  const all = text.split('\n');
  const drafts: Draft[] = [];
  let from = 0;
  for (let at = 0; at <= all.length; at += 1) {
    if (at < all.length && !SEPARATOR.test(all[at] ?? '')) continue;
    if (at > from) drafts.push({ from, lines: readLines(all.slice(from, at)) });
    from = at + 1;
  }
  return drafts;
}

function readLines(texts: readonly string[]): readonly Line[] {
  /** Lines further in than this are within a text. */
  let textOf: number | undefined;
  return texts.map((text) => {
    const indent = text.search(/\S/);
    if (textOf !== undefined && (indent < 0 || indent > textOf)) return silent(text);
    textOf = undefined;
    if (indent < 0 || text[indent] === '#') return silent(text);
    const line = readLine(text, indent);
    if (BLOCK.test(line.value.text)) textOf = line.entries.findLast(({ key }) => key !== undefined)?.column ?? indent;
    return line;
  });
}

function silent(text: string): Line {
  return { text, entries: [], value: { column: text.length, text: '' }, isSilent: true };
}

function readLine(text: string, indent: number): Line {
  const entries: Entry[] = [];
  let column = indent;
  for (let dash = DASH.exec(text.slice(column)); dash !== null; dash = DASH.exec(text.slice(column))) {
    entries.push({ column, key: undefined });
    column += dash[0].length;
  }
  const key = KEY.exec(text.slice(column));
  if (key !== null) {
    entries.push({ column, key: key[1] ?? key[2] ?? key[3] ?? '' });
    column += key[0].length;
  }
  const rest = text.slice(column);
  const value = rest.trimStart();
  return { text, entries, value: { column: column + rest.length - value.length, text: bare(value) }, isSilent: false };
}

function bare(value: string): string {
  return value.replace(/(?:^|\s)#.*$/, '').trimEnd();
}

export interface Surroundings {
  readonly path: Path;
  /** Keys that stand beside. */
  readonly beside: readonly string[];
}

/** The path of what is written, or would be, at a column of a line, and what stands beside it. */
export function surroundings({ lines }: Draft, line: number, column: number): Surroundings {
  const path: (string | number)[] = [];
  const beside: string[] = [];
  const climb = new Climb(column, path, beside);
  const own = lines[line]?.entries.filter((entry) => entry.column < column) ?? [];
  for (const entry of own.toReversed()) climb.pass(entry);
  for (let at = line - 1; at >= 0 && !climb.isDone; at -= 1) {
    for (const entry of (lines[at]?.entries ?? []).toReversed()) climb.pass(entry);
  }
  for (const key of keysBelow(lines, line, column)) beside.push(key);
  return { path: path.reverse(), beside };
}

/** Goes upwards from a place; what is further out than all before holds it. */
class Climb {
  private column: number;
  /** An item whose list is yet to be found, and how many items stand before it. */
  private item: number | undefined;
  private isFirst = true;
  isDone = false;

  constructor(
    column: number,
    private readonly path: (string | number)[],
    private readonly beside: string[],
  ) {
    this.column = column;
  }

  pass({ column, key }: Entry): void {
    if (this.isDone) return;
    if (key === undefined) return this.passItem(column);
    const holds = column < this.column || (this.item !== undefined && column === this.column);
    if (!holds) {
      if (this.isFirst && column === this.column) this.beside.push(key);
      return;
    }
    if (this.item !== undefined) this.path.push(this.item);
    this.path.push(key);
    this.go(column, undefined);
    this.isDone = column === 0;
  }

  private passItem(column: number): void {
    if (this.item !== undefined && column === this.column) this.item += 1;
    else if (column < this.column) {
      if (this.item !== undefined) this.path.push(this.item);
      this.go(column, 0);
    }
  }

  private go(column: number, item: number | undefined): void {
    this.column = column;
    this.item = item;
    this.isFirst = false;
  }
}

function keysBelow(lines: readonly Line[], line: number, column: number): readonly string[] {
  const keys: string[] = [];
  for (let at = line + 1; at < lines.length; at += 1) {
    for (const entry of lines[at]?.entries ?? []) {
      if (entry.column < column) return keys;
      if (entry.column === column && entry.key === undefined) return keys;
      if (entry.column === column && entry.key !== undefined) keys.push(entry.key);
    }
  }
  return keys;
}

/** A field of the first level, such as the kind. */
export function headOf({ lines }: Draft, name: string): string {
  const line = lines.find(({ entries: [first] }) => first?.column === 0 && first.key === name);
  return (line?.value.text ?? '').replace(/^["']|["']$/g, '');
}

/** A field of the metadata. */
export function metadataOf({ lines }: Draft, name: string): string {
  const at = lines.findIndex(({ entries: [first] }) => first?.column === 0 && first.key === 'metadata');
  if (at < 0) return '';
  const within = lines.slice(at + 1);
  const end = within.findIndex(({ entries: [first] }) => first?.column === 0);
  const fields = end < 0 ? within : within.slice(0, end);
  const column = fields.find(({ entries: [first] }) => first !== undefined)?.entries[0]?.column;
  const found = fields.find(({ entries: [first] }) => first?.key === name && first.column === column);
  return (found?.value.text ?? '').replace(/^["']|["']$/g, '');
}

/** The value of a key that stands beside a place. */
export function valueBeside({ lines }: Draft, line: number, column: number, name: string): string | undefined {
  const isIt = (each: Line) => each.entries.some((entry) => entry.column === column && entry.key === name);
  const ends = (each: Line) => each.entries.some((entry) => entry.column < column);
  for (let at = line; at >= 0; at -= 1) {
    const each = lines[at];
    if (each !== undefined && isIt(each)) return each.value.text;
    if (each !== undefined && at < line && ends(each)) break;
  }
  for (let at = line + 1; at < lines.length; at += 1) {
    const each = lines[at];
    if (each === undefined || ends(each)) return undefined;
    if (isIt(each)) return each.value.text;
  }
  return undefined;
}
