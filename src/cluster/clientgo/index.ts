export {
  type ClientOptions,
  type CreateOptions,
  type DeleteOptions,
  METADATA_ACCEPT,
  type Patch,
  type PatchType,
  RestClient,
  type UpdateOptions,
} from './client.ts';
export { ConsistencyStore } from './consistency-store.ts';
export type { EventExtra, EventSourceName } from './event-parts.ts';
export { EventRecorder } from './event-recorder.ts';
export { Expectations } from './expectations.ts';
export type { Indexer, Indexers, IndexFunction } from './indexer.ts';
export { SharedInformerFactory, withoutManagedFields } from './informer-factory.ts';
export { type LeaderElectionOptions, LeaderElector } from './leader-election.ts';
export { compareRevisions, objectKey, splitKey } from './object-key.ts';
export { type ObjectReference, referenceTo } from './object-reference.ts';
export { goSeconds, pathOf, type Query, queryPairs } from './paths.ts';
export type { BackOff } from './rate-limiter.ts';
export type { Selector } from './reflector.ts';
export type * from './rows.ts';
export { type ResourceHandler, SharedInformer, type Transform } from './shared-informer.ts';
export { TokenBucket } from './token-bucket.ts';
export { type WorkItem, WorkQueue, worker } from './work-queue.ts';
