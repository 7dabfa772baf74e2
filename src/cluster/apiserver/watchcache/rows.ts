// Tables `watchcache/<resource>` hold the objects themselves, by `namespace/name`.

/** Table `watchcaches`: by resource, as it is since its last event. */
export interface CacheInfoRow {
  readonly resource: string;
  readonly revision: number;
  readonly objects: number;
}

/** Table `apiserver/watches`: by number of the watch. */
export interface WatchRow {
  readonly resource: string;
  readonly user: string;
  readonly namespace: string;
  readonly labelSelector: string;
  readonly fieldSelector: string;
  readonly since: number;
}
