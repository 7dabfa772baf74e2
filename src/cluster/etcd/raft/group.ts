import { assert, present } from '../../../base/assert.ts';
import { MILLISECOND, type Micros, SECOND } from '../../../base/time/units.ts';
import {
  type Context,
  Deferred,
  type Engine,
  mergeOrigins,
  type Process,
  type Random,
  type Table,
  TIMED_OUT,
  within,
} from '../../../engine/index.ts';
import { etcd as steps } from '../../../steps/etcd.ts';
import type { MemberState } from '../../ports/etcd.ts';
import type { KvError } from '../../ports/kv.ts';
import { draw, type Latencies } from '../../ports/latency.ts';
import {
  badTransferee,
  connectionLost,
  connectionRefused,
  proposalBlocked,
  timeout,
  timeoutLeaderLost,
} from '../errors.ts';
import type { MemberLog } from '../member-log.ts';
import { RAFT_TABLE, type RaftRow } from '../rows.ts';
import { Election } from './election.ts';
import { Member } from './member.ts';
import { FIRST_INDEX, PATIENCE, type Proposal, SLOW_DISK } from './proposal.ts';

/** An entry that has not been committed. */
interface Entry {
  /** Its place in the log, and the term of the leader that put it there; 0 until a leader has it. */
  index: number;
  term: number;
  /** The step that it follows from: its proposal, once there is one. */
  ctx: Context;
  /** None for the empty entry of a new leader. */
  readonly proposal: Proposal | undefined;
  readonly subject: string;
  readonly apply: (ctx: Context) => unknown;
  readonly answer: Deferred<unknown>;
  /** The member that the client is connected to. */
  readonly endpoint: Member;
}

/** A leader that hears from no majority for this long steps down. */
const ELECTION_MICROS = SECOND;
/** How often a read that waits looks whether there is another leader. */
const LOOK_MICROS = 100 * MILLISECOND;

/**
 * The replicated log of several members.
 *
 * Promises: a proposal is applied once, in the order of the log, and only after a majority has it on disk, whether or not
 * whoever proposed it still waits; a read that was confirmed sees everything that was applied before it was asked for; there is
 * at most one leader a term, and without a majority there is soon none.
 * Does not promise: an answer. Who proposes may be told that time ran out, and the proposal may be applied all the same.
 * Called by: the replica, for every write and confirmed read; `setMember` by who takes members away and gives them back.
 *
 * Models go.etcd.io/raft/v3 raft.go and etcd server/etcdserver/raft.go (v3.6). Deviations: heartbeats are not told one by
 * one (what they would find out is known at once), and members share one state machine, because what they have applied
 * is the same.
 */
export class RaftGroup {
  readonly members: readonly Member[];
  /** Undefined while there is none; of a term there is at most one. */
  leader: Member | undefined;
  private readonly table: Table<RaftRow>;
  private readonly election: Election;
  /** Entries that wait for a majority, in the order of the log. */
  private log: Entry[] = [];
  /** Proposals and reads that wait for a leader. */
  private waiting: Entry[] = [];
  /** Proposals that were passed on to a leader that was gone. */
  private lost: Entry[] = [];
  /** Reads, and moves of the leader, that wait until there is one. */
  private readers: Deferred<void>[] = [];
  /** The newest entry whose change the store has; never above `lastIndex`. */
  private applied = FIRST_INDEX;
  /** The last entry of the leader's log, on its disk or on the way there. */
  private lastIndex = FIRST_INDEX;
  /** Whom clients talk to; another one once this one is gone. */
  private endpoint: Member;
  /** When the present leader was elected. */
  private electedAt = 0;

  constructor(
    private readonly engine: Engine,
    private readonly latencies: Latencies,
    private readonly random: Random,
    names: readonly string[],
    private readonly memberLog: MemberLog,
  ) {
    this.members = names.map((name) => new Member(name));
    const first = present(this.members[0], 'a member');
    this.leader = first;
    this.endpoint = first;
    first.role = 'leader';
    for (const member of this.members) {
      member.vote = first.name;
      member.follows = first.name;
    }
    this.table = engine.viewTable(RAFT_TABLE, () => this.members.map((member) => [member.name, member.row()]));
    this.election = new Election(this.random, latencies.network, this.members, {
      quorum: this.quorum,
      show: (member) => this.show(member),
      won: (ctx, member) => this.lead(ctx, member),
      hasLeader: () => this.leader !== undefined,
    });
  }

  get quorum(): number {
    return (this.members.length >> 1) + 1;
  }

  get hasQuorum(): boolean {
    return this.members.filter(({ alive }) => alive).length >= this.quorum;
  }

  get term(): number {
    return Math.max(...this.members.map(({ term }) => term));
  }

  get committed(): number {
    return Math.max(...this.members.map(({ commit }) => commit));
  }

