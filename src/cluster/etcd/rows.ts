import type { Micros } from '../../base/time/units.ts';
import { tableName } from '../../engine/index.ts';
import type { EtcdMember, MemberState } from '../ports/etcd.ts';
import type { KeyValue } from '../ports/kv.ts';
import type { Change } from './history.ts';

/** By key. */
export type KeyRow = KeyValue;
export const KEYS_TABLE = tableName<KeyRow>('etcd/keys');

/** By revision, with the place behind a point for further changes of the same transaction. */
export interface RevisionRow {
  readonly revision: number;
  readonly key: string;
  readonly op: 'put' | 'delete';
}
export const REVISIONS_TABLE = tableName<RevisionRow>('etcd/revisions');

/** By lease. */
export interface LeaseRow {
  readonly lease: string;
  readonly ttl: number;
  /** Virtual microseconds. */
  readonly expiresAt: number;
  readonly keys: number;
}
export const LEASES_TABLE = tableName<LeaseRow>('etcd/leases');

/** One row for each member. */
export interface RaftRow {
  readonly member: string;
  readonly state: MemberState;
  readonly role: 'leader' | 'follower' | 'candidate';
  readonly term: number;
  /** Whom it voted for in this term. */
  readonly vote: string | undefined;
  /** The last entry on its disk. */
  readonly lastIndex: number;
  readonly commitIndex: number;
  readonly appliedIndex: number;
  /** How long each fsync takes, where somebody has said so. */
  readonly fsync?: number;
}
export const RAFT_TABLE = tableName<RaftRow>('etcd/raft');

/** A line of a member's log. */
export interface MemberLogRow {
  /** By the member's own clock. */
  readonly at: Micros;
  readonly member: string;
  readonly caller: string;
  readonly message: string;
  /** Numbers are how long something took. */
  readonly fields: { readonly [name: string]: string | Micros };
}
/** By number; the newest ones. */
export const MEMBER_LOG_TABLE = tableName<MemberLogRow>('etcd/member-log');

/** The members of a store of one or three. */
export function membersOf(count: number): readonly EtcdMember[] {
  return IDS.slice(0, count).map((id, at) => ({
    id,
    name: `etcd-${at}`,
    peerUrl: `https://10.123.0.${2 + at}:2380`,
    clientUrl: `https://10.123.0.${2 + at}:2379`,
  }));
}

const IDS = ['9803157541037218831', '10276657743932975437', '12868902364172561205'] as const;
export const CLUSTER_ID = '14841639068965178418';

/** Rows of `etcd/revisions`: a revision of several changes has a row for each. */
export function revisionRows(changes: readonly Change[]): [string, RevisionRow][] {
  let last = 0;
  let sub = 0;
  return changes.map(({ revision, key, item }) => {
    sub = revision === last ? sub + 1 : 0;
    last = revision;
    return [rowKey(revision, sub), { revision, key, op: item === undefined ? 'delete' : 'put' }];
  });
}

export function rowKey(revision: number, sub: number): string {
  return sub === 0 ? String(revision) : `${revision}.${sub}`;
}
