import { assert } from '../../../base/assert.ts';
import type { ResourceStore } from '../registry/store.ts';
import type { CachedObjects } from '../watchcache/cached-objects.ts';

const NONE_LOST: ReadonlyMap<ResourceStore, CachedObjects> = new Map();

/**
 * Whether the process of the server is there: it may be ended, begun again, and end by a mistake of its own.
 *
 * Promises: a request that was in an earlier process is told apart by `count`; requests that are being answered are counted.
 * Called by: the server, of each request; tasks/restart.ts alone brings about that it ends or begins.
 */
// Models staging/src/k8s.io/apiserver/pkg/server/lifecycle_signals.go (v1.36)
export class ServerLife {
  /** Somebody listens at the port. False from when a process stops taking requests until the next one has filled its caches. */
  listening = true;
  /** Somebody should listen. Written by who starts and stops the server; `listening` follows. */
  wanted = true;
  /** One process at a time brings about that `listening` is as `wanted`: it is true for as long as that goes on. */
  changing = false;
  /** How many processes have ended. It only grows: a request that finds another number than when it came is never answered. */
  count = 0;
  /** Requests that have arrived and are not answered yet. Never negative. */
  inFlight = 0;
  /** What the caches of the process before held, for the server's own parts that follow them. Empty unless a process has ended and the next has not begun. */
  lost: ReadonlyMap<ResourceStore, CachedObjects> = NONE_LOST;

  arrived(): void {
    this.inFlight += 1;
  }

  answered(): void {
    assert(this.inFlight > 0, 'an answer without a request');
    this.inFlight -= 1;
  }

  /** For the process that begins. */
  takeLost(): ReadonlyMap<ResourceStore, CachedObjects> {
    const { lost } = this;
    this.lost = NONE_LOST;
    return lost;
  }
}
