// Models pkg/kubelet/kubelet_pods.go (v1.36)

import type { ContainerStatus, PodSpec } from '../../../api/types/core.ts';
import { comesBack } from './begun.ts';
import { initPhase, runningSidecars } from './init-phase.ts';

/** Models pkg/kubelet/kubelet_pods.go getPhase (v1.36). `ended`: the worker will not run anything again. */
export function podPhase(
  spec: PodSpec,
  init: readonly ContainerStatus[],
  main: readonly ContainerStatus[],
  ended: boolean,
): string {
  const initState = init.length === 0 ? undefined : initPhase(spec, init, main, ended);
  if (initState !== undefined) return initState;
  let waiting = 0;
  let running = init.length === 0 ? 0 : runningSidecars(spec, init);
  let stopped = 0;
  let succeeded = 0;
  for (const { state, lastState } of main) {
    if (state?.running !== undefined) running += 1;
    else if (state?.terminated !== undefined) {
      stopped += 1;
      if (state.terminated.exitCode === 0) succeeded += 1;
    } else if (lastState?.terminated !== undefined) {
      stopped += 1;
      if (lastState.terminated.exitCode === 0) succeeded += 1;
    } else waiting += 1;
  }
  if (waiting > 0) return 'Pending';
  if (running > 0) return 'Running';
  if (stopped === 0) return 'Pending';
  if (ended) return succeeded === stopped ? 'Succeeded' : 'Failed';
  if (main.some((status, index) => comesBack(spec, spec.containers[index], status))) return 'Running';
  return succeeded === stopped ? 'Succeeded' : 'Failed';
}
