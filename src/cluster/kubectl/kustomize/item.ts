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
  /** The namespaces that it has had besides. */
  readonly namespaces?: readonly string[];
  /** Where it came from, as an annotation may say. */
  readonly origin?: string;
}

export const kindOf = ({ object }: Item): string => String(object.kind ?? '');

export const groupOf = ({ object }: Item): string => splitGroupVersion(String(object.apiVersion ?? ''))[0];

export const versionOf = ({ object }: Item): string => splitGroupVersion(String(object.apiVersion ?? ''))[1];

export function metadataOf({ object }: Item): JsonObject {
  return isFields(object.metadata) ? (object.metadata as JsonObject) : {};
}

export const nameOf = (item: Item): string => String(metadataOf(item).name ?? '');

export const namespaceOf = (item: Item): string => String(metadataOf(item).namespace ?? '');

/** The one that it has, and those that it had. */
export const namespacesOf = (item: Item): readonly string[] => [...(item.namespaces ?? []), namespaceOf(item)];

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
export function inOrder(
  items: readonly Item[],
  { orderFirst = [], orderLast = [] }: Order = { orderFirst: FIRST, orderLast: LAST },
): readonly Item[] {
  const rank = (item: Item): number => {
    const first = orderFirst.indexOf(kindOf(item));
    return first >= 0 ? first - orderFirst.length : orderLast.indexOf(kindOf(item)) + 1;
  };
  return [...items].sort((a, b) => rank(a) - rank(b) || compared(a, b));
}

/** Kinds that come before all others, and after. */
interface Order {
  readonly orderFirst?: readonly string[];
  readonly orderLast?: readonly string[];
}

function compared(a: Item, b: Item): number {
  const [own, other] = [sortKeys(a), sortKeys(b)];
  const at = own.findIndex((key, place) => key !== other[place]);
  return at < 0 ? 0 : (own[at] as string) < (other[at] as string) ? -1 : 1;
}

const sortKeys = (item: Item): readonly string[] => [
  `${groupOf(item) || '~G'}_${versionOf(item) || '~V'}_${kindOf(item) || '~K'}`,
  namespaceOf(item) || '~X',
  nameOf(item),
];
