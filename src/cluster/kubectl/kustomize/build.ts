// Models sigs.k8s.io/kustomize/api/internal/target/kusttarget.go (v5.8)

import { isFields } from '../../../api/json.ts';
import type { JsonObject, KObject } from '../../../api/types/meta.ts';
import { parseManifests } from '../../../api/yaml/index.ts';
import { type Failure, failure, isFailure } from '../errors.ts';
import { changedAt } from './field-paths.ts';
import { type ReadFile, withGenerated } from './generate.ts';
import { type Item, inOrder, isNamespaced, kindOf, nameOf, renamed, withMetadata } from './item.ts';
import { deprecations, type ImageEntry, type Kustomization, problemWith } from './kustomization.ts';
import { annotated, labelled } from './labels.ts';
import { nameHash } from './name-hash.ts';
import { patched } from './patches.ts';
import { withReferences } from './references.ts';

/** Where the person at the terminal is. */
export const HOME = '/home/user';

const NAMES: readonly string[] = ['kustomization.yaml', 'kustomization.yml', 'Kustomization'];

export interface Built {
  readonly objects: readonly JsonObject[];
  readonly warnings: readonly string[];
}

/** The objects that a folder with a kustomization stands for, by their kinds or as they are written. */
export function buildKustomization(folder: string, readFile: ReadFile, asWritten = false): Built | Failure {
  const warnings: string[] = [];
  const items = accumulated(normal(folder), readFile, warnings, []);
  if (isFailure(items)) return items;
  const hashed = items.map((item) =>
    item.isHashed ? renamed(item, `${nameOf(item)}-${nameHash(item.object as unknown as KObject, '')}`) : item,
  );
  const all = withReferences(hashed);
  return { objects: (asWritten ? all : inOrder(all)).map(({ object }) => object), warnings };
}

/** `over/../base/` is `base`. */
function normal(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return `${path.startsWith('/') ? '/' : ''}${parts.join('/')}`;
}

const within = (folder: string, path: string): string => normal(folder === '' ? path : `${folder}/${path}`);

function accumulated(
  folder: string,
  readAny: ReadFile,
  warnings: string[],
  above: readonly string[],
): readonly Item[] | Failure {
  const kustomization = read(folder, readAny);
  if (isFailure(kustomization)) return kustomization;
  warnings.push(...deprecations(kustomization));
  const readFile: ReadFile = (path) => readAny(within(folder, path));
  const items: Item[] = [];
  for (const path of [...(kustomization.resources ?? []), ...(kustomization.bases ?? [])]) {
    const found = resource(path, folder, readAny, warnings, [...above, folder]);
    if (isFailure(found)) return found;
    items.push(...found);
  }
  const all = withGenerated(items, kustomization, readFile);
  if (isFailure(all)) return all;
  const changed = patched(all, kustomization, readFile);
  return isFailure(changed) ? changed : withReferences(changed.map((item) => transformed(item, kustomization)));
}

function read(folder: string, readFile: ReadFile): Kustomization | Failure {
  const texts = NAMES.map((name) => readFile(within(folder, name))).filter((text) => text !== undefined);
  const [text] = texts;
  const names = "'kustomization.yaml', 'kustomization.yml' or 'Kustomization'";
  if (text === undefined)
    return failure(`unable to find one of ${names} in directory '${HOME}${folder === '' ? '' : `/${folder}`}'`);
  if (texts.length > 1) return failure(`Found multiple kustomization files under: ${folder || '.'}`);
  const { documents, errors } = parseManifests(text);
  const fields = documents[0]?.object ?? {};
  if (errors[0] !== undefined || !isFields(fields))
    return failure(`invalid Kustomization: ${errors[0]?.message ?? ''}`);
  const wrong = problemWith(fields);
  return wrong === undefined ? (fields as Kustomization) : failure(wrong);
}

