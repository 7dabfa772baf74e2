// Models pkg/kubelet/kubelet_pods.go getPhase, pkg/kubelet/container/helpers.go (v1.36): what a status says of one container

import type { Container, ContainerStatus, PodSpec } from '../../../api/types/core.ts';
import { startsAgain } from '../pods/restart-policy.ts';

/** Why a container waits that was removed so that all of its pod can start again. */
export const REMOVED = 'RestartingAllContainers';

/** It has ended, and will be started again. */
export function comesBack(
  spec: PodSpec,
  container: Container | undefined,
  { state, lastState }: ContainerStatus,
): boolean {
  const exit = state?.terminated ?? lastState?.terminated;
  if (exit?.reason === REMOVED) return true;
  return container !== undefined && exit !== undefined && startsAgain(spec, container, exit.exitCode);
}

/** It runs or has run. Models pkg/kubelet/container/helpers.go HasAnyRegularContainerStarted (v1.36) */
export function hasBegun({ state, lastState }: ContainerStatus): boolean {
  return state?.waiting === undefined || lastState?.terminated !== undefined;
}
