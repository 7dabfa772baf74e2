import { fieldPathText, type Path } from '../../../api/values/field-path.ts';
import type { ManifestDocument } from '../../../api/yaml/index.ts';
import type { Language } from '../../widgets/kit/host.ts';
import { type Say, say } from '../../widgets/kit/words.ts';
import type { Fix, Marker } from '../marker.ts';
import { isDeprecated, quoted } from './complete.ts';
import { nearest } from './near.ts';
import { child, isOpen, type Known, type SchemaBook, type Shape, shapeOf } from './schema-book.ts';
import { fieldSnippet } from './skeleton.ts';
import { languageWords } from './words.ts';

/** Nobody reads more. */
const MOST_MARKERS = 100;

/** What is wrong with the fields of a document, as far as the server has said what it takes. */
export function checkFields(
  book: SchemaBook,
  document: ManifestDocument,
  lines: readonly string[],
  language: Language,
): readonly Marker[] {
  const { apiVersion, kind } = (document.object ?? {}) as { readonly apiVersion?: unknown; readonly kind?: unknown };
  const root = book.root(String(apiVersion), String(kind));
  if (root === undefined) return [];
  const checker = new FieldChecker(document, lines, (key, args) => say(languageWords, language, key, args));
  checker.check(document.object, root, []);
  return checker.found;
}

type Words = Say<keyof typeof languageWords.en>;

class FieldChecker {
  readonly found: Marker[] = [];

  constructor(
    private readonly document: ManifestDocument,
    private readonly lines: readonly string[],
    private readonly t: Words,
  ) {}

  check(value: unknown, known: Known, path: Path): void {
    if (this.found.length >= MOST_MARKERS || value === null || value === undefined) return;
    const shape = shapeOf(known.schema);
    if (!fits(value, shape)) return this.wrongType(value, known, path);
    if (Array.isArray(value)) {
      const item = child(known, 0);
      if (item !== undefined) for (const [at, each] of value.entries()) this.check(each, item, [...path, at]);
    } else if (typeof value === 'object') this.checkMap(value as Record<string, unknown>, known, path);
    else this.checkValue(value, known, path);
  }

  private checkMap(value: Record<string, unknown>, known: Known, path: Path): void {
    const names = Object.keys(known.schema.properties ?? {});
    for (const [name, inner] of Object.entries(value)) {
      const below = child(known, name);
      if (below !== undefined) {
        this.deprecated(below, [...path, name], names.includes(name));
        this.check(inner, below, [...path, name]);
      } else if (!isOpen(known.schema))
        this.unknownField(
          name,
          names.filter((each) => !(each in value)),
          path,
        );
    }
    for (const name of known.schema.required ?? []) {
      const isHead = path.length === 0 && (name === 'apiVersion' || name === 'kind');
      if (!isHead && (value[name] === undefined || value[name] === null)) this.missing(name, known, path, value);
    }
  }

  private unknownField(name: string, names: readonly string[], path: Path): void {
    const near = nearest(name, names);
    const at = [...path, name];
    const place = this.keyPlace(at, name);
    const message =
      near === undefined
        ? this.t('unknown', { path: fieldPathText(at) })
        : this.t('unknownNear', { path: fieldPathText(at), near });
    const fixes = near === undefined ? [] : [{ ...place, title: this.t('fixName', { near }), text: near }];
    this.add(place, message, 'error', fixes);
  }

  private missing(name: string, known: Known, path: Path, value: Record<string, unknown>): void {
    const place = path.length === 0 ? this.keyPlace(['kind'], 'kind') : this.keyPlace(path, String(path.at(-1)));
    const first = Object.keys(value)[0];
    const fix = first === undefined ? undefined : this.insertion(name, known, [...path, first]);
    this.add(
      place,
      this.t('missing', { path: fieldPathText([...path, name]) }),
      'error',
      fix === undefined ? [] : [fix],
    );
  }

