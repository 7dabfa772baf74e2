// Models pkg/kubelet/allocation/state/state.go PodResourceInfo, of one pod (v1.36)

import type { Pod } from '../../../api/types/core.ts';

/** What becomes of the wish for other resources. */
export interface Resize {
  /** Why the newest wish was not granted. */
  readonly pending?: { readonly reason: string; readonly message: string; readonly generation: number } | undefined;
  /** What was granted is not written yet, and perhaps why. */
  readonly inProgress?: { readonly generation: number; readonly error?: string } | undefined;
}

/** What the node sets aside for one pod. The kubelet begins and ends it; allocation/ changes it as other sizes are asked for. */
export class PodAllocation {
  /** The version of the pod whose resources are set aside on this node; undefined: nothing is, for it was refused or has stopped. */
  committed: Pod | undefined;
  /** What counts instead while its containers have some of what they had before. Never without `committed`. */
  counted: Pod | undefined;
  /** What its containers run with, while that is not what is allocated to them. */
  actual: Pod['spec'] | undefined;
  /** Undefined: nobody has asked for other resources, or what was asked for is done. */
  resize: Resize | undefined;
}
