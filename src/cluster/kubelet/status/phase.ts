// Models pkg/kubelet/kubelet_pods.go (v1.36)

import type { Container, ContainerStatus, PodSpec } from '../../../api/types/core.ts';
import { isSidecar, startsAgain } from '../restart-policy.ts';

/** Models pkg/kubelet/kubelet_pods.go getPhase (v1.36). `ended`: the worker will not run anything again. */
export function podPhase(
  spec: PodSpec,
  init: readonly ContainerStatus[],
  main: readonly ContainerStatus[],
  ended: boolean,
): string {
  const initState = initPhase(spec, init, main, ended);
  if (initState !== undefined) return initState;
  let waiting = 0;
  let running = runningSidecars(spec, init);
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

/** Why a container waits that was removed so that all of its pod can start again. */
export const REMOVED = 'RestartingAllContainers';

function comesBack(spec: PodSpec, container: Container | undefined, { state, lastState }: ContainerStatus): boolean {
  const exit = state?.terminated ?? lastState?.terminated;
  if (exit?.reason === REMOVED) return true;
  return container !== undefined && exit !== undefined && startsAgain(spec, container, exit.exitCode);
}

/** Sidecars count while they run; how they end says nothing about the pod. */
function runningSidecars({ initContainers }: PodSpec, init: readonly ContainerStatus[]): number {
  let running = 0;
  for (let index = 0; index < init.length; index += 1) {
    if (isSidecar(initContainers?.[index]) && init[index]?.state?.running !== undefined) running += 1;
  }
  return running;
}

function initPhase(
  spec: PodSpec,
  init: readonly ContainerStatus[],
  main: readonly ContainerStatus[],
  ended: boolean,
): string | undefined {
  for (let index = 0; index < init.length; index += 1) {
    const status = init[index] as ContainerStatus;
    if (initDone(spec, index, status) || status.state?.waiting?.reason === REMOVED) continue;
    if (isSidecar(spec.initContainers?.[index])) {
      const hasEnded = status.state?.terminated !== undefined || status.lastState?.terminated !== undefined;
      if (hasEnded || main.some(hasBegun)) continue;
      return 'Pending';
    }
    const exit = status.state?.terminated ?? status.lastState?.terminated;
    const failed = exit !== undefined && exit.exitCode !== 0 && status.state?.running === undefined;
    if (failed && (ended || !comesBack(spec, spec.initContainers?.[index], status))) return 'Failed';
    return 'Pending';
  }
  return undefined;
}

/** It runs or has run. Models pkg/kubelet/container/helpers.go HasAnyRegularContainerStarted (v1.36) */
export function hasBegun({ state, lastState }: ContainerStatus): boolean {
  return state?.waiting === undefined || lastState?.terminated !== undefined;
}

/** An init container is done when it ended well; a sidecar when it has started. */
export function initDone(spec: PodSpec, index: number, status: ContainerStatus): boolean {
  if (isSidecar(spec.initContainers?.[index]))
    return status.started === true || status.state?.terminated?.exitCode === 0;
  return status.state?.terminated?.exitCode === 0;
}
