// Models pkg/kubelet/kubelet_pods.go getPhase (v1.36): what init containers have to say

import type { ContainerStatus, PodSpec } from '../../../api/types/core.ts';
import { isSidecar } from '../pods/restart-policy.ts';
import { comesBack, hasBegun, REMOVED } from './begun.ts';

/** Sidecars count while they run; how they end says nothing about the pod. */
export function runningSidecars({ initContainers }: PodSpec, init: readonly ContainerStatus[]): number {
  let running = 0;
  for (let index = 0; index < init.length; index += 1) {
    if (isSidecar(initContainers?.[index]) && init[index]?.state?.running !== undefined) running += 1;
  }
  return running;
}

export function initPhase(
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

/** An init container is done when it ended well; a sidecar when it has started. */
export function initDone(spec: PodSpec, index: number, status: ContainerStatus): boolean {
  if (isSidecar(spec.initContainers?.[index]))
    return status.started === true || status.state?.terminated?.exitCode === 0;
  return status.state?.terminated?.exitCode === 0;
}
