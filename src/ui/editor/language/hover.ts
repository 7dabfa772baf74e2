import { applyDefaults } from '../../../api/defaults/index.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { Path } from '../../../api/values/field-path.ts';
import { splitGroupVersion } from '../../../api/values/group-version.ts';
import { parseFile } from '../../../api/yaml/index.ts';
import type { Language } from '../../widgets/kit/host.ts';
import { type Say, say } from '../../widgets/kit/words.ts';
import { type Draft, draftAt, headOf, surroundings } from './reading.ts';
import { child, type Known, type SchemaBook, typeName } from './schema-book.ts';
import { languageWords } from './words.ts';

/** What is to be said of a place; lines and columns from 0. */
export interface Told {
  readonly from: number;
  readonly to: number;
  /** As Markdown. */
  readonly text: string;
}

/** What the server says of the field, or of the kind, at a place of a text. */
export function hover(
  book: SchemaBook,
  text: string,
  line: number,
  column: number,
  language: Language,
): Told | undefined {
  const draft = draftAt(text, line);
  const at = draft.lines[line - draft.from];
  const entry = at?.entries.at(-1);
  if (at === undefined || entry?.key === undefined || column < entry.column) return undefined;
  const root = book.root(headOf(draft, 'apiVersion'), headOf(draft, 'kind'));
  if (root === undefined) return undefined;
  const { path } = surroundings(draft, line - draft.from, entry.column);
  const holder = book.at(root, path);
  const known = holder && child(holder, entry.key);
  if (holder === undefined || known === undefined) return undefined;
  const isKind = path.length === 0 && entry.key === 'kind' && column >= at.value.column;
  const value = isKind ? undefined : defaultOf(text, draft, [...path, entry.key]);
  const own = { name: entry.key, isDemanded: holder.schema.required?.includes(entry.key) === true, value };
  return {
    from: isKind ? at.value.column : entry.column,
    to: isKind ? at.text.trimEnd().length : entry.column + entry.key.length,
    text: isKind ? (root.schema.description ?? '') : described(own, known, language),
  };
}

interface Own {
  readonly name: string;
  readonly isDemanded: boolean;
  readonly value: unknown;
}

function described({ name, isDemanded, value }: Own, known: Known, language: Language): string {
  const t: Say<keyof typeof languageWords.en> = (key, args) => say(languageWords, language, key, args);
  const { description = '', enum: values = [], default: own = value } = known.schema;
  const facts = [
    `**${name}** \`${typeName(known)}\`${isDemanded ? ` · ${t('demanded')}` : ''}`,
    ...(own === undefined ? [] : [t('default', { value: `\`${JSON.stringify(own)}\`` })]),
    ...(values.length === 0
      ? []
      : [t('values', { values: values.map((each) => `\`${String(each) || '""'}\``).join(', ') })]),
  ];
  return [...facts, markdown(description)].filter(Boolean).join('\n\n');
}

/** Words as they are: what would be read as marks is none. Lists stay lists. */
function markdown(text: string): string {
  return text
    .split('\n')
    .map((line) => (/^\s*(?:-|\d+\.) /.test(line) ? `\n${line.trim()}` : line))
    .join('\n')
    .replace(/[<>]/g, (mark) => (mark === '<' ? '&lt;' : '&gt;'))
    .replace(/(^|\s)\*(?=\S)/g, '$1\\*');
}

/** What the server makes of the field when it is left out: told by leaving it out. */
function defaultOf(text: string, draft: Draft, path: Path): unknown {
  const { documents } = parseFile(text);
  const found = documents.find(
    ({ range }) => range.endLine > draft.from && range.startLine <= draft.from + draft.lines.length,
  );
  const object = found?.object as KObject | null | undefined;
  if (object === null || object === undefined || path.length < 2) return undefined;
  const [group] = splitGroupVersion(headOf(draft, 'apiVersion'));
  try {
    const given = without(object, path);
    return given && valueAt(applyDefaults({ group, kind: headOf(draft, 'kind') }, given as KObject), path);
  } catch {
    // Of what is no such object nothing can be said.
    return undefined;
  }
}

function without(value: unknown, [step, ...rest]: Path): unknown {
  if (step === undefined || typeof value !== 'object' || value === null) return undefined;
  const next = rest.length === 0 ? undefined : without((value as Record<string | number, unknown>)[step], rest);
  if (Array.isArray(value)) return value.map((item, at) => (at === step ? next : item));
  const { [step]: _gone, ...others } = value as Record<string | number, unknown>;
  return next === undefined ? others : { ...others, [step]: next };
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((now, step) => (now as Record<string | number, unknown> | undefined)?.[step], value);
}
