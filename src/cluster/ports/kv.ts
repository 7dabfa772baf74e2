import type { Context, Origin, Process } from '../../engine/index.ts';

/** A key as the store holds it at one revision. Values are opaque, frozen objects; who shows or measures bytes takes `bareValue` of them. */
export interface KeyValue {
  readonly key: string;
  readonly value: unknown;
  readonly createRevision: number;
  readonly modRevision: number;
  /** 1 when created, +1 for each later put. */
  readonly version: number;
  readonly lease: string | undefined;
}

/** Where the store has a key: who was told of it need not have it looked for again. Worth nothing once the key is gone. */
export interface KvPlace {
  readonly key: string;
}

/** A change of one key: all that the API server's transactions are. */
export interface KvChange {
  readonly key: string;
  readonly place?: KvPlace | undefined;
  /** It takes effect if this is the key's mod revision then, 0 standing for a key that is not there; undefined: in any case. */
  readonly expected: number | undefined;
  /** Undefined: the key is removed. */
  readonly value: unknown;
  /** What is kept of the value at its revision, if it is not the value as it is. Asked once, when the change takes effect: it may complete the value itself. */
  readonly kept?: AtRevision;
  readonly lease?: string | undefined;
  /** It may be larger than the store takes: measuring costs as much as writing it out. */
  readonly measured?: boolean;
  /** What steps name as their subject; the store itself does not interpret it. */
  readonly subject: string;
}

/** Makes what is kept of a value at the revision at which it is put. */
export type AtRevision<V = never> = (value: V, revision: number) => unknown;

export interface KvChanged {
  readonly succeeded: boolean;
  readonly revision: number;
  /** What was put or removed; if it did not succeed, what is there instead. */
  readonly item: KeyValue | undefined;
  /** The step at which it took effect. */
  readonly origin: Origin;
}

export interface KvGetResult {
  readonly item: KeyValue | undefined;
  readonly revision: number;
}

export interface KvRange {
  /** First key, included. */
  readonly start: string;
  /** First key that is not included. */
  readonly end: string;
  readonly limit?: number;
  /** As the keys were at this revision; now, when left out. */
  readonly revision?: number;
  readonly subject: string;
}

export interface KvRangeResult {
  readonly items: readonly KeyValue[];
  /** Keys in the range, without the limit. */
  readonly count: number;
  readonly more: boolean;
  readonly revision: number;
}

export interface KvError {
  readonly error: string;
  /** The gRPC code that goes with it. */
  readonly code?: number;
}

export function isKvError(value: object): value is KvError {
  return 'error' in value;
}

/** What caused it stands in the event itself: it is kept for long, and a reference would keep the whole context. */
export interface KvEvent extends Origin {
  readonly key: string;
  /** Undefined for a deletion, and when it is told of the past. */
  readonly place: KvPlace | undefined;
  /** The revision of this change. */
  readonly revision: number;
  /** Undefined for a deletion. */
  readonly item: KeyValue | undefined;
  readonly previous: KeyValue | undefined;
}

export interface KvWatch {
  /** Calls back when every change up to the revision of this moment has been received. */
  progress(ctx: Context, done: (revision: number) => void): void;
  stop(): void;
}

export interface KvPreload {
  readonly key: string;
  readonly value: unknown;
  readonly kept?: AtRevision;
  readonly createRevision?: number;
  readonly modRevision?: number;
  readonly version?: number;
}

/** The store behind the API server. It knows keys and revisions, not kinds of object. */
export interface KvStore {
  /** The newest revision. */
  readonly revision: number;
  /** Fails when no majority of members answers, or when the store is full. */
  change(ctx: Context, change: KvChange): Process<KvChanged | KvError>;
  get(ctx: Context, key: string, subject: string, place?: KvPlace): Process<KvGetResult | KvError>;
  range(ctx: Context, range: KvRange): Process<KvRangeResult | KvError>;
  /**
   * Calls `receive` for every later change below the prefix, in order of revision, each as an occurrence of its own.
   * Fails when the revision has been compacted.
   */
  watch(prefix: string, fromRevision: number, receive: (event: KvEvent) => void): KvWatch | KvError;
  grantLease(ctx: Context, ttlSeconds: number): Process<string | KvError>;
  compact(ctx: Context, revision: number): Process<KvError | undefined>;
  /** Puts keys there before anything happens. Keys without revisions get the next ones. Watches hear of them at once. */
  preload(ctx: Context, entries: readonly KvPreload[], atLeastRevision?: number): void;
}