  /** The member that clients talk to: the same one as long as it answers. */
  get connected(): Member | undefined {
    if (!this.endpoint.alive) this.endpoint = this.members.find(({ alive }) => alive) ?? this.endpoint;
    return this.endpoint.alive ? this.endpoint : undefined;
  }

  // Proposals

  /** Applies once a majority has it on disk, whether or not whoever asked still waits then. */
  *propose<R>(ctx: Context, proposal: Proposal, apply: (ctx: Context) => R): Process<R | KvError> {
    const endpoint = this.connected;
    if (endpoint === undefined) return connectionRefused;
    const { subject } = proposal;
    const towards = endpoint.follows;
    const forwarded = towards !== undefined && towards !== endpoint.name;
    const sent = forwarded ? ctx.step(steps.forwarded, subject, { member: endpoint.name, leader: towards }) : ctx;
    if (forwarded) yield sent.sleep(draw(this.random, this.latencies.network));
    const { leader } = this;
    const answer = new Deferred<unknown>();
    const entry: Entry = { index: 0, term: 0, ctx: sent, proposal, subject, apply, answer, endpoint };
    const began = this.engine.now;
    // A member that has not yet missed its leader passes on what nobody receives.
    if (leader !== undefined) this.append(leader, entry);
    else {
      entry.ctx = sent.step(steps.stalled, subject, { member: endpoint.name, lost: forwarded });
      if (forwarded) this.lost.push(entry);
      else this.waiting.push(entry);
    }
    const result = yield* within<unknown>(sent, PATIENCE, answer);
    if (result !== TIMED_OUT) return result as R | KvError;
    const blocked = this.waiting.includes(entry);
    this.waiting = this.waiting.filter((waiting) => waiting !== entry);
    this.lost = this.lost.filter((gone) => gone !== entry);
    const error = blocked ? proposalBlocked : this.changedSince(began) ? timeoutLeaderLost : timeout;
    entry.ctx.step(steps.timedOut, subject, { error: error.error });
    return error;
  }

  /** Was a leader elected soon after this moment? */
  private changedSince(began: number): boolean {
    return began < this.electedAt && this.electedAt - began < PATIENCE;
  }

  /** A read that must not be stale: the leader asks a majority whether it still leads. */
  *confirmRead(ctx: Context, patience: number): Process<KvError | undefined> {
    const until = this.engine.now + patience;
    for (;;) {
      if (this.connected === undefined) return connectionRefused;
      if (this.leader !== undefined && this.hasQuorum) {
        yield ctx.sleep(draw(this.random, this.latencies.network) * 2);
        // The leader asks when it has its disk back; who hears of another one asks that one.
        while (this.leader !== undefined && this.leader.busyUntil(this.engine.now) > this.engine.now)
          yield ctx.sleep(Math.min(LOOK_MICROS, this.leader.busyUntil(this.engine.now) - this.engine.now));
        if (this.leader !== undefined && this.hasQuorum) return undefined;
      }
      if (this.engine.now >= until) return timeout;
      const entry = new Deferred<void>();
      this.readers.push(entry);
      const waited = yield* within<void>(ctx, until - this.engine.now, entry);
      if (waited === TIMED_OUT) return timeout;
    }
  }

  private append(leader: Member, entry: Entry): void {
    this.lastIndex += 1;
    entry.index = this.lastIndex;
    entry.term = leader.term;
    this.log.push(entry);
    if (entry.proposal !== undefined) {
      const { op, key, compare } = entry.proposal;
      entry.ctx = entry.ctx.step(steps.proposed, entry.subject, { op, key, compare, member: leader.name });
    }
    const { ctx, subject, index, term } = entry;
    this.write(ctx, leader, term, () => {
      leader.last = Math.max(leader.last, index);
      leader.lastTerm = term;
      const appended = ctx.step(steps.appended, subject, { index, term, member: leader.name });
      this.show(leader);
      this.advance(appended);
    });
    // One loop: while it waits for its disk, a leader sends nothing.
    const from = leader.busyUntil(this.engine.now) > 0 ? leader.disk.busyFrom : 0;
    if (from <= this.engine.now) this.replicate(ctx, leader, entry.index, subject);
    else
      ctx.at(from, () => {
        if (this.leader === leader && leader.term === term) this.replicate(ctx, leader, index, subject);
      });
  }

  /** Sends what followers lack, up to an entry. */
  private replicate(ctx: Context, leader: Member, index: number, subject: string): void {
    const followers = this.members.filter((member) => member !== leader && member.alive);
    if (followers.length === 0) return;
    const { term } = leader;
    const sent = ctx.step(steps.sent, subject, { index, followers: followers.length });
    for (const follower of followers) this.send(sent, leader, follower, index, term, subject);
  }

