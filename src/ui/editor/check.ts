import { type ManifestDocument, type Manifests, parseFile, repeatedKeys } from '../../api/yaml/index.ts';
import type { Language } from '../widgets/kit/host.ts';
import { type Say, say } from '../widgets/kit/words.ts';
import { checkWords } from './check-words.ts';
import { parsePath } from './fields-in-text.ts';
import { builtInResources } from './known-kinds.ts';
import { checkFields } from './language/check-fields.ts';
import { book } from './language/service.ts';
import { languageWords } from './language/words.ts';
import { MOST_CHECKED } from './limits.ts';
import type { Fix, Marker } from './marker.ts';

interface Head {
  readonly apiVersion?: unknown;
  readonly kind?: unknown;
  readonly metadata?: { readonly name?: unknown; readonly generateName?: unknown } | null;
}

const NONE: ReadonlySet<string> = new Set();
/** A kubeconfig, for one, is YAML and no manifest. */
const OBJECTS = /\.(?:ya?ml|json)$/;

/** What can be said without a server: whether it is YAML, and whether each document could be an object. */
export function checkText(
  text: string,
  file = 'new.yaml',
  defined: ReadonlySet<string> = NONE,
  language: Language = 'en',
): readonly Marker[] {
  if (text.length > MOST_CHECKED) return [];
  const { documents, errors } = parseFile(text);
  const lines = text.split('\n');
  return [
    ...errors.map(({ line, column, message }) => marker({ line, column }, short(message), 'error')),
    ...documents.flatMap((document) => [
      ...(OBJECTS.test(file) ? checkDocument(document, defined, lines, language) : []),
      ...(OBJECTS.test(file) ? checkFields(book, document, lines, language) : []),
      ...checkKeys(document, lines, language),
    ]),
  ];
}

type Words = Say<keyof typeof checkWords.en>;

/** What kubectl takes without a word, and is hardly ever meant. */
function checkKeys(
  { range, object }: ManifestDocument,
  lines: readonly string[],
  language: Language,
): readonly Marker[] {
  if (object === null) return [];
  const t = wordsIn(language);
  const before = range.startLine - 1;
  const repeated = repeatedKeys(lines.slice(before, range.endLine).join('\n')).filter(({ name }) => name !== '<<');
  return repeated.map(({ name, line, column, firstLine }) => {
    const message = t('repeated', { key: String(name), line: before + firstLine });
    const found = marker({ line: before + line, column }, message, 'warning');
    return isOneLine(lines, found.line) ? { ...found, fixes: [removal(found.line, language)] } : found;
  });
}

function wordsIn(language: Language): Words {
  return (key, args) => say(checkWords, language, key, args);
}

/** What a line begins ends with it. */
function isOneLine(lines: readonly string[], line: number): boolean {
  const indent = (at: number) => (lines[at - 1] ?? '').search(/\S/);
  return /^\s*[^\s-].*:\s+\S/.test(lines[line - 1] ?? '') && indent(line + 1) <= indent(line);
}

function removal(line: number, language: Language): Fix {
  return { title: say(languageWords, language, 'fixRemove'), line, column: 1, endColumn: undefined, text: '' };
}

function checkDocument(
  document: ManifestDocument,
  defined: ReadonlySet<string>,
  lines: readonly string[],
  language: Language,
): readonly Marker[] {
  const { object } = document;
  const t = wordsIn(language);
  if (object === null) return [];
  const start = { line: document.range.startLine, column: 1 };
  if (typeof object !== 'object' || Array.isArray(object)) return [marker(start, t('notObject'), 'error')];
  const head = object as Head;
  const first = document.at([]);
  const place = first.line > 0 ? first : start;
  const missing = (['apiVersion', 'kind'] as const).filter(
    (name) => typeof head[name] !== 'string' || head[name] === '',
  );
  if (missing.length > 0) return missing.map((name) => marker(place, `${name} not set`, 'error'));
  const { apiVersion, kind } = head as { apiVersion: string; kind: string };
  if (kind === 'List') return [];
  const found: Marker[] = [];
  const isDefined =
    defined.has(kind) || book.defined.some((each) => each.kind === kind && each.apiVersion === apiVersion);
  const problem = isDefined ? undefined : unknownKind(apiVersion, kind, t);
  const versionPlace = document.at(['apiVersion']);
  if (problem !== undefined) {
    const fixes = problem.versions.flatMap((version) => versionFix(versionPlace, lines, apiVersion, version, language));
    found.push({ ...marker(document.at(['kind']), problem.message, 'warning'), fixes });
  }
  const { name, generateName } = head.metadata ?? {};
  if (name === undefined && generateName === undefined)
    found.push(marker(head.metadata === undefined ? place : document.at(['metadata']), t('nameMissing'), 'error'));
  else if (name !== undefined && typeof name !== 'string')
    found.push(marker(document.at(['metadata', 'name']), t('nameText'), 'error'));
  return found;
}

