// Models pkg/kubelet/status/status_manager.go TerminatePod (v1.36)

import type { ContainerState, ContainerStatus, PodCondition, PodStatus } from '../../../api/types/core.ts';
import { rfc3339 } from '../../../api/values/time.ts';
import { hasBegun } from './begun.ts';

/** Nobody saw how it ended. */
const UNKNOWN: ContainerState = {
  terminated: {
    exitCode: 137,
    finishedAt: null,
    message: 'The container could not be located when the pod was terminated',
    reason: 'ContainerStatusUnknown',
    startedAt: null,
  },
};

/** What is said of a pod of which nothing is left on the node: every container has ended, and so has the pod. */
export function terminated(status: PodStatus, now: number): PodStatus {
  const init = status.initContainerStatuses ?? [];
  const main = status.containerStatuses ?? [];
  const initialized = init.length === 0 || main.some(hasBegun) || endedWell(init[init.length - 1]);
  const begun = init.findLastIndex((item) => item.state?.waiting === undefined) + 1;
  const containerStatuses = initialized ? mapChanged(main, lost) : main;
  const initContainerStatuses = mapChanged(init, (item, index) => (index < begun ? lost(item) : item));
  const ended = status.phase === 'Succeeded' || status.phase === 'Failed';
  if (ended && containerStatuses === main && initContainerStatuses === init) return status;
  return {
    ...status,
    containerStatuses,
    ...(init.length === 0 ? {} : { initContainerStatuses }),
    ...(ended ? {} : { phase: 'Failed', conditions: failed(status.conditions ?? [], rfc3339(now)) }),
  };
}

function lost(status: ContainerStatus): ContainerStatus {
  return status.state?.terminated === undefined ? { ...status, state: UNKNOWN } : status;
}

function endedWell(status: ContainerStatus | undefined): boolean {
  return [status?.state, status?.lastState].some((state) => state?.terminated?.exitCode === 0);
}

function failed(conditions: readonly PodCondition[], now: string): readonly PodCondition[] {
  return conditions.map((condition) => {
    if (condition.type !== 'Ready' && condition.type !== 'ContainersReady') return condition;
    const { message: _message, ...rest } = condition;
    const since = condition.status === 'False' ? condition.lastTransitionTime : now;
    return { ...rest, status: 'False', reason: 'PodFailed', lastTransitionTime: since ?? now };
  });
}

function mapChanged<T>(items: readonly T[], change: (item: T, index: number) => T): readonly T[] {
  const changed = items.map(change);
  return changed.every((item, index) => item === items[index]) ? items : changed;
}
