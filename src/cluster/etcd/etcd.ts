import { compareStrings } from '../../base/order.ts';
import { SortedMap } from '../../base/sorted-map.ts';
import type { Context, Engine, Process, Random, Table } from '../../engine/index.ts';
import { etcd as steps } from '../../steps/etcd.ts';
import type { Environment } from '../ports/environment.ts';
import type {
  KeyValue,
  KvError,
  KvEvent,
  KvGetResult,
  KvOp,
  KvPreload,
  KvRange,
  KvRangeResult,
  KvStore,
  KvTxn,
  KvTxnResult,
  KvWatch,
} from '../ports/kv.ts';
import { draw, type Latencies } from '../ports/latency.ts';
import { type Change, History } from './history.ts';
import { Lessor } from './lessor.ts';
import type { KeyRow, RaftRow, RevisionRow } from './rows.ts';
import { WatchHub } from './watch-hub.ts';

const ACTOR = 'etcd';
const COMPACTED = 'etcdserver: mvcc: required revision has been compacted';

const FIRST_INDEX = 1;

function raftRow(index: number): RaftRow {
  return { member: 'etcd-0', role: 'leader', term: 2, lastIndex: index, commitIndex: index, appliedIndex: index };
}

function revisionRow({ revision, key, item }: Change): [string, RevisionRow] {
  return [String(revision), { revision, key, op: item === undefined ? 'delete' : 'put' }];
}

/** A store of one member. */
export function createEtcd(env: Environment): KvStore {
  return new Etcd(env);
}

// Models etcd server/etcdserver/v3_server.go and server/storage/mvcc (v1.36). One member: it is always the leader.
class Etcd implements KvStore {
  private current = 1;
  private readonly engine: Engine;
  private readonly latencies: Latencies;
  private readonly random: Random;
  private readonly keys: Table<KeyRow>;
  private readonly revisions: Table<RevisionRow>;
  private readonly raft: Table<RaftRow>;
  private readonly ordered = new SortedMap<KeyValue>();
  private readonly history = new History();
  private readonly hub: WatchHub;
  private readonly lessor: Lessor;
  private logIndex = FIRST_INDEX;
  /** The log is applied in order: nothing takes effect before what was proposed earlier. */
  private lastApply = 0;

  constructor(env: Environment) {
    this.engine = env.engine;
    this.latencies = env.latencies;
    this.random = env.engine.random('etcd');
    this.keys = env.engine.table('etcd/keys');
    this.revisions = env.engine.viewTable('etcd/revisions', () => this.history.from(0).map(revisionRow));
    this.raft = env.engine.viewTable('etcd/raft', () =>
      this.logIndex === FIRST_INDEX ? [] : [['etcd-0', raftRow(this.logIndex)]],
    );
    this.hub = new WatchHub(env.engine, this.random, env.latencies.etcdWatch, () => this.current);
    this.lessor = new Lessor(env.engine, (ctx, lease, keys) => this.engine.spawn(this.expire(ctx, lease, keys)));
  }

  get revision(): number {
    return this.current;
  }

  *txn(ctx: Context, txn: KvTxn): Process<KvTxnResult> {
    const first = txn.success[0];
    const key = first?.key ?? '';
    const appended = yield* this.replicate(ctx.as(ACTOR), first?.type ?? 'txn', key, txn.compare.length, txn.subject);
    for (const compare of txn.compare) {
      const actual = this.keys.get(compare.key)?.modRevision ?? 0;
      if (actual === compare.modRevision) continue;
      const failed = appended.step(steps.compareFailed, txn.subject, {
        key: compare.key,
        expected: compare.modRevision,
        actual,
      });
      return {
        succeeded: false,
        revision: this.current,
        results: this.apply(failed, txn, txn.failure),
        origin: failed,
      };
    }
    return this.commit(appended, txn);
  }

  *get(ctx: Context, key: string, subject: string): Process<KvGetResult> {
    const own = ctx.as(ACTOR);
    yield own.sleep(draw(this.random, this.latencies.etcdRead));
    const item = this.keys.get(key);
    own.read('etcd/keys', key, String(item?.modRevision ?? 0));
    own.step(steps.read, subject, { key, revision: this.current, found: item === undefined ? 0 : 1 });
    return { item, revision: this.current };
  }

  *range(ctx: Context, range: KvRange): Process<KvRangeResult | KvError> {
    const own = ctx.as(ACTOR);
    yield own.sleep(draw(this.random, this.latencies.etcdRead));
    if (range.revision !== undefined && range.revision < this.history.compactedRevision) return { error: COMPACTED };
    const found = this.collect(range);
    const revision = this.current;
    own.step(steps.read, range.subject, {
      key: range.start,
      revision: range.revision ?? revision,
      found: found.length,
    });
    const limit = range.limit === undefined || range.limit <= 0 ? found.length : range.limit;
    const items = limit < found.length ? found.slice(0, limit) : found;
    return { items, count: found.length, more: items.length < found.length, revision };
  }

  watch(prefix: string, fromRevision: number, receive: (event: KvEvent) => void): KvWatch | KvError {
    if (fromRevision < this.history.compactedRevision) return { error: COMPACTED };
    if (fromRevision <= this.current) {
      const origin = this.engine.background(ACTOR).originOnly();
      for (const change of this.history.from(fromRevision)) {
        if (change.key.startsWith(prefix))
          receive({ ...change, type: change.item === undefined ? 'delete' : 'put', origin });
      }
    }
    return this.hub.add(prefix, receive);
  }

  *grantLease(ctx: Context, ttlSeconds: number): Process<string> {
    const own = ctx.as(ACTOR);
    yield own.sleep(draw(this.random, this.latencies.etcdCommit));
    return this.lessor.grant(own, ttlSeconds);
  }

