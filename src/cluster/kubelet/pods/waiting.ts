// Models pkg/kubelet/container/sync_result.go and pkg/kubelet/kubelet_pods.go, the reasons why a container waits (v1.36)

import type { RuntimeContainer } from '../../ports/cri.ts';

/** Why a container does not run, as the last attempt to start it left it. */
export interface Waiting {
  readonly reason: string;
  readonly message?: string;
}

/** Why a container waits, and what of it runs all the same. */
export interface NotStarted extends Waiting {
  readonly toKill?: RuntimeContainer;
}
