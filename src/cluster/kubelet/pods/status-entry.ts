import type { Pod, PodStatus } from '../../../api/types/core.ts';
import type { Origin } from '../../../engine/index.ts';

/** Whose status it is. */
export interface StatusHolder {
  readonly pod: Pod;
  readonly uid: string;
  readonly subject: string;
  /** What is said of it; undefined: nothing yet. */
  readonly said: StatusEntry | undefined;
  /** Likewise, also when it is forgotten. */
  entry: StatusEntry | undefined;
}

/** What a kubelet says of a Pod, and how far the API server knows. */
export interface StatusEntry {
  readonly of: StatusHolder;
  status: PodStatus;
  version: number;
  sent: number;
  /** The newest revision of the object that was met when the status was written. */
  written: number;
  /** Somebody else wrote something else. */
  disputed: boolean;
  origin: Origin;
  queued: boolean;
  /** All is stopped and cleaned up: the object may go when somebody asked for its deletion. */
  finished: boolean;
  /** Nobody asks for it any more. */
  forgotten: boolean;
}
