// Models pkg/kubelet/container/helpers.go ShouldContainerBeRestarted, pkg/api/v1/pod/util.go ContainerShouldRestart (v1.36)

import type { Container, PodSpec } from '../../api/types/core.ts';

/** A sidecar: an init container that stays. */
export function isSidecar(container: Container | undefined): boolean {
  return container?.restartPolicy === 'Always';
}

/** Whether a container that ended with this code is started again: its own rules come first, then its policy, then the pod's. */
export function startsAgain(spec: PodSpec, container: Container, exitCode: number): boolean {
  for (const { exitCodes } of container.restartPolicyRules ?? []) {
    const named = exitCodes?.values?.includes(exitCode) === true;
    if (exitCodes !== undefined && named === (exitCodes.operator === 'In')) return true;
  }
  const policy = container.restartPolicy ?? spec.restartPolicy ?? 'Always';
  if (policy === 'Never') return false;
  const mustEnd = container.restartPolicy === undefined && spec.initContainers?.includes(container) === true;
  return (policy === 'Always' && !mustEnd) || exitCode !== 0;
}