  /** Before the first field that is there, in its column. */
  private insertion(name: string, known: Known, first: Path): Fix | undefined {
    const { line, column } = this.document.at(first);
    if (!(this.lines[line - 1] ?? '').slice(0, column - 1).match(/^\s*(?:- +)*$/)) return undefined;
    const written = fieldSnippet(known, name, column - 1).replace(/\$\{\d+:([^}]*)\}/g, '$1');
    const text = `${written}\n${' '.repeat(column - 1)}`;
    return { line, column, endColumn: column, title: this.t('fixAdd', { name }), text };
  }

  private wrongType(value: unknown, { schema }: Known, path: Path): void {
    const shape = shapeOf(schema);
    const place = this.valuePlace(path);
    const message = this.t('wrongType', {
      path: fieldPathText(path),
      type: this.t(`type.${shape === 'any' ? 'text' : shape}`),
      found: shownValue(value, this.t),
    });
    const text = converted(value, shape);
    const fixes =
      text === undefined || !place.isValue ? [] : [{ ...place, title: this.t('fixValue', { value: text }), text }];
    this.add(place, message, 'error', fixes);
  }

  private checkValue(value: unknown, { schema }: Known, path: Path): void {
    const { enum: values } = schema;
    if (values === undefined || values.includes(value)) return;
    const near = nearest(String(value), values.map(String));
    const place = this.valuePlace(path);
    const all = { path: fieldPathText(path), values: values.map((each) => JSON.stringify(each)).join(', ') };
    const message = near === undefined ? this.t('wrongValue', all) : this.t('wrongValueNear', { ...all, near });
    const chosen = near === undefined ? values.map(String).slice(0, 5) : [near];
    const fixes = chosen.map((each) => ({ ...place, title: this.t('fixValue', { value: each }), text: quoted(each) }));
    this.add(place, message, 'error', place.isValue ? fixes : []);
  }

  private deprecated({ schema }: Known, path: Path, isNamed: boolean): void {
    const { description = '' } = schema;
    if (!isNamed || !isDeprecated(description)) return;
    const [text = ''] = description.split('\n', 1);
    this.add(
      this.keyPlace(path, String(path.at(-1))),
      this.t('deprecated', { path: fieldPathText(path), text }),
      'hint',
      [],
    );
  }

  private add(place: Place, message: string, severity: Marker['severity'], fixes: readonly Fix[]): void {
    const { line, column, endColumn } = place;
    this.found.push({ line, column, endColumn, message, severity, from: 'schema', fixes: fixes.map(plain) });
  }

  private keyPlace(path: Path, key: string): Place {
    const { line, column } = this.document.at(path);
    const written = (this.lines[line - 1] ?? '').slice(column - 1);
    const length = /^(["'])/.test(written) ? key.length + 2 : key.length;
    const isKey = written.startsWith(key) || written.startsWith(key, 1);
    return { line, column, endColumn: isKey ? column + length : undefined, isValue: false };
  }

  /** Behind the key, or the item itself, where it stands on that line. */
  private valuePlace(path: Path): Place & { readonly isValue: boolean } {
    const { line, column } = this.document.at(path);
    const written = (this.lines[line - 1] ?? '').slice(column - 1);
    const isItem = typeof path.at(-1) === 'number';
    const lead = isItem ? /^/.exec(written) : /^(?:"[^"]*"|'[^']*'|[^:]*?)\s*: +/.exec(written);
    const value =
      lead &&
      /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s#[{,&*|>][^#,\]}]*?(?=\s*(?:$| #|[,\]}])))/.exec(
        written.slice(lead[0].length),
      );
    if (lead === null || !value) return { line, column, endColumn: undefined, isValue: false };
    const from = column + lead[0].length;
    return { line, column: from, endColumn: from + value[0].length, isValue: true };
  }
}

interface Place {
  readonly line: number;
  readonly column: number;
  readonly endColumn: number | undefined;
  readonly isValue: boolean;
}

function plain({ line, column, endColumn, title, text }: Fix): Fix {
  return { line, column, endColumn, title, text };
}

function fits(value: unknown, shape: Shape): boolean {
  switch (shape) {
    case 'any':
      return true;
    case 'list':
      return Array.isArray(value);
    case 'map':
      return typeof value === 'object' && !Array.isArray(value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'integer':
      return Number.isInteger(value);
    case 'number':
      return typeof value === 'number';
    case 'intOrText':
      return typeof value === 'number' || typeof value === 'string';
    case 'text':
      return typeof value === 'string';
  }
}

/** The value written so that it fits; undefined when it cannot be. */
function converted(value: unknown, shape: Shape): string | undefined {
  if (shape === 'text' && typeof value !== 'object') return JSON.stringify(String(value));
  if (typeof value !== 'string') return undefined;
  if (shape === 'integer' && /^-?\d+$/.test(value)) return value;
  if (shape === 'number' && value.trim() !== '' && Number.isFinite(Number(value))) return value;
  if (shape === 'boolean' && /^(?:true|false)$/i.test(value)) return value.toLowerCase();
  return undefined;
}

function shownValue(value: unknown, t: Words): string {
  if (Array.isArray(value)) return t('type.list');
  if (typeof value === 'object') return t('type.map');
  return JSON.stringify(value);
}
