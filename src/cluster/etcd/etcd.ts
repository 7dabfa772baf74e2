import { compareStrings } from '../../base/order.ts';
import type { Context, Engine, Process, Random, Table } from '../../engine/index.ts';
import { etcd as steps } from '../../steps/etcd.ts';
import type { Environment } from '../ports/environment.ts';
import type {
  Alarm,
  DeleteRangeRequest,
  DeleteRangeResponse,
  EndpointStatus,
  EtcdHeader,
  EtcdMember,
  EtcdServer,
  EtcdWatch,
  LeaseStatus,
  MemberState,
  PutRequest,
  PutResponse,
  RangeRequest,
  RangeResponse,
  TxnRequest,
  TxnResponse,
  WatchRequest,
  WatchResponse,
} from '../ports/etcd.ts';
import {
  isKvError,
  type KeyValue,
  type KvChange,
  type KvChanged,
  type KvError,
  type KvEvent,
  type KvGetResult,
  type KvPreload,
  type KvRange,
  type KvRangeResult,
  type KvWatch,
} from '../ports/kv.ts';
import { draw, type Latencies } from '../ports/latency.ts';
import { checkKey, checkPut, checkTxn } from './check-request.ts';
import {
  badTransferee,
  compacted,
  connectionRefused,
  deadlineExceeded,
  leaseNotFound,
  leaseTtlTooLarge,
  noSpace,
} from './errors.ts';
import type { Change } from './history.ts';
import { Lessor } from './lessor.ts';
import { Mvcc } from './mvcc.ts';
import { Quota } from './quota.ts';
import { RaftGroup } from './raft/group.ts';
import { type Proposal, TERM } from './raft/proposal.ts';
import { SoloLog } from './raft/solo.ts';
import { readRange } from './range.ts';
import { CLUSTER_ID, membersOf, type RevisionRow } from './rows.ts';
import { hashOf } from './state-hash.ts';
import { applyDelete, applyPut, applyTxn, takesSuccess } from './txn.ts';
import { WatchHub } from './watch-hub.ts';

const ACTOR = 'etcd';
const VERSION = '3.5.30';
const LONGEST_TTL = 9_000_000_000;
/** A read is tried again until the request that it is for is over. */
const READ_PATIENCE = 60_000_000;

export interface EtcdOptions {
  readonly members: 1 | 3;
  /** The size above which nothing more is stored; 0 for none. */
  readonly quotaBytes: number;
}

/** Rows of `etcd/revisions`: a revision of several changes has a row for each. */
function revisionRows(changes: readonly Change[]): [string, RevisionRow][] {
  let last = 0;
  let sub = 0;
  return changes.map(({ revision, key, item }) => {
    sub = revision === last ? sub + 1 : 0;
    last = revision;
    return [rowKey(revision, sub), { revision, key, op: item === undefined ? 'delete' : 'put' }];
  });
}

function rowKey(revision: number, sub: number): string {
  return sub === 0 ? String(revision) : `${revision}.${sub}`;
}

export function createEtcd(env: Environment, options: Partial<EtcdOptions> = {}): EtcdServer {
  return new Etcd(env, { members: 1, quotaBytes: 0, ...options });
}

// Models etcd server/etcdserver/v3_server.go and apply (v3.6).
class Etcd implements EtcdServer {
  readonly members: readonly EtcdMember[];
  private readonly engine: Engine;
  private readonly latencies: Latencies;
  private readonly random: Random;
  private readonly store: Mvcc;
  private readonly revisions: Table<RevisionRow>;
  private readonly hub: WatchHub;
  private readonly lessor: Lessor;
  private readonly solo: SoloLog | undefined;
  private readonly group: RaftGroup | undefined;
  private readonly quota: Quota;
  private lastRow = 0;
  private lastSub = 0;

  constructor(env: Environment, options: EtcdOptions) {
    const { engine, latencies } = env;
    this.engine = engine;
    this.latencies = latencies;
    this.random = engine.random('etcd');
    this.members = membersOf(options.members);
    this.lessor = new Lessor(
      engine,
      (ctx, lease) => engine.spawn(this.expire(ctx, lease)),
      (key) => this.store.keys.get(key)?.lease,
    );
    this.store = new Mvcc(
      engine,
      (key, lease, before) => this.lessor.attach(key, lease, before),
      (ctx, event) => this.changed(ctx, event),
    );
    this.revisions = engine.toldView('etcd/revisions', () => revisionRows(this.store.history.from(0)));
    this.hub = new WatchHub(engine, this.random, latencies.etcdWatch, this.store.history, () => this.store.revision);
    const names = this.members.map(({ name }) => name);
    if (options.members === 1) this.solo = new SoloLog(engine, latencies, this.random, names[0] as string);
    else this.group = new RaftGroup(engine, latencies, this.random, names);
    this.quota = new Quota(options.quotaBytes, this.store);
  }

