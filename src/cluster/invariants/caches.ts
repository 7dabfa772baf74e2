// Models nothing upstream: what must hold over the whole of a cluster, whatever was done to it.

import { allResources, qualifiedResource, type ResourceInfo } from '../../api/scheme/scheme.ts';
import type { Pod } from '../../api/types/core.ts';
import type { KObject } from '../../api/types/meta.ts';
import { CACHE_TABLES } from '../apiserver/watchcache/rows.ts';
import { INDEXER_TABLES, REFLECTOR_TABLES } from '../clientgo/rows.ts';
import { type Problems, rows, stored, type Tables } from './tables.ts';

type Versions = ReadonlyMap<string, string>;

/** At rest the API server's watch caches hold what etcd holds, and informers what the watch caches hold. */
export function cacheProblems(tables: Tables): Problems {
  const problems: string[] = [];
  const caches = new Map<string, readonly KObject[]>();
  for (const info of allResources()) {
    const name = CACHE_TABLES.of(qualifiedResource(info));
    if (!tables.tableNames.includes(name) || caches.has(qualifiedResource(info))) continue;
    const cached = rows(tables, name);
    caches.set(
      qualifiedResource(info),
      cached.map(([, object]) => object),
    );
    problems.push(
      ...compared(name, new Map(cached.map(([key, object]) => [key, versionOf(object)])), storedVersions(tables, info)),
    );
  }
  for (const name of tables.tableNames) {
    const informer = INDEXER_TABLES.oneOf(name);
    if (informer === undefined) continue;
    const [, watched = ''] = /^[^?]*\/([^/?]+(?:\?.*)?)$/.exec(informer) ?? [];
    const reflectors = rows(tables, REFLECTOR_TABLES.of(informer));
    if (reflectors.some(([, { state }]) => state === 'stopped')) continue;
    const [resource = '', query = ''] = watched.split('?');
    // Whom nobody wants any more knows nothing.
    const known = reflectors.length === 0 ? [] : caches.get(resource);
    const objects = (known ?? []).filter((object) => asks(query, object));
    const held = new Map(rows(tables, INDEXER_TABLES.of(informer)).map(([key, object]) => [key, versionOf(object)]));
    problems.push(...compared(name, held, new Map(objects.map((object) => [keyOf(object), versionOf(object)]))));
  }
  return problems;
}

function storedVersions(tables: Tables, info: ResourceInfo): Versions {
  return new Map(stored(tables, info).map(({ value, modRevision }) => [keyOf(value as KObject), String(modRevision)]));
}

export const keyOf = ({ metadata }: KObject): string =>
  metadata.namespace === undefined || metadata.namespace === ''
    ? `${metadata.name}`
    : `${metadata.namespace}/${metadata.name}`;

const versionOf = ({ metadata }: KObject): string => metadata.resourceVersion ?? '';

function compared(name: string, held: Versions, wanted: Versions): Problems {
  const problems: string[] = [];
  for (const [key, version] of wanted) {
    if (held.get(key) !== version)
      problems.push(`${name} has ${key} at ${held.get(key) ?? 'no revision'}, not at ${version}`);
  }
  for (const key of held.keys()) if (!wanted.has(key)) problems.push(`${name} still has ${key}`);
  return problems;
}

export function asks(query: string, object: KObject): boolean {
  return query.split('&').every((part) => {
    if (part.startsWith('namespace=')) return object.metadata.namespace === part.slice('namespace='.length);
    if (part.startsWith('labelSelector=!'))
      return object.metadata.labels?.[part.slice('labelSelector=!'.length)] === undefined;
    return !part.startsWith('fieldSelector=') || selects(part.slice('fieldSelector='.length), object);
  });
}

/** The few selectors that components watch with. */
function selects(selector: string, object: KObject): boolean {
  return selector.split(',').every((term) => {
    const [, field, operator, value] = /^(.*?)(!?=)(.*)$/.exec(term) ?? [];
    if (field === undefined) return true;
    const found = fieldOf(object, field);
    return ((found ?? '') === value) === (operator === '=');
  });
}

function fieldOf(object: KObject, field: string): string | undefined {
  const { spec, status } = object as Partial<Pod> & { readonly spec?: { readonly clusterIP?: string } };
  if (field === 'metadata.name') return object.metadata.name;
  if (field === 'spec.nodeName') return spec?.nodeName;
  return field === 'spec.clusterIP' ? spec?.clusterIP : status?.phase;
}
