import { hexDigits } from '../../base/bytes/hex.ts';
import { MILLISECOND, MINUTE, type Micros } from '../../base/time/units.ts';
import {
  BACKGROUND,
  type Context,
  Deferred,
  type Engine,
  type Process,
  type Random,
  type Table,
  TIMED_OUT,
  within,
} from '../../engine/index.ts';
import { etcd as steps } from '../../steps/etcd.ts';
import type { Environment } from '../ports/environment.ts';
import type { EtcdHeader, EtcdMember, MemberState } from '../ports/etcd.ts';
import { isKvError, type KvError, type KvEvent } from '../ports/kv.ts';
import { draw, type Latencies } from '../ports/latency.ts';
import { connectionRefused, deadlineExceeded, leaseNotFound, timeout } from './errors.ts';
import { Lessor } from './lessor.ts';
import { MemberLog } from './member-log.ts';
import { Mvcc } from './mvcc.ts';
import { Quota } from './quota.ts';
import { RaftGroup } from './raft/group.ts';
import { PATIENCE, type Proposal, TERM } from './raft/proposal.ts';
import { SoloLog } from './raft/solo.ts';
import { CLUSTER_ID, membersOf, REVISIONS_TABLE, type RevisionRow, revisionRows, rowKey } from './rows.ts';
import { WatchHub } from './watch-hub.ts';

export const ACTOR = 'etcd';
/** A read is tried again until the request that it is for is over. */
const READ_PATIENCE = MINUTE;

export interface EtcdOptions {
  readonly members: 1 | 3;
  /** The size above which nothing more is stored; 0 for none. */
  readonly quotaBytes: number;
}

export function proposalOf(op: string, key: string): Proposal {
  return { op, key, compare: 0, subject: 'etcd' };
}

/** Leases are called by their hexadecimal numbers, as etcdctl prints them. */
export function revocationOf(lease: string): Proposal {
  return proposalOf('lease-revoke', hexDigits(BigInt(lease), 16));
}

/** What the services stand on: the store, who waits for it, and the log through which every write goes. */
// Models etcd server/etcdserver/server.go and apply (v3.6)
export class Replica {
  readonly members: readonly EtcdMember[];
  readonly engine: Engine;
  /** What its steps are emitted by, whatever caused them. */
  readonly base: Context;
  readonly latencies: Latencies;
  readonly random: Random;
  readonly store: Mvcc;
  readonly hub: WatchHub;
  readonly lessor: Lessor;
  readonly solo: SoloLog | undefined;
  readonly group: RaftGroup | undefined;
  readonly quota: Quota;
  private readonly memberLog: MemberLog;
  private readonly revisions: Table<RevisionRow>;
  private lastRow = 0;
  private lastSub = 0;