  get revision(): number {
    return this.store.revision;
  }

  get header(): EtcdHeader {
    const name = this.group?.connected?.name;
    const member = this.members.find((candidate) => candidate.name === name) ?? (this.members[0] as EtcdMember);
    const raftTerm = this.group?.term ?? TERM;
    return { clusterId: CLUSTER_ID, memberId: member.id, revision: this.store.revision, raftTerm };
  }

  // The API server's path

  *change(ctx: Context, change: KvChange): Process<KvChanged | KvError> {
    const own = ctx.as(ACTOR);
    const { key, value, expected, subject } = change;
    const op = value === undefined ? 'delete' : 'put';
    if (this.quota.bounded && op === 'put' && this.quota.exceeded(own)) return noSpace;
    const compare = expected === undefined ? 0 : 1;
    const { solo } = this;
    if (solo !== undefined) {
      // As `replicate`, without a process of its own: every write comes by here.
      const proposed = own.step(steps.proposed, subject, { op, key, compare });
      yield proposed.sleep(solo.untilCommit());
      return this.applyChange(solo.commit(proposed, subject), change);
    }
    return yield* this.write(own, { op, key, compare, subject }, (committed) => this.applyChange(committed, change));
  }

  private applyChange(ctx: Context, { key, expected, value, lease, subject }: KvChange): KvChanged {
    const { store } = this;
    const there = store.keys.get(key);
    const actual = there?.modRevision ?? 0;
    if (expected !== undefined && actual !== expected) {
      const failed = ctx.step(steps.compareFailed, subject, { key, expected, actual });
      return { succeeded: false, revision: store.revision, item: there, origin: failed };
    }
    const removes = value === undefined;
    const applied = ctx.step(steps.applied, subject, {
      op: removes ? 'delete' : 'put',
      key,
      revision: store.revision + 1,
      version: removes ? 0 : (there?.version ?? 0) + 1,
    });
    const item = removes ? store.remove(applied, key) : store.put(applied, key, value, lease);
    this.end(applied);
    return { succeeded: true, revision: store.revision, item, origin: applied };
  }

  *get(ctx: Context, key: string, subject: string): Process<KvGetResult | KvError> {
    const own = ctx.as(ACTOR);
    yield own.sleep(draw(this.random, this.latencies.etcdRead));
    if (this.group !== undefined) {
      const refused = yield* this.confirm(own, this.group);
      if (refused !== undefined) return refused;
    }
    const item = this.store.keys.get(key);
    if (own.notesReads) own.read('etcd/keys', key, String(item?.modRevision ?? 0));
    own.step(steps.read, subject, { key, revision: this.revision, found: item === undefined ? 0 : 1 });
    return { item, revision: this.revision };
  }

  *range(ctx: Context, range: KvRange): Process<KvRangeResult | KvError> {
    const own = ctx.as(ACTOR);
    const refused = yield* this.readable(own);
    if (refused !== undefined) return refused;
    if (range.revision !== undefined && range.revision < this.store.history.compactedRevision) return compacted;
    const found = this.store.collect(range.start, range.end, range.revision);
    const { revision } = this;
    own.step(steps.read, range.subject, {
      key: range.start,
      revision: range.revision ?? revision,
      found: found.length,
    });
    const limit = range.limit === undefined || range.limit <= 0 ? found.length : range.limit;
    const items = limit < found.length ? found.slice(0, limit) : found;
    return { items, count: found.length, more: items.length < found.length, revision };
  }

  /** Waits as long as a read takes, and with several members until one leads. */
  private *readable(own: Context): Process<KvError | undefined> {
    yield own.sleep(draw(this.random, this.latencies.etcdRead));
    return this.group === undefined ? undefined : yield* this.confirm(own, this.group);
  }

