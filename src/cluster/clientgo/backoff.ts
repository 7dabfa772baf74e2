// Models staging/src/k8s.io/client-go/util/flowcontrol/backoff.go (v1.36)

import { SparseMap } from '../../base/sparse-map.ts';
import { SECOND } from '../../base/time/units.ts';

interface Entry {
  delay: number;
  updated: number;
}

/**
 * Delays that double while something keeps failing, and are forgotten after it went well for long enough.
 * Models staging/src/k8s.io/client-go/util/flowcontrol/backoff.go (v1.36)
 */
export class Backoff {
  private entries: SparseMap<Entry> = SparseMap.EMPTY;

  constructor(
    private readonly first = 10 * SECOND,
    private readonly max = 300 * SECOND,
  ) {}

  delayOf(key: string): number {
    return this.entries.get(key)?.delay ?? 0;
  }

  /** How long still to wait after an event at `since`. What failed long after the last failure starts afresh. */
  remaining(key: string, since: number, now: number): number {
    const entry = this.entries.get(key);
    if (entry === undefined || this.isOver(entry, since)) return 0;
    return Math.max(0, since + entry.delay - now);
  }

  /** Counts a failure that happened at `since`. */
  next(key: string, since: number, now: number): void {
    const entry = this.entries.get(key);
    if (entry === undefined || this.isOver(entry, since))
      this.entries = this.entries.with(key, { delay: this.first, updated: now });
    else {
      entry.delay = Math.min(this.max, entry.delay * 2);
      entry.updated = now;
    }
  }

  private isOver(entry: Entry, since: number): boolean {
    return since - entry.updated > 2 * this.max;
  }

  forget(prefix: string): void {
    for (const key of this.entries.keys()) if (key.startsWith(prefix)) this.entries.delete(key);
  }
}