  private send(ctx: Context, leader: Member, follower: Member, index: number, term: number, subject: string): void {
    const { now } = this.engine;
    // One connection: nothing overtakes.
    follower.arrival = Math.max(follower.arrival, now + draw(this.random, this.latencies.network));
    ctx.at(follower.arrival, () => {
      if (!follower.alive || follower.term > term) return;
      follower.term = term;
      follower.role = 'follower';
      follower.follows = leader.name;
      follower.timer += 1;
      this.write(ctx, follower, term, () => {
        const behind = index - follower.last;
        follower.last = follower.lastTerm === term ? Math.max(follower.last, index) : index;
        follower.lastTerm = term;
        const stored = ctx.step(steps.replicated, subject, {
          index,
          member: follower.name,
          entries: Math.max(behind, 1),
        });
        this.show(follower);
        stored.after(draw(this.random, this.latencies.network), () => {
          const hears = leader.alive && leader === this.leader && leader.term === term;
          if (hears && leader.busyUntil(this.engine.now) <= this.engine.now) this.advance(stored);
        });
      });
    });
  }

  /** One disk writes one entry after another. */
  private write(ctx: Context, member: Member, term: number, done: () => void): void {
    const { now } = this.engine;
    const took = draw(this.random, this.latencies.etcdCommit);
    const due =
      member.state === 'slow' ? this.writeSlowly(ctx, member, took * SLOW_DISK) : Math.max(member.diskFree, now + took);
    member.diskFree = due;
    ctx.at(due, () => {
      if (member.alive && member.term === term) done();
    });
  }

  /** When a disk in trouble has written what it is given now. */
  private writeSlowly(ctx: Context, member: Member, usual: Micros): Micros {
    const { disk } = member;
    const { start, due, isAnother } = disk.take(this.engine.now, disk.each ?? usual);
    if (!isAnother) return due;
    const leads = member === this.leader;
    if (leads && due - start > ELECTION_MICROS) ctx.at(start, () => this.missSoon(ctx, member, due));
    ctx.at(due, () => this.synced(ctx, member, due - start, leads));
    return due;
  }

  private synced(ctx: Context, member: Member, took: Micros, led: boolean): void {
    if (!member.alive) return;
    this.memberLog.synced(ctx, member.name, took);
    if (!led) return;
    const followers = this.members.filter((each) => each !== member && each.alive).map(({ name }) => name);
    this.memberLog.heartbeatsHeld(ctx, member.name, followers, took);
    // Nobody was elected meanwhile: it goes on as if nothing had been.
    if (this.leader === undefined && member.role === 'leader' && member.term === this.term) this.resume(member);
  }

  /** Followers that hear nothing from a leader that waits for its disk. */
  private missSoon(ctx: Context, leader: Member, due: Micros): void {
    for (const follower of this.members) {
      if (follower === leader || !follower.alive) continue;
      const at = this.engine.now + this.election.patience();
      if (at >= due) continue;
      ctx.at(at, () => {
        if (this.leader !== leader || !leader.alive || !follower.alive || leader.busyUntil(at) <= at) return;
        this.leader = undefined;
        this.election.timedOut(ctx, follower);
      });
    }
  }

  private resume(leader: Member): void {
    this.leader = leader;
    for (const member of this.members) {
      member.timer += 1;
      member.follows = leader.name;
    }
    this.serveWaiting(leader);
  }

  private serveWaiting(leader: Member): void {
    const { waiting, readers } = this;
    this.waiting = [];
    this.readers = [];
    for (const entry of waiting) this.append(leader, entry);
    for (const reader of readers) reader.resolve();
  }

  /** Commits and applies what a majority has on disk. An older term's entries go with the first one of this term. */
  private advance(ctx: Context): void {
    const { leader } = this;
    if (leader === undefined) return;
    const reached = this.members.map(({ last, lastTerm }) => (lastTerm === leader.term ? last : 0));
    const index = reached.sort((a, b) => b - a)[this.quorum - 1] as number;
    if (index <= leader.commit) return;
    assert(index <= this.lastIndex, 'a leader commits what was asked of it');
    leader.commit = index;
    let told = ctx;
    while ((this.log[0]?.index ?? Number.POSITIVE_INFINITY) <= index) {
      const entry = this.log.shift() as Entry;
      const cause = entry.ctx.from({ ...mergeOrigins(ctx, entry.ctx), story: entry.ctx.story });
      const committed = cause.step(steps.committed, entry.subject, {
        index: entry.index,
        members: this.members.length,
        quorum: this.quorum,
      });
      this.show(leader);
      told = committed;
      assert(entry.index > this.applied, 'entries are applied once, in their order');
      this.applied = entry.index;
      entry.answer.resolve(entry.apply(committed));
    }
    this.tellFollowers(told, leader, index);
  }

