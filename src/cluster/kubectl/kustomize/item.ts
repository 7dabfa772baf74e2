// Models sigs.k8s.io/kustomize/api/resource/resource.go (v5.8)

import { isFields } from '../../../api/go/json.ts';
import { resourceOfObject } from '../../../api/scheme/scheme.ts';
import type { JsonObject, StringMap } from '../../../api/types/meta.ts';
import { splitGroupVersion } from '../../../api/values/group-version.ts';

/** What an object is known by, besides its version. */
export interface Id {
  readonly kind: string;
  readonly name: string;
  /** Never empty: what names none is in `default`, or in none at all. */
  readonly namespace: string;
}

/** An object on its way through a kustomization. */
export interface Item {
  readonly object: JsonObject;
  /** What it was known by before, the first one first: others may still call it so. */
  readonly earlier: readonly Id[];
  /** What was put before and behind its name, the last one last. */
  readonly prefixes: readonly string[];
  readonly suffixes: readonly string[];
  /** Its name gets a hash of its content. */
  readonly isHashed: boolean;
  /** Why it cannot be printed in the end. */
  readonly problem?: string;
  /** How a generator joins it to what is there. */
  readonly behavior?: string;
  /** Where it came from, as an annotation may say. */
  readonly origin?: string;
}

export const kindOf = ({ object }: Item): string => String(object.kind ?? '');

export const groupOf = ({ object }: Item): string => splitGroupVersion(String(object.apiVersion ?? ''))[0];

export const versionOf = ({ object }: Item): string => splitGroupVersion(String(object.apiVersion ?? ''))[1];

export function metadataOf({ object }: Item): JsonObject {
  return isFields(object.metadata) ? object.metadata : {};
}

export const nameOf = (item: Item): string => String(metadataOf(item).name ?? '');

export const namespaceOf = (item: Item): string => String(metadataOf(item).namespace ?? '');

export const itemOf = (object: JsonObject): Item => ({
  object,
  earlier: [],
  prefixes: [],
  suffixes: [],
  isHashed: false,
});

/** The same; no annotations are none. */
export function withoutEmptyAnnotations(item: Item): Item {
  const { annotations, ...metadata } = metadataOf(item);
  const isEmpty = isFields(annotations) && Object.keys(annotations).length === 0;
  return isEmpty ? { ...item, object: { ...item.object, metadata } } : item;
}

const NOWHERE = '_non_namespaceable_';

export const idNow = (item: Item): Id => ({
  kind: kindOf(item),
  name: nameOf(item),
  namespace: isNamespaced(item) ? namespaceOf(item) || 'default' : NOWHERE,
});

export const isClusterWide = (item: Item): boolean => !isNamespaced(item);

/** The ones that it had, and the one that it has. */
export const idsOf = (item: Item): readonly Id[] => [...item.earlier, idNow(item)];

export const firstIdOf = (item: Item): Id => item.earlier[0] ?? idNow(item);

/** Whether it is, or was, what another is now. */
export function isKnownAs(item: Item, other: Item): boolean {
  const { kind, name, namespace } = idNow(other);
  return (
    groupOf(item) === groupOf(other) &&
    versionOf(item) === versionOf(other) &&
    idsOf(item).some((id) => id.kind === kind && id.name === name && id.namespace === namespace)
  );
}

/** The same, with what it is known by noted: it is about to change. */
export const remembered = (item: Item): Item => ({ ...item, earlier: [...item.earlier, idNow(item)] });

/** What v1.21 did not know yet: kustomize has the schema of that. */
const LATER: readonly string[] = [
  'autoscaling/v2',
  'certificates.k8s.io/v1beta1',
  'flowcontrol.apiserver.k8s.io/v1',
  'resource.k8s.io/v1',
  'internal.apiserver.k8s.io/v1alpha1',
];
const LATER_KINDS =
  /^(?:(?:Validating|Mutating)AdmissionPolicy(?:Binding)?|IPAddress|ServiceCIDR|VolumeAttributesClass|SelfSubjectReview|TokenReview)$/;

/** Whether kustomize knows the fields of such objects. */
export function isDeclared({ object }: Item): boolean {
  const { apiVersion = '', kind = '' } = object as { readonly apiVersion?: string; readonly kind?: string };
  return !LATER.includes(apiVersion) && !LATER_KINDS.test(kind) && resourceOfObject({ apiVersion, kind }) !== undefined;
}

/** Kinds that are not known are taken to live in namespaces. */
export function isNamespaced(item: Item): boolean {
  const { apiVersion = '', kind = '' } = item.object as { readonly apiVersion?: string; readonly kind?: string };
  if (kind === 'PodSecurityPolicy') return false;
  return !isDeclared(item) || (resourceOfObject({ apiVersion, kind })?.namespaced ?? true);
}

export function withMetadata(item: Item, metadata: JsonObject): Item {
  return { ...item, object: { ...item.object, metadata: { ...metadataOf(item), ...metadata } } };
}

export const renamed = (item: Item, name: string): Item => withMetadata(remembered(item), { name });

const OWN = 'internal.config.kubernetes.io/';

/** The object with the notes that kustomize keeps in its annotations, as messages show it. */
export function toldOf(item: Item): JsonObject {
  const { earlier, prefixes, suffixes, isHashed, behavior } = item;
  const notes = {
    ...(behavior === undefined ? {} : { generatorBehavior: behavior }),
    ...(isHashed ? { needsHashSuffix: 'enabled' } : {}),
    ...(prefixes.length === 0 ? {} : { prefixes: prefixes.join(',') }),
    ...(suffixes.length === 0 ? {} : { suffixes: suffixes.join(',') }),
    ...(earlier.length === 0
      ? {}
      : {
          previousKinds: earlier.map(({ kind }) => kind).join(','),
          previousNames: earlier.map(({ name }) => name).join(','),
          previousNamespaces: earlier.map(({ namespace }) => namespace).join(','),
        }),
  };
  const own = metadataOf(item).annotations as StringMap | undefined;
  const annotations = {
    ...own,
    ...Object.fromEntries(Object.entries(notes).map(([name, text]) => [OWN + name, text])),
  };
  return Object.keys(annotations).length === 0 ? item.object : withMetadata(item, { annotations }).object;
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
