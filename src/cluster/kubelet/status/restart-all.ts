// Models pkg/kubelet/status/generate.go, pkg/kubelet/kubelet_pods.go, pkg/kubelet/container/helpers.go (v1.36): RestartAllContainersOnContainerExits

import type { Container, ContainerState, ContainerStatus, Pod, PodCondition } from '../../../api/types/core.ts';
import { rfc3339 } from '../../../api/values/time.ts';
import type { RuntimeContainer } from '../../ports/cri.ts';
import { ruleFor } from '../pods/restart-policy.ts';
import { REMOVED } from './begun.ts';
import { conditionIn } from './conditions.ts';

const TYPE = 'AllContainersRestarting';
const MESSAGE = 'The container is removed because RestartAllContainers in place';
const WAITS: ContainerState = { waiting: { message: MESSAGE, reason: REMOVED } };
const UNSEEN = null;
const LAST: ContainerState = {
  terminated: { exitCode: 137, finishedAt: UNSEEN, message: MESSAGE, reason: REMOVED, startedAt: UNSEEN },
};

export interface RestartFacts {
  readonly pod: Pod;
  /** As the last relist saw them. */
  readonly containers: readonly RuntimeContainer[];
  /** What was said last. */
  readonly conditions: readonly PodCondition[];
  readonly statuses: readonly ContainerStatus[];
  readonly now: number;
}

/** A condition that only a pod with such a rule has; True from the exit that triggers it until nothing is left of its containers. */
export function restartingCondition(facts: RestartFacts, phase: string): PodCondition {
  const { conditions, now } = facts;
  const known = conditionIn(conditions, TYPE);
  const ended = phase === 'Succeeded' ? 'PodCompleted' : phase === 'Failed' ? 'PodFailed' : undefined;
  const isOn = ended === undefined && isTriggered(facts) && !isCleanedUp(facts);
  const status = isOn ? 'True' : 'False';
  const lastTransitionTime = (known?.status === status ? known.lastTransitionTime : undefined) ?? rfc3339(now);
  const condition = { type: TYPE, status, lastProbeTime: UNSEEN, lastTransitionTime } as const;
  if (ended !== undefined) return { ...condition, reason: ended };
  if (!isOn) return condition;
  return { ...condition, reason: 'RestartAllContainersStarted', message: 'container exited with restart policy rule' };
}

/** It goes on, or a container has ended with a code for which it is the rule. */
function isTriggered({ pod, containers, conditions, statuses }: RestartFacts): boolean {
  if (isRestarting(conditions)) return true;
  return allOf(pod).some((container) => {
    const { name } = container;
    const newest = containers.findLast(({ config }) => config.name === name);
    const said = statuses.find((each) => each.name === name)?.state?.terminated;
    return (
      (newest?.state === 'exited' && restartsAll(container, newest.exitCode ?? 0)) ||
      (said !== undefined && restartsAll(container, said.exitCode))
    );
  });
}

export function isRestarting(conditions: readonly PodCondition[] | undefined): boolean {
  return conditions !== undefined && conditionIn(conditions, TYPE)?.status === 'True';
}

export function restartsAll(container: Container, exitCode: number): boolean {
  return ruleFor(container, exitCode)?.action === 'RestartAllContainers';
}

function isCleanedUp({ pod, containers }: RestartFacts): boolean {
  return !allOf(pod).some(({ name }) => containers.some(({ config }) => config.name === name));
}

const allOf = ({ spec }: Pod): readonly Container[] => [...(spec.initContainers ?? []), ...spec.containers];

/** What is known of containers that are not on the node any more, or of attempts of them. */
export function withRemoved(facts: RestartFacts, statuses: readonly ContainerStatus[]): readonly ContainerStatus[] {
  return statuses.map((status) => {
    const before = facts.statuses.find(({ name }) => name === status.name);
    if (before === undefined) return status;
    const isThere = facts.containers.some(({ config }) => config.name === status.name);
    const isNew = status.lastState === undefined || Object.keys(status.lastState).length === 0;
    if (isThere) return isNew && before.lastState !== undefined ? { ...status, lastState: before.lastState } : status;
    const { restartCount, lastState } = before;
    if (!isRestarting(facts.conditions) || before.state?.waiting !== undefined)
      return { ...status, restartCount, ...(lastState === undefined ? {} : { lastState }) };
    return { ...status, restartCount: restartCount + 1, lastState: LAST, state: WAITS };
  });
}
