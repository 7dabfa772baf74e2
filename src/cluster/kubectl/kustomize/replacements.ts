// Models sigs.k8s.io/kustomize/api/filters/replacement and kyaml/yaml/match.go (v5.8)

import { isFields } from '../../../api/go/json.ts';
import { goPattern } from '../../../api/go/pattern.ts';
import type { JsonObject } from '../../../api/types/meta.ts';
import { parseManifests, printYaml } from '../../../api/yaml/index.ts';
import { groupOf, type Item, idsOf, versionOf } from './item.ts';
import type { FieldOptions, Kustomization, PatchTarget, Replacement } from './kustomization.ts';
import { type Loader, Wrong } from './loader.ts';
import { configured } from './patches.ts';
import { idText, isMeant, problemWith } from './select.ts';

const DEFAULT_PATH = 'metadata.name';

/** Everything with the values of some fields put into others. */
export function replaced(
  items: readonly Item[],
  { replacements = [] }: Kustomization,
  loader: Loader,
): readonly Item[] | Wrong {
  let all = items;
  for (const entry of replacements) {
    const listed = entry.path === undefined ? [entry] : fromFile(entry.path, loader);
    if (listed instanceof Wrong) return configured('ReplacementTransformer', { Replacements: replacements }, listed);
    for (const replacement of listed) {
      const after = withReplacement(all, replacement);
      if (after instanceof Wrong) return after;
      all = after;
    }
  }
  return all;
}

function fromFile(path: string, loader: Loader): readonly Replacement[] | Wrong {
  const text = loader.load(path);
  if (text instanceof Wrong) return text;
  const { documents, errors } = parseManifests(text);
  if (errors[0] !== undefined) return new Wrong(errors[0].message);
  const [first] = documents;
  return Array.isArray(first?.object) ? first.object : [(first?.object ?? {}) as Replacement];
}

function withReplacement(items: readonly Item[], replacement: Replacement): readonly Item[] | Wrong {
  const { source, sourceValue, targets } = replacement;
  if ((source === undefined && sourceValue === undefined) || targets === undefined) {
    return new Wrong('replacements must specify a source and at least one target');
  }
  const value = sourceOf(items, replacement);
  if (value instanceof Wrong) return value;
  let all = items;
  for (const { select, reject = [], fieldPaths = [], options = {} } of targets) {
    if (select === undefined) return new Wrong('target must specify resources to select');
    const problem = problemWith(select);
    if (problem !== undefined) return new Wrong(`error creating target selector: ${problem}`);
    const after: Item[] = [];
    for (const item of all) {
      const isTarget = isMeant(item, select, idsOf(item)) && !reject.some((each) => isMeant(item, each, idsOf(item)));
      const done = isTarget ? put(item, value.found, fieldPaths, options) : item;
      if (done instanceof Wrong) return done;
      after.push(done);
    }
    all = after;
  }
  return all;
}

function sourceOf(items: readonly Item[], { source, sourceValue }: Replacement): { readonly found: unknown } | Wrong {
  if (source === undefined) return { found: sourceValue };
  if (sourceValue !== undefined) return new Wrong('value and resource selectors are mutually exclusive');
  const { fieldPath, options = {}, ...id } = source;
  const selected = items.filter((item) => isSelected(item, id));
  const told = `${idText(id)}${fieldPath === undefined ? '' : `:${fieldPath}`}`;
  if (selected.length > 1) return new Wrong(`multiple matches for selector ${told}`);
  const [item] = selected;
  if (item === undefined) return new Wrong(`nothing selected by ${told}`);
  const path = fieldPath ?? DEFAULT_PATH;
  const places = matching({ holder: { root: item.object }, key: 'root' }, steps(path), undefined);
  const [place] = typeof places === 'string' ? [] : places;
  const found = place === undefined ? undefined : at(place);
  if (found === undefined || found === null || (typeof found === 'object' && Object.keys(found).length === 0)) {
    return new Wrong(`fieldPath \`${path}\` is missing for replacement source ${idText(id)}`);
  }
  return refined(found, options);
}

function refined(found: unknown, { delimiter = '', index = 0 }: FieldOptions): { readonly found: unknown } | Wrong {
  if (delimiter === '') return { found };
  if (typeof found === 'object') return new Wrong('delimiter option can only be used with scalar nodes');
  const part = String(found).split(delimiter)[index];
  if (part === undefined) return new Wrong(`options.index ${index} is out of bounds for value ${String(found)}`);
  return { found: part };
}

function isSelected(item: Item, { group, version, kind, name, namespace }: PatchTarget): boolean {
  const is = (wanted: string | undefined, own: string): boolean =>
    wanted === undefined || wanted === '' || wanted === own;
  return (
    is(group, groupOf(item)) &&
    is(version, versionOf(item)) &&
    idsOf(item).some((id) => is(kind, id.kind) && is(name, id.name) && is(namespace, id.namespace))
  );
}

function put(item: Item, value: unknown, fieldPaths: readonly string[], options: FieldOptions): Item | Wrong {
  const object = JSON.parse(JSON.stringify(item.object)) as JsonObject;
  const made = options.create === true ? { isScalar: typeof value !== 'object' } : undefined;
  for (const path of fieldPaths.length === 0 ? [DEFAULT_PATH] : fieldPaths) {
    const places = matching({ holder: { root: object }, key: 'root' }, steps(path), made);
    const told = `unable to find ${made === undefined ? '' : 'or create '}field ${JSON.stringify(path)} in replacement target`;
    if (typeof places === 'string') return new Wrong(`${told}: ${places}`);
    if (places.length === 0) return new Wrong(told);
    for (const place of places) {
      const wrong = set(place, value, options, path.startsWith('metadata.annotations.'));
      if (wrong !== undefined) return wrong;
    }
  }
  return { ...item, object };
}

