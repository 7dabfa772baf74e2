// Models etcd server/etcdserver/raft.go, the loop of raftNode.start, and server/storage/wal/wal.go sync (v3.6)

import type { Micros } from '../../../base/time/units.ts';

/** One fsync: from when on nothing else is done, and till when. */
interface Sync {
  readonly start: Micros;
  readonly due: Micros;
}

/**
 * The disk of a member that is in trouble. The member waits for one fsync after another, and what comes meanwhile goes
 * to disk with the next one, however much it is.
 */
export class SlowDisk {
  /** How long each takes; sixty times as long as usual where nobody says. */
  each: Micros | undefined;
  private sync: Sync = { start: 0, due: 0 };

  /** What comes now is on disk when this one is over; whether it is one more, or the one that waits to begin. */
  take(now: Micros, took: Micros): Sync & { readonly isAnother: boolean } {
    const { start, due } = this.sync;
    if (now < start) return { start, due, isAnother: false };
    const begins = Math.max(now, due);
    this.sync = { start: begins, due: begins + took };
    return { ...this.sync, isAnother: this.sync.due !== due };
  }

  /** From when on it does what came last. */
  get busyFrom(): Micros {
    return this.sync.start;
  }

  /** Until when the member does nothing else. */
  busyUntil(now: Micros): Micros {
    const { start, due } = this.sync;
    return now < start ? start : due;
  }

  forget(): void {
    this.sync = { start: 0, due: 0 };
  }
}
