import type { MemberState } from '../../ports/etcd.ts';
import type { RaftRow } from '../rows.ts';
import { FIRST_INDEX, TERM } from './proposal.ts';
import { SlowDisk } from './slow-disk.ts';

// Models go.etcd.io/raft/v3 raft.go, the state of a member (v3.6)
/** One member as Raft sees it. Its log is the group's: what differs is how far it has got. */
export class Member {
  state: MemberState = 'running';
  role: RaftRow['role'] = 'follower';
  term = TERM;
  vote: string | undefined;
  /** Whom it takes for the leader: one that has stopped, until it misses its heartbeats. */
  follows: string | undefined;
  /** The last entry on its disk, and the term of that entry. */
  last = FIRST_INDEX;
  lastTerm = TERM;
  commit = FIRST_INDEX;
  /** Its disk while it is in trouble. */
  readonly disk = new SlowDisk();
  /** When its disk will have done what it was given. */
  diskFree = 0;
  /** When the last message to it arrives. */
  arrival = 0;
  /** Grows whenever its election timer starts anew: older timers then mean nothing. */
  timer = 0;

  constructor(readonly name: string) {}

  get alive(): boolean {
    return this.state !== 'stopped';
  }

  /** Until when it can do nothing because it waits for its disk. */
  busyUntil(now: number): number {
    return this.state === 'slow' ? this.disk.busyUntil(now) : 0;
  }

  row(): RaftRow {
    return {
      member: this.name,
      state: this.state,
      role: this.role,
      term: this.term,
      vote: this.vote,
      lastIndex: this.last,
      commitIndex: this.commit,
      appliedIndex: this.commit,
      ...(this.state === 'slow' && this.disk.each !== undefined ? { fsync: this.disk.each } : {}),
    };
  }

  /** Raft's rule for a vote: the candidate's log must be at least as new. */
  wouldElect(candidate: Member): boolean {
    return candidate.lastTerm > this.lastTerm || (candidate.lastTerm === this.lastTerm && candidate.last >= this.last);
  }
}
