// Models pkg/kubelet/pod_workers.go KillPodOptions, of one pod (v1.36)

import type { Deferred } from '../../../engine/index.ts';

/** Why the kubelet itself ends a pod. */
export interface Ending {
  readonly reason: string;
  readonly message: string;
  /** Seconds, where the pod's own period does not count. */
  readonly grace?: number;
  /** Its worker is told to end it, whatever the last sync has found: how it has ended is known when nothing runs any more. */
  readonly isKill?: boolean;
  /** It is the target of a disruption, for this reason. */
  readonly disruption?: string;
}

/** That a pod is to end though nobody deletes it. Written by eviction/, by preemption in admission/, and by the worker. */
export class PodEnd {
  /** Why the kubelet itself ends the pod; undefined: it does not. Once there is a reason, there is one for good. */
  why: Ending | undefined;
  /** The worker ends what runs, and waits only to clean up: every container has ended for good, or must. Never false again. */
  isBegun = false;
  /** For who waits until its containers have stopped for good; undefined: nobody does. */
  stopped: Deferred<void> | undefined;

  /** It is ended now, whatever it does. */
  kill(why: Ending): void {
    this.why = why;
    this.isBegun = true;
  }
}
