import type { Path } from '../values/field-path.ts';
import { readNode, type YamlNode } from './nodes.ts';
import { YamlProblem } from './source.ts';
import { type Dialect, jsonOf, keyName, NoJson, scalarValue } from './values.ts';

export interface Position {
  /** From 1. */
  readonly line: number;
  readonly column: number;
}

/** From 1, both included. */
export interface Lines {
  readonly from: number;
  readonly to: number;
}

export interface ManifestDocument {
  /** Plain JSON; null for a document without content. */
  readonly object: unknown;
  /** The text itself, when it is JSON. */
  readonly json?: string;
  readonly range: { readonly startLine: number; readonly endLine: number };
  /** Where the key or item at the path stands; where its nearest parent stands when it is absent. */
  at(path: Path): Position;
  /** From the first to the last line of what stands at the path; undefined when it is absent. */
  lines(path: Path): Lines | undefined;
}

export interface ManifestError extends Position {
  /** In kubectl's words: `error converting YAML to JSON: yaml: line 5: …`. */
  readonly message: string;
}

export interface Manifests {
  /** Up to the first that cannot be read. */
  readonly documents: readonly ManifestDocument[];
  readonly errors: readonly ManifestError[];
}

/** More than any server takes in one body; a file may hold many. */
const MAX_MANIFEST_LENGTH = 8 * 1024 * 1024;

export interface Part {
  readonly text: string;
  /** Of its first line, from 0. */
  readonly line: number;
}

/** A line that begins so ends a document; only a comment may follow. Models apimachinery/pkg/util/yaml/decoder.go (v1.36) */
const SEPARATOR = /^---\s*(.*?)\s*$/;

interface Parts {
  readonly parts: readonly Part[];
  /** What ended the reading too soon. */
  readonly error?: ManifestError;
}

/** Before which nothing stands, a separator belongs to the document behind it. */
function split(text: string): Parts {
  const parts: Part[] = [];
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  let from = 0;
  const push = (to: number): void => {
    const part = lines.slice(from, to);
    if (part.some((line) => line.trim() !== '')) parts.push({ text: `${part.join('\n')}\n`, line: from });
  };
  for (let i = 0; i < lines.length; i += 1) {
    const rest = SEPARATOR.exec(lines[i] ?? '')?.[1];
    if (rest === undefined) continue;
    if (rest !== '' && !rest.startsWith('#')) {
      return { parts, error: { message: `invalid Yaml document separator: ${rest}`, line: i + 1, column: 4 } };
    }
    if (i === from) continue;
    push(i);
    from = i + 1;
  }
  push(lines.length);
  return { parts };
}

/** Reads every document of a file. Never throws. */
export function parseManifests(text: string, dialect: Dialect = 'older'): Manifests {
  if (text.length > MAX_MANIFEST_LENGTH) {
    return { documents: [], errors: [{ message: 'the manifest is larger than 8 MiB', line: 1, column: 1 }] };
  }
  const documents: ManifestDocument[] = [];
  const { parts, error } = split(text.replace(/\r(?!\n)/g, '\n'));
  for (const part of parts) {
    const read = parsePart(part, dialect);
    if ('message' in read) return { documents, errors: [read] };
    documents.push(read);
  }
  return { documents, errors: error === undefined ? [] : [error] };
}

function parsePart(part: Part, dialect: Dialect): ManifestDocument | ManifestError {
  const lines = new LineIndex(part);
  if (FORBIDDEN.test(part.text)) {
    return failed(new YamlProblem('control characters are not allowed'), lines, dialect);
  }
  try {
    const node = readNode(part.text);
    return read(node, jsonOf(node, dialect), part, lines);
  } catch (error) {
    if (error instanceof NoJson) return { message: `${HEAD}${error.message}`, ...lines.at(0) };
    if (error instanceof YamlProblem) return failed(error, lines, dialect);
    throw error;
  }
}

