import type { KObject } from '../../api/types/meta.ts';

/** `informer/<component>/<resource>/reflector`: one row. */
export interface ReflectorRow {
  readonly state: 'initial list' | 'watching' | 'backing off' | 'stopped';
  readonly resourceVersion: string;
  readonly events: number;
  readonly watches: number;
  readonly reason: string | undefined;
}

export type DeltaType = 'Added' | 'Updated' | 'Deleted' | 'ReplacedAll' | 'Sync' | 'Bookmark';

/** `informer/…/queue`: what has arrived and is not yet in the cache, in order of arrival. */
export interface QueueRow {
  readonly position: number;
  readonly type: DeltaType;
  readonly key: string;
  readonly resourceVersion: string;
  readonly object: KObject | undefined;
}

/** `informer/…/indices`: one member of the set of keys of one value of one index. The key is `<index>=<value>|<key>`. */
export interface IndexRow {
  readonly index: string;
  readonly value: string;
  readonly key: string;
}

/** `informer/…/handlers`: the listeners in the order in which they were added. */
export interface HandlerRow {
  readonly handler: string;
  readonly events: number;
  /** What it heard last, and of which object. */
  readonly event: 'add' | 'update' | 'delete';
  readonly key: string;
}

/** `informer/…/indexer`: the cache itself, objects by `namespace/name`. */
export type IndexerRow = KObject;

/** `workqueue/<name>`: keys that the queue knows of. */
export interface WorkQueueRow {
  readonly key: string;
  readonly queued: boolean;
  readonly dirty: boolean;
  readonly processing: boolean;
  /** Virtual time at which a delayed key will be added. */
  readonly readyAt: number | undefined;
  readonly failures: number;
}

/** `expectations/<controller>`. */
export interface ExpectationRow {
  readonly key: string;
  readonly adds: number;
  readonly deletions: number;
  readonly since: number;
  /** Keys of pods whose deletion is awaited, for controllers that track them. */
  readonly awaited: readonly string[];
}

/** `consistency/<controller>`: the revision of the controller's own last write to each resource, by owner. */
export interface ConsistencyRow {
  readonly key: string;
  readonly written: { readonly [resource: string]: string };
}

/** `events/<component>`: what the correlator remembers of one kind of event. */
export interface CorrelationRow {
  readonly name: string;
  readonly count: number;
  readonly firstTimestamp: string;
  readonly message: string;
}
