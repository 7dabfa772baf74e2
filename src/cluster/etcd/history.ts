import type { KeyValue } from '../ports/kv.ts';

export interface Change {
  readonly revision: number;
  readonly key: string;
  readonly item: KeyValue | undefined;
  readonly previous: KeyValue | undefined;
}

const NEVER = -1;

/** Every change since the last compaction, oldest first; old revisions are read by undoing what came later. */
// Models etcd server/storage/mvcc/index.go, the tree of key generations (v3.6)
export class History {
  private changes: Change[] = [];
  compactedRevision = NEVER;

  add(change: Change): void {
    this.changes.push(change);
  }

  /** Changes with a revision of at least `revision`. */
  from(revision: number): readonly Change[] {
    return this.changes.slice(this.indexOf(revision));
  }

  /** What keys in [start, end) that changed after `revision` were at that revision. */
  undo(revision: number, start: string, end: string | undefined): ReadonlyMap<string, KeyValue | undefined> {
    const before = new Map<string, KeyValue | undefined>();
    for (let i = this.changes.length - 1; i >= 0; i -= 1) {
      const change = this.changes[i] as Change;
      if (change.revision <= revision) break;
      if (change.key >= start && (end === undefined || change.key < end)) before.set(change.key, change.previous);
    }
    return before;
  }

  /** Forgets what is older. Returns the changes dropped. */
  compact(revision: number): readonly Change[] {
    const at = this.indexOf(revision);
    const dropped = this.changes.slice(0, at);
    this.changes = this.changes.slice(at);
    this.compactedRevision = revision;
    return dropped;
  }

  private indexOf(revision: number): number {
    let low = 0;
    let high = this.changes.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.changes[middle] as Change).revision < revision) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
