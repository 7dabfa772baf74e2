import { type Fields, isFields } from '../api/go/json.ts';
import { fieldPathText, type Path } from '../api/values/field-path.ts';
import { parseFile } from '../api/yaml/index.ts';
import { isDeeper, MOST_READ_LEVELS } from '../base/nesting.ts';
import type { Complaint, Fault, Place } from './complaint.ts';
import { lineInJson } from './json-places.ts';

/** A file as it was given: what it is called and what stands in it. */
export interface BroughtFile {
  readonly name: string;
  readonly text: string;
}

/** An object as it stands in a file, not looked at yet. */
export interface Found {
  readonly file: string;
  readonly object: Fields;
  /** From 1: where the field at the path stands, or its nearest parent. */
  line(path: Path): number;
}

export interface FoundInFile {
  readonly found: readonly Found[];
  readonly complaints: readonly Complaint[];
}

const MIB = 1024 * 1024;
const MOST_YAML = 8;

/** Everything in a file that may be an object, in order. Never throws. */
export function readFile({ name, text }: BroughtFile): FoundInFile {
  const complaints: Complaint[] = [];
  const complain = (fault: Fault, place: Omit<Place, 'file'> = {}): void => {
    complaints.push({ ...fault, place: { file: name, ...place } });
  };
  const found: Found[] = [];
  for (const { value, line } of documentsOf(text, complain)) {
    if (value === null || value === undefined) continue;
    if (isDeeper(value, MOST_READ_LEVELS)) {
      complain({ key: 'deep', args: { levels: MOST_READ_LEVELS } }, { line: line([]) });
      continue;
    }
    for (const [path, object] of membersOf(value, [])) {
      if (isFields(object)) found.push({ file: name, object, line: (below) => line([...path, ...below]) });
      else complain({ key: 'noObject', args: { what: whatIs(object) } }, { line: line(path), ...fieldAt(path) });
    }
  }
  return { found, complaints };
}

interface Document {
  readonly value: unknown;
  line(path: Path): number;
}

type Complain = (fault: Fault, place?: Omit<Place, 'file'>) => void;

function documentsOf(text: string, complain: Complain): readonly Document[] {
  const whole = jsonDocument(text);
  if (whole !== undefined) return [whole];
  const line = lineOfTable(text);
  if (line !== undefined) {
    complain({ key: 'table', args: {} }, { line });
    return [];
  }
  if (text.length > MOST_YAML * MIB) {
    complain({ key: 'large', args: { mebibytes: MOST_YAML } });
    return [];
  }
  const { documents, errors } = parseFile(text.replace(/^\ufeff/, ''));
  for (const { message, line: at } of errors) {
    const template = templateIn(text);
    if (template === undefined) complain({ key: 'unreadable', args: { message: plain(message) } }, { line: at });
    else complain({ key: 'template', args: { text: template.text } }, { line: template.line });
  }
  return documents.map((document) => ({ value: document.object, line: (path) => document.at(path).line }));
}

/** A file of JSON may have any size: its places are looked for only when somebody asks. */
function jsonDocument(text: string): Document | undefined {
  if (!/^\ufeff?\s*[{[]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
    return { value, line: (path) => lineInJson(text, path) };
  } catch {
    return undefined;
  }
}

/** What a program reads of a line's number is told beside it. */
function plain(message: string): string {
  return message.replace(/^(?:error converting YAML to JSON: )?(?:yaml: )?(?:line \d+: )?/, '');
}

/** `NAME   READY   STATUS`, as the first line says. */
function lineOfTable(text: string): number | undefined {
  const lines = text.split('\n', 20);
  const at = lines.findIndex((line) => line.trim() !== '');
  return /^(?:NAMESPACE +)?NAME(?: {2,}[A-Z][A-Z-]*(?: [A-Z-]+)?)+ *$/.test(lines[at]?.trimEnd() ?? '')
    ? at + 1
    : undefined;
}

const TEMPLATE = /\{\{-?.*?(?:\}\}|$)/;

/** The first place that still waits for a value: readers stumble over it there or later. */
function templateIn(text: string): { readonly line: number; readonly text: string } | undefined {
  const lines = text.split('\n');
  const at = lines.findIndex((line) => TEMPLATE.test(line));
  return at < 0 ? undefined : { line: at + 1, text: TEMPLATE.exec(lines[at] as string)?.[0].slice(0, 60) ?? '' };
}

/** An object, the members of a list of them, or what a watch says of each. */
function* membersOf(value: unknown, path: Path): Generator<readonly [path: Path, object: unknown]> {
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) yield* membersOf(item, [...path, at]);
    return;
  }
  if (isFields(value) && isWatchEvent(value)) {
    if (value.type === 'ADDED' || value.type === 'MODIFIED') yield* membersOf(value.object, [...path, 'object']);
    return;
  }
  if (!isFields(value) || !isList(value)) {
    yield [path, value];
    return;
  }
  for (const [at, item] of (value.items as readonly unknown[]).entries())
    for (const [below, object] of membersOf(item, [...path, 'items', at]))
      yield [below, isFields(object) ? ofList(value, object) : object];
}

function isWatchEvent(value: Fields): boolean {
  return typeof value.type === 'string' && isFields(value.object) && value.kind === undefined;
}

function isList({ kind, items }: Fields): boolean {
  return Array.isArray(items) && (typeof kind !== 'string' || kind.endsWith('List'));
}

/** The server leaves out of a list's members what the list itself says. */
function ofList({ kind, apiVersion }: Fields, object: Fields): Fields {
  if (object.kind !== undefined || typeof kind !== 'string' || kind === 'List') return object;
  return { apiVersion, kind: kind.slice(0, -'List'.length), ...object };
}

function whatIs(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function fieldAt(path: Path): { readonly field?: string } {
  return path.length === 0 ? {} : { field: fieldPathText(path) };
}