/** Models go.yaml.in/yaml/v2/readerc.go: the only characters that a reader lets through, negated. */
const FORBIDDEN = /(?:[^\t\n\r -~\x85\xa0-\ufffd]|(?!^)\ufeff)/;

/** A document whose places are asked of its nodes. */
export function read(
  node: YamlNode | undefined,
  object: unknown,
  part: Part,
  index = new LineIndex(part),
): ManifestDocument {
  const lines = part.text.split('\n');
  const startLine = part.line + (SEPARATOR.test(lines[0] ?? '') ? 2 : 1);
  return {
    object,
    range: { startLine, endLine: part.line + lines.length - 1 },
    at: (path) => index.at(placeOf(node, path)),
    lines: (path) => linesOf(node, path, part.text, index),
  };
}

/** What stands behind a key, or at a place of a list, with where it begins. */
function childOf(
  node: YamlNode | undefined,
  step: string | number,
): { readonly at: number; readonly node: YamlNode } | undefined {
  if (node?.kind === 'list') {
    const item = node.items[Number(step)];
    return item === undefined ? undefined : { at: item.start.at, node: item };
  }
  if (node?.kind !== 'map') return undefined;
  const pair = node.pairs.find(([key]) => isCalled(key, String(step)));
  return pair === undefined ? undefined : { at: pair[0].start.at, node: pair[1] };
}

function isCalled(key: YamlNode, name: string): boolean {
  return key.kind === 'scalar' && (key.text === name || keyName(key, scalarValue(key, 'older')) === name);
}

function placeOf(node: YamlNode | undefined, path: Path): number {
  let at = node?.start.at ?? 0;
  let inside = node;
  for (const step of path) {
    const child = childOf(inside, step);
    if (child === undefined) return at;
    at = child.at;
    inside = child.node;
  }
  return at;
}

/** The first and the last line of a field with all that is in it. */
function linesOf(node: YamlNode | undefined, path: Path, text: string, lines: LineIndex): Lines | undefined {
  let start = node?.start.at;
  let inside = node;
  for (const step of path) {
    const child = childOf(inside, step);
    start = child?.at;
    inside = child?.node;
  }
  if (start === undefined || inside === undefined) return undefined;
  return { from: lines.at(start).line, to: lines.at(text.slice(0, inside.end.at).trimEnd().length - 1).line };
}

class LineIndex {
  readonly #starts: number[] = [0];
  readonly #line: number;

  constructor(part: Part) {
    this.#line = part.line;
    for (let at = part.text.indexOf('\n'); at >= 0; at = part.text.indexOf('\n', at + 1)) this.#starts.push(at + 1);
  }

  at(offset: number): Position {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: this.#line + low + 1, column: offset - (this.#starts[low] ?? 0) + 1 };
  }
}

const HEAD = 'error converting YAML to JSON: ';

/** The number in the words is that of go-yaml, which counts from 0 what its parser finds; the place is where one has to look. */
function failed(problem: YamlProblem, lines: LineIndex, dialect: Dialect): ManifestError {
  const { mark, context, isOfScanner } = problem;
  const line = dialect === 'older' ? olderLine(problem) : newerLine(problem);
  const place = isOfScanner ? (context ?? mark) : mark;
  const shown = line === 0 ? '' : `line ${line}: `;
  return { message: `${HEAD}yaml: ${shown}${problem.problem}`, ...lines.at(place?.at ?? 0) };
}

function olderLine({ mark, context, isOfScanner }: YamlProblem): number {
  const line = mark?.line ?? 0;
  return line === 0 ? (context?.line ?? 0) : line + (isOfScanner ? 1 : 0);
}

/** It tells where that began which is wrong. */
function newerLine({ mark, context, isOfScanner }: YamlProblem): number {
  const line = context?.line || mark?.line || 0;
  return line === 0 ? 0 : line + (isOfScanner ? 1 : 0);
}
