import type { Pod, PodStatus } from '../../../api/types/core.ts';
import type { Origin } from '../../../engine/index.ts';

/** Whose status it is. */
export interface StatusHolder {
  readonly pod: Pod;
  readonly uid: string;
  readonly subject: string;
  /** Its status as this kubelet has it; undefined until the first one. */
  readonly said: StatusEntry | undefined;
  /** Likewise, also when it is forgotten. */
  entry: StatusEntry | undefined;
}

/** The status of a Pod as the kubelet has it, and how much of it the API server knows. */
export interface StatusEntry {
  readonly of: StatusHolder;
  status: PodStatus;
  version: number;
  sent: number;
  /** The newest revision of the object that was met when the status was written. */
  written: number;
  /** Another client has written a different status. */
  disputed: boolean;
  origin: Origin;
  queued: boolean;
  /** All is stopped and cleaned up: the object may go when somebody asked for its deletion. */
  finished: boolean;
  /** The Pod is gone, and its status is not written any more. */
  forgotten: boolean;
}