  private *confirm(own: Context, group: RaftGroup): Process<KvError | undefined> {
    const refused = yield* group.confirmRead(own, READ_PATIENCE);
    return refused === undefined || refused === connectionRefused ? refused : deadlineExceeded;
  }

  watch(prefix: string, fromRevision: number, receive: (event: KvEvent) => void): KvWatch | KvError {
    const { history } = this.store;
    if (fromRevision < history.compactedRevision) return compacted;
    if (fromRevision <= this.revision) {
      const origin = this.engine.background(ACTOR).originOnly();
      for (const change of history.from(fromRevision)) {
        if (change.key.startsWith(prefix))
          receive({ ...change, type: change.item === undefined ? 'delete' : 'put', origin });
      }
    }
    return this.hub.add(prefix, receive);
  }

  *grantLease(ctx: Context, ttlSeconds: number): Process<string | KvError> {
    const own = ctx.as(ACTOR);
    if (this.group !== undefined) {
      const granted = yield* this.leaseGrant(ctx, ttlSeconds);
      return isKvError(granted) ? granted : granted.lease;
    }
    yield own.sleep(draw(this.random, this.latencies.etcdCommit));
    return (this.lessor.grant(own, ttlSeconds) as LeaseStatus).lease;
  }

  *compact(ctx: Context, revision: number): Process<KvError | undefined> {
    const own = ctx.as(ACTOR);
    if (this.group !== undefined) {
      const proposal: Proposal = { op: 'compaction', key: String(revision), compare: 0, subject: 'etcd' };
      return yield* this.write(own, proposal, (committed) => this.applyCompaction(committed, revision));
    }
    yield own.sleep(draw(this.random, this.latencies.etcdCommit));
    return this.applyCompaction(own, revision);
  }

  private applyCompaction(ctx: Context, revision: number): KvError | undefined {
    const dropped = this.store.compact(revision);
    if (isKvError(dropped)) return dropped;
    ctx.step(steps.compacted, 'etcd', { revision, dropped: dropped.length });
    for (const [key, row] of revisionRows(dropped)) this.revisions.tell(key, row, undefined);
    return undefined;
  }

  preload(ctx: Context, entries: readonly KvPreload[], atLeastRevision = 0): void {
    const { store } = this;
    let revision = Math.max(store.revision, atLeastRevision);
    const rows = entries.map((entry): KeyValue => {
      const modRevision = entry.modRevision ?? ++revision;
      return {
        key: entry.key,
        value: entry.value,
        createRevision: entry.createRevision ?? modRevision,
        modRevision,
        version: entry.version ?? 1,
        lease: undefined,
      };
    });
    for (const row of rows) revision = Math.max(revision, row.modRevision);
    const loaded = ctx.as(ACTOR).step(steps.loaded, 'etcd', { keys: rows.length, revision });
    (this.solo ?? this.group)?.showAll();
    store.revision = revision;
    rows.sort((a, b) => a.modRevision - b.modRevision || compareStrings(a.key, b.key));
    for (const row of rows) {
      const previous = store.keys.get(row.key);
      store.keep(row, previous);
      this.hub.deliverNow({
        type: 'put',
        key: row.key,
        revision: row.modRevision,
        item: row,
        previous,
        origin: loaded,
      });
    }
    store.history.compactedRevision = revision;
  }

  // Everything that the protocol has

  *rangeOf(ctx: Context, request: RangeRequest): Process<RangeResponse | KvError> {
    const own = ctx.as(ACTOR);
    const bad = checkKey(request);
    if (bad !== undefined) return bad;
    if (request.serializable === true) yield own.sleep(draw(this.random, this.latencies.etcdRead));
    else {
      const refused = yield* this.readable(own);
      if (refused !== undefined) return refused;
    }
    const found = readRange(this.store, request);
    if (isKvError(found)) return found;
    const revision = request.revision ? request.revision : found.revision;
    own.step(steps.read, 'etcd', { key: request.key, revision, found: found.count });
    return found;
  }

  *put(ctx: Context, request: PutRequest): Process<PutResponse | KvError> {
    const bad = checkPut(request);
    if (bad !== undefined) return bad;
    const own = ctx.as(ACTOR);
    if (this.quota.exceeded(own)) return noSpace;
    return yield* this.write(own, proposalOf('put', request.key), (committed) => {
      const applied = this.tell(committed, 'put', request.key);
      const answer = applyPut(applied, this.store, this.lessor, request);
      this.end(applied);
      return answer;
    });
  }

