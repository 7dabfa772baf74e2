// Models sigs.k8s.io/kustomize/api/resource/resource.go (v5.8)

import { splitGroupVersion } from '../../../api/group-version.ts';
import { isFields } from '../../../api/json.ts';
import { resourceOfObject } from '../../../api/scheme.ts';
import type { JsonObject } from '../../../api/types/meta.ts';

/** An object on its way through a kustomization. */
export interface Item {
  readonly object: JsonObject;
  /** All names that it has had: others may still call it by one of these. */
  readonly names: readonly string[];
  /** Its name gets a hash of its content. */
  readonly isHashed: boolean;
}

export const kindOf = ({ object }: Item): string => String(object.kind ?? '');

export const groupOf = ({ object }: Item): string => splitGroupVersion(String(object.apiVersion ?? ''))[0];

export const versionOf = ({ object }: Item): string => splitGroupVersion(String(object.apiVersion ?? ''))[1];

export function metadataOf({ object }: Item): JsonObject {
  return isFields(object.metadata) ? (object.metadata as JsonObject) : {};
}

export const nameOf = (item: Item): string => String(metadataOf(item).name ?? '');

export const namespaceOf = (item: Item): string => String(metadataOf(item).namespace ?? '');

/** Kinds that are not known are taken to live in namespaces. */
export function isNamespaced({ object }: Item): boolean {
  const { apiVersion = '', kind = '' } = object as { readonly apiVersion?: string; readonly kind?: string };
  return resourceOfObject({ apiVersion, kind })?.namespaced ?? true;
}

export function withMetadata(item: Item, metadata: JsonObject): Item {
  return { ...item, object: { ...item.object, metadata: { ...metadataOf(item), ...metadata } } };
}

export function renamed(item: Item, name: string): Item {
  return { ...withMetadata(item, { name }), names: [...item.names, name] };
}

const FIRST: readonly string[] =
  'Namespace ResourceQuota StorageClass CustomResourceDefinition ServiceAccount PodSecurityPolicy Role ClusterRole RoleBinding ClusterRoleBinding ConfigMap Secret Endpoints Service LimitRange PriorityClass PersistentVolume PersistentVolumeClaim Deployment StatefulSet CronJob PodDisruptionBudget'.split(
    ' ',
  );
const LAST: readonly string[] = ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'];

/** Models sigs.k8s.io/kustomize/api/internal/builtins/SortOrderTransformer.go, the order "legacy" (v5.8) */
export function inOrder(items: readonly Item[]): readonly Item[] {
  return [...items].sort((a, b) => rank(a) - rank(b) || (sortKey(a) < sortKey(b) ? -1 : 1));
}

function rank(item: Item): number {
  const kind = kindOf(item);
  const first = FIRST.indexOf(kind);
  if (first >= 0) return first - FIRST.length;
  return LAST.indexOf(kind) + 1;
}

function sortKey(item: Item): string {
  const gvk = `${groupOf(item) || '~G'}_${versionOf(item) || '~V'}_${kindOf(item) || '~K'}`;
  return `${gvk}|${namespaceOf(item) || '~X'}|${nameOf(item)}`;
}
