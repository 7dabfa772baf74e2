import type { KeyValue } from '../ports/kv.ts';

/** Table `etcd/keys`: by key. */
export type KeyRow = KeyValue;

/** Table `etcd/revisions`: by revision. */
export interface RevisionRow {
  readonly revision: number;
  readonly key: string;
  readonly op: 'put' | 'delete';
}

/** Table `etcd/leases`: by lease. */
export interface LeaseRow {
  readonly lease: string;
  readonly ttl: number;
  /** Virtual microseconds. */
  readonly expiresAt: number;
  readonly keys: number;
}

/** Table `etcd/raft`: one row for each member. */
export interface RaftRow {
  readonly member: string;
  readonly role: 'leader' | 'follower';
  readonly term: number;
  readonly lastIndex: number;
  readonly commitIndex: number;
  readonly appliedIndex: number;
}
