// Tables `watchcache/<resource>` hold the objects themselves, by `namespace/name`.

/** Table `watchcaches`: by resource. */
export interface CacheInfoRow {
  readonly resource: string;
  readonly revision: number;
  readonly objects: number;
  readonly watchers: number;
  /** Events kept for watches that begin in the past, and how many there is room for. */
  readonly buffered: number;
  readonly capacity: number;
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
