import type { ObjectsByResource, ResourceName } from '../../../api/types/by-resource.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { type TableName, tableFamily, tableName } from '../../../engine/index.ts';

/** The caches themselves, one a resource: objects by `namespace/name`. */
export const CACHE_TABLES = tableFamily<KObject>('watchcache/*');

export function cacheTable<R extends ResourceName>(resource: R): TableName<ObjectsByResource[R]> {
  return tableName(CACHE_TABLES.of(resource));
}

/** By resource, as it is since its last event. */
export interface CacheInfoRow {
  readonly resource: string;
  readonly revision: number;
  readonly objects: number;
}
export const CACHES_TABLE = tableName<CacheInfoRow>('watchcaches');

/** By number of the watch. */
export interface WatchRow {
  readonly resource: string;
  readonly user: string;
  readonly namespace: string;
  readonly labelSelector: string;
  readonly fieldSelector: string;
  readonly since: number;
}
export const WATCHES_TABLE = tableName<WatchRow>('apiserver/watches');