function set(
  place: Place,
  value: unknown,
  { delimiter = '', index = 0 }: FieldOptions,
  isText: boolean,
): Wrong | undefined {
  const before = at(place);
  let text = String(value);
  if (delimiter !== '') {
    if (typeof before === 'object' && before !== null) {
      return new Wrong('delimiter option can only be used with scalar nodes');
    }
    const parts = String(before ?? '').split(delimiter);
    if (index < 0) parts.unshift(text);
    else if (index >= parts.length) parts.push(text);
    else parts[index] = text;
    text = parts.join(delimiter);
  }
  // A scalar keeps its type, one that was made has that of what is written into it.
  const isOther = typeof before === 'object' && before !== null;
  const after =
    isOther || typeof value === 'object' ? value : typeof before === 'string' || isText ? text : scalar(text);
  if ((typeof before === 'number' || typeof before === 'boolean') && typeof after !== typeof before) {
    const tag = typeof before === 'number' ? 'int' : 'bool';
    return new Wrong(`map[string]interface {}(nil): yaml: cannot decode !!str \`${text}\` as a !!${tag}`);
  }
  write(place, after);
  return undefined;
}

const scalar = (text: string): unknown =>
  parseManifests(`a: ${text}`, 'newer').documents[0]?.object?.['a' as never] ?? text;

/** Where a value stands: a field or an element. */
interface Place {
  readonly holder: Record<string, unknown> | unknown[];
  readonly key: string | number;
}

const at = ({ holder, key }: Place): unknown => (holder as Record<string | number, unknown>)[key];

function write({ holder, key }: Place, value: unknown): void {
  (holder as Record<string | number, unknown>)[key] = value;
}

/** `a.[name=x.y].b`, `a.[x.io/y]` and `a\.b` to its parts. */
function steps(path: string): readonly string[] {
  const parts = path.split(/(?<!\\)\./).map((part) => part.replaceAll('\\.', '.'));
  const joined: string[] = [];
  for (let from = 0; from < parts.length; from += 1) {
    const first = parts[from] as string;
    let end = from;
    if (first.startsWith('[')) while (end < parts.length - 1 && !parts[end]?.endsWith(']')) end += 1;
    const text = parts.slice(from, end + 1).join('.');
    joined.push(end > from && !text.includes('=') ? text.replace(/^\[|\]$/g, '') : text);
    from = end;
  }
  return joined;
}

/** All places that a path leads to, or what is wrong with it. With `made`, what is not there is made on the way. */
function matching(
  place: Place,
  [step, ...rest]: readonly string[],
  made: { readonly isScalar: boolean } | undefined,
): readonly Place[] | string {
  if (step === undefined) return [place];
  const value = at(place);
  const next = (key: string | number): readonly Place[] | string =>
    matching({ holder: value as Place['holder'], key }, rest, made);
  if (/^\d+$/.test(step)) return atIndex(value, Number(step), rest, made, next);
  if (step === '*' || (step.startsWith('[') && step.endsWith(']'))) return inList(value, step, made, next);
  if (value === null || value === undefined) return [];
  if (!isFields(value)) return misplaced('MappingNode', value);
  const fields = value as Record<string, unknown>;
  if (fields[step] === undefined || fields[step] === null) {
    if (made === undefined) return [];
    fields[step] = fresh(rest[0], made.isScalar);
  }
  return next(step);
}

type Next = (key: number) => readonly Place[] | string;

function atIndex(
  value: unknown,
  index: number,
  rest: readonly string[],
  made: { readonly isScalar: boolean } | undefined,
  next: Next,
): readonly Place[] | string {
  const list = Array.isArray(value) ? value : [];
  if (index === list.length && made !== undefined) list.push(fresh(rest[0], made.isScalar));
  return index < list.length ? next(index) : `index ${index} specified but only ${list.length} elements found`;
}

function inList(
  value: unknown,
  step: string,
  made: { readonly isScalar: boolean } | undefined,
  next: Next,
): readonly Place[] | string {
  if (value === null || value === undefined) return [];
  if (!Array.isArray(value)) return misplaced('SequenceNode', value);
  const equals = step.indexOf('=');
  if (step !== '*' && equals < 0) return 'list path element must contain fieldName=fieldValue for element to match';
  const [field, pattern] = [step.slice(1, equals), step.slice(equals + 1, -1)];
  const read = goPattern(pattern);
  if (step !== '*' && 'problem' in read) return read.problem;
  const fits = (each: unknown): boolean => {
    if ('problem' in read || step === '*') return true;
    const own = field === '' ? each : (each as Record<string, unknown>)?.[field];
    return own !== undefined && own !== null && read.test(String(own));
  };
  if (made !== undefined && step !== '*' && !value.some(fits))
    value.push(field === '' ? pattern : { [field]: pattern });
  const found: Place[] = [];
  for (const [index, each] of value.entries()) {
    const places = fits(each) ? next(index) : [];
    if (typeof places === 'string') return places;
    found.push(...places);
  }
  return found;
}

function misplaced(wanted: string, value: unknown): string {
  const kind = Array.isArray(value) ? 'SequenceNode' : isFields(value) ? 'MappingNode' : 'ScalarNode';
  return `wrong node kind: expected ${wanted} but got ${kind}: node contents:\n${printYaml(value)}`;
}

/** What stands at a place that is made for what comes behind it. */
function fresh(behind: string | undefined, isScalar: boolean): unknown {
  if (behind === undefined) return isScalar ? null : {};
  return /^\d+$/.test(behind) || behind.startsWith('[') ? [] : {};
}
