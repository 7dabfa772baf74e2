// Models nothing upstream: what must hold over the whole of a cluster, whatever was done to it.

import { allResources, qualifiedResource, type ResourceInfo, storageKey } from '../../api/scheme/scheme.ts';
import type { Pod } from '../../api/types/core.ts';
import type { KObject } from '../../api/types/meta.ts';
import type { TableName } from '../../engine/index.ts';
import { KEYS_TABLE, type KeyRow } from '../etcd/rows.ts';

/** The tables of a run, to be read only. */
export interface Tables {
  readonly tableNames: readonly TableName[];
  table(name: TableName): { entries(): Iterable<readonly [string, unknown]> };
}

/** One sentence for each thing that does not hold. */
export type Problems = readonly string[];

export function rows<V>(tables: Tables, name: TableName<V>): readonly (readonly [string, V])[] {
  return tables.tableNames.includes(name) ? ([...tables.table(name).entries()] as (readonly [string, V])[]) : [];
}

/** What etcd holds of a resource. */
export function stored(tables: Tables, info: ResourceInfo): readonly KeyRow[] {
  const prefix = storageKey(info, undefined);
  return rows(tables, KEYS_TABLE)
    .filter(([key]) => key.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`))
    .map(([, row]) => row);
}

export function storedObjects<T extends KObject>(tables: Tables, resource: string): readonly T[] {
  const info = allResources().find((one) => qualifiedResource(one) === resource);
  return info === undefined ? [] : stored(tables, info).map(({ value }) => value as T);
}

export const nameOf = ({ metadata }: KObject): string =>
  metadata.namespace === undefined ? `${metadata.name}` : `${metadata.namespace}/${metadata.name}`;

export const controllerOf = ({ metadata }: KObject) =>
  metadata.ownerReferences?.find(({ controller }) => controller === true);
export const isReady = ({ status }: Pod): boolean =>
  status?.conditions?.some(({ type, status: value }) => type === 'Ready' && value === 'True') === true;
export const hasEnded = ({ status }: Pod): boolean => status?.phase === 'Succeeded' || status?.phase === 'Failed';
export const isDying = ({ metadata }: KObject): boolean => metadata.deletionTimestamp !== undefined;