  constructor(env: Environment, options: EtcdOptions) {
    const { engine, latencies } = env;
    this.engine = engine;
    this.base = engine.background(ACTOR);
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
      (event) => this.changed(event),
    );
    this.revisions = engine.toldView(REVISIONS_TABLE, () => revisionRows(this.store.history.from(0)));
    this.hub = new WatchHub(engine, this.random, latencies.etcdWatch, this.store.history, () => this.store.revision);
    const names = this.members.map(({ name }) => name);
    this.memberLog = new MemberLog(engine);
    const { memberLog } = this;
    if (options.members === 1) this.solo = new SoloLog(engine, latencies, this.random, names[0] as string, memberLog);
    else this.group = new RaftGroup(engine, latencies, this.random, names, memberLog);
    this.quota = new Quota(options.quotaBytes, this.store);
  }

  get header(): EtcdHeader {
    const name = this.group?.connected?.name;
    const member = this.members.find((candidate) => candidate.name === name) ?? (this.members[0] as EtcdMember);
    const raftTerm = this.group?.term ?? TERM;
    return { clusterId: CLUSTER_ID, memberId: member.id, revision: this.store.revision, raftTerm };
  }

  *write<R>(own: Context, proposal: Proposal, apply: (ctx: Context) => R): Process<R | KvError> {
    if (this.group !== undefined) return yield* this.group.propose(own, proposal, apply);
    const { op, key, compare, subject } = proposal;
    const solo = this.solo as SoloLog;
    if (!solo.isVerySlow) return apply(yield* solo.replicate(own, op, key, compare, subject));
    const replicate = function* (): Process<R> {
      return apply(yield* solo.replicate(own, op, key, compare, subject));
    };
    return yield* this.inPatience(own, subject, replicate());
  }

  /** What is asked takes effect, whether or not who asked still waits. */
  *inPatience<R>(own: Context, subject: string, work: Process<R>): Process<R | KvError> {
    const answer = new Deferred<R>();
    this.engine.spawn(
      (function* () {
        answer.resolve(yield* work);
      })(),
    );
    const result = yield* within<R>(own, PATIENCE, answer);
    if (result !== TIMED_OUT) return result;
    own.step(steps.timedOut, subject, { error: timeout.error });
    return timeout;
  }

  /** Waits as long as a read takes, and with several members until one leads. */
  *readable(own: Context, key = ''): Process<KvError | undefined> {
    yield own.sleep(draw(this.random, this.latencies.etcdRead));
    return this.mustConfirm ? yield* this.confirm(own, key) : undefined;
  }

  /** A read must wait for others, or for the disk. */
  get mustConfirm(): boolean {
    return this.group !== undefined || this.solo?.isVerySlow === true;
  }

  *confirm(own: Context, key: string): Process<KvError | undefined> {
    const { engine, group, solo } = this;
    const began = engine.now;
    const busy = (solo?.busyUntil(began) ?? 0) - began;
    if (busy > 0) yield own.sleep(busy);
    const refused = group === undefined ? undefined : yield* group.confirmRead(own, READ_PATIENCE);
    const member = group?.connected?.name ?? (this.members[0] as EtcdMember).name;
    this.memberLog.read(own, member, key, engine.now - began);
    return refused === undefined || refused === connectionRefused ? refused : deadlineExceeded;
  }

  /** A transaction has ended. */
  end(ctx: Context): void {
    this.store.end();
    if (this.hub.hasRanges) this.hub.flush(ctx);
  }

  private changed(event: KvEvent): void {
    this.store.history.add(event);
    if (this.engine.recording === 'full') {
      this.lastSub = event.revision === this.lastRow ? this.lastSub + 1 : 0;
      this.lastRow = event.revision;
      const { revision, key, item } = event;
      const op = item === undefined ? 'delete' : 'put';
      this.revisions.tell(rowKey(revision, this.lastSub), undefined, { revision, key, op });
    }
    this.hub.notify(event);
  }

  compact(ctx: Context, revision: number): KvError | undefined {
    const dropped = this.store.compact(revision);
    if (isKvError(dropped)) return dropped;
    ctx.step(steps.compacted, 'etcd', { revision, dropped: dropped.length });
    for (const [key, row] of revisionRows(dropped)) this.revisions.tell(key, row, undefined);
    return undefined;
  }

  revoke(ctx: Context, lease: string, expired: boolean): KvError | undefined {
    if (!this.lessor.has(lease)) return leaseNotFound;
    const keys = this.lessor.keysOf(lease);
    const revoked = ctx.step(expired ? steps.leaseExpired : steps.leaseRevoked, 'etcd', { lease, keys: keys.length });
    this.lessor.forget(lease);
    for (const key of keys) this.store.remove(revoked, key);
    this.end(revoked);
    return undefined;
  }

  private *expire(ctx: Context, lease: string): Process<void> {
    const { cause, more, story } = ctx;
    // That it is tried holds nobody up; what comes of it belongs to who asked for the lease.
    const trying = ctx.from({ cause, more, story: BACKGROUND });
    const told = (done: Context): Context => done.from({ ...done.originOnly(), story });
    // A lease cannot end while nobody leads; the next leader sees to it.
    for (;;) {
      const failed = yield* this.write(trying, revocationOf(lease), (done) => this.revoke(told(done), lease, true));
      if (failed === undefined || failed === leaseNotFound) return;
      yield trying.sleep(READ_PATIENCE);
    }
  }

  setMember(ctx: Context, name: string, state: MemberState, fsync?: Micros): void {
    if (!this.members.some((member) => member.name === name)) return;
    const own = ctx.as(ACTOR).step(steps.memberSet, 'etcd', {
      member: name,
      state,
      ...(fsync === undefined ? {} : { millis: Math.round(fsync / MILLISECOND) }),
    });
    this.group?.setMember(own, name, state, fsync);
    if (state !== 'stopped') this.solo?.setSlow(state === 'slow', fsync);
  }
}
