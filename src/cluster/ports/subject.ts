import type { KObject } from '../../api/types/meta.ts';
import { slashed } from '../../base/slashed.ts';

/** How steps and panels name an object: `pods/default/nginx`, `deployments.apps/default/nginx`, `nodes/worker-1`. */
export function subjectOf(
  info: { readonly group: string; readonly resource: string },
  namespace: string | undefined,
  name: string,
): string {
  const resource = info.group === '' ? info.resource : `${info.resource}.${info.group}`;
  return namespace === undefined || namespace === ''
    ? `${resource}/${name}`
    : `${slashed(resource, namespace)}/${name}`;
}

/** The same for an object that is at hand. */
export function subjectOfObject(
  info: { readonly group: string; readonly resource: string },
  { metadata }: KObject,
): string {
  return subjectOf(info, metadata.namespace, metadata.name ?? '');
}
