import { compareStrings } from '../../base/order.ts';
import type { Context, Process } from '../../engine/index.ts';
import { etcd as steps } from '../../steps/etcd.ts';
import type { Environment } from '../ports/environment.ts';
import type {
  EtcdHeader,
  EtcdMaintenance,
  EtcdMember,
  EtcdProtocol,
  EtcdServer,
  LeaseStatus,
  MemberState,
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
import { draw } from '../ports/latency.ts';
import { compacted, noSpace } from './errors.ts';
import { MaintenanceService } from './maintenance.ts';
import { ProtocolService } from './protocol.ts';
import type { Proposal } from './raft/proposal.ts';
import { ACTOR, type EtcdOptions, Replica } from './replica.ts';
import { tooLarge } from './request-size.ts';

export function createEtcd(env: Environment, options: Partial<EtcdOptions> = {}): EtcdServer {
  return new Etcd(new Replica(env, { members: 1, quotaBytes: 0, ...options }));
}

/** What an API server asks of its store; the other services are made when somebody asks for them. */
// Models etcd server/etcdserver/v3_server.go, as storage/etcd3 uses it (v3.6).
class Etcd implements EtcdServer {
  private protocolService: EtcdProtocol | undefined;
  private maintenanceService: EtcdMaintenance | undefined;

  constructor(private readonly replica: Replica) {}

  get protocol(): EtcdProtocol {
    this.protocolService ??= new ProtocolService(this.replica);
    return this.protocolService;
  }

  get maintenance(): EtcdMaintenance {
    this.maintenanceService ??= new MaintenanceService(this.replica);
    return this.maintenanceService;
  }

  get members(): readonly EtcdMember[] {
    return this.replica.members;
  }

  get header(): EtcdHeader {
    return this.replica.header;
  }

  setMember(ctx: Context, name: string, state: MemberState): void {
    this.replica.setMember(ctx, name, state);
  }

  get revision(): number {
    return this.replica.store.revision;
  }

  *change(ctx: Context, change: KvChange): Process<KvChanged | KvError> {
    const own = ctx.as(ACTOR);
    const { key, value, expected, subject } = change;
    const op = value === undefined ? 'delete' : 'put';
    if (this.replica.quota.bounded && op === 'put' && this.replica.quota.exceeded(own)) return noSpace;
    if (change.measured === true && op === 'put') {
      const refused = tooLarge(change);
      if (refused !== undefined) return refused;
    }
    const compare = expected === undefined ? 0 : 1;
    const { solo } = this.replica;
    if (solo !== undefined) {
      // As `replicate`, without a process of its own: every write comes by here.
      const proposed = own.step(steps.proposed, subject, { op, key, compare });
      yield proposed.sleep(solo.untilCommit());
      return this.applyChange(solo.commit(proposed, subject), change);
    }
    return yield* this.replica.write(own, { op, key, compare, subject }, (committed) =>
      this.applyChange(committed, change),
    );
  }

  private applyChange(ctx: Context, { key, expected, value, lease, subject }: KvChange): KvChanged {
    const { store } = this.replica;
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
    this.replica.end(applied);
    return { succeeded: true, revision: store.revision, item, origin: applied };
  }

  *get(ctx: Context, key: string, subject: string): Process<KvGetResult | KvError> {
    const own = ctx.as(ACTOR);
    yield own.sleep(draw(this.replica.random, this.replica.latencies.etcdRead));
    if (this.replica.group !== undefined) {
      const refused = yield* this.replica.confirm(own, this.replica.group);
      if (refused !== undefined) return refused;
    }
    const item = this.replica.store.keys.get(key);
    if (own.notesReads) own.read('etcd/keys', key, String(item?.modRevision ?? 0));
    own.step(steps.read, subject, { key, revision: this.revision, found: item === undefined ? 0 : 1 });
    return { item, revision: this.revision };
  }

  *range(ctx: Context, range: KvRange): Process<KvRangeResult | KvError> {
    const own = ctx.as(ACTOR);
    const refused = yield* this.replica.readable(own);
    if (refused !== undefined) return refused;
    if (range.revision !== undefined && range.revision < this.replica.store.history.compactedRevision) return compacted;
    const found = this.replica.store.collect(range.start, range.end, range.revision);
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

  watch(prefix: string, fromRevision: number, receive: (event: KvEvent) => void): KvWatch | KvError {
    const { history } = this.replica.store;
    if (fromRevision < history.compactedRevision) return compacted;
    if (fromRevision <= this.revision) {
      const origin = this.replica.engine.background(ACTOR).originOnly();
      for (const change of history.from(fromRevision)) {
        if (change.key.startsWith(prefix))
          receive({ ...change, type: change.item === undefined ? 'delete' : 'put', origin });
      }
    }
    return this.replica.hub.add(prefix, receive);
  }

  *grantLease(ctx: Context, ttlSeconds: number): Process<string | KvError> {
    const own = ctx.as(ACTOR);
    if (this.replica.group !== undefined) {
      const granted = yield* this.protocol.leaseGrant(ctx, ttlSeconds);
      return isKvError(granted) ? granted : granted.lease;
    }
    yield own.sleep(draw(this.replica.random, this.replica.latencies.etcdCommit));
    return (this.replica.lessor.grant(own, ttlSeconds) as LeaseStatus).lease;
  }

  *compact(ctx: Context, revision: number): Process<KvError | undefined> {
    const own = ctx.as(ACTOR);
    if (this.replica.group !== undefined) {
      const proposal: Proposal = { op: 'compaction', key: String(revision), compare: 0, subject: 'etcd' };
      return yield* this.replica.write(own, proposal, (committed) => this.replica.compact(committed, revision));
    }
    yield own.sleep(draw(this.replica.random, this.replica.latencies.etcdCommit));
    return this.replica.compact(own, revision);
  }

  preload(ctx: Context, entries: readonly KvPreload[], atLeastRevision = 0): void {
    const { store } = this.replica;
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
    (this.replica.solo ?? this.replica.group)?.showAll();
    store.revision = revision;
    rows.sort((a, b) => a.modRevision - b.modRevision || compareStrings(a.key, b.key));
    for (const row of rows) {
      const previous = store.keys.get(row.key);
      store.keep(row, previous);
      this.replica.hub.deliverNow({
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
}
