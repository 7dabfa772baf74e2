// Models sigs.k8s.io/kustomize/api/internal/builtins/PatchTransformer.go (v5.8)

import { isFields } from '../../../api/json.ts';
import { applyJsonPatch, type JsonPatchOperation } from '../../../api/patch/json-patch.ts';
import { applyMergePatch } from '../../../api/patch/merge-patch.ts';
import { applyStrategicMerge } from '../../../api/patch/strategic-merge-patch.ts';
import { resourceOfObject } from '../../../api/scheme.ts';
import { matchesRequirements, parseSelector } from '../../../api/selectors.ts';
import type { JsonObject, KObject, StringMap } from '../../../api/types/meta.ts';
import { parseManifests } from '../../../api/yaml/index.ts';
import { type Failure, failure, isFailure } from '../errors.ts';
import type { ReadFile } from './generate.ts';
import { groupOf, type Item, kindOf, metadataOf, namespaceOf, versionOf } from './item.ts';
import type { Kustomization, PatchEntry, PatchTarget } from './kustomization.ts';

/** All patches, one after another; what a patch deletes is gone. */
export function patched(
  items: readonly Item[],
  { patches = [], patchesStrategicMerge = [], patchesJson6902 = [] }: Kustomization,
  readFile: ReadFile,
): readonly Item[] | Failure {
  const plain = patchesStrategicMerge.map(
    (one): PatchEntry => (readFile(one) === undefined ? { patch: one } : { path: one }),
  );
  let all = items;
  for (const entry of [...plain, ...patches, ...patchesJson6902]) {
    const after = patchedBy(all, entry, readFile);
    if (isFailure(after)) return after;
    all = after;
  }
  return all;
}

function patchedBy(items: readonly Item[], entry: PatchEntry, readFile: ReadFile): readonly Item[] | Failure {
  const { path, patch, target } = entry;
  const text = path === undefined ? patch : readFile(path);
  if (text === undefined) {
    return failure(path === undefined ? 'must specify one of patch and path' : `unable to find patch file ${path}`);
  }
  const { documents, errors } = parseManifests(text);
  if (errors[0] !== undefined) return failure(`unable to parse SM or JSON patch from [${text}]`);
  let all = items;
  for (const { object } of documents) {
    const after = Array.isArray(object)
      ? withOperations(all, object as readonly JsonPatchOperation[], target)
      : withMerged(all, object as JsonObject, target);
    if (isFailure(after)) return after;
    all = after;
  }
  return all;
}

function withOperations(
  items: readonly Item[],
  operations: readonly JsonPatchOperation[],
  target: PatchTarget | undefined,
): readonly Item[] | Failure {
  if (target === undefined) return failure('must specify a target for JSON patch');
  const after: Item[] = [];
  for (const item of items) {
    if (!isMeant(item, target)) {
      after.push(item);
      continue;
    }
    const done = applyJsonPatch(item.object as unknown as KObject, operations);
    if ('error' in done) return failure(done.error);
    after.push({ ...item, object: done.object as unknown as JsonObject });
  }
  return after;
}

function withMerged(
  items: readonly Item[],
  patch: JsonObject,
  target: PatchTarget | undefined,
): readonly Item[] | Failure {
  const own = { object: patch, names: [], isHashed: false };
  const isWanted = (item: Item): boolean => (target === undefined ? isSame(item, own) : isMeant(item, target));
  if (target === undefined && !items.some(isWanted)) {
    const { name = '', namespace } = metadataOf(own);
    const id = `${kindOf(own)}.${versionOf(own)}.${groupOf(own) || '[noGrp]'}/${String(name)}.${String(namespace ?? '[noNs]')}`;
    return failure(
      `no resource matches strategic merge patch "${id}": no matches for Id ${id}; failed to find unique target for patch ${id}`,
    );
  }
  const after: Item[] = [];
  for (const item of items) {
    if (!isWanted(item)) {
      after.push(item);
      continue;
    }
    if (patch.$patch === 'delete') continue;
    const done = merged(item, patch, target !== undefined);
    if (isFailure(done)) return done;
    after.push(done);
  }
  return after;
}

/** What a patch says of the name and the kind counts for finding the object alone. */
function merged(item: Item, patch: JsonObject, isTargeted: boolean): Item | Failure {
  const { apiVersion, kind } = item.object as { readonly apiVersion: string; readonly kind: string };
  const { name: _, namespace: __, ...metadata } = metadataOf({ object: patch, names: [], isHashed: false });
  const { $patch: ___, ...rest } = patch;
  const changes = { ...rest, ...(isTargeted ? { apiVersion, kind } : {}), metadata } as JsonObject;
  const before = item.object as unknown as KObject & { readonly apiVersion: string; readonly kind: string };
  if (resourceOfObject({ apiVersion, kind }) === undefined) {
    return { ...item, object: applyMergePatch(before, changes) as unknown as JsonObject };
  }
  const done = applyStrategicMerge(before, before, changes);
  if ('error' in done) return failure(done.error);
  return { ...item, object: asBefore(done.object, item.object) as JsonObject };
}

/** What members of a list are told apart by. */
const KEYS: readonly string[] = [
  'name',
  'mountPath',
  'containerPort',
  'port',
  'devicePath',
  'ip',
  'topologyKey',
  'type',
];

/** kustomize leaves the members of a list where they are, and puts new ones at its end. */
function asBefore(after: unknown, before: unknown): unknown {
  if (Array.isArray(after) && Array.isArray(before)) {
    const key = KEYS.find((one) => after.every((each) => isFields(each) && each[one] !== undefined));
    if (key === undefined) return after;
    const same = (a: unknown, b: unknown): boolean => isFields(a) && isFields(b) && a[key] === b[key];
    const kept = before.flatMap((old) => after.filter((each) => same(each, old)).map((each) => asBefore(each, old)));
    return [...kept, ...after.filter((each) => !before.some((old) => same(each, old)))];
  }
  if (!isFields(after) || !isFields(before)) return after;
  return Object.fromEntries(Object.entries(after).map(([field, value]) => [field, asBefore(value, before[field])]));
}

function isSame(item: Item, patch: Item): boolean {
  const namespace = namespaceOf(patch);
  return (
    kindOf(item) === kindOf(patch) &&
    groupOf(item) === groupOf(patch) &&
    item.names.includes(String(metadataOf(patch).name ?? '')) &&
    (namespace === '' || namespaceOf(item) === namespace)
  );
}

/** Each of a target's words is a regular expression for the whole of what it is about. */
function isMeant(item: Item, target: PatchTarget): boolean {
  const fits = (pattern: string | undefined, ...values: readonly string[]): boolean => {
    if (pattern === undefined || pattern === '') return true;
    const expression = new RegExp(`^(?:${pattern})$`);
    return values.some((value) => expression.test(value));
  };
  const selects = (selector: string | undefined, values: unknown): boolean => {
    if (selector === undefined || selector === '') return true;
    const parsed = parseSelector(selector);
    return !('error' in parsed) && matchesRequirements(parsed.requirements, (values ?? {}) as StringMap);
  };
  const { labels, annotations } = metadataOf(item);
  return (
    fits(target.group, groupOf(item)) &&
    fits(target.version, versionOf(item)) &&
    fits(target.kind, kindOf(item)) &&
    fits(target.name, ...item.names) &&
    fits(target.namespace, namespaceOf(item)) &&
    selects(target.labelSelector, labels) &&
    selects(target.annotationSelector, annotations)
  );
}
