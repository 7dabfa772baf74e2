import type { ResourceInfo } from '../../api/scheme.ts';

const PREFIXES = new WeakMap<ResourceInfo, string>();

/** `/api/v1` or `/apis/apps/v1`. */
function prefixOf(info: ResourceInfo): string {
  let prefix = PREFIXES.get(info);
  if (prefix === undefined) {
    prefix = info.group === '' ? `/api/${info.version}` : `/apis/${info.group}/${info.version}`;
    PREFIXES.set(info, prefix);
  }
  return prefix;
}

/**
 * The path of a collection, an object or a subresource.
 * Models staging/src/k8s.io/client-go/rest/request.go URL (v1.36)
 */
export function pathOf(info: ResourceInfo, namespace: string | undefined, name?: string, subresource?: string): string {
  let path = prefixOf(info);
  if (info.namespaced && namespace !== undefined && namespace !== '') path += `/namespaces/${namespace}`;
  path += `/${info.resource}`;
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
