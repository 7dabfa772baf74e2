// Models pkg/kubelet/container/runtime.go PodStatus, pkg/kubelet/container/cache.go (v1.36)

import type { RuntimeContainer, RuntimeSandbox } from '../../ports/cri.ts';

const NOTHING: readonly never[] = [];

/** One pod as the last look at the runtime has shown it. Each relist writes it, and so does the code that makes or ends a sandbox. */
export class SeenContainers {
  /** The one in which containers are started; undefined until the first is made. A pod that was stopped keeps it, not ready. */
  sandbox: RuntimeSandbox | undefined;
  /** How many sandboxes were asked for, which is the number of the next. It only grows. */
  sandboxAttempt = 0;
  /** Containers of all sandboxes as the last relist saw them, oldest first. */
  containers: readonly RuntimeContainer[] = NOTHING;
  /** The address as the last relist saw it; on the node's network that of the node, from the start. */
  ip: string | undefined;
  /** The address of the second family; undefined if the pod has none. */
  secondIP: string | undefined;
  /** Sandboxes and containers that were started or stopped since the last relist, which makes it 0: each is news then. */
  news = 0;

  /** The newest attempt of those that are known, or of others. */
  current(container: string, among = this.containers): RuntimeContainer | undefined {
    for (let i = among.length - 1; i >= 0; i -= 1) {
      const item = among[i] as RuntimeContainer;
      if (item.config.name === container) return item;
    }
    return undefined;
  }
}