function resource(
  path: string,
  folder: string,
  readFile: ReadFile,
  warnings: string[],
  above: readonly string[],
): readonly Item[] | Failure {
  const place = within(folder, path);
  const text = readFile(place);
  if (text === undefined) {
    if (above.includes(place)) return failure(`cycle detected: candidate root '${place}' contains visited root`);
    const isFolder = NAMES.some((name) => readFile(within(place, name)) !== undefined);
    if (isFolder) return accumulated(place, readFile, warnings, above);
    return failure(
      `accumulating resources: accumulation err='accumulating resources from '${path}': open ${place}: no such file or directory'`,
    );
  }
  const { documents, errors } = parseManifests(text);
  if (errors[0] !== undefined) return failure(`accumulating resources from '${path}': ${errors[0].message}`);
  const items: Item[] = [];
  for (const { object } of documents) {
    if (!isFields(object)) continue;
    const members = Array.isArray(object.items) ? (object.items as readonly JsonObject[]) : [object as JsonObject];
    for (const member of members) {
      const item = { object: member, names: [], isHashed: false };
      items.push({ ...item, names: [nameOf(item)] });
    }
  }
  return items;
}

/** Kinds whose names say what they are, and stay. */
const UNRENAMED: readonly string[] = ['Namespace', 'CustomResourceDefinition', 'APIService'];

function transformed(item: Item, kustomization: Kustomization): Item {
  const { namespace, namePrefix = '', nameSuffix = '', images = [], replicas = [] } = kustomization;
  let one = namespace === undefined ? item : inNamespace(item, namespace);
  if (namePrefix + nameSuffix !== '' && !UNRENAMED.includes(kindOf(one))) {
    one = renamed(one, `${namePrefix}${nameOf(one)}${nameSuffix}`);
  }
  one = annotated(labelled(one, kustomization), kustomization);
  for (const { name, count } of replicas) {
    if (!SCALED.includes(kindOf(one)) || !one.names.includes(name)) continue;
    one = { ...one, object: changedAt(one.object, ['spec', 'replicas'], () => count, true) as JsonObject };
  }
  for (const image of images) one = withImage(one, image);
  return one;
}

const SCALED: readonly string[] = ['Deployment', 'ReplicaSet', 'ReplicationController', 'StatefulSet'];

function inNamespace(item: Item, namespace: string): Item {
  if (kindOf(item) === 'Namespace') return renamed(item, namespace);
  const placed = isNamespaced(item) ? withMetadata(item, { namespace }) : item;
  if (!/^(?:Cluster)?RoleBinding$/.test(kindOf(item))) return placed;
  // The ServiceAccount that every namespace has is meant in this one.
  const object = changedAt(placed.object, ['subjects[]'], (subject) => {
    const { kind, name } = subject as { readonly kind?: string; readonly name?: string };
    return kind === 'ServiceAccount' && name === 'default' ? { ...(subject as object), namespace } : subject;
  });
  return { ...placed, object: object as JsonObject };
}

const POD_SPECS: readonly string[] = ['spec', 'spec/template/spec', 'spec/jobTemplate/spec/template/spec'];

function withImage(item: Item, image: ImageEntry): Item {
  let object: unknown = item.object;
  for (const spec of POD_SPECS) {
    for (const list of ['containers[]', 'initContainers[]']) {
      object = changedAt(object, [...spec.split('/'), list, 'image'], (text) => renamedImage(String(text), image));
    }
  }
  return { ...item, object: object as JsonObject };
}

/** `name:tag@digest` with what is given in the place of its parts. */
function renamedImage(text: string, { name, newName, newTag, tagSuffix = '', digest }: ImageEntry): string {
  const [, own = '', tag = '', hash = ''] = /^(.*?)(:[^/:@]+)?(@.+)?$/.exec(text) ?? [];
  if (own !== name) return text;
  const base = newName ?? own;
  if (newTag !== undefined && digest !== undefined) return `${base}:${newTag}@${digest}`;
  if (digest !== undefined) return `${base}@${digest}`;
  if (newTag !== undefined) return `${base}:${newTag}${tagSuffix}`;
  return `${base}${tag === '' ? '' : `${tag}${tagSuffix}`}${hash}`;
}
