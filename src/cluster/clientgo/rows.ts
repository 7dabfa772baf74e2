import type { ObjectsByResource, ResourceName } from '../../api/types/by-resource.ts';
import type { KObject } from '../../api/types/meta.ts';
import { type TableName, tableFamily, tableName } from '../../engine/index.ts';

/** One row. */
export interface ReflectorRow {
  readonly state: 'initial list' | 'watching' | 'backing off' | 'stopped';
  readonly resourceVersion: string;
  readonly events: number;
  readonly watches: number;
  readonly reason: string | undefined;
}
/** One an informer, by its name: `<component>/<resource>[?selector]`, as all tables of informers. */
export const REFLECTOR_TABLES = tableFamily<ReflectorRow>('informer/*/reflector');

export type DeltaType = 'Added' | 'Updated' | 'Deleted' | 'ReplacedAll' | 'Sync' | 'Bookmark';

/** A change that has arrived and is not yet in the cache; rows are in the order of arrival. */
export interface QueueRow {
  readonly position: number;
  readonly type: DeltaType;
  readonly key: string;
  readonly resourceVersion: string;
  readonly object: KObject | undefined;
}
export const DELTA_TABLES = tableFamily<QueueRow>('informer/*/queue');

/** One member of the set of keys of one value of one index. The key is `<index>=<value>|<key>`. */
export interface IndexRow {
  readonly index: string;
  readonly value: string;
  readonly key: string;
}
export const INDEX_TABLES = tableFamily<IndexRow>('informer/*/indices');

/** The listeners in the order in which they were added. */
export interface HandlerRow {
  readonly handler: string;
  readonly events: number;
  /** The last event of this listener, and the object that it was about. */
  readonly event: 'add' | 'update' | 'delete';
  readonly key: string;
}
export const HANDLER_TABLES = tableFamily<HandlerRow>('informer/*/handlers');

/** The cache itself, objects by `namespace/name`. */
export const INDEXER_TABLES = tableFamily<KObject>('informer/*/indexer');

/** The cache of an informer that selects nothing. */
export function indexerTable<R extends ResourceName>(component: string, resource: R): TableName<ObjectsByResource[R]> {
  return tableName(INDEXER_TABLES.of(`${component}/${resource}`));
}

/** Keys that the queue knows of. */
export interface WorkQueueRow {
  readonly key: string;
  readonly queued: boolean;
  readonly dirty: boolean;
  readonly processing: boolean;
  /** Virtual time at which a delayed key will be added. */
  readonly readyAt: number | undefined;
  readonly failures: number;
}
/** One a work queue. */
export const WORK_QUEUE_TABLES = tableFamily<WorkQueueRow>('workqueue/*');

export interface ExpectationRow {
  readonly key: string;
  readonly adds: number;
  readonly deletions: number;
  readonly since: number;
  /** Keys of pods whose deletion is awaited, for controllers that track them. */
  readonly awaited: readonly string[];
}
/** One a controller. */
export const EXPECTATION_TABLES = tableFamily<ExpectationRow>('expectations/*');

/** The revision of the controller's own last write to each resource, by owner. */
export interface ConsistencyRow {
  readonly key: string;
  readonly written: { readonly [resource: string]: string };
}
/** One a controller. */
export const CONSISTENCY_TABLES = tableFamily<ConsistencyRow>('consistency/*');

/** One sort of event that the correlator remembers. */
export interface CorrelationRow {
  readonly name: string;
  readonly count: number;
  readonly firstTimestamp: string;
  readonly message: string;
}
/** One a component. */
export const CORRELATION_TABLES = tableFamily<CorrelationRow>('events/*');

/** The informer whose table has this name. */
export function informerOf(name: string): string | undefined {
  for (const family of INFORMER_TABLES) {
    const informer = family.oneOf(name);
    if (informer !== undefined) return informer;
  }
  return undefined;
}

const INFORMER_TABLES = [REFLECTOR_TABLES, DELTA_TABLES, INDEXER_TABLES, INDEX_TABLES, HANDLER_TABLES];
