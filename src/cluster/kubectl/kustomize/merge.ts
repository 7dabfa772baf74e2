// Models sigs.k8s.io/kustomize/kyaml/yaml/merge2 and kyaml/yaml/walk, lists growing at their front (v5.8)

import { type Shape, shapeOf } from '../../../api/fields/shape.ts';
import { isFields } from '../../../api/go/json.ts';
import type { JsonObject } from '../../../api/types/meta.ts';
import { printYaml } from '../../../api/yaml/index.ts';
import { elementSet, joinedValues, matchedElement, textOf, valid } from './elements.ts';
import { Wrong } from './loader.ts';

type Fields = Record<string, unknown>;

const DIRECTIVE = '$patch';

/** Fields that are younger than the schema that kustomize has, of v1.21. */
const LATER: readonly string[] = ['schedulingGates', 'resourceClaims'];

/** An object with a patch merged into it, or nothing when the patch deletes it. Lists of kinds that nobody declared are replaced. */
export function mergedInto(object: JsonObject, patch: JsonObject, isDeclared: boolean): JsonObject | undefined | Wrong {
  const { apiVersion = '', kind = '' } = object as { readonly apiVersion?: string; readonly kind?: string };
  const shape = isDeclared ? shapeOf(apiVersion, kind) : undefined;
  const copy = (value: JsonObject): Fields => JSON.parse(JSON.stringify(value));
  return walked(copy(object), copy(patch), shape) as JsonObject | undefined | Wrong;
}

const isMissing = (value: unknown): value is null | undefined => value === undefined || value === null;

const nodeKind = (value: unknown): string =>
  Array.isArray(value) ? 'SequenceNode' : isFields(value) ? 'MappingNode' : 'ScalarNode';

/** What becomes of a value: it, or the one of the patch, changed in its place; nothing where both have none. */
function walked(before: unknown, patch: unknown, shape: Shape | undefined): unknown {
  const some = isMissing(before) ? patch : before;
  if (isMissing(some)) return undefined;
  const kind = nodeKind(some);
  const other = some === before ? patch : undefined;
  if (!isMissing(other) && nodeKind(other) !== kind) {
    return new Wrong(
      `wrong node kind: expected ${kind} but got ${nodeKind(other)}: node contents:\n${printYaml(other)}`,
    );
  }
  if (kind === 'MappingNode') return walkedFields(before as Fields, patch as Fields, shape);
  if (kind === 'SequenceNode' && shape?.patchMerge === true)
    return walkedList(before as unknown[], patch as unknown[], shape);
  return patch === undefined ? before : (patch ?? undefined);
}

/** What a patch says of the whole, taken out of it. */
function directiveOf(patch: Fields | undefined): string | Wrong {
  const told = patch?.[DIRECTIVE];
  if (patch === undefined || told === undefined) return 'merge';
  if (told !== 'delete' && told !== 'replace' && told !== 'merge')
    return new Wrong(`unknown patch strategy '${String(told)}'`);
  delete patch[DIRECTIVE];
  return told;
}

function walkedFields(
  before: Fields | undefined | null,
  patch: Fields | undefined | null,
  shape: Shape | undefined,
): unknown {
  if (patch === null && !isMissing(before)) return undefined;
  const told = directiveOf(patch ?? undefined);
  if (told instanceof Wrong) return told;
  if (told === 'delete') return undefined;
  const after = isMissing(before) || told === 'replace' ? (patch as Fields) : before;
  for (const field of new Set([...Object.keys(after), ...Object.keys(patch ?? {})].sort())) {
    const value = walked(after[field], patch?.[field], LATER.includes(field) ? undefined : shape?.child(field));
    if (value instanceof Wrong) return value;
    if (value === undefined) delete after[field];
    else after[field] = value;
  }
  return after;
}

/** What an element that is nothing but a directive says of its list, taken out of that. */
function listDirectiveOf(patch: unknown[] | undefined): string | Wrong {
  const at = (patch ?? []).findIndex((each) => isFields(each) && DIRECTIVE in each);
  const one = patch?.[at] as Fields | undefined;
  if (patch === undefined || one === undefined || Object.keys(one).length > 1) return 'merge';
  const told = directiveOf(one);
  if (!(told instanceof Wrong)) patch.splice(at, 1);
  return told;
}

function walkedList(before: unknown[] | undefined | null, patch: unknown[] | undefined | null, shape: Shape): unknown {
  if (patch === null && !isMissing(before)) return undefined;
  const told = isMissing(before) ? 'merge' : listDirectiveOf(patch ?? undefined);
  if (told instanceof Wrong) return told;
  if (told === 'delete') return undefined;
  const list = isMissing(before) || told === 'replace' ? (patch as unknown[]) : before;
  const { patchKey } = shape;
  const keys = shape.keys.length > 0 ? shape.keys : patchKey === undefined ? [] : [patchKey];
  const sources = patch === undefined || patch === null ? [list] : [patch, list];
  const values = distinct(
    sources.flatMap((source) =>
      keys.length === 0
        ? source.map((each) => [textOf(each)])
        : source.map((each) => keys.map((key) => keyText(each, key))),
    ),
  );
  return merged(list, patch ?? undefined, keys.length === 0 ? [''] : keys, values, shape);
}

function distinct(values: readonly (readonly string[])[]): (readonly string[])[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

function keyText(each: unknown, key: string): string {
  const value = isFields(each) ? (each as Fields)[key] : undefined;
  return typeof value === 'object' || value === undefined ? '' : textOf(value);
}

/** What the patch names comes first, in its order; then the rest of the list. */
function merged(
  list: unknown[],
  patch: unknown[] | undefined,
  keys: readonly string[],
  values: (readonly string[])[],
  shape: Shape,
): unknown {
  const wanted = keys.length > 1 ? joinedValues(values) : values;
  const all: unknown[] = [];
  let known: readonly string[] = keys;
  for (const value of wanted) {
    const [own, texts] = valid(wanted, value, keys);
    known = own;
    const [narrow, narrowed] = valid([texts], texts, own);
    const found = matchedElement(list, narrow, narrowed);
    const change = patch === undefined ? undefined : matchedElement(patch, narrow, narrowed);
    const after = walked(found, change, shape.element);
    if (after instanceof Wrong) return after;
    if (isMissing(after) || (isFields(after) && Object.keys(after).length === 0)) {
      elementSet(list, undefined, own, texts);
      continue;
    }
    if (isFields(after)) {
      for (const [at, key] of own.entries()) {
        if (texts[at] !== '' && !Object.hasOwn(after, key)) (after as Fields)[key] = texts[at];
      }
    }
    elementSet(all, after, own, texts);
  }
  return wanted.length === 0 ? list : appended(all, list, known);
}

function appended(all: unknown[], list: readonly unknown[], keys: readonly string[]): unknown[] {
  for (const each of [...list]) {
    if (keys[0] === '') {
      elementSet(all, each, keys, [textOf(each)]);
      continue;
    }
    const texts: string[] = [];
    for (const key of keys) {
      const value = isFields(each) ? (each as Fields)[key] : undefined;
      if (isMissing(value)) all.push(each);
      else texts.push(textOf(value));
    }
    if (keys.length > 1) elementSet(all, undefined, keys, texts);
    elementSet(all, each, keys, texts);
  }
  return all;
}
