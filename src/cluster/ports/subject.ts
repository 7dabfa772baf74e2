/** How steps and panels name an object: `pods/default/nginx`, `deployments.apps/default/nginx`, `nodes/worker-1`. */
export function subjectOf(
  info: { readonly group: string; readonly resource: string },
  namespace: string | undefined,
  name: string,
): string {
  const resource = info.group === '' ? info.resource : `${info.resource}.${info.group}`;
  return namespace === undefined || namespace === '' ? `${resource}/${name}` : `${resource}/${namespace}/${name}`;
}
