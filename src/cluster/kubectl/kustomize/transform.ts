// Models sigs.k8s.io/kustomize/api/internal/builtins and api/filters of names, namespaces, images and replicas (v5.8)

import { isFields } from '../../../api/json.ts';
import type { JsonObject } from '../../../api/types/meta.ts';
import { changedAt } from './field-paths.ts';
import { type Item, isNamespaced, kindOf, nameOf, namespacesOf, renamed, withMetadata } from './item.ts';
import type { ImageEntry, Kustomization } from './kustomization.ts';
import { annotated, labelled } from './labels.ts';
import { Wrong } from './loader.ts';

/** Kinds whose names say what they are, and stay. */
const UNRENAMED: readonly string[] = ['Namespace', 'CustomResourceDefinition', 'APIService'];

/** Namespace, name, labels and annotations, in this order. */
export function named(item: Item, kustomization: Kustomization): Item {
  const { namespace = '', namePrefix = '', nameSuffix = '' } = kustomization;
  const one = namespace === '' ? item : inNamespace(item, namespace);
  const isRenamed = namePrefix + nameSuffix !== '' && !UNRENAMED.includes(kindOf(one));
  const other = isRenamed ? renamed(one, `${namePrefix}${nameOf(one)}${nameSuffix}`) : one;
  return annotated(labelled(other, kustomization), kustomization);
}

const SCALED: readonly string[] = ['Deployment', 'StatefulSet', 'ReplicaSet', 'ReplicationController'];

/** Replicas and images. */
export function sized(items: readonly Item[], { replicas = [], images = [] }: Kustomization): readonly Item[] | Wrong {
  let all = items;
  for (const { name = '', count = 0 } of replicas) {
    const isScaled = (item: Item): boolean => SCALED.includes(kindOf(item)) && item.names.includes(name);
    if (!all.some(isScaled)) {
      const kinds = SCALED.map((kind) => `${kind}.[noVer].[noGrp]`).join(' ');
      return new Wrong(`resource with name ${name} does not match a config with the following GVK [${kinds}]`);
    }
    const scaled = ({ object }: Item): JsonObject =>
      changedAt(object, ['spec', 'replicas'], () => count, true) as JsonObject;
    all = all.map((item) => (isScaled(item) ? { ...item, object: scaled(item) } : item));
  }
  return images.length === 0 ? all : all.map((item) => withImages(item, images));
}

function inNamespace(item: Item, namespace: string): Item {
  if (kindOf(item) === 'Namespace') return renamed(item, namespace);
  const namespaces = namespacesOf(item);
  const placed = isNamespaced(item) ? { ...withMetadata(item, { namespace }), namespaces } : item;
  if (!/^(?:Cluster)?RoleBinding$/.test(kindOf(item))) return placed;
  // The ServiceAccount that every namespace has is meant in this one.
  const object = changedAt(placed.object, ['subjects[]'], (subject) => {
    const { kind, name } = subject as { readonly kind?: string; readonly name?: string };
    return kind === 'ServiceAccount' && name === 'default' ? { ...(subject as object), namespace } : subject;
  });
  return { ...placed, object: object as JsonObject };
}

const POD_SPECS: readonly string[] = ['spec', 'spec/template/spec', 'spec/jobTemplate/spec/template/spec'];
const LISTS: readonly string[] = ['containers', 'initContainers'];

/** Wherever containers are listed, except in what defines a kind, and in the volumes of Pods. */
function withImages(item: Item, images: readonly ImageEntry[]): Item {
  if (kindOf(item) === 'CustomResourceDefinition') return item;
  const change = (text: unknown): unknown =>
    typeof text === 'string' ? images.reduce((one, image) => renamedImage(one, image), text) : text;
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
  const inVolumes = (object: unknown, spec: string): unknown =>
    changedAt(object, [...spec.split('/'), 'volumes[]', 'image', 'reference'], change);
  return { ...item, object: POD_SPECS.reduce(inVolumes, walk(item.object)) as JsonObject };
}

/** `name:tag@digest` with what is given in the place of its parts. */
function renamedImage(
  text: string,
  { name = '', newName = '', newTag = '', tagSuffix = '', digest = '' }: ImageEntry,
): string {
  const [, own = '', tag = '', hash = ''] = /^(.*?)(:[^/:@]+)?(@.+)?$/.exec(text) ?? [];
  if (own !== name) return text;
  const base = newName === '' ? own : newName;
  if (newTag !== '' && digest !== '') return `${base}:${newTag}@${digest}`;
  if (digest !== '') return `${base}@${digest}`;
  if (newTag !== '') return `${base}:${newTag}${tagSuffix}`;
  return `${base}${tag === '' ? '' : `${tag}${tagSuffix}`}${hash}`;
}