/** A custom resource may have any kind, so this only warns. */
function unknownKind(
  version: string,
  kind: string,
  t: Words,
): { readonly message: string; readonly versions: readonly string[] } | undefined {
  const known = builtInResources();
  if (known.has(`${version} ${kind}`)) return undefined;
  const elsewhere = [...known].filter((entry) => entry.endsWith(` ${kind}`)).map((entry) => entry.split(' ')[0] ?? '');
  const message =
    elsewhere.length > 0
      ? t('elsewhere', { kind, version, versions: elsewhere.join(', ') })
      : t('unknownKind', { kind, version });
  return { message, versions: elsewhere };
}

/** The version of another time is changed to one that is served. */
function versionFix(
  { line }: { readonly line: number },
  lines: readonly string[],
  before: string,
  version: string,
  language: Language,
): readonly Fix[] {
  const column = (lines[line - 1] ?? '').indexOf(before) + 1;
  if (column === 0) return [];
  const title = say(languageWords, language, 'fixVersion', { version });
  return [{ title, line, column, endColumn: column + before.length, text: version }];
}

function short(message: string): string {
  // Its number is the parser's, often a line further on; the mark stands where the fault is.
  return message.replace(/^(?:json: offset \d+: |error converting YAML to JSON: (?:yaml: (?:line \d+: )?)?)/, '');
}

function marker(
  { line, column }: { readonly line: number; readonly column: number },
  message: string,
  severity: Marker['severity'],
): Marker {
  return { line: Math.max(1, line), column: Math.max(1, column), message, severity, from: 'yaml' };
}

// What kubectl answered

/** Puts each complaint of kubectl at the line that it is about. */
export function markersOfAnswer(text: string, stderr: string): readonly Marker[] {
  if (text.length > MOST_CHECKED || stderr.trim() === '') return [];
  const manifests = parseFile(text);
  return complaints(stderr).map((message) => ({
    ...placeOf(manifests, message),
    message,
    severity: 'error',
    from: 'kubectl',
  }));
}

/** One message a line; the lines of a list belong to the sentence above them. */
function complaints(stderr: string): readonly string[] {
  const found: string[] = [];
  let heading = '';
  for (const line of stderr.split('\n')) {
    const item = /^\s*\* (.*)$/.exec(line);
    if (item !== null) found.push(`${heading} ${item[1]}`.trim());
    else if (/is invalid:\s*$/.test(line)) heading = line.trim();
    else if (/^ensure CRDs are installed first/.test(line)) found.push(`${found.pop() ?? ''} ${line}`.trim());
    else if (line.trim() !== '' && !/^warning:/i.test(line)) found.push(line.trim());
  }
  return found;
}

function placeOf(
  { documents, errors }: Manifests,
  message: string,
): { readonly line: number; readonly column: number } {
  const line = /yaml: line (\d+)/.exec(message)?.[1];
  if (line !== undefined) return errors[0] ?? { line: Number(line), column: 1 };
  const document =
    documents.find((each) => speaksOf(message, each.object)) ?? documents.find(({ object }) => object !== null);
  if (document === undefined) return { line: 1, column: 1 };
  const kind = /no matches for kind "([^"]+)"/.exec(message);
  if (kind !== null) return safe(document, ['kind']);
  for (const path of pathsIn(message)) {
    const at = safe(document, path);
    const parent = safe(document, path.slice(0, 1));
    if (path.length === 1 || at.line !== parent.line || at.column !== parent.column) return at;
  }
  const first = safe(document, []);
  return first.line >= document.range.startLine ? first : { line: document.range.startLine, column: 1 };
}

function safe(
  document: ManifestDocument,
  path: readonly (string | number)[],
): { readonly line: number; readonly column: number } {
  const { line, column } = document.at(path);
  return { line: Math.max(1, line), column: Math.max(1, column) };
}

function speaksOf(message: string, object: unknown): boolean {
  const { kind, metadata } = (object ?? {}) as Head;
  const name = metadata?.name;
  if (typeof name === 'string' && message.includes(`"${name}"`)) return true;
  return typeof kind === 'string' && new RegExp(`kind "?${kind.replace(/\W/g, '')}\\b`).test(message);
}

/** Field paths that a message names, the most telling first. */
function pathsIn(message: string): readonly (readonly (string | number)[])[] {
  const texts = [
    ...message.matchAll(/unknown field "([^"]+)"/g),
    ...message.matchAll(/Go struct field [\w]+\.([\w.[\]]+)/g),
    ...message.matchAll(
      /(?:^|[\s:])((?:metadata|spec|data|status|rules|subjects|roleRef|webhooks)(?:\.[\w-]+|\[[^\]]*\])*):/g,
    ),
  ].map((match) => match[1] ?? '');
  return texts.map(parsePath).filter((path) => path.length > 0);
}
