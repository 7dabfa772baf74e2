import { assert } from '../../base/assert.ts';
import type { KeyValue } from '../ports/kv.ts';

export interface Change {
  readonly revision: number;
  readonly key: string;
  readonly item: KeyValue | undefined;
  readonly previous: KeyValue | undefined;
}

const NEVER = -1;

/**
 * Every change since the last compaction, oldest first; old revisions are read by undoing what came later. There are many, and
 * hardly anybody looks at them: they stand in columns, and a change is made of them for who asks.
 */
// Models etcd server/storage/mvcc/index.go, the tree of key generations (v3.6)
export class History {
  private revisions: number[] = [];
  private items: (KeyValue | undefined)[] = [];
  private befores: (KeyValue | undefined)[] = [];
  compactedRevision = NEVER;

  add({ revision, item, previous }: Change): void {
    const { length } = this.revisions;
    assert(length === 0 || revision >= (this.revisions[length - 1] as number), 'history runs forward');
    assert(item !== undefined || previous !== undefined, 'a change changes something');
    this.revisions.push(revision);
    this.items.push(item);
    this.befores.push(previous);
  }

  /** Changes with a revision of at least `revision`. */
  from(revision: number): readonly Change[] {
    return this.changes(this.indexOf(revision), this.revisions.length);
  }

  private changes(start: number, end: number): readonly Change[] {
    const changes: Change[] = [];
    for (let at = start; at < end; at += 1) {
      const item = this.items[at];
      const previous = this.befores[at];
      const { key } = (item ?? previous) as KeyValue;
      changes.push({ revision: this.revisions[at] as number, key, item, previous });
    }
    return changes;
  }

  /** What keys in [start, end) that changed after `revision` were at that revision. */
  undo(revision: number, start: string, end: string | undefined): ReadonlyMap<string, KeyValue | undefined> {
    const before = new Map<string, KeyValue | undefined>();
    for (let at = this.revisions.length - 1; at >= 0 && (this.revisions[at] as number) > revision; at -= 1) {
      const previous = this.befores[at];
      const { key } = (this.items[at] ?? previous) as KeyValue;
      if (key >= start && (end === undefined || key < end)) before.set(key, previous);
    }
    return before;
  }

  /** Forgets what is older. Returns the changes dropped. */
  compact(revision: number): readonly Change[] {
    assert(revision > this.compactedRevision, 'what was compacted stays so');
    const place = this.indexOf(revision);
    const dropped = this.changes(0, place);
    this.revisions = this.revisions.slice(place);
    this.items = this.items.slice(place);
    this.befores = this.befores.slice(place);
    this.compactedRevision = revision;
    return dropped;
  }

  private indexOf(revision: number): number {
    let low = 0;
    let high = this.revisions.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.revisions[middle] as number) < revision) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
