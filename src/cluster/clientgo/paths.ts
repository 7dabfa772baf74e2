import type { ResourceInfo } from '../../api/scheme/scheme.ts';

/** `/api/v1/namespaces/default/pods` or `/apis/apps/v1/deployments`. */
function pathOfCollection({ group, version, resource, namespaced }: ResourceInfo, namespace: string): string {
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  return namespaced && namespace !== '' ? `${root}/namespaces/${namespace}/${resource}` : `${root}/${resource}`;
}

/**
 * The path of a collection, an object or a subresource.
 * Models staging/src/k8s.io/client-go/rest/request.go URL (v1.36)
 */
export function pathOf(info: ResourceInfo, namespace: string | undefined, name?: string, subresource?: string): string {
  let path = pathOfCollection(info, namespace ?? '');
  if (name !== undefined && name !== '') path += `/${name}`;
  return subresource === undefined || subresource === '' ? path : `${path}/${subresource}`;
}

export type Query = { readonly [name: string]: string | undefined };
export type QueryPairs = readonly (readonly [string, string])[];

const NO_QUERY: QueryPairs = [];

/** Go encodes a query sorted by key. */
export function queryPairs(query: Query | undefined): QueryPairs {
  if (query === undefined) return NO_QUERY;
  const pairs: [string, string][] = [];
  for (const name of Object.keys(query).sort()) {
    const value = query[name];
    if (value !== undefined) pairs.push([name, value]);
  }
  return pairs;
}

/** Whole seconds as Go prints a duration: `51m39s`, `8m18s`, `1h0m0s`. */
export function goSeconds(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = `${seconds % 60}s`;
  if (hours > 0) return `${hours}h${minutes}m${rest}`;
  return minutes > 0 ? `${minutes}m${rest}` : rest;
}