  private tellFollowers(ctx: Context, leader: Member, index: number): void {
    for (const follower of this.members) {
      if (follower === leader || !follower.alive) continue;
      ctx.after(draw(this.random, this.latencies.network), () => {
        const reached = Math.min(index, follower.last);
        if (!follower.alive || follower.lastTerm !== leader.term || reached <= follower.commit) return;
        follower.commit = reached;
        ctx.step(steps.followerApplied, 'etcd', { index: reached, member: follower.name });
        this.show(follower);
      });
    }
  }

  // Leaders

  private lead(ctx: Context, member: Member): void {
    this.leader = member;
    member.follows = member.name;
    this.electedAt = this.engine.now;
    // What never reached the new leader is gone; who asked for it will hear nothing.
    this.log = this.log.filter(({ index }) => index <= member.last);
    this.lastIndex = member.last;
    for (const entry of this.log) entry.term = member.term;
    const empty: Entry = {
      index: 0,
      term: 0,
      ctx,
      proposal: undefined,
      subject: 'etcd',
      apply: () => undefined,
      answer: new Deferred<unknown>(),
      endpoint: member,
    };
    this.append(member, empty);
    this.serveWaiting(member);
  }

  private loseLeader(ctx: Context): void {
    this.leader = undefined;
    this.election.begin(ctx);
  }

  *moveLeader(ctx: Context, name: string): Process<KvError | undefined> {
    const to = this.members.find((member) => member.name === name);
    const from = this.leader;
    if (to === undefined || !to.alive || from === undefined) return badTransferee;
    if (to === from) return undefined;
    const elected = new Deferred<void>();
    this.readers.push(elected);
    from.role = 'follower';
    this.leader = undefined;
    for (const member of this.members) member.follows = undefined;
    const asked = ctx.step(steps.leaderMoved, 'etcd', { from: from.name, to: to.name });
    this.show(from);
    yield asked.sleep(draw(this.random, this.latencies.network));
    this.election.campaign(asked, to);
    const waited = yield* within<void>(asked, PATIENCE, elected);
    return waited === TIMED_OUT ? timeout : undefined;
  }

  // Faults

  /** Must follow a step. */
  setMember(ctx: Context, name: string, state: MemberState, fsync?: Micros): void {
    const member = this.members.find((candidate) => candidate.name === name);
    if (member === undefined) return;
    const changes = member.state !== state || member.disk.each !== fsync;
    member.disk.each = fsync;
    if (!changes) return;
    const was = member.state;
    member.state = state;
    if (was === state) {
      this.show(member);
      return;
    }
    if (state === 'stopped') this.stopped(ctx, member);
    else if (was === 'stopped') this.started(ctx, member);
    this.show(member);
  }

  private stopped(ctx: Context, member: Member): void {
    const led = member === this.leader;
    member.role = 'follower';
    member.timer += 1;
    for (const { answer, endpoint } of [...this.log, ...this.waiting, ...this.lost]) {
      if (endpoint === member) answer.resolve(connectionLost);
    }
    this.waiting = this.waiting.filter(({ endpoint }) => endpoint !== member);
    if (led) this.loseLeader(ctx);
    else if (!this.hasQuorum && this.leader !== undefined) this.stepDownSoon(ctx, this.leader);
  }

  private stepDownSoon(ctx: Context, leader: Member): void {
    ctx.after(ELECTION_MICROS, () => {
      if (this.hasQuorum || this.leader !== leader || !leader.alive) return;
      leader.role = 'follower';
      leader.follows = undefined;
      const down = ctx.step(steps.steppedDown, 'etcd', { member: leader.name, term: leader.term });
      this.show(leader);
      this.leader = undefined;
      this.election.begin(down);
    });
  }

  private started(ctx: Context, member: Member): void {
    member.role = 'follower';
    member.diskFree = 0;
    member.disk.forget();
    const { leader } = this;
    member.follows = leader?.name;
    if (leader === undefined) {
      this.election.begin(ctx);
      return;
    }
    member.vote = undefined;
    this.send(ctx, leader, member, leader.last, leader.term, 'etcd');
    ctx.after(draw(this.random, this.latencies.network) * 4 + this.latencies.etcdCommit.max, () => {
      if (this.leader === leader && member.alive && member.last >= leader.commit) this.catchUp(ctx, member, leader);
    });
  }

  private catchUp(ctx: Context, member: Member, leader: Member): void {
    if (member.commit >= leader.commit) return;
    member.commit = leader.commit;
    ctx.step(steps.followerApplied, 'etcd', { index: member.commit, member: member.name });
    this.show(member);
  }

  /** Must follow a step. */
  showAll(): void {
    for (const member of this.members) this.show(member);
  }

  private show(member: Member): void {
    if (this.engine.recording === 'full') this.table.set(member.name, member.row());
  }
}
