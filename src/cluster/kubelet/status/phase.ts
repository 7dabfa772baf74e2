// Models pkg/kubelet/kubelet_pods.go (v1.36)

import type { ContainerStatus, PodSpec } from '../../../api/types/core.ts';

/** Models pkg/kubelet/kubelet_pods.go getPhase (v1.36). `ended`: the worker will not run anything again. */
export function podPhase(
  spec: PodSpec,
  init: readonly ContainerStatus[],
  main: readonly ContainerStatus[],
  ended: boolean,
): string {
  const initState = initPhase(spec, init, ended);
  if (initState !== undefined) return initState;
  let waiting = 0;
  let running = 0;
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
  if (spec.restartPolicy === 'Never') return succeeded === stopped ? 'Succeeded' : 'Failed';
  if (spec.restartPolicy === 'OnFailure' && succeeded === stopped) return 'Succeeded';
  return 'Running';
}

function initPhase(spec: PodSpec, init: readonly ContainerStatus[], ended: boolean): string | undefined {
  for (let index = 0; index < init.length; index += 1) {
    const status = init[index] as ContainerStatus;
    if (initDone(spec, index, status)) continue;
    const exit = status.state?.terminated ?? status.lastState?.terminated;
    const failed = exit !== undefined && exit.exitCode !== 0 && status.state?.running === undefined;
    if (failed && (spec.restartPolicy === 'Never' || ended)) return 'Failed';
    return 'Pending';
  }
  return undefined;
}

/** An init container is done when it ended well; a sidecar when it has started. */
export function initDone(spec: PodSpec, index: number, status: ContainerStatus): boolean {
  if (spec.initContainers?.[index]?.restartPolicy === 'Always')
    return status.started === true || status.state?.terminated?.exitCode === 0;
  return status.state?.terminated?.exitCode === 0;
}
