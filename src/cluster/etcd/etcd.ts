import { compareStrings } from '../../base/order.ts';
import type { Micros } from '../../base/time/units.ts';
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
  type KvPlace,
  type KvPreload,
  type KvRange,
  type KvRangeResult,
  type KvWatch,
} from '../ports/kv.ts';
import { draw } from '../ports/latency.ts';
import { compacted, noSpace } from './errors.ts';
import { MaintenanceService } from './maintenance.ts';
import { eventOf } from './mvcc.ts';
import { ProtocolService } from './protocol.ts';
import type { Proposal } from './raft/proposal.ts';
import type { SoloLog } from './raft/solo.ts';
import { ACTOR, type EtcdOptions, Replica } from './replica.ts';
import { tooLarge } from './request-size.ts';
import { KEYS_TABLE } from './rows.ts';

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

  setMember(ctx: Context, name: string, state: MemberState, fsync?: Micros): void {
    this.replica.setMember(ctx, name, state, fsync);
  }

  get revision(): number {
    return this.replica.store.revision;
  }

  *change(ctx: Context, change: KvChange): Process<KvChanged | KvError> {
    const refused = this.refusalOf(ctx, change);
    if (refused !== undefined) return refused;
    const { solo, base } = this.replica;
    if (solo === undefined) return yield* this.replicate(ctx, change);
    const proposed = base.stepFrom(ctx, steps.proposed, change.subject, ctx.isRecorded && proposedBy(change));
    if (solo.isVerySlow)
      return yield* this.replica.inPatience(proposed, change.subject, this.applied(proposed, change, solo));
    yield proposed.sleep(solo.untilCommit(proposed));
    return this.applyChange(solo.commit(proposed, change.subject), change);
  }

  private *applied(proposed: Context, change: KvChange, solo: SoloLog): Process<KvChanged> {
    yield proposed.sleep(solo.untilCommit(proposed));
    return this.applyChange(solo.commit(proposed, change.subject), change);
  }

  private *replicate(ctx: Context, change: KvChange): Process<KvChanged | KvError> {
    const proposal = { ...proposedBy(change), subject: change.subject };
    const apply = (committed: Context): KvChanged => this.applyChange(committed, change);
    return yield* this.replica.write(this.replica.base.from(ctx), proposal, apply);
  }

  private refusalOf(ctx: Context, change: KvChange): KvError | undefined {
    if (change.value === undefined) return undefined;
    const { quota, base } = this.replica;
    if (quota.bounded && quota.exceeded(base.from(ctx))) return noSpace;
    return change.measured === true ? tooLarge(change) : undefined;
  }

  private applyChange(ctx: Context, change: KvChange): KvChanged {
    const { key, expected, value, lease, subject } = change;
    const { store } = this.replica;
    const cell = store.cell(key, change.place);
    const there = cell?.value;
    const actual = there?.modRevision ?? 0;
    if (expected !== undefined && actual !== expected) {
      const failed = ctx.step(steps.compareFailed, subject, { key, expected, actual });
      return { succeeded: false, revision: store.revision, item: there, origin: failed };
    }
    const removes = value === undefined;
    const args = ctx.isRecorded && {
      op: removes ? 'delete' : 'put',
      key,
      revision: store.revision + 1,
      version: removes ? 0 : (there?.version ?? 0) + 1,
    };
    const applied = ctx.step(steps.applied, subject, args);
    const item = removes
      ? store.remove(applied, key)
      : store.putAt(applied, key, cell, keptOf(change, store.revision + 1), lease);
    this.replica.end(applied);
    return { succeeded: true, revision: store.revision, item, origin: applied };
  }

  *get(ctx: Context, key: string, subject: string, place?: KvPlace): Process<KvGetResult | KvError> {
    const { base, random, latencies, mustConfirm } = this.replica;
    yield ctx.sleep(draw(random, latencies.etcdRead));
    const refused = mustConfirm ? yield* this.replica.confirm(base.from(ctx), key) : undefined;
    return refused ?? this.read(ctx, key, subject, place);
  }

  private read(ctx: Context, key: string, subject: string, place?: KvPlace): KvGetResult {
    const { store, base } = this.replica;
    const item = store.cell(key, place)?.value;
    const { revision } = store;
    const { isRecorded } = ctx;
    if (isRecorded) ctx.read(KEYS_TABLE, key, String(item?.modRevision ?? 0));
    base.stepFrom(ctx, steps.read, subject, isRecorded && { key, revision, found: item === undefined ? 0 : 1 });
    return { item, revision };
  }

  *range(ctx: Context, range: KvRange): Process<KvRangeResult | KvError> {
    const acting = ctx.as(ACTOR);
    const refused = yield* this.replica.readable(acting, range.start);
    if (refused !== undefined) return refused;
    if (range.revision !== undefined && range.revision < this.replica.store.history.compactedRevision) return compacted;
    const found = this.replica.store.collect(range.start, range.end, range.revision);
    const { revision } = this;
    acting.step(steps.read, range.subject, {
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
      const origin = this.replica.engine.background(ACTOR);
      for (const { key, revision, item, previous } of history.from(fromRevision))
        if (key.startsWith(prefix)) receive(eventOf(origin, key, revision, item, previous, undefined));
    }
    return this.replica.hub.add(prefix, receive);
  }

  *grantLease(ctx: Context, ttlSeconds: number): Process<string | KvError> {
    const acting = ctx.as(ACTOR);
    if (this.replica.group !== undefined) {
      const granted = yield* this.protocol.leaseGrant(ctx, ttlSeconds);
      return isKvError(granted) ? granted : granted.lease;
    }
    yield acting.sleep(draw(this.replica.random, this.replica.latencies.etcdCommit));
    return (this.replica.lessor.grant(acting, ttlSeconds) as LeaseStatus).lease;
  }

  *compact(ctx: Context, revision: number): Process<KvError | undefined> {
    const acting = ctx.as(ACTOR);
    if (this.replica.group !== undefined) {
      const proposal: Proposal = { op: 'compaction', key: String(revision), compare: 0, subject: 'etcd' };
      return yield* this.replica.write(acting, proposal, (committed) => this.replica.compact(committed, revision));
    }
    yield acting.sleep(draw(this.replica.random, this.replica.latencies.etcdCommit));
    return this.replica.compact(acting, revision);
  }

  preload(ctx: Context, entries: readonly KvPreload[], atLeastRevision = 0): void {
    const { store } = this.replica;
    let revision = Math.max(store.revision, atLeastRevision);
    const rows = entries.map((entry): KeyValue => {
      const modRevision = entry.modRevision ?? ++revision;
      return {
        key: entry.key,
        value: keptOf(entry, modRevision),
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
      const there = store.keys.cell(row.key);
      const previous = there?.value;
      const cell = store.keep(row, there);
      this.replica.hub.deliverNow(eventOf(loaded, row.key, row.modRevision, row, previous, cell));
    }
    store.history.compactedRevision = revision;
  }
}

function keptOf({ value, kept }: Pick<KvChange, 'value' | 'kept'>, revision: number): unknown {
  return kept === undefined ? value : kept(value as never, revision);
}

function proposedBy({ key, value, expected }: KvChange): Omit<Proposal, 'subject'> {
  return { op: value === undefined ? 'delete' : 'put', key, compare: expected === undefined ? 0 : 1 };
}
