import type { Micros } from '../../base/time/units.ts';
import type { Context, Process } from '../../engine/index.ts';
import type { KeyValue, KvError, KvStore } from './kv.ts';

// The whole API of the store, as a client such as etcdctl sees it. The API server's hot path is `KvStore`.
// Models etcd api/etcdserverpb/rpc.proto (v3.6). Numbers of 64 bits that may not fit a double are decimal texts.

export interface EtcdHeader {
  readonly clusterId: string;
  readonly memberId: string;
  readonly revision: number;
  readonly raftTerm: number;
}

export interface RangeRequest {
  readonly key: string;
  /** Left out: this key alone. "\0": every key from `key` on. */
  readonly rangeEnd?: string;
  readonly limit?: number;
  readonly revision?: number;
  readonly sortOrder?: 'none' | 'ascend' | 'descend';
  readonly sortTarget?: 'key' | 'version' | 'create' | 'mod' | 'value';
  /** Answered by the member that was asked, without asking whether it is up to date. */
  readonly serializable?: boolean;
  readonly keysOnly?: boolean;
  readonly countOnly?: boolean;
  readonly minModRevision?: number;
  readonly maxModRevision?: number;
  readonly minCreateRevision?: number;
  readonly maxCreateRevision?: number;
}
export interface PutRequest {
  readonly key: string;
  readonly value?: unknown;
  readonly lease?: string;
  readonly prevKv?: boolean;
  readonly ignoreValue?: boolean;
  readonly ignoreLease?: boolean;
}
export interface DeleteRangeRequest {
  readonly key: string;
  readonly rangeEnd?: string;
  readonly prevKv?: boolean;
}
export interface Compare {
  readonly key: string;
  readonly rangeEnd?: string;
  readonly target: 'version' | 'create' | 'mod' | 'value' | 'lease';
  readonly result: '=' | '!=' | '<' | '>';
  /** A number; a text for `value` and `lease`. */
  readonly operand: number | string;
}
export type RequestOp =
  | { readonly type: 'range'; readonly range: RangeRequest }
  | { readonly type: 'put'; readonly put: PutRequest }
  | { readonly type: 'delete'; readonly delete: DeleteRangeRequest }
  | { readonly type: 'txn'; readonly txn: TxnRequest };
export interface TxnRequest {
  readonly compare: readonly Compare[];
  readonly success: readonly RequestOp[];
  readonly failure: readonly RequestOp[];
}

export interface RangeResponse {
  readonly revision: number;
  readonly kvs: readonly KeyValue[];
  readonly more: boolean;
  readonly count: number;
}
export interface PutResponse {
  readonly revision: number;
  readonly previous: KeyValue | undefined;
}
export interface DeleteRangeResponse {
  readonly revision: number;
  readonly deleted: number;
  readonly previous: readonly KeyValue[];
}
export type ResponseOp =
  | { readonly type: 'range'; readonly range: RangeResponse }
  | { readonly type: 'put'; readonly put: PutResponse }
  | { readonly type: 'delete'; readonly delete: DeleteRangeResponse }
  | { readonly type: 'txn'; readonly txn: TxnResponse };
export interface TxnResponse {
  readonly revision: number;
  readonly succeeded: boolean;
  readonly responses: readonly ResponseOp[];
}

export interface LeaseStatus {
  readonly lease: string;
  /** Seconds left; -1 when there is no such lease. */
  readonly ttl: number;
  readonly granted: number;
  readonly keys: readonly string[];
}

export interface WatchRequest {
  readonly key: string;
  readonly rangeEnd?: string;
  readonly startRevision?: number;
  readonly prevKv?: boolean;
  readonly progressNotify?: boolean;
  readonly filters?: readonly ('noput' | 'nodelete')[];
}
export interface WatchEvent {
  readonly type: 'put' | 'delete';
  /** Of a deletion: the key and the revision of its removal. */
  readonly kv: KeyValue;
  readonly previous: KeyValue | undefined;
}
export interface WatchResponse {
  readonly revision: number;
  readonly created: boolean;
  readonly canceled: boolean;
  /** Why the store ended it; empty when the client did. */
  readonly cancelReason: string;
  /** Set when the watch asked for a revision that is forgotten: the oldest that is left. */
  readonly compactRevision: number;
  readonly events: readonly WatchEvent[];
}
export interface EtcdWatch {
  /** Asks how far the watch has come: the answer has no events. */
  requestProgress(ctx: Context): void;
  cancel(ctx: Context): void;
}

export interface EtcdMember {
  readonly id: string;
  readonly name: string;
  readonly peerUrl: string;
  readonly clientUrl: string;
}
export interface EndpointStatus {
  readonly member: EtcdMember;
  readonly version: string;
  readonly dbSize: number;
  readonly dbSizeInUse: number;
  readonly leader: string;
  readonly raftIndex: number;
  readonly raftTerm: number;
  readonly raftAppliedIndex: number;
  readonly errors: readonly string[];
}
export interface Alarm {
  readonly memberId: string;
  readonly alarm: 'NOSPACE' | 'CORRUPT';
}

/** What a person may do to a member of the store. */
export type MemberState = 'running' | 'stopped' | 'slow';

/** Keys, leases and watches, as any client asks for them. */
export interface EtcdProtocol {
  rangeOf(ctx: Context, request: RangeRequest): Process<RangeResponse | KvError>;
  put(ctx: Context, request: PutRequest): Process<PutResponse | KvError>;
  deleteRange(ctx: Context, request: DeleteRangeRequest): Process<DeleteRangeResponse | KvError>;
  transact(ctx: Context, request: TxnRequest): Process<TxnResponse | KvError>;
  /** `lease` left out or "0": the store chooses. Gives the time that it was granted for, which may be longer. */
  leaseGrant(ctx: Context, ttl: number, lease?: string): Process<LeaseStatus | KvError>;
  leaseRevoke(ctx: Context, lease: string): Process<KvError | undefined>;
  leaseKeepAlive(ctx: Context, lease: string): Process<LeaseStatus | KvError>;
  leaseTimeToLive(ctx: Context, lease: string): Process<LeaseStatus | KvError>;
  leases(ctx: Context): Process<readonly string[] | KvError>;
  watchRange(ctx: Context, request: WatchRequest, receive: (ctx: Context, response: WatchResponse) => void): EtcdWatch;
}

/** The members themselves. */
export interface EtcdMaintenance {
  /** `undefined` when nobody answers at that member. */
  status(ctx: Context, member: EtcdMember): Process<EndpointStatus | undefined>;
  hashKv(
    ctx: Context,
    member: EtcdMember,
  ): Process<{ readonly hash: number; readonly compactRevision: number } | undefined>;
  alarms(ctx: Context): Process<readonly Alarm[] | KvError>;
  disarm(ctx: Context): Process<readonly Alarm[] | KvError>;
  defragment(ctx: Context, member: EtcdMember): Process<boolean>;
  moveLeader(ctx: Context, to: string): Process<KvError | undefined>;
}

export interface EtcdServer extends KvStore {
  readonly header: EtcdHeader;
  readonly members: readonly EtcdMember[];
  readonly protocol: EtcdProtocol;
  readonly maintenance: EtcdMaintenance;
  /** A fault, or its end. Does nothing for a member that there is not. */
  setMember(ctx: Context, member: string, state: MemberState, fsync?: Micros): void;
}
