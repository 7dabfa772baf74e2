import { allResources, apiVersionOf } from '../../../api/scheme/scheme.ts';
import type { Path } from '../../../api/values/field-path.ts';
import { type Flow, flowAt } from './flow.ts';
import { type Draft, draftAt, draftsOf, headOf, metadataOf, surroundings, valueBeside } from './reading.ts';
import { referredTo, resourceOfKind } from './references.ts';
import { child, type Known, type SchemaBook, shapeOf, typeName } from './schema-book.ts';
import { fieldSnippet, fieldsInOrder, kindSnippet } from './skeleton.ts';

/** Something that can be written where the caret is. */
export interface Proposal {
  readonly label: string;
  readonly kind: 'field' | 'value' | 'object' | 'manifest';
  readonly detail: string;
  readonly text: string;
  readonly description: string;
  /** Smaller comes first. */
  readonly rank: number;
  readonly isDeprecated: boolean;
}

export interface Completion {
  /** From 0, in the line of the caret: what is replaced. */
  readonly from: number;
  readonly proposals: readonly Proposal[];
}

const NOTHING: Completion = { from: 0, proposals: [] };
/** Indentation, dashes, and the beginning of a key. */
const KEY_PART = /^(\s*(?:- +)*)([\w.$/-]*)$/;
const VALUE_PART = /^(\s*(?:- +)*(?:"[^"]*"|'[^']*'|[^\s#:{}[\],&*!|>'"%@`-][^:#]*?)\s*: +)(["']?)([^#]*)$/;

/** What may stand at the caret; line and column from 0. */
export function complete(book: SchemaBook, text: string, line: number, column: number): Completion {
  const draft = draftAt(text, line);
  const at = line - draft.from;
  const own = draft.lines[at];
  const flow = own && flowAt(own.text, own.value.column, column);
  if (flow !== undefined) return completeFlow(book, text, draft, at, flow);
  const before = (own?.text ?? '').slice(0, column);
  const value = VALUE_PART.exec(before);
  if (value !== null) return completeValue(book, text, draft, at, value);
  const key = KEY_PART.exec(before);
  if (key === null || own === undefined) return NOTHING;
  const [, lead = '', word = ''] = key;
  return completeKey(book, text, draft, at, lead.length, before.length - word.length);
}

function completeKey(
  book: SchemaBook,
  text: string,
  draft: Draft,
  line: number,
  column: number,
  from: number,
): Completion {
  const { path, beside } = surroundings(draft, line, column);
  if (path.length === 0 && headOf(draft, 'kind') === '') return { from, proposals: manifests(book, beside) };
  const root = rootOf(book, draft);
  const known = root && book.at(root, path);
  if (known === undefined) return { from, proposals: path.length === 0 ? heads(beside) : [] };
  if (typeof path.at(-1) === 'number' && shapeOf(known.schema) !== 'map')
    return {
      from,
      proposals: values(book, text, known, {
        definition: known.definition,
        path,
        kind: undefined,
        namespace: namespaceOf(draft),
      }),
    };
  if (shapeOf(known.schema) === 'list' && beside.length === 0) return { from, proposals: items(known, column) };
  return { from, proposals: fields(known, beside, column) };
}

/** Within brackets all stands in one line, whatever its shape. */
function completeFlow(book: SchemaBook, text: string, draft: Draft, line: number, flow: Flow): Completion {
  const own = draft.lines[line];
  const entry = own?.entries.at(-1);
  const { path: outer } = surroundings(draft, line, entry?.key === undefined ? (own?.value.column ?? 0) : entry.column);
  const path = [...outer, ...(entry?.key === undefined ? [] : [entry.key]), ...flow.path];
  const root = rootOf(book, draft);
  const holder = root && book.at(root, path);
  const known = flow.key === undefined ? holder : holder && child(holder, flow.key);
  const { from, quote } = flow;
  if (holder === undefined || known === undefined) return { from, proposals: [] };
  if (flow.isMap && flow.key === undefined) {
    const proposals = fields(known, flow.beside, 0).map((each) => ({ ...each, text: inBrackets(known, each.label) }));
    return { from, proposals: quote === '' ? proposals : proposals.map((each) => ({ ...each, text: each.label })) };
  }
  const around = {
    definition: holder.definition,
    path: flow.key === undefined ? path : [...path, flow.key],
    kind: undefined,
    namespace: namespaceOf(draft),
  };
  const found = values(book, text, known, around);
  return { from, proposals: quote === '' ? found : found.map((each) => ({ ...each, text: each.label })) };
}

function inBrackets(known: Known, name: string): string {
  const below = child(known, name);
  const shape = below === undefined ? 'any' : shapeOf(below.schema);
  if (shape === 'map') return `${name}: {$0}`;
  return shape === 'list' ? `${name}: [$0]` : `${name}: `;
}

/** A list that has no item yet: its first one. */
function items(known: Known, column: number): readonly Proposal[] {
  const item = child(known, 0);
  if (item === undefined) return [];
  return fields(item, [], column + 2).map((each) => ({ ...each, text: `- ${each.text}`, label: `- ${each.label}` }));
}

function fields(known: Known, beside: readonly string[], column: number): readonly Proposal[] {
  return fieldsInOrder(known)
    .filter(({ name }) => !beside.includes(name))
    .map(({ name, rank }, place) => {
      const below = child(known, name);
      const description = below?.schema.description ?? '';
      return {
        label: name,
        kind: 'field',
        detail: below === undefined ? '' : typeName(below),
        text: fieldSnippet(known, name, column),
        description,
        rank: rank * 1_000 + place,
        isDeprecated: isDeprecated(description),
      };
    });
}

function completeValue(
  book: SchemaBook,
  text: string,
  draft: Draft,
  line: number,
  [, lead = '', quote = '']: RegExpExecArray,
): Completion {
  const entry = draft.lines[line]?.entries.at(-1);
  if (entry?.key === undefined) return NOTHING;
  const from = lead.length + quote.length;
  const { path } = surroundings(draft, line, entry.column);
  if (path.length === 0 && entry.key === 'apiVersion')
    return { from, proposals: apiVersions(book, headOf(draft, 'kind')) };
  if (path.length === 0 && entry.key === 'kind') return { from, proposals: kinds(book, headOf(draft, 'apiVersion')) };
  const root = rootOf(book, draft);
  const holder = root && book.at(root, path);
  const known = holder && child(holder, entry.key);
  if (holder === undefined || known === undefined) return NOTHING;
  const kind = valueBeside(draft, line, entry.column, 'kind');
  const found = values(book, text, known, {
    definition: holder.definition,
    path: [...path, entry.key],
    kind,
    namespace: namespaceOf(draft),
  });
  return { from, proposals: quote === '' ? found : found.map((each) => ({ ...each, text: each.label })) };
}

interface Around {
  /** The definition that the field stands in. */
  readonly definition: string;
  readonly path: Path;
  /** What the field `kind` beside it says. */
  readonly kind: string | undefined;
  readonly namespace: string;
}

function values(
  book: SchemaBook,
  text: string,
  { schema }: Known,
  { definition, path, kind, namespace }: Around,
): readonly Proposal[] {
  const simple = (label: string, rank: number): Proposal => ({
    label,
    kind: 'value',
    detail: '',
    text: quoted(label),
    description: meaningOf(schema.description ?? '', label),
    rank,
    isDeprecated: false,
  });
  if (schema.enum !== undefined) return schema.enum.map((each, place) => simple(String(each), place));
  if (shapeOf(schema) === 'boolean')
    return ['true', 'false'].map((each, place) => ({ ...simple(each, place), text: each }));
  const resource = referredTo(definition, path, kind);
  if (resource === undefined) return [];
  const there = (book.names[resource] ?? []).flatMap((each) => {
    const [first = '', second] = each.split('/');
    return second === undefined ? [first] : first === namespace ? [second] : [];
  });
  return [...new Set([...namesIn(text, resource), ...there])].map((name, place) => ({
    ...simple(name, place),
    kind: 'object',
    detail: resource.split('.')[0] ?? '',
    description: '',
  }));
}

/** Names of objects that this very text makes. */
function namesIn(text: string, resource: string): readonly string[] {
  return draftsOf(text).flatMap((draft) => {
    const name = resourceOfKind(headOf(draft, 'kind')) === resource ? metadataOf(draft, 'name') : '';
    return name === '' ? [] : [name];
  });
}

function namespaceOf(draft: Draft): string {
  return metadataOf(draft, 'namespace') || 'default';
}

/** What the description of a field says of one of its values. */
function meaningOf(description: string, value: string): string {
  const line = description.split('\n').find((each) => each.trimStart().startsWith(`- \`"${value}"\``));
  return line?.replace(/^\s*- `"[^`]*`\s*/, '') ?? '';
}

/** What would be read as something else than a text stands in quotes. */
export function quoted(text: string): string {
  const isPlain = /^[A-Za-z_./][\w./+-]*$/.test(text) && !/^(?:true|false|yes|no|on|off|null|y|n)$/i.test(text);
  return isPlain ? text : JSON.stringify(text);
}

function rootOf(book: SchemaBook, draft: Draft): Known | undefined {
  return book.root(headOf(draft, 'apiVersion'), headOf(draft, 'kind'));
}

interface Kind {
  readonly apiVersion: string;
  readonly kind: string;
}

/** Every kind that can be made now. */
export function kindsOf(book: SchemaBook): readonly Kind[] {
  const built = allResources()
    .filter(({ verbs }) => verbs.includes('create'))
    .map((info) => ({ apiVersion: apiVersionOf(info), kind: info.kind }));
  return [...built, ...book.defined];
}

function word(label: string, detail: string, rank: number, description = ''): Proposal {
  return { label, kind: 'value', detail, text: label, description, rank, isDeprecated: false };
}

function apiVersions(book: SchemaBook, kind: string): readonly Proposal[] {
  const all = kindsOf(book);
  const fitting = all.filter((each) => kind === '' || each.kind === kind);
  const names = [...new Set((fitting.length > 0 ? fitting : all).map(({ apiVersion }) => apiVersion))];
  return names.map((each, place) => word(each, kind, place));
}

function kinds(book: SchemaBook, apiVersion: string): readonly Proposal[] {
  const all = kindsOf(book);
  const fitting = all.filter((each) => apiVersion === '' || each.apiVersion === apiVersion);
  return (fitting.length > 0 ? fitting : all)
    .toSorted((a, b) => (a.kind < b.kind ? -1 : 1))
    .map((each, place) =>
      word(each.kind, each.apiVersion, place, book.root(each.apiVersion, each.kind)?.schema.description),
    );
}

const HEADS: Readonly<Record<string, string>> = { metadata: 'metadata:\n  name: ', spec: 'spec:\n  ' };

function heads(beside: readonly string[]): readonly Proposal[] {
  return ['apiVersion', 'kind', 'metadata', 'spec']
    .filter((name) => !beside.includes(name))
    .map(
      (name, place): Proposal => ({
        ...word(name, '', place),
        kind: 'field',
        text: HEADS[name] ?? `${name}: `,
      }),
    );
}

/** In an empty document: whole manifests, the usual kinds first. */
function manifests(book: SchemaBook, beside: readonly string[]): readonly Proposal[] {
  if (beside.length > 0) return heads(beside);
  const found = kindsOf(book).flatMap(({ apiVersion, kind }) => {
    const known = book.root(apiVersion, kind);
    const at = USUAL_KINDS.indexOf(kind);
    if (known === undefined) return [];
    const rank = at < 0 ? USUAL_KINDS.length : at;
    const { description = '' } = known.schema;
    const text = kindSnippet(known, apiVersion, kind);
    return [
      { label: kind, kind: 'manifest', detail: apiVersion, text, description, rank, isDeprecated: false } as const,
    ];
  });
  return [...found, ...heads(beside).map((each) => ({ ...each, rank: each.rank + 1_000 }))];
}

const USUAL_KINDS: readonly string[] = [
  'Deployment',
  'Service',
  'ConfigMap',
  'Pod',
  'Secret',
  'StatefulSet',
  'Job',
  'CronJob',
  'Ingress',
  'PersistentVolumeClaim',
  'Namespace',
];

/** By the first sentence: others tell of what else is deprecated. */
export function isDeprecated(description: string): boolean {
  return /\bdeprecated\b/i.test(description.split(/[.\n]/, 1)[0] ?? '');
}
