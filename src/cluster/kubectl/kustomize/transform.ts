// Models sigs.k8s.io/kustomize/api/internal/builtins and api/filters of names, namespaces, images and replicas (v5.8)

import { isFields } from '../../../api/go/json.ts';
import { goJson } from '../../../api/go/json-text.ts';
import { matchesPattern } from '../../../api/go/pattern.ts';
import type { JsonObject } from '../../../api/types/meta.ts';
import { changedAt } from './field-paths.ts';
import {
  firstIdOf,
  type Item,
  idNow,
  idsOf,
  isKnownAs,
  isNamespaced,
  kindOf,
  nameOf,
  remembered,
  renamed,
  toldOf,
  withMetadata,
} from './item.ts';
import type { ImageEntry, Kustomization } from './kustomization.ts';
import { annotated, labelled } from './labels.ts';
import { Wrong } from './loader.ts';

/** Kinds whose names say what they are, and stay. */
const UNRENAMED: readonly string[] = ['Namespace', 'CustomResourceDefinition', 'APIService'];

/** Namespace, name, labels and annotations, in this order. */
export function named(items: readonly Item[], kustomization: Kustomization): readonly Item[] | Wrong {
  const { namespace = '' } = kustomization;
  const placed = namespace === '' ? items : inNamespace(items, namespace);
  if (placed instanceof Wrong) return placed;
  return placed.map((item) => annotated(labelled(affixed(item, kustomization), kustomization), kustomization));
}

function affixed(item: Item, { namePrefix = '', nameSuffix = '' }: Kustomization): Item {
  if (UNRENAMED.includes(firstIdOf(item).kind)) return item;
  const one = namePrefix === '' ? item : renamed(item, `${namePrefix}${nameOf(item)}`);
  const other = nameSuffix === '' ? one : renamed(one, `${nameOf(one)}${nameSuffix}`);
  const prefixes = namePrefix === '' ? item.prefixes : [...item.prefixes, namePrefix];
  const suffixes = nameSuffix === '' ? item.suffixes : [...item.suffixes, nameSuffix];
  return { ...other, prefixes, suffixes };
}

const SCALED: readonly string[] = ['Deployment', 'StatefulSet', 'ReplicaSet', 'ReplicationController'];

/** Replicas and images. */
export function sized(
  items: readonly Item[],
  { replicas = [], images = [], imageTags = [] }: Kustomization,
): readonly Item[] | Wrong {
  let all = items;
  for (const { name = '', count = 0 } of replicas) {
    const isScaled = (item: Item): boolean => idsOf(item).some((id) => SCALED.includes(id.kind) && id.name === name);
    if (!all.some(isScaled)) {
      const kinds = SCALED.map((kind) => `${kind}.[noVer].[noGrp]`).join(' ');
      return new Wrong(`resource with name ${name} does not match a config with the following GVK [${kinds}]`);
    }
    const scaled = ({ object }: Item): JsonObject =>
      changedAt(object, ['spec', 'replicas'], () => count, true) as JsonObject;
    all = all.map((item) => (isScaled(item) ? { ...item, object: scaled(item) } : item));
  }
  return all.map((item) => [...images, ...imageTags].reduce(withImage, item));
}

/** No two may be the same in one namespace. */
function inNamespace(items: readonly Item[], namespace: string): readonly Item[] | Wrong {
  const all = [...items];
  for (const [at, item] of items.entries()) {
    const one = itemInNamespace(item, namespace);
    all[at] = one;
    const known = idNow(one);
    const same = all.filter((other) => nameOf(other) === known.name && isKnownAs({ ...other, earlier: [] }, one));
    if (same.length > 1) {
      const told = same.map((each) => goJson(toldOf(each), { sortKeys: true })).join(' ');
      return new Wrong(`namespace transformation produces ID conflict: [${told}]`);
    }
  }
  return all;
}

/** Where else an object says its own namespace, whether or not it says one. */
const SERVED: Readonly<Record<string, readonly [path: string, makes: boolean]>> = {
  APIService: ['spec/service/namespace', true],
  CustomResourceDefinition: ['spec/conversion/webhook/clientConfig/service/namespace', false],
};

function itemInNamespace(item: Item, namespace: string): Item {
  if (kindOf(item) === 'Namespace') return renamed(item, namespace);
  const before = remembered(item);
  const placed = isNamespaced(item) ? withMetadata(before, { namespace }) : before;
  const served = SERVED[kindOf(item)];
  if (served !== undefined) {
    const object = changedAt(placed.object, served[0].split('/'), () => namespace, served[1]);
    return { ...placed, object: object as JsonObject };
  }
  if (!/^(?:Cluster)?RoleBinding$/.test(kindOf(item))) return placed;
  // The ServiceAccount that every namespace has is meant in this one.
  const object = changedAt(placed.object, ['subjects[]'], (subject) => {
    const { kind, name } = subject as { readonly kind?: string; readonly name?: string };
    return kind === 'ServiceAccount' && name === 'default' ? { ...(subject as object), namespace } : subject;
  });
  return { ...placed, object: object as JsonObject };
}

const POD_SPECS: readonly string[] = ['spec', 'spec/template/spec'];
const LISTS: readonly string[] = ['containers', 'initContainers'];
const IMAGES: readonly (readonly string[])[] = POD_SPECS.flatMap((spec) =>
  ['containers[]/image', 'initContainers[]/image', 'volumes[]/image/reference'].map((path) => [
    ...spec.split('/'),
    ...path.split('/'),
  ]),
);

/** Wherever containers are listed, except in what defines a kind; then once more where Pods have them, and their volumes. */
function withImage(item: Item, image: ImageEntry): Item {
  const change = (text: unknown): unknown => (typeof text === 'string' ? renamedImage(text, image) : text);
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (!isFields(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([field, each]) => {
        const inside = walk(each);
        if (!LISTS.includes(field) || !Array.isArray(inside)) return [field, inside];
        return [field, inside.map((one) => changedAt(one, ['image'], change))];
      }),
    );
  };
  const first = kindOf(item) === 'CustomResourceDefinition' ? item.object : walk(item.object);
  return { ...item, object: IMAGES.reduce((one, path) => changedAt(one, path, change), first) as JsonObject };
}

/** The name is a pattern. */
function isNamed(text: string, name: string): boolean {
  return matchesPattern(text, `^${name}(:[a-zA-Z0-9_.{}-]*)?(@sha256:[a-zA-Z0-9_.{}-]*)?$`);
}

/** `name:tag@digest` with what is given in the place of its parts. */
function renamedImage(
  text: string,
  { name = '', newName = '', newTag = '', tagSuffix = '', digest = '' }: ImageEntry,
): string {
  const [, own = '', tag = '', hash = ''] = /^(.*?)(:[^/:@]+)?(@.+)?$/.exec(text) ?? [];
  if (!isNamed(text, name)) return text;
  const base = newName === '' ? own : newName;
  if (newTag !== '' && digest !== '') return `${base}:${newTag}@${digest}`;
  if (digest !== '') return `${base}@${digest}`;
  if (newTag !== '') return `${base}:${newTag}${tagSuffix}`;
  return `${base}${tag === '' ? '' : `${tag}${tagSuffix}`}${hash}`;
}
