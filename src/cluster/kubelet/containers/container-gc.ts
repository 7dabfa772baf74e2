// Models pkg/kubelet/kuberuntime/kuberuntime_gc.go (v1.36): one dead attempt of each container is kept

import type { Context, Process } from '../../../engine/index.ts';
import type { ContainerRuntime } from '../../ports/cri.ts';

/** Removes what has ended, but for the newest attempt of each container that has. */
export function* removeOldAttempts(ctx: Context, runtime: ContainerRuntime, sandboxId: string | undefined): Process {
  if (sandboxId === undefined) return;
  const dead = runtime.listContainers(sandboxId).filter(({ state }) => state === 'exited');
  for (const { id, config } of dead) {
    const isNewest = !dead.some((other) => other.config.name === config.name && other.config.attempt > config.attempt);
    if (!isNewest) yield* runtime.removeContainer(ctx, id);
  }
}
