import type { KObject } from '../../api/types/meta.ts';
import { slashed } from '../../base/slashed.ts';

/** `namespace/name`, or `name` alone. Models staging/src/k8s.io/client-go/tools/cache/store.go MetaNamespaceKeyFunc (v1.36) */
export function objectKey({ metadata }: KObject): string {
  const { namespace, name = '' } = metadata;
  return namespace === undefined || namespace === '' ? name : slashed(namespace, name);
}

export function splitKey(key: string): { readonly namespace: string; readonly name: string } {
  const slash = key.indexOf('/');
  return slash < 0 ? { namespace: '', name: key } : { namespace: key.slice(0, slash), name: key.slice(slash + 1) };
}

/** Revisions are compared as numbers, as client-go does since 1.35. */
export function compareRevisions(a: string, b: string): number {
  return a.length === b.length ? (a < b ? -1 : a > b ? 1 : 0) : a.length - b.length;
}
