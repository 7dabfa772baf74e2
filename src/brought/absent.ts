import type { KObject } from '../api/types/meta.ts';
import type { Remark } from './complaint.ts';
import { namesOf } from './owners.ts';

/** What every cluster has before anybody makes anything. */
const OWN: ReadonlySet<string> = new Set(['default', 'kube-system', 'kube-public', 'kube-node-lease']);

/** Namespaces and nodes that objects name and nobody brought: the cluster that begins makes them. */
export function remarkAbsent(objects: readonly KObject[], remarks: Remark[]): void {
  const names = (kind: string): Set<string> =>
    new Set(objects.filter((object) => object.kind === kind).map(({ metadata }) => metadata.name ?? ''));
  const namespaces = names('Namespace');
  const named = new Set(objects.flatMap(({ metadata }) => metadata.namespace ?? []));
  const absent = [...named].filter((name) => name !== '' && !OWN.has(name) && !namespaces.has(name));
  if (absent.length > 0) remarks.push({ key: 'namespaces', args: { count: absent.length, names: namesOf(absent) } });
  const nodes = names('Node');
  const used = new Set(objects.flatMap((object) => (object.kind === 'Pod' ? nodeOf(object) : [])));
  const missing = [...used].filter((name) => !nodes.has(name));
  if (missing.length > 0) remarks.push({ key: 'nodes', args: { count: missing.length, names: namesOf(missing) } });
  else if (nodes.size === 0) remarks.push({ key: 'noNodes', args: {} });
}

function nodeOf({ spec }: KObject): readonly string[] {
  const { nodeName = '' } = (spec ?? {}) as { readonly nodeName?: string };
  return nodeName === '' ? [] : [nodeName];
}
