// Models sigs.k8s.io/kustomize/api/internal/builtins/PatchTransformer.go (v5.8)

import { isFields } from '../../../api/go/json.ts';
import { jsonSyntaxError } from '../../../api/go/json-syntax.ts';
import { applyJsonPatch, type JsonPatchOperation } from '../../../api/patch/json-patch.ts';
import type { JsonObject, KObject } from '../../../api/types/meta.ts';
import { parseManifests, printYaml } from '../../../api/yaml/index.ts';
import { type Item, isDeclared, isKnownAs, itemOf, metadataOf, remembered, withoutEmptyAnnotations } from './item.ts';
import type { PatchEntry, PatchTarget } from './kustomization.ts';
import { type Loader, Wrong, wrapped } from './loader.ts';
import { mergedInto } from './merge.ts';
import { idOf, isMeant, problemWith } from './select.ts';

/** What is wrong with what a built-in part was told. */
export const configured = (part: string, told: object, wrong: Wrong): Wrong =>
  new Wrong(`trouble configuring builtin ${part} with config: \`\n${printYaml(told)}\`: ${wrong.message}`);

const PATCHES = 'PatchTransformer';

/** All patches, one after another; what a patch deletes is gone. */
export function patched(
  items: readonly Item[],
  entries: readonly PatchEntry[],
  loader: Loader,
  part = PATCHES,
): readonly Item[] | Wrong {
  const patches: Patch[] = [];
  for (const entry of entries) {
    const read = patchOf(entry, loader, part);
    if (read instanceof Wrong) return configured(part, said(entry), read);
    patches.push(read);
  }
  let all = items;
  for (const patch of patches) {
    const after = patchedBy(all, patch);
    if (after instanceof Wrong) return after;
    all = after;
  }
  return all;
}

/** What an entry says: what is empty is left out. */
function said(entry: PatchEntry): object {
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== ''));
}

/** The patches of an older field: texts, or files. */
export function merges(paths: readonly string[], loader: Loader): readonly PatchEntry[] | Wrong {
  const entries = paths.map(
    (one): PatchEntry => (patchOf({ patch: one }, loader) instanceof Wrong ? { path: one } : { patch: one }),
  );
  const missing = entries
    .map(({ path }) => (path === undefined ? '' : loader.load(path)))
    .find((text) => text instanceof Wrong);
  return missing instanceof Wrong ? configured('PatchStrategicMergeTransformer', { paths }, missing) : entries;
}

interface Patch {
  readonly entry: PatchEntry;
  /** Where it stands, as messages name it. */
  readonly source: string;
  readonly merges: readonly JsonObject[];
  readonly operations: readonly JsonPatchOperation[] | undefined;
}

function patchOf(entry: PatchEntry, loader: Loader, part = PATCHES): Patch | Wrong {
  const { path = '', patch = '' } = entry;
  if (path === '' && patch === '')
    return new Wrong(`must specify one of patch and path in\n${printYaml(said(entry)).trimEnd()}`);
  if (path !== '' && patch !== '')
    return new Wrong(`patch and path can't be set at the same time\n${printYaml(entry).trimEnd()}`);
  const source = path === '' ? `[patch: ${JSON.stringify(patch)}]` : `[path: ${JSON.stringify(path)}]`;
  const text = path === '' ? patch : loader.load(path.trim());
  if (text instanceof Wrong) {
    return part === PATCHES ? wrapped(text, `failed to get the patch file from path(${path})`) : text;
  }
  const unreadable = new Wrong(`unable to parse SM or JSON patch from ${source}`);
  const { documents, errors } = parseManifests(text, 'newer');
  // What begins like a list of JSON must be one.
  if (errors[0] !== undefined || (text.startsWith('[') && jsonSyntaxError(text) !== undefined)) return unreadable;
  const objects = documents.map(({ object }) => object).filter((object) => object !== null);
  const [first] = objects;
  if (objects.length === 1 && Array.isArray(first)) {
    // What an operation puts is read as Kubernetes reads it: `y` is true.
    const operations = parseManifests(text).documents[0]?.object as readonly JsonPatchOperation[];
    return operations.every(isFields) ? { entry, source, merges: [], operations } : unreadable;
  }
  const isObject = (object: unknown): boolean =>
    isFields(object) &&
    String((object as JsonObject).kind ?? '') !== '' &&
    metadataOf(itemOf(object as JsonObject)).name !== undefined;
  return objects.every(isObject)
    ? { entry, source, merges: objects as JsonObject[], operations: undefined }
    : unreadable;
}

