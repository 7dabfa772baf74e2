// Models pkg/kubelet/kuberuntime/kuberuntime_manager.go getContainersToReset (v1.36)

import type { Container } from '../../../api/types/core.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { kubelet as kinds } from '../../../steps/kubelet.ts';
import type { RuntimeContainer } from '../../ports/cri.ts';
import type { NodeServices } from '../node/services.ts';
import type { PodState } from '../pods/pod-state.ts';
import { restartsAll } from '../status/restart-all.ts';
import { killContainer } from './stopping.ts';

/**
 * An exit for which it is the rule: all containers of the pod go, one after the other, without hooks or much time, so that
 * the next sync finds none and begins anew. Who triggered it goes last: until then it says why. Ephemeral containers are
 * ended, and never started again.
 */
export function* removeAll(ctx: Context, services: NodeServices, state: PodState): Process<boolean> {
  const { initContainers = [], containers, ephemeralContainers = [] } = state.pod.spec;
  const all = [...initContainers, ...containers];
  const attempts = all.flatMap((container) => attemptsOf(state, container));
  const triggers = attempts.filter(({ isTrigger }) => isTrigger);
  const { name = '', exitCode = 0 } = exitOf(triggers[0]?.attempt);
  const restarting = ctx.step(kinds.allAgain, state.subject, {
    container: name,
    code: exitCode,
    containers: all.length,
  });
  for (const { attempt } of ephemeralContainers.flatMap((container) => attemptsOf(state, container)))
    yield* end(restarting, services, state, attempt);
  for (const { attempt } of [...attempts.filter(({ isTrigger }) => !isTrigger), ...triggers]) {
    yield* end(restarting, services, state, attempt);
    yield* services.runtime.removeContainer(restarting, attempt.id);
    const { config } = attempt;
    state.probing.drop(config.name);
    state.starts.attempts = state.starts.attempts.with(
      config.name,
      Math.max(state.starts.attempts.get(config.name) ?? 0, config.attempt + 1),
    );
  }
  return true;
}

interface Attempt {
  readonly attempt: RuntimeContainer;
  readonly isTrigger: boolean;
}

function attemptsOf(state: PodState, container: Container): readonly Attempt[] {
  return state.seen.containers
    .filter(({ config }) => config.name === container.name)
    .map((attempt) => {
      const isTrigger = attempt.state === 'exited' && restartsAll(container, attempt.exitCode ?? 0);
      return { attempt, isTrigger };
    });
}

function exitOf(attempt: RuntimeContainer | undefined) {
  return { name: attempt?.config.name, exitCode: attempt?.exitCode };
}

function* end(ctx: Context, services: NodeServices, state: PodState, attempt: RuntimeContainer): Process {
  if (attempt.state === 'running') yield* killContainer(ctx, services, state, attempt, 'killing', 0);
}