  *deleteRange(ctx: Context, request: DeleteRangeRequest): Process<DeleteRangeResponse | KvError> {
    const bad = checkKey(request);
    if (bad !== undefined) return bad;
    return yield* this.write(ctx.as(ACTOR), proposalOf('delete', request.key), (committed) => {
      const applied = this.tell(committed, 'delete', request.key);
      const answer = applyDelete(applied, this.store, request);
      this.end(applied);
      return answer;
    });
  }

  *transact(ctx: Context, request: TxnRequest): Process<TxnResponse | KvError> {
    const bad = checkTxn(request);
    if (bad !== undefined) return bad;
    const own = ctx.as(ACTOR);
    if ([...request.success, ...request.failure].some(({ type }) => type === 'put') && this.quota.exceeded(own))
      return noSpace;
    const proposal = { ...proposalOf('txn', keyOf(request)), compare: request.compare.length };
    return yield* this.write(own, proposal, (committed) => {
      const succeeded = takesSuccess(this.store, request);
      const applied = committed.step(steps.txnApplied, 'etcd', {
        compares: request.compare.length,
        succeeded,
        ops: (succeeded ? request.success : request.failure).length,
      });
      const answer = applyTxn(applied, this.store, this.lessor, request);
      this.end(applied);
      return answer;
    });
  }

  *leaseGrant(ctx: Context, ttl: number, lease?: string): Process<LeaseStatus | KvError> {
    if (ttl > LONGEST_TTL) return leaseTtlTooLarge;
    const own = ctx.as(ACTOR);
    if (this.quota.exceeded(own)) return noSpace;
    const wanted = lease === undefined || lease === '0' ? undefined : lease;
    return yield* this.write(own, proposalOf('lease-grant', 'lease'), (committed) =>
      this.lessor.grant(committed, ttl, wanted),
    );
  }

  *leaseRevoke(ctx: Context, lease: string): Process<KvError | undefined> {
    return yield* this.write(ctx.as(ACTOR), proposalOf('lease-revoke', lease), (committed) =>
      this.revoke(committed, lease, false),
    );
  }

  *leaseKeepAlive(ctx: Context, lease: string): Process<LeaseStatus | KvError> {
    const own = ctx.as(ACTOR);
    const refused = yield* this.readable(own);
    return refused ?? this.lessor.renew(own, lease);
  }

  *leaseTimeToLive(ctx: Context, lease: string): Process<LeaseStatus | KvError> {
    const refused = yield* this.readable(ctx.as(ACTOR));
    return refused ?? this.lessor.status(lease);
  }

  *leases(ctx: Context): Process<readonly string[] | KvError> {
    const refused = yield* this.readable(ctx.as(ACTOR));
    return refused ?? this.lessor.list();
  }

  watchRange(ctx: Context, request: WatchRequest, receive: (ctx: Context, response: WatchResponse) => void): EtcdWatch {
    return this.hub.open(ctx.as(ACTOR), request, receive);
  }

  *status(ctx: Context, member: EtcdMember): Process<EndpointStatus | undefined> {
    yield ctx.as(ACTOR).sleep(draw(this.random, this.latencies.etcdRead));
    const one = this.group?.members.find(({ name }) => name === member.name);
    if (one?.alive === false) return undefined;
    const { used, total } = this.quota.measure();
    const leader = this.group === undefined ? member.name : this.group.leader?.name;
    const index = this.solo?.index ?? 0;
    const errors = this.quota.alarm ? [`memberID:${member.id} alarm:NOSPACE `] : [];
    return {
      member,
      version: VERSION,
      dbSize: total,
      dbSizeInUse: used,
      leader: this.members.find(({ name }) => name === leader)?.id ?? '0',
      raftIndex: one?.last ?? index,
      raftTerm: one?.term ?? TERM,
      raftAppliedIndex: one?.commit ?? index,
      errors: leader === undefined ? [...errors, 'etcdserver: no leader'] : errors,
    };
  }

  *hashKv(ctx: Context, member: EtcdMember): Process<{ hash: number; compactRevision: number } | undefined> {
    yield ctx.as(ACTOR).sleep(draw(this.random, this.latencies.etcdRead));
    if (this.group?.members.find(({ name }) => name === member.name)?.alive === false) return undefined;
    return { hash: hashOf(this.store), compactRevision: this.store.history.compactedRevision };
  }

