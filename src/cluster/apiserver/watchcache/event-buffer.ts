import type { KObject } from '../../../api/types/meta.ts';
import { assert } from '../../../base/assert.ts';
import { SECOND } from '../../../base/time/units.ts';
import type { Origin } from '../../../engine/index.ts';

/** It copies its cause instead of referring to it: events are kept for long, and a reference would keep the whole context. */
export interface CacheEvent extends Origin {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly key: string;
  readonly revision: number;
  /** For a deletion: the last state, with the revision of the deletion. */
  readonly object: KObject;
  readonly previous: KObject | undefined;
}

export function eventOf(
  { cause, more, story }: Origin,
  type: CacheEvent['type'],
  key: string,
  revision: number,
  object: KObject,
  previous: KObject | undefined,
): CacheEvent {
  return { type, key, revision, object, previous, cause, more, story };
}

const LOWER = 100;
const UPPER = 102_400;
const KEPT_MICROS = 75 * SECOND;

/** The last events of a resource. It grows while events younger than 75 s would fall out, and shrinks when few are that young. */
// Models staging/src/k8s.io/apiserver/pkg/storage/cacher/watch_cache.go (v1.36)
export class EventBuffer {
  private events: CacheEvent[] = [];
  /** Virtual microseconds at which the cache heard of each: so large a number would be an object of its own in an event. */
  private times: number[] = [];
  private head = 0;
  private room = LOWER;

  /** The newest revision of which an event has been dropped. */
  constructor(public droppedRevision = 0) {}

  get size(): number {
    return this.events.length - this.head;
  }

  push(event: CacheEvent, now: number): void {
    const newest =
      this.size === 0 ? this.droppedRevision : (this.events[this.events.length - 1] as CacheEvent).revision;
    assert(event.revision >= newest, 'events come in the order of revisions');
    if (this.size === this.room) this.makeRoom(now);
    this.events.push(event);
    this.times.push(now);
    if (this.head > 1024 && this.head * 2 > this.events.length) {
      this.events = this.events.slice(this.head);
      this.times = this.times.slice(this.head);
      this.head = 0;
    }
  }

  /** Events after a revision; undefined when some of them are gone. */
  after(revision: number): readonly CacheEvent[] | undefined {
    if (revision < this.droppedRevision) return undefined;
    let low = this.head;
    let high = this.events.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.events[middle] as CacheEvent).revision <= revision) low = middle + 1;
      else high = middle;
    }
    const first = this.events[low];
    assert(first === undefined || first.revision > revision, 'only what was missed is told');
    return this.events.slice(low);
  }

  /** Newest first. */
  backwards(visit: (event: CacheEvent) => boolean): void {
    for (let i = this.events.length - 1; i >= this.head; i -= 1) if (!visit(this.events[i] as CacheEvent)) return;
  }

  private makeRoom(now: number): void {
    if (now - (this.times[this.head] as number) < KEPT_MICROS && this.room < UPPER) {
      this.room *= 2;
      return;
    }
    const quarter = this.times[this.times.length - (this.room >> 2)];
    if (quarter !== undefined && now - quarter > KEPT_MICROS && this.room > LOWER) {
      this.room = Math.max(LOWER, this.room >> 1);
      while (this.size >= this.room) this.dropOldest();
    } else this.dropOldest();
  }

  private dropOldest(): void {
    assert(this.size > 0, 'what is dropped was there');
    this.droppedRevision = (this.events[this.head] as CacheEvent).revision;
    (this.events as (CacheEvent | undefined)[])[this.head] = undefined;
    this.head += 1;
  }
}
