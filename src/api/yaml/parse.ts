import { type Document, isMap, isScalar, isSeq, type Pair, parseDocument, type ScalarTag, type Tags } from 'yaml';
import { endBefore, type GoYamlError, goShown, goYamlError } from './go-errors.ts';

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
  readonly range: { readonly startLine: number; readonly endLine: number };
  /** Where the key or item at the path stands; where its nearest parent stands when it is absent. */
  at(path: readonly (string | number)[]): Position;
  /** From the first to the last line of what stands at the path; undefined when it is absent. */
  lines(path: readonly (string | number)[]): Lines | undefined;
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

const MAX_MANIFEST_LENGTH = 3 * 1024 * 1024;
const MAX_DEPTH = 100;
/** As many as keeps a document with aliases of aliases from filling the memory. */
const MAX_ALIASES = 1000;

interface Part {
  readonly text: string;
  /** Of its first line, from 0. */
  readonly line: number;
}

/** A line of three dashes, perhaps with a comment. Models apimachinery/pkg/util/yaml/decoder.go (v1.36) */
const SEPARATOR = /^---[ \t]*(?:#.*)?$/;

function split(text: string): readonly Part[] {
  const parts: Part[] = [];
  const lines = text.split('\n');
  let from = 0;
  const push = (to: number): void => {
    const part = lines.slice(from, to).join('\n');
    if (part.trim() !== '') parts.push({ text: part, line: from });
  };
  for (let i = 0; i < lines.length; i += 1) {
    if (!SEPARATOR.test((lines[i] ?? '').trimEnd())) continue;
    push(i);
    from = i + 1;
  }
  push(lines.length);
  return parts;
}

const FLOAT = /^[-+]?(?:\.[0-9][0-9_]*|[0-9][0-9_]*(?:\.[0-9_]*)?)(?:[eE][-+]?[0-9]+)?$/;
const FLOAT_TAG = 'tag:yaml.org,2002:float';

const goFloat: ScalarTag = {
  tag: FLOAT_TAG,
  default: true,
  test: FLOAT,
  resolve: (text) => Number(text.replaceAll('_', '')),
};

const BOOLEAN_TAG = 'tag:yaml.org,2002:bool';

/** Newer versions of go-yaml take `yes`, `on` and the like as texts. */
const newerBoolean: ScalarTag = {
  tag: BOOLEAN_TAG,
  default: true,
  test: /^(?:true|True|TRUE|false|False|FALSE)$/,
  resolve: (text) => text.toLowerCase() === 'true',
};

const newerTags = (tags: Tags): Tags => [
  ...goTags(tags).filter((tag) => typeof tag === 'string' || tag.tag !== BOOLEAN_TAG),
  newerBoolean,
];

/** As `sigs.k8s.io/yaml` reads it, which kubectl and the server do, or as kustomize does. */
type Dialect = 'older' | 'newer';

/** YAML 1.1 as go-yaml reads it: `yes` and `on` are booleans, but times and sexagesimal numbers are texts, and so is a lone dot. */
function goTags(tags: Tags): Tags {
  const kept = tags.filter((tag) => {
    if (typeof tag === 'string') return true;
    const format = 'format' in tag ? tag.format : undefined;
    const test = 'test' in tag ? tag.test : undefined;
    if (tag.tag === FLOAT_TAG && !(test instanceof RegExp && test.test('.nan'))) return false;
    return format !== 'TIME' && tag.tag !== 'tag:yaml.org,2002:timestamp' && tag.tag !== 'tag:yaml.org,2002:binary';
  });
  return [...kept, goFloat];
}

/** Reads every document of a file. Never throws. */
export function parseManifests(text: string, dialect: Dialect = 'older'): Manifests {
  if (text.length > MAX_MANIFEST_LENGTH) {
    return { documents: [], errors: [{ message: 'the manifest is larger than 3 MiB', line: 1, column: 1 }] };
  }
  const documents: ManifestDocument[] = [];
  for (const part of split(text.replace(/\r(?!\n)/g, '\n'))) {
    const read = parsePart(part, dialect);
    if ('message' in read) return { documents, errors: [read] };
    documents.push(read);
  }
  return { documents, errors: [] };
}

function parsePart(part: Part, dialect: Dialect): ManifestDocument | ManifestError {
  const lines = new LineIndex(part);
  if (FORBIDDEN.test(part.text)) {
    return failed({ problem: 'control characters are not allowed', scanner: true, placeless: true }, lines.at(0), part);
  }
  if (depthOf(part.text) > MAX_DEPTH)
    return failed({ problem: 'exceeded max depth', scanner: false }, lines.at(0), part);
  let document: Document;
  try {
    document = parseDocument(part.text, {
      version: '1.1',
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: 'silent',
      merge: true,
      customTags: dialect === 'newer' ? newerTags : goTags,
    });
  } catch {
    return failed({ problem: 'exceeded max depth', scanner: false }, lines.at(0), part);
  }
  const error = document.errors[0];
  if (error !== undefined) {
    const end = endBefore(part.text, error.pos[0]);
    if (end !== undefined) return parsePart({ ...part, text: part.text.slice(0, end) }, dialect);
    const around = { errors: document.errors, text: part.text, inList: isSeq(document.contents) };
    return failed(goYamlError(error, around), lines.at(error.pos[0]), part);
  }
  return convert(document, part, lines);
}

/** A key that is a map or a list, as Go shows it. */
function strangeKey(node: unknown, document: Document): string | undefined {
  if (!isMap(node) && !isSeq(node)) return undefined;
  for (const item of node.items) {
    const { key, value } = isMap(node) ? (item as Pair) : { key: undefined, value: item };
    if (isMap(key) || isSeq(key)) return goShown(key.toJS(document));
    const inside = strangeKey(value, document);
    if (inside !== undefined) return inside;
  }
  return undefined;
}

function convert(document: Document, part: Part, lines: LineIndex): ManifestDocument | ManifestError {
  const key = strangeKey(document.contents, document);
  if (key !== undefined) {
    return failed({ problem: `invalid map key: ${key}`, scanner: false, placeless: true }, lines.at(0), part);
  }
  let object: unknown;
  try {
    object = plain(document.toJS({ maxAliasCount: MAX_ALIASES }), 0);
  } catch (error) {
    if (error instanceof NoNumber) {
      return failed({ problem: `unsupported value: ${error.message}`, scanner: false, json: true }, lines.at(0), part);
    }
    const missing = /Unresolved alias[^:]*: (\S+)/.exec(String((error as Error).message));
    const problem =
      missing === null ? 'document contains excessive aliasing' : `unknown anchor '${missing[1]}' referenced`;
    return failed({ problem, scanner: false, placeless: true }, lines.at(0), part);
  }
  const endLine = part.line + part.text.split('\n').length;
  return {
    object,
    range: { startLine: part.line + 1, endLine },
    at: (path) => lines.at(offsetOf(document, path)),
    lines: (path) => linesOf(document, path, part.text, lines),
  };
}

/** Models go.yaml.in/yaml/v2/readerc.go: the only characters that a reader lets through, negated. */
const FORBIDDEN = /(?:[^\t\n\r -~\x85\xa0-\ufffd]|(?!^)\ufeff)/;

class TooDeep extends Error {}
class NoNumber extends Error {}

/** JSON: no undefined, no special numbers, keys as texts. */
function plain(value: unknown, depth: number): unknown {
  if (depth > MAX_DEPTH) throw new TooDeep('too deep');
  if (value === undefined || value === null) return null;
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'number' && !Number.isFinite(value)) throw new NoNumber(goNumber(value));
  if (typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((item) => plain(item, depth + 1));
  if (value instanceof Map || value instanceof Set) return plain(Object.fromEntries(entriesOf(value)), depth + 1);
  const made: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    // Assigning this name would set a prototype instead of a field.
    if (key !== '__proto__') made[key] = plain((value as Record<string, unknown>)[key], depth + 1);
  }
  return made;
}

