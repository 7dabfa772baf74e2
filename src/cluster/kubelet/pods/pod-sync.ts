// Models pkg/kubelet/pod_workers.go podSyncStatus (v1.36)

import { mergeOrigins, type Origin, type Timer } from '../../../engine/index.ts';

type Phase = 'syncing' | 'waiting' | 'terminating' | 'terminated' | 'rejected';

/** How far the worker of one pod is. Its worker (workers/) writes it, but where a field says otherwise. */
export class PodSync {
  /** From syncing and waiting to terminating to terminated, never back; rejected (by admission/) is for good. */
  phase: Phase = 'waiting';
  /** A process of the worker runs for this pod: at most one does. */
  isAtWork = false;
  /** Syncs that have begun: it only grows. */
  count = 0;
  /** When the last sync ended; 0 before the first has. */
  endedAt = 0;
  /** It ran before the run began (set by containers/found.ts); false once its worker has looked at it. */
  isFound = false;
  /** Something did not start, in the sync that goes on or in the last one. Set by containers/ and allocation/, cleared as each sync begins to act. */
  failedToStart = false;
  /** How long the soonest back-off of that sync lasts (set by containers/crash-loop.ts); undefined: none does. */
  backsOffFor: number | undefined;
  /** When the pod is looked at again after a sync that failed; undefined: the last one did not fail. */
  retry: Timer | undefined;
  /** Something more is to be looked at once there has been another look at the containers. */
  again = false;
  /** When that look comes, should nothing be done until then. In the future, or undefined. */
  echoAt: number | undefined;
  /** After so many seconds it is looked at, for it may not be active any longer; undefined: no such look is planned. */
  deadline: number | undefined;
  /** The cause of the next sync; undefined: nothing is to be done. */
  private pending: Origin | undefined;

  get hasWork(): boolean {
    return this.pending !== undefined;
  }

  /** Asks for a sync. Several that are asked for before the worker begins become one. */
  add(origin: Origin): void {
    this.pending = this.pending === undefined ? origin : mergeOrigins(this.pending, origin);
  }

  /** Takes the cause of the next sync, so that nothing is left to do. */
  take(): Origin | undefined {
    const { pending } = this;
    this.pending = undefined;
    return pending;
  }

  /** A look at the containers, at this time, shows that one has ended. */
  noticed(now: number): void {
    this.again ||= this.echoAt === now || this.hasWork;
    this.echoAt = undefined;
  }
}