  *compact(ctx: Context, revision: number): Process<KvError | undefined> {
    const own = ctx.as(ACTOR);
    yield own.sleep(draw(this.random, this.latencies.etcdCommit));
    if (revision <= this.history.compactedRevision) return { error: COMPACTED };
    if (revision > this.current) return { error: 'etcdserver: mvcc: required revision is a future revision' };
    const dropped = this.history.compact(revision);
    own.step(steps.compacted, 'etcd', { revision, dropped: dropped.length });
    for (const old of dropped) this.revisions.delete(String(old));
    return undefined;
  }

  preload(ctx: Context, entries: readonly KvPreload[], atLeastRevision = 0): void {
    let revision = Math.max(this.current, atLeastRevision);
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
    this.current = revision;
    rows.sort((a, b) => a.modRevision - b.modRevision || compareStrings(a.key, b.key));
    for (const row of rows) {
      const previous = this.keys.get(row.key);
      this.keys.set(row.key, row);
      this.ordered.set(row.key, row);
      this.hub.deliverNow({
        type: 'put',
        key: row.key,
        revision: row.modRevision,
        item: row,
        previous,
        origin: loaded,
      });
    }
    this.history.compactedRevision = revision;
  }

  /** Propose, append, fsync, commit. Returns where the entry is about to be applied. */
  private *replicate(ctx: Context, op: string, key: string, compare: number, subject: string): Process<Context> {
    const proposed = ctx.step(steps.proposed, subject, { op, key, compare });
    const now = this.engine.now;
    const due = Math.max(this.lastApply, now + draw(this.random, this.latencies.etcdCommit));
    this.lastApply = due;
    yield proposed.sleep(due - now);
    this.logIndex += 1;
    const index = this.logIndex;
    const appended = proposed.step(steps.appended, subject, { index, term: 2 });
    const committed = appended.step(steps.committed, subject, { index, members: 1, quorum: 1 });
    if (this.engine.recording === 'full') this.raft.set('etcd-0', raftRow(index));
    return committed;
  }

  private commit(ctx: Context, txn: KvTxn): KvTxnResult {
    const first = txn.success[0] as KvOp;
    const previous = this.keys.get(first.key);
    const writes = txn.success.some((op) => op.type !== 'get');
    const applied = ctx.step(steps.applied, txn.subject, {
      op: first.type,
      key: first.key,
      revision: writes ? this.current + 1 : this.current,
      version: first.type === 'put' ? (previous?.version ?? 0) + 1 : 0,
    });
    const results = this.apply(applied, txn, txn.success);
    return { succeeded: true, revision: this.current, results, origin: applied };
  }

  private apply(ctx: Context, _txn: KvTxn, ops: readonly KvOp[]): readonly (KeyValue | undefined)[] {
    const results: (KeyValue | undefined)[] = [];
    let revision = this.current;
    for (const op of ops) {
      if (op.type === 'get') {
        results.push(this.keys.get(op.key));
        continue;
      }
      revision = this.current + 1;
      results.push(
        op.type === 'put' ? this.put(ctx, op.key, op.value, op.lease, revision) : this.remove(ctx, op.key, revision),
      );
    }
    this.current = revision;
    return results;
  }

  private put(ctx: Context, key: string, value: unknown, lease: string | undefined, revision: number): KeyValue {
    const previous = this.keys.get(key);
    const item: KeyValue = {
      key,
      value,
      createRevision: previous?.createRevision ?? revision,
      modRevision: revision,
      version: (previous?.version ?? 0) + 1,
      lease,
    };
    this.keys.set(key, item);
    this.ordered.set(key, item);
    if (lease !== undefined || previous?.lease !== undefined) this.lessor.attach(key, lease, previous?.lease);
    this.changed(ctx, { type: 'put', key, revision, item, previous, origin: ctx });
    return item;
  }

  private remove(ctx: Context, key: string, revision: number): KeyValue | undefined {
    const previous = this.keys.get(key);
    if (previous === undefined) return undefined;
    this.keys.delete(key);
    this.ordered.delete(key);
    if (previous.lease !== undefined) this.lessor.attach(key, undefined, previous.lease);
    this.changed(ctx, { type: 'delete', key, revision, item: undefined, previous, origin: ctx });
    return previous;
  }

  private changed(ctx: Context, event: KvEvent): void {
    this.history.add(event);
    if (this.engine.recording === 'full') this.revisions.set(...revisionRow(event));
    this.hub.notify(ctx, event);
  }

  /** Ascending keys in a range, now or as they were. */
  private collect(range: KvRange): KeyValue[] {
    const found: KeyValue[] = [];
    if (range.revision === undefined || range.revision >= this.current) {
      this.ordered.scan(range.start, range.end, (item) => {
        found.push(item);
        return true;
      });
      return found;
    }
    const before = this.history.undo(range.revision, range.start, range.end);
    this.ordered.scan(range.start, range.end, (item, key) => {
      if (!before.has(key)) found.push(item);
      return true;
    });
    for (const item of before.values()) if (item !== undefined) found.push(item);
    return found.sort((a, b) => compareStrings(a.key, b.key));
  }

  private *expire(ctx: Context, lease: string, keys: readonly string[]): Process<void> {
    const committed = yield* this.replicate(ctx, 'lease-revoke', lease, 0, 'etcd');
    const expired = committed.step(steps.leaseExpired, 'etcd', { lease, keys: keys.length });
    this.lessor.forget(lease);
    let revision = this.current;
    for (const key of [...keys].sort(compareStrings)) {
      if (this.keys.get(key)?.lease !== lease) continue;
      revision = this.current + 1;
      this.remove(expired, key, revision);
    }
    this.current = revision;
  }
}