function goNumber(value: number): string {
  return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
}

function entriesOf(value: Map<unknown, unknown> | Set<unknown>): [string, unknown][] {
  return value instanceof Map
    ? [...value].map(([key, item]) => [String(key), item])
    : [...value].map((key) => [String(key), null]);
}

/** An upper bound, found without recursion: the parser itself recurses. */
function depthOf(text: string): number {
  let deepest = 0;
  let flow = 0;
  for (const char of text) {
    if (char === '[' || char === '{') flow += 1;
    else if ((char === ']' || char === '}') && flow > 0) flow -= 1;
    if (flow > deepest) deepest = flow;
  }
  for (const line of text.split('\n')) {
    const lead = /^(?:[ ]|- )*/.exec(line)?.[0].length ?? 0;
    // Every level takes at least one blank; real files use two.
    if (lead / 2 > deepest) deepest = Math.floor(lead / 2);
  }
  return deepest;
}

function offsetOf(document: Document, path: readonly (string | number)[]): number {
  let node: unknown = document.contents;
  let offset = startOf(node) ?? 0;
  for (const step of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => (isScalar(key) ? String(key.value) : String(key)) === String(step));
      if (pair === undefined) return offset;
      offset = startOf(pair.key) ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      const item = node.items[Number(step)];
      if (item === undefined) return offset;
      offset = startOf(item) ?? offset;
      node = item;
    } else return offset;
  }
  return offset;
}

/** The first and the last line of a field with all that is in it. */
function linesOf(
  document: Document,
  path: readonly (string | number)[],
  text: string,
  lines: LineIndex,
): Lines | undefined {
  let node: unknown = document.contents;
  let start = startOf(node);
  for (const step of path) {
    const pair = isMap(node) ? node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step)) : null;
    start = startOf(pair?.key);
    node = isSeq(node) ? node.items[Number(step)] : pair?.value;
    start ??= startOf(node);
  }
  const end = (node as { readonly range?: readonly number[] } | null | undefined)?.range?.[1];
  if (start === undefined || end === undefined) return undefined;
  return { from: lines.at(start).line, to: lines.at(text.slice(0, end).trimEnd().length - 1).line };
}

function startOf(node: unknown): number | undefined {
  return (node as { readonly range?: readonly number[] } | null)?.range?.[0];
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

function failed(error: GoYamlError, position: Position, part: Part): ManifestError {
  const inPart = position.line - part.line - 1;
  // go-yaml counts lines from 0 and corrects only what its scanner found; on the first line it names none.
  const counted = inPart + (error.later ?? 0);
  const shown = counted === 0 || error.placeless ? '' : `line ${error.scanner ? counted + 1 : counted}: `;
  const place =
    error.lookLater && error.later !== undefined && error.later > 0
      ? { line: position.line + error.later, column: 1 }
      : position;
  if (error.json) return { message: `error converting YAML to JSON: json: ${error.problem}`, ...place };
  return { message: `error converting YAML to JSON: yaml: ${shown}${error.problem}`, ...place };
}
