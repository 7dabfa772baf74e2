import type { Context, Engine, Process, Random, Table } from '../../../engine/index.ts';
import { etcd as steps } from '../../../steps/etcd.ts';
import { draw, type Latencies } from '../../ports/latency.ts';
import { RAFT_TABLE, type RaftRow } from '../rows.ts';
import { FIRST_INDEX, SLOW_DISK, TERM } from './proposal.ts';

/** The log of a cluster of one member: its own disk is the majority. */
// Models etcd raft (v3.6) with one member, which is always the leader.
export class SoloLog {
  index = FIRST_INDEX;
  slow = false;
  private readonly table: Table<RaftRow>;
  /** The log is applied in order: nothing takes effect before what was proposed earlier. */
  private lastApply = 0;

  constructor(
    private readonly engine: Engine,
    private readonly latencies: Latencies,
    private readonly random: Random,
    private readonly member: string,
  ) {
    this.table = engine.viewTable(RAFT_TABLE, () => [[member, this.row()]]);
  }

  /** Propose, append, fsync, commit. Returns where the entry is about to be applied. */
  *replicate(ctx: Context, op: string, key: string, compare: number, subject: string): Process<Context> {
    const proposed = ctx.step(steps.proposed, subject, { op, key, compare });
    yield proposed.sleep(this.untilCommit());
    return this.commit(proposed, subject);
  }

  /** How long the entry that is proposed now takes. */
  untilCommit(): number {
    const now = this.engine.now;
    const took = draw(this.random, this.latencies.etcdCommit);
    this.lastApply = Math.max(this.lastApply, now + (this.slow ? took * SLOW_DISK : took));
    return this.lastApply - now;
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
  setSlow(slow: boolean): void {
    this.slow = slow;
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
    };
  }
}
