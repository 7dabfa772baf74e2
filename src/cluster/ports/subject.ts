import type { KObject } from '../../api/types/meta.ts';
import { pureOfText, pureOfValues } from '../../base/pure.ts';

/** How steps and panels name an object: `pods/default/nginx`, `deployments.apps/default/nginx`, `nodes/worker-1`. */
export function subjectOf(
  info: { readonly group: string; readonly resource: string },
  namespace: string | undefined,
  name: string,
): string {
  return prefixOf(info.resource, info.group, namespace ?? '') + name;
}

export function podSubject(namespace: string | undefined, name: string | undefined): string {
  return prefixOf('pods', '', namespace ?? '') + (name ?? '');
}

const lowerCase = pureOfText(64, (kind: string) => kind.toLowerCase());

/** As events call what they are about: `pod/default/nginx`. */
export function subjectOfKind(kind: string, namespace: string | undefined, name: string): string {
  return prefixOf(lowerCase(kind), '', namespace ?? '') + name;
}

/** What subjects begin with: `pods/default/`. Every request and every delivery has a subject, and most have one of a few beginnings. */
const prefixOf = pureOfValues(16, (resource: string, group: string, namespace: string): string => {
  const qualified = group === '' ? resource : `${resource}.${group}`;
  return namespace === '' ? `${qualified}/` : `${qualified}/${namespace}/`;
});

/** The same for an object that is at hand. */
export function subjectOfObject(
  info: { readonly group: string; readonly resource: string },
  { metadata }: KObject,
): string {
  return subjectOf(info, metadata.namespace, metadata.name ?? '');
}