  *alarms(ctx: Context): Process<readonly Alarm[] | KvError> {
    const refused = yield* this.readable(ctx.as(ACTOR));
    return refused ?? this.raised();
  }

  *disarm(ctx: Context): Process<readonly Alarm[] | KvError> {
    return yield* this.write(ctx.as(ACTOR), proposalOf('alarm', 'NOSPACE'), (committed) => {
      const raised = this.raised();
      this.quota.disarm(committed);
      return raised;
    });
  }

  private raised(): readonly Alarm[] {
    return this.quota.alarm ? [{ memberId: this.header.memberId, alarm: 'NOSPACE' }] : [];
  }

  *defragment(ctx: Context, member: EtcdMember): Process<boolean> {
    yield ctx.as(ACTOR).sleep(draw(this.random, this.latencies.etcdCommit) * 20);
    if (this.group?.members.find(({ name }) => name === member.name)?.alive === false) return false;
    this.quota.defragment(ctx.as(ACTOR), member.name);
    return true;
  }

  *moveLeader(ctx: Context, to: string): Process<KvError | undefined> {
    const member = this.members.find(({ id }) => id === to);
    if (member === undefined || this.group === undefined) return badTransferee;
    return yield* this.group.moveLeader(ctx.as(ACTOR), member.name);
  }

  setMember(ctx: Context, name: string, state: MemberState): void {
    if (!this.members.some((member) => member.name === name)) return;
    const own = ctx.as(ACTOR).step(steps.memberSet, 'etcd', { member: name, state });
    this.group?.setMember(own, name, state);
    if (state !== 'stopped') this.solo?.setSlow(state === 'slow');
  }

  // Inside

  private *write<R>(own: Context, proposal: Proposal, apply: (ctx: Context) => R): Process<R | KvError> {
    if (this.group !== undefined) return yield* this.group.propose(own, proposal, apply);
    const { op, key, compare, subject } = proposal;
    return apply(yield* (this.solo as SoloLog).replicate(own, op, key, compare, subject));
  }

  private tell(ctx: Context, op: 'put' | 'delete', key: string): Context {
    const version = op === 'put' ? (this.store.keys.get(key)?.version ?? 0) + 1 : 0;
    return ctx.step(steps.applied, 'etcd', { op, key, revision: this.revision + 1, version });
  }

  /** A transaction has ended. */
  private end(ctx: Context): void {
    this.store.end();
    if (this.hub.hasRanges) this.hub.flush(ctx);
  }

  private changed(ctx: Context, event: KvEvent): void {
    this.store.history.add(event);
    if (this.engine.recording === 'full') {
      this.lastSub = event.revision === this.lastRow ? this.lastSub + 1 : 0;
      this.lastRow = event.revision;
      const { revision, key, type: op } = event;
      this.revisions.tell(rowKey(revision, this.lastSub), undefined, { revision, key, op });
    }
    this.hub.notify(ctx, event);
  }

  private *expire(ctx: Context, lease: string): Process<void> {
    // A lease cannot end while nobody leads; the next leader sees to it.
    for (;;) {
      const failed = yield* this.write(ctx, proposalOf('lease-revoke', lease), (committed) =>
        this.revoke(committed, lease, true),
      );
      if (failed === undefined || failed === leaseNotFound) return;
      yield ctx.sleep(READ_PATIENCE);
    }
  }

  private revoke(ctx: Context, lease: string, expired: boolean): KvError | undefined {
    if (!this.lessor.has(lease)) return leaseNotFound;
    const keys = this.lessor.keysOf(lease);
    const revoked = ctx.step(expired ? steps.leaseExpired : steps.leaseRevoked, 'etcd', { lease, keys: keys.length });
    this.lessor.forget(lease);
    for (const key of keys) this.store.remove(revoked, key);
    this.end(revoked);
    return undefined;
  }
}

function proposalOf(op: string, key: string): Proposal {
  return { op, key, compare: 0, subject: 'etcd' };
}

/** The first key that a transaction speaks of. */
function keyOf(txn: TxnRequest): string {
  for (const { key } of txn.compare) return key;
  for (const op of txn.success) {
    if (op.type === 'range') return op.range.key;
    if (op.type === 'put') return op.put.key;
    if (op.type === 'delete') return op.delete.key;
  }
  return '';
}
