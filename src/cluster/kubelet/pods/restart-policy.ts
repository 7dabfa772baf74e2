// Models pkg/kubelet/container/helpers.go ShouldContainerBeRestarted, pkg/api/v1/pod/util.go ContainerShouldRestart (v1.36)

import type { Container, PodSpec } from '../../../api/types/core.ts';

/** A sidecar: an init container that stays. */
export function isSidecar(container: Container | undefined): boolean {
  return container?.restartPolicy === 'Always';
}

type Rule = NonNullable<Container['restartPolicyRules']>[number];

/** The first of its rules that speaks of this code. */
export function ruleFor({ restartPolicyRules }: Container, exitCode: number): Rule | undefined {
  return restartPolicyRules?.find(({ exitCodes }) => {
    const named = exitCodes?.values?.includes(exitCode) === true;
    return exitCodes !== undefined && named === (exitCodes.operator === 'In');
  });
}

/** Some exit of one of its containers starts all of them again. Models pkg/api/v1/pod/util.go AllContainersCouldRestart (v1.36) */
export function mayRestartAll({ initContainers = [], containers }: PodSpec): boolean {
  return hasSuchRule(containers) || hasSuchRule(initContainers);
}

function hasSuchRule(containers: readonly Container[]): boolean {
  for (const { restartPolicyRules } of containers)
    if (restartPolicyRules?.some(({ action }) => action === 'RestartAllContainers') === true) return true;
  return false;
}

/** Whether a container that ended with this code is started again: its own rules come first, then its policy, then the pod's. */
export function startsAgain(spec: PodSpec, container: Container, exitCode: number): boolean {
  if (ruleFor(container, exitCode) !== undefined) return true;
  const policy = container.restartPolicy ?? spec.restartPolicy ?? 'Always';
  if (policy === 'Never') return false;
  const mustEnd = container.restartPolicy === undefined && spec.initContainers?.includes(container) === true;
  return (policy === 'Always' && !mustEnd) || exitCode !== 0;
}
