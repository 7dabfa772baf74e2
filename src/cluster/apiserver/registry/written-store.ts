import type { Status } from '../../../api/errors/status.ts';
import type { ResourceInfo } from '../../../api/scheme/scheme.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { Context, Process } from '../../../engine/index.ts';
import type { KeyValue, KvStore } from '../../ports/kv.ts';
import type { Cacher } from '../watchcache/cacher.ts';
import type { LeaseManager } from './lease-manager.ts';

/** The part of a resource's store that writes of single objects use. */
// Models staging/src/k8s.io/apiserver/pkg/storage/interfaces.go (v1.36)
export interface WrittenStore {
  readonly info: ResourceInfo;
  readonly cacher: Cacher;
  readonly kv: KvStore;
  readonly leases: LeaseManager | undefined;
  /** Whether it may be more than the store takes. */
  readonly measured: boolean;
  subject(namespace: string | undefined, name: string): string;
  /** Reads the object from the store, not from the cache. */
  get(ctx: Context, namespace: string, name: string): Process<KObject | Status>;
  decoded(item: KeyValue): KObject | Status;
}
