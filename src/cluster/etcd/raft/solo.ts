import type { Micros } from '../../../base/time/units.ts';
import type { Context, Engine, Process, Random, Table } from '../../../engine/index.ts';
import { etcd as steps } from '../../../steps/etcd.ts';
import { draw, type Latencies } from '../../ports/latency.ts';
import type { MemberLog } from '../member-log.ts';
import { RAFT_TABLE, type RaftRow } from '../rows.ts';
import { FIRST_INDEX, SLOW_DISK, TERM } from './proposal.ts';
import { SlowDisk } from './slow-disk.ts';

/** The log of a cluster of one member: its own disk is the majority. */
// Models etcd raft (v3.6) with one member, which is always the leader.
export class SoloLog {
  index = FIRST_INDEX;
  slow = false;
  private readonly disk = new SlowDisk();
  private readonly table: Table<RaftRow>;
  /** The log is applied in order: nothing takes effect before what was proposed earlier. */
  private lastApply = 0;

  constructor(
    private readonly engine: Engine,
    private readonly latencies: Latencies,
    private readonly random: Random,
    private readonly member: string,
    private readonly memberLog: MemberLog,
  ) {
    this.table = engine.viewTable(RAFT_TABLE, () => [[member, this.row()]]);
  }

  /** Propose, append, fsync, commit. Returns where the entry is about to be applied. */
  *replicate(ctx: Context, op: string, key: string, compare: number, subject: string): Process<Context> {
    const proposed = ctx.step(steps.proposed, subject, { op, key, compare });
    yield proposed.sleep(this.untilCommit(proposed));
    return this.commit(proposed, subject);
  }

  /** How long the entry that is proposed now takes. */
  untilCommit(proposed: Context): Micros {
    const now = this.engine.now;
    const took = draw(this.random, this.latencies.etcdCommit);
    const due = this.slow ? this.dueSlowly(proposed, took * SLOW_DISK) : now + took;
    this.lastApply = Math.max(this.lastApply, due);
    return this.lastApply - now;
  }

  private dueSlowly(proposed: Context, usual: Micros): Micros {
    const { disk, member } = this;
    const { now } = this.engine;
    if (disk.each === undefined) return now + usual;
    const { start, due, isAnother } = disk.take(now, disk.each);
    if (isAnother) proposed.at(due, () => this.memberLog.synced(proposed, member, due - start));
    return due;
  }

  /** Somebody has said how long each fsync takes. */
  get isVerySlow(): boolean {
    return this.slow && this.disk.each !== undefined;
  }

  /** Until when the member waits for its disk, so that reads wait too. */
  busyUntil(now: number): number {
    return this.isVerySlow ? this.disk.busyUntil(now) : 0;
  }

  commit(proposed: Context, subject: string): Context {
    this.index += 1;
    const index = this.index;
    const { isRecorded } = proposed;
    const appended = proposed.step(steps.appended, subject, isRecorded && { index, term: TERM });
    const committed = appended.step(steps.committed, subject, isRecorded && { index, members: 1, quorum: 1 });
    if (isRecorded) this.table.set(this.member, this.row());
    return committed;
  }

  /** Must follow a step. */
  showAll(): void {
    this.table.set(this.member, this.row());
  }

  /** Must follow a step. */
  setSlow(slow: boolean, fsync?: number): void {
    this.slow = slow;
    this.disk.each = fsync;
    this.showAll();
  }

  private row(): RaftRow {
    const { index } = this;
    return {
      member: this.member,
      state: this.slow ? 'slow' : 'running',
      role: 'leader',
      term: TERM,
      vote: this.member,
      lastIndex: index,
      commitIndex: index,
      appliedIndex: index,
      ...(this.slow && this.disk.each !== undefined ? { fsync: this.disk.each } : {}),
    };
  }
}