function patchedBy(items: readonly Item[], patch: Patch): readonly Item[] | Wrong {
  const { entry, source, merges, operations } = patch;
  const { target } = entry;
  const problem = target === undefined ? undefined : problemWith(target);
  if (problem !== undefined) return new Wrong(problem);
  if (operations !== undefined) {
    if (target === undefined) return new Wrong(`must specify a target for JSON patch ${source}`);
    return withOperations(items, operations, target);
  }
  if (target !== undefined && merges.length > 1) {
    const rule = 'Multiple Strategic-Merge Patches in one `patches` entry is not allowed to set `patches.target` field';
    return new Wrong(`${rule}: ${source}`);
  }
  let all = items;
  for (const merge of merges) {
    const after = withMerged(all, merge, entry);
    if (after instanceof Wrong) return after;
    all = after;
  }
  return all;
}

function withOperations(
  items: readonly Item[],
  operations: readonly JsonPatchOperation[],
  target: PatchTarget,
): readonly Item[] | Wrong {
  const after: Item[] = [];
  for (const item of items) {
    if (!isMeant(item, target)) {
      after.push(item);
      continue;
    }
    // There are always annotations: kustomize keeps its notes there.
    const { annotations = {}, ...metadata } = metadataOf(item);
    const noted = { ...item.object, metadata: { ...metadata, annotations } } as KObject;
    const done = applyJsonPatch(noted, operations);
    if ('error' in done) return new Wrong(done.error);
    after.push(withoutEmptyAnnotations({ ...remembered(item), object: done.object as JsonObject }));
  }
  return after;
}

function withMerged(
  items: readonly Item[],
  patch: JsonObject,
  { target, options }: PatchEntry,
): readonly Item[] | Wrong {
  const own = itemOf(patch);
  const isWanted = (item: Item): boolean => (target === undefined ? isKnownAs(item, own) : isMeant(item, target));
  const count = target === undefined ? items.filter(isWanted).length : 1;
  if (count !== 1) {
    const id = idOf(own);
    return new Wrong(
      `no resource matches strategic merge patch "${id}": ${count === 0 ? 'no' : 'multiple'} matches for Id ${id}; failed to find unique target for patch ${id}`,
    );
  }
  const all: Item[] = [];
  for (const item of items) {
    const after = isWanted(item) ? merged(item, patch, options) : item;
    if (after instanceof Wrong) return after;
    if (after !== undefined) all.push(after);
  }
  return all;
}

/** What a patch says of the name and the kind counts for finding the object alone, unless it may change them. */
function merged(
  item: Item,
  patch: JsonObject,
  { allowNameChange = false, allowKindChange = false }: NonNullable<PatchEntry['options']> = {},
): Item | undefined | Wrong {
  const { apiVersion, kind } = item.object as { readonly apiVersion: string; readonly kind: string };
  const { name, namespace: _, ...metadata } = metadataOf(itemOf(patch));
  const changes = {
    ...patch,
    ...(allowKindChange ? {} : { apiVersion, kind }),
    metadata: { ...metadata, ...(allowNameChange ? { name } : {}) },
  } as JsonObject;
  const object = mergedInto(item.object, changes, isDeclared(item));
  if (object === undefined || object instanceof Wrong) return object;
  return { ...(allowNameChange || allowKindChange ? remembered(item) : item), object };
}
