import type { KObject } from '../../api/types/meta.ts';
import { remembered } from '../../base/remembered.ts';
import { ShortList } from '../../base/short-list.ts';

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

const lowerCase = remembered(64, (kind) => kind.toLowerCase());

/** As events call what they are about: `pod/default/nginx`. */
export function subjectOfKind(kind: string, namespace: string | undefined, name: string): string {
  return prefixOf(lowerCase(kind), '', namespace ?? '') + name;
}

/** What subjects begin with: `pods/default/`. */
interface Prefix {
  readonly resource: string;
  readonly group: string;
  readonly namespace: string;
  readonly text: string;
}

/** Every request and every delivery has a subject, and most have one of a few beginnings. */
const prefixes = new ShortList<Prefix>(16);

function prefixOf(resource: string, group: string, namespace: string): string {
  const { items } = prefixes;
  for (let at = 0; at < items.length; at += 1) {
    const known = items[at] as Prefix;
    if (known.resource !== resource || known.namespace !== namespace || known.group !== group) continue;
    prefixes.moveUp(at);
    return known.text;
  }
  const qualified = group === '' ? resource : `${resource}.${group}`;
  const text = namespace === '' ? `${qualified}/` : `${qualified}/${namespace}/`;
  prefixes.note({ resource, group, namespace, text });
  return text;
}

/** The same for an object that is at hand. */
export function subjectOfObject(
  info: { readonly group: string; readonly resource: string },
  { metadata }: KObject,
): string {
  return subjectOf(info, metadata.namespace, metadata.name ?? '');
}
